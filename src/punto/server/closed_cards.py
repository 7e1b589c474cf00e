"""Cards of hands that somebody squeezes: which of a round are still closed, and for whom.

It is not in the books: after a restart every card that is dealt is open. Nothing waits for it but
what screens show.
"""

from collections.abc import Callable
from typing import Final

from punto.protocol.tell import ClosedHand, ClosedHands
from punto.protocol.view import dealt_at
from punto.table.squeeze import ClosedHand as Closed
from punto.table.squeeze import closed_hands, side_of
from punto.table.state import Table

_INITIAL: Final = 4

Wants = Callable[[str], bool]
"""Whether somebody is there to squeeze, and has said so."""


class ClosedCards:
    """What is closed at one table."""

    def __init__(self, squeeze_ms: int) -> None:
        self.squeeze_ms = squeeze_ms
        """How long a hand may be squeezed, from the next round on; 0 where nobody may."""
        self._squeeze_ms = squeeze_ms
        self._round = 0
        self._opened: frozenset[int] = frozenset()
        self._hands: tuple[Closed, ...] = ()
        self.is_closed = False
        """Whether something is closed now."""
        self.is_used = False
        """Whether something of this round is closed, or was."""
        self.until_ms: int | None = None
        """When all that is closed opens by itself; None before the initial deal is complete."""

    def hidden_from(self, account: str) -> frozenset[int]:
        """Give the places of the cards whose faces somebody must not see yet."""
        if not self._hands:
            return frozenset()
        hands = (hand for hand in self._hands if hand.bettor != account)
        return frozenset(place for hand in hands for place in hand.places)

    def is_closed_for(self, account: str) -> bool:
        """Whether somebody has a closed hand before him."""
        return any(hand.bettor == account for hand in self._hands)

    def follow(self, table: Table, at_ms: int, wants: Wants) -> frozenset[int]:
        """See what a table makes of it; give the places that were closed and are open now."""
        if table.rounds != self._round:
            self._round, self._opened, self.is_used = table.rounds, frozenset(), False
            self._squeeze_ms = self.squeeze_ms
        dealt = len(table.coup.dealt.cards) if table.coup is not None else 0
        if not dealt and not self._hands:
            return frozenset()  # as with every bet
        before = self._places
        closed = closed_hands(table) if self._squeeze_ms else ()
        hands = (self._still(hand) for hand in closed if wants(hand.bettor))
        self._hands = tuple(hand for hand in hands if hand.places)
        # What was open once is not closed again.
        self._opened |= frozenset(range(dealt)) - self._places
        self.is_closed = bool(self._hands)
        self.is_used |= self.is_closed
        self._set_limit(before, dealt, at_ms)
        return before - self._places

    def _set_limit(self, before: frozenset[int], dealt: int, at_ms: int) -> None:
        """Give what is closed its time: from the fourth card on, and anew from a third."""
        is_first = self.until_ms is None or bool(self._places - before)
        if is_first and dealt >= _INITIAL:
            self.until_ms = at_ms + self._squeeze_ms
        if not self._hands:
            self.until_ms = None

    def _still(self, hand: Closed) -> Closed:
        places = tuple(place for place in hand.places if place not in self._opened)
        return Closed(hand.side, hand.bettor, hand.position, places)

    @property
    def _places(self) -> frozenset[int]:
        return frozenset(place for hand in self._hands for place in hand.places)

    def may_open(self, account: str, place: int) -> bool:
        """Whether somebody has the right to open a card that is closed."""
        return place in self._places - self.hidden_from(account)

    def open(self, places: frozenset[int]) -> None:
        """Open cards; what follows tells it."""
        self._opened |= places

    def open_due(self, now_ms: int) -> None:
        """Open everything when the time for it is over."""
        if self.until_ms is not None and now_ms >= self.until_ms:
            self.open(self._places)

    def message(self, name: str, table: Table, opened: frozenset[int]) -> ClosedHands:
        """Tell what is closed, and the faces of what has been opened."""
        coup = table.coup
        hands = [
            ClosedHand(
                side=hand.side.value,
                position=hand.position,
                places=list(hand.places),
                until_ms=self.until_ms,
            )
            for hand in self._hands
        ]
        shown = []
        if coup is not None and opened:
            sides = {side_of(coup, place) for place in opened}
            places = [p for p in range(len(coup.cards)) if side_of(coup, p) in sides]
            shown = [dealt_at(coup, p, self._places) for p in places if p not in self._places]
        return ClosedHands(table=name, round=self._round, hands=hands, opened=shown)
