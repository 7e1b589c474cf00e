"""Which cases of pay lines a round can leave standing, over all rounds that can be dealt."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple

from punto.cards import Card, Deck
from punto.rules.ending import Ending
from punto.rules.needs import Detail, is_of_cards
from punto.rules.outcomes import reachable_facts
from punto.rules.sorting import HandClass, Sorting, sorting_of
from punto.rules.tableau import banker_draws, player_draws
from punto.rules.wager import UNMATCHED, PayLine, Wager

_ROUND_CARDS: Final = 6
"""No round takes more cards: so many of a kind are as good as any number."""

Part = tuple[int, int]
"""What some cards leave, and what they weigh for the facts of all cards together."""

Cards = tuple[Card, ...]
Choice = Sequence[Cards]
"""Cards any of which will do."""

Both = tuple[Choice, Choice]
"""The Player's and the Banker's."""

Parts = dict[Part, list[Both]]


def holding(wager: Wager, deck: Deck, *, decks: int) -> frozenset[tuple[bool, ...]]:
    """List which lines of a wager hold together, each for itself, over all rounds there are."""
    if not is_of_cards(wager):
        reachable = reachable_facts(deck, decks=decks)
        return frozenset(tuple([line.when.holds(f) for line in wager.lines]) for f in reachable)
    (sieve,) = sorting_of((wager,), deck).sieves
    left = reachable_cases((wager,), deck, decks=decks)
    return frozenset(tuple(line.holds(word) for line in sieve.lines) for (word,) in left)


def line_sets(wagers: Sequence[Wager], deck: Deck, *, decks: int) -> frozenset[tuple[PayLine, ...]]:
    """List which pay lines, one for each wager, can settle a round together."""
    if not any(map(is_of_cards, wagers)):
        reachable = reachable_facts(deck, decks=decks)
        return frozenset(tuple(wager.line_for(facts) for wager in wagers) for facts in reachable)
    sieves = sorting_of(tuple(wagers), deck).sieves
    places = [cache(sieve.place_of) for sieve in sieves]  # few words come up again and again
    together = frozenset(
        tuple([place_of(word) for place_of, word in zip(places, words, strict=True)])
        for words in reachable_cases(tuple(wagers), deck, decks=decks)
    )
    lines = [(*wager.lines, UNMATCHED) for wager in wagers]
    return frozenset(
        tuple([of_wager[place] for of_wager, place in zip(lines, row, strict=True)])
        for row in together
    )


@lru_cache(maxsize=256)
def reachable_cases(
    wagers: tuple[Wager, ...], deck: Deck, *, decks: int
) -> frozenset[tuple[int, ...]]:
    """List the cases, of every wager, that some round of so many decks leaves standing."""
    sorting = sorting_of(wagers, deck)
    return frozenset(
        map(sorting.split, _Reaching(sorting, _supply_of(sorting, deck, decks)).left())
    )


class Ended(NamedTuple):
    """How a round went on from the totals of the first two cards."""

    player: int
    banker: int
    third: int | None
    last: int | None

    @property
    def ending(self) -> Ending:
        """How it ends."""
        return Ending(
            (self.player + (self.third or 0)) % 10,
            (self.banker + (self.last or 0)) % 10,
            2 + (self.third is not None),
            2 + (self.last is not None),
        )


class _Reaching:
    """The parts of rounds, each kind once, with the cards that are of it."""

    def __init__(self, sorting: Sorting, supply: Mapping[Card, int]) -> None:
        self._sorting = sorting
        self._supply = supply
        self._is_plenty = min(supply.values()) >= _ROUND_CARDS
        self._of_weights = cache(sorting.of_weights)
        self._hands = [dict[HandClass, list[Cards]]() for _ in range(10)]
        for two in combinations_with_replacement(sorting.kinds, 2):
            hand = sorting.hand(*two)
            self._hands[hand.total].setdefault(hand, []).append(two)
        stood = sorting.no_third
        self._player: dict[int | None, dict[Part, list[Cards]]] = {
            None: {(stood.as_player, 0): [()]}
        }
        self._banker: dict[int | None, dict[Part, list[Cards]]] = {
            None: {(stood.as_banker, 0): [()]}
        }
        for card in sorting.kinds:
            third = sorting.third(card)
            for side, word in ((self._player, third.as_player), (self._banker, third.as_banker)):
                parts = side.setdefault(third.value, {})
                parts.setdefault((word, third.weights), []).append((card,))

    def left(self) -> set[int]:
        """Go through all totals and third cards."""
        found = set[int]()
        for player, banker in product(range(10), repeat=2):
            starts = self._starts(player, banker)
            for third, last in _draws(player, banker):
                self._end(found, starts, Ended(player, banker, third, last))
        return found

    def _starts(self, player: int, banker: int) -> Parts:
        of_trait = cache(self._sorting.of_trait)
        parts: Parts = {}
        for (one, first), (other, second) in product(
            self._hands[player].items(), self._hands[banker].items()
        ):
            left = one.as_player & other.as_banker & of_trait(one.start, other.start)
            parts.setdefault((left, one.weights + other.weights), []).append((first, second))
        return parts

    def _thirds(self, ended: Ended) -> Parts:
        allowed = self._sorting.of_ending(ended.ending.number)
        parts: Parts = {}
        for ((one, weight), first), ((two, more), second) in product(
            self._player[ended.third].items(), self._banker[ended.last].items()
        ):
            parts.setdefault((one & two & allowed, weight + more), []).append((first, second))
        return parts

    def _end(self, found: set[int], starts: Parts, ended: Ended) -> None:
        thirds = self._thirds(ended)
        for (start, hands), (end, cards) in product(starts.items(), thirds.items()):
            left = start[0] & end[0] & self._of_weights(start[1] + end[1])
            if left not in found and (self._is_plenty or self._can_be_dealt(hands, cards)):
                found.add(left)

    def _can_be_dealt(self, hands: Sequence[Both], thirds: Sequence[Both]) -> bool:
        choices = (sorted((*two, *drawn), key=len) for two, drawn in product(hands, thirds))
        return any(_fit(each, self._supply) for each in choices)


def _fit(choices: Sequence[Choice], supply: Mapping[Card, int], held: Cards = ()) -> bool:
    """Say whether the shoe has one of each choice at the same time; the narrowest come first."""
    if not choices:
        return True
    return any(
        all((held + cards).count(card) <= supply[card] for card in cards)
        and _fit(choices[1:], supply, held + cards)
        for cards in choices[0]
    )


def _supply_of(sorting: Sorting, deck: Deck, decks: int) -> dict[Card, int]:
    """Count the cards of each kind that is told apart."""
    if sorting.detail is Detail.CARDS:
        return dict.fromkeys(sorting.kinds, decks)
    if sorting.detail is Detail.RANKS:
        return dict.fromkeys(sorting.kinds, decks * len(deck.suits))
    values = Counter(card.points for card in deck.cards)
    return {card: decks * values[card.points] for card in sorting.kinds}


def _draws(player: int, banker: int) -> Iterator[tuple[int | None, int | None]]:
    """List the third cards that can follow two totals."""
    for third in range(10) if player_draws(player, banker) else (None,):
        for last in range(10) if banker_draws(player, banker, third) else (None,):
            yield third, last
