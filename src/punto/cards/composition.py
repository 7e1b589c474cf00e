"""The counted shoe: how many cards of each kind remain, in no order. For mathematics."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self

from punto.cards.card import Card
from punto.cards.deck import MAX_DECKS, Deck
from punto.cards.rank import Rank
from punto.errors import WrongCard

_ENTRY: Final = re.compile(r"([^=\s]+)=(-?[0-9]{1,9})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Composition:
    """Counts by rank, and by card where the suits are known.

    `ranks` follows the order of `deck.ranks`, `cards` that of `deck.cards`. Wagers on suits need
    `cards`; all others need `ranks` only, which is how people write a shoe down.
    """

    deck: Deck
    ranks: tuple[int, ...]
    cards: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        """Refuse what no shoe of ten decks can be, and counts that contradict each other."""
        names = [rank.symbol for rank in self.deck.ranks]
        _check_counts(names, self.ranks, MAX_DECKS * len(self.deck.suits))
        if self.cards is not None:
            _check_counts([str(card) for card in self.deck.cards], self.cards, MAX_DECKS)
            if _by_rank(self.deck, self.cards) != self.ranks:
                raise WrongCard("the counts by card and by rank differ")

    @classmethod
    def of_decks(cls, deck: Deck, decks: int) -> Self:
        """Count a full shoe of so many decks."""
        return cls._counted(deck, (decks,) * len(deck))

    @classmethod
    def of_cards(cls, deck: Deck, cards: Iterable[Card]) -> Self:
        """Count these cards."""
        tally = Counter(cards)
        for card in tally:
            if card not in deck:
                raise WrongCard(f"{card} is not in the {deck.family} deck")
        return cls._counted(deck, tuple(tally[card] for card in deck.cards))

    @classmethod
    def parse(cls, deck: Deck, text: str) -> Self:
        """Read `A=32,2=31` by rank, or `As=8,2h=7` by card; what is not named is absent."""
        counts = _parse_counts(text)
        cards = {str(card): card for card in deck.cards}
        ranks = {rank.symbol: rank for rank in deck.ranks}
        for name in counts:
            if name not in cards and name not in ranks:
                raise WrongCard(f"{name!r} is no rank and no card of the {deck.family} deck")
            if name in cards and cards[name].rank.symbol in counts:
                raise WrongCard(f"{name!r} is counted twice: by card and by rank")
            _check_count(name, counts[name], MAX_DECKS * (1 if name in cards else len(deck.suits)))
        if any(counts.get(symbol) for symbol in ranks):
            return cls._of_ranks(deck, counts)
        return cls._counted(deck, tuple(counts.get(str(card), 0) for card in deck.cards))

    @classmethod
    def _of_ranks(cls, deck: Deck, counts: Mapping[str, int]) -> Self:
        tally: Counter[str] = Counter()
        for name, count in counts.items():
            tally[name[0]] += count  # the rank is the first letter of a rank and of a card
        return cls(deck, tuple(tally[rank.symbol] for rank in deck.ranks))

    @classmethod
    def _counted(cls, deck: Deck, cards: tuple[int, ...]) -> Self:
        return cls(deck, _by_rank(deck, cards), cards)

    def less(self, gone: Rank | Card) -> "Composition":
        """Take one card away; a rank alone leaves the suits unknown."""
        if isinstance(gone, Rank):
            taken = (rank is gone for rank in self.deck.ranks)
            return Composition(self.deck, tuple(map(int.__sub__, self.ranks, map(int, taken))))
        assert self.cards is not None, "a composition by rank does not know its suits"
        cards = map(int.__sub__, self.cards, (int(card == gone) for card in self.deck.cards))
        return Composition._counted(self.deck, tuple(cards))

    def without(self, gone: Iterable[Card]) -> "Composition":
        """Take cards away, of a shoe that knows its suits; refuse more than it has."""
        assert self.cards is not None, "a composition by rank does not know its suits"
        tally = Counter(gone)
        for card, count in tally.items():
            if card not in self.deck:
                raise WrongCard(f"{card} is not in the {self.deck.family} deck")
            if count > (there := self.cards[self.deck.cards.index(card)]):
                raise WrongCard(f"{card} was seen {count} times, and the shoe has {there} of it")
        left = (n - tally[card] for card, n in zip(self.deck.cards, self.cards, strict=True))
        return Composition._counted(self.deck, tuple(left))

    @property
    def points(self) -> tuple[int, ...]:
        """How many cards are worth 0, 1, … 9."""
        tally = Counter[int]()
        for rank, count in zip(self.deck.ranks, self.ranks, strict=True):
            tally[rank.points] += count
        return tuple(tally[value] for value in range(10))

    def __len__(self) -> int:
        return sum(self.ranks)

    def __str__(self) -> str:
        """Write it so that `parse` reads it back."""
        names = self.deck.ranks if self.cards is None else self.deck.cards
        counts = self.ranks if self.cards is None else self.cards
        symbols = (name.symbol if isinstance(name, Rank) else str(name) for name in names)
        return ",".join(f"{s}={n}" for s, n in zip(symbols, counts, strict=True) if n)


def _parse_counts(text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for entry in filter(None, (part.strip() for part in text.split(","))):
        match = _ENTRY.fullmatch(entry)
        if match is None:
            raise WrongCard(f"expected a count such as 'A=32' or 'As=8', got {entry!r}")
        if match[1] in counts:
            raise WrongCard(f"{match[1]!r} is counted twice")
        counts[match[1]] = int(match[2])
    return counts


def _by_rank(deck: Deck, cards: tuple[int, ...]) -> tuple[int, ...]:
    width = len(deck.ranks)  # the cards of a deck come suit by suit
    return tuple(sum(cards[place::width]) for place in range(width))


def _check_counts(names: Sequence[str], counts: Sequence[int], most: int) -> None:
    if len(names) != len(counts):
        raise WrongCard(f"a shoe has {len(names)} counts, not {len(counts)}")
    for name, count in zip(names, counts, strict=True):
        _check_count(name, count, most)


def _check_count(name: str, count: int, most: int) -> None:
    if not 0 <= count <= most:
        raise WrongCard(f"a shoe holds 0 to {most} cards of {name!r}, not {count}")
