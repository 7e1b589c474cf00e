"""The shoe on the table: how much of it is gone, and when it is over."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec
from immutables import Map

from punto.cards import Deck

ROUND_CARDS = 6
"""No round takes more cards, so with so many left it can be finished."""


class TableShoe(msgspec.Struct, frozen=True, kw_only=True):
    """A shoe in play: shuffled by the house, or of physical cards that are scanned."""

    number: int
    size: int
    cut: int
    one_round: bool
    scanned: bool
    order: tuple[str, ...] | None = None
    """The house's secret, given when the shoe is opened and never in an event."""
    gone: int = 0
    seen: Map[str, int] = Map()
    """How often each card has left the shoe face up."""
    rounds_left: int | None = None
    """Rounds still to be dealt once the cut card has appeared; None before."""

    def __repr__(self) -> str:
        """Keep the order out of logs and messages."""
        return f"<shoe {self.number}: {self.gone} of {self.size} cards gone>"

    @property
    def next_card(self) -> str | None:
        """The card that comes next, where the order is known and there is one."""
        if self.order is None or self.gone >= len(self.order):
            return None
        return self.order[self.gone]

    @property
    def can_start_a_round(self) -> bool:
        """Whether a round that begins now can be dealt."""
        return self.rounds_left != 0 and self.size - self.gone >= ROUND_CARDS

    @property
    def cut_card_is_out(self) -> bool:
        """Whether the cut card has appeared."""
        return self.gone >= self.size - self.cut

    def less(self, card: str) -> "TableShoe":
        """The shoe after a card has left it."""
        seen = self.seen.set(card, self.seen.get(card, 0) + 1)
        return msgspec.structs.replace(self, gone=self.gone + 1, seen=seen)

    def corrected(self, before: str, card: str) -> "TableShoe":
        """The shoe after a card that had been read wrongly was corrected."""
        seen = self.seen.set(before, self.seen[before] - 1)
        return msgspec.structs.replace(self, seen=seen.set(card, seen.get(card, 0) + 1))

    def reconstructed(self, before: Iterable[str], cards: Iterable[str]) -> "TableShoe":
        """The shoe after cards of a round were found to be others, or more, or fewer."""
        seen, gone = Counter(self.seen), self.gone
        for card in before:
            seen[card] -= 1
            gone -= 1
        for card in cards:
            seen[card] += 1
            gone += 1
        return msgspec.structs.replace(self, seen=Map(+seen), gone=gone)

    def after_round(self) -> "TableShoe":
        """The shoe after a round: the one that showed the cut card was the last but one."""
        if self.one_round:
            return msgspec.structs.replace(self, rounds_left=0)
        if self.rounds_left is not None:
            return msgspec.structs.replace(self, rounds_left=self.rounds_left - 1)
        if self.cut_card_is_out:
            return msgspec.structs.replace(self, rounds_left=1)
        return self


def is_complete(order: Sequence[str], deck: Deck, decks: int) -> bool:
    """Count the cards before use: every card of the deck, so many times, and nothing else."""
    return Counter(order) == dict.fromkeys(deck.notation, decks)
