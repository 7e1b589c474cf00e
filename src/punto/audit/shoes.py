"""The audit of promises: each shoe committed to in time, revealed when it is over, dealt as it lay.

A shoe is promised under a number, and its secret published once it cannot matter any more. What
left the shoe meanwhile is noted with its place, and compared when the order can be derived.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from punto.audit.finding import Finding, at
from punto.audit.shuffles import ShuffleAudit
from punto.errors import WrongInput
from punto.fair import Reveal, commitment, order_of
from punto.table import Settings
from punto.table.event import ShoeOpened
from punto.table.house_table import HouseTable
from punto.table.record import Fairness, OutsideEntropyMixed, ShoeCommitted, ShoeRevealed
from punto.table.state import Table


class _Gone(NamedTuple):
    """A card that left a shoe: the entry that says so, and its place in the shoe."""

    position: int
    place: int
    card: str


@dataclass(kw_only=True)
class _Promise:
    """A shoe that the house has bound itself to, and what became of it."""

    number: int
    commitment: str
    position: int
    """The entry that commits to it."""
    settings: Settings
    """Those that it is dealt under: a promise may outlast a closed table."""
    outside: str = ""
    rounds: int = 0
    gone: list[_Gone] = field(default_factory=list)
    is_due: bool = False
    """Whether it is over, or will never be dealt: then it must be revealed."""
    is_missed: bool = False
    """Whether it has been said that the reveal is missing."""


class ShoeAudit:
    """Follows the shoes of one table."""

    def __init__(self, chain: str, table: str) -> None:
        self.revealed = self.dealt_again = self.scanned = 0
        """Shoes revealed, rounds dealt again, rounds of physical cards."""
        self._chain = chain
        self._table = table
        self._promises: dict[int, _Promise] = {}
        """Those not revealed yet."""
        self._on_table: _Promise | None = None
        self._shuffles = ShuffleAudit()

    def judged(
        self, house_table: HouseTable, event: Fairness | ShoeOpened, position: int, at_ms: int
    ) -> Iterator[Finding]:
        """Look at a promise, at what is added to it, or at its keeping, before it is folded."""
        match event:
            case ShoeCommitted():
                yield from self.committed(event, house_table.table, position)
            case ShoeOpened():
                self._shuffles.opened(house_table, event)
                yield from self.opened(event, house_table.table, position)
            case OutsideEntropyMixed():
                yield from self.mixed(event, house_table.table, position)
                wrong = self._shuffles.wrong_outside(house_table, event)
                yield from (self._at(position, what) for what in wrong)
            case ShoeRevealed():
                yield from self.reveal(event, position)
            case _:
                wrong = self._shuffles.wrong(house_table, event, at_ms)
                yield from (self._at(position, what) for what in wrong)

    @property
    def not_yet(self) -> int:
        """How many rounds cannot be dealt again before their shoe is revealed."""
        return sum(promise.rounds for promise in self._promises.values())

    # --- before play ----------------------------------------------------------------------------

    def committed(self, event: ShoeCommitted, table: Table, position: int) -> Iterator[Finding]:
        """Note a promise: one for each shoe, in turn."""
        if event.number != table.shoes + 1:
            what = f"shoe {event.number} is promised, and shoe {table.shoes + 1} comes next"
            yield self._at(position, what)
        if event.number in self._promises:
            yield self._at(position, f"shoe {event.number} is promised already")
        self.promised(event, table, position)

    def promised(self, event: ShoeCommitted, table: Table, position: int) -> None:
        """Begin with a promise."""
        self._promises[event.number] = _Promise(
            number=event.number,
            commitment=event.commitment,
            position=position,
            settings=table.settings,
        )

    def opened(self, event: ShoeOpened, table: Table, position: int) -> Iterator[Finding]:
        """Want a commitment in an earlier entry; a scanned shoe takes the promised one's turn."""
        self._on_table = None
        promise = self._promises.get(event.number)
        if event.scanned:
            if promise is not None:
                promise.is_due = True
        elif promise is None:
            yield self._at(position, f"shoe {event.number} is opened without a commitment")
        else:
            if promise.position >= position:
                what = f"shoe {event.number} is opened together with its commitment"
                yield self._at(position, what)
            promise.settings = table.settings
            self._on_table = promise

    def mixed(self, event: OutsideEntropyMixed, table: Table, position: int) -> Iterator[Finding]:
        """Want outside entropy after the commitment and before anything depends on the shoe."""
        promise = self._on_table
        if promise is None or promise.number != event.number:
            yield self._at(position, f"entropy for shoe {event.number}, which is not on the table")
            return
        if promise.rounds or table.in_play:
            what = f"entropy is mixed into shoe {event.number} after betting opened"
            yield self._at(position, what)
        promise.outside = event.outside

    # --- play -----------------------------------------------------------------------------------

    def round_opened(self) -> None:
        """Count a round of the shoe on the table."""
        if self._on_table is None:
            self.scanned += 1
        else:
            self._on_table.rounds += 1

    def card_gone(self, card: str, place: int, position: int) -> None:
        """Note a card that left the shoe on the table; burned cards are counted in its place."""
        if self._on_table is not None:
            self._on_table.gone.append(_Gone(position, place, card))

    def over(self) -> None:
        """Note that the shoe on the table is over, or left behind by a table that closes."""
        if self._on_table is not None:
            self._on_table.is_due = True
            self._on_table = None

    # --- afterwards -----------------------------------------------------------------------------

    def entry_ended(self, position: int) -> Iterator[Finding]:
        """Want what is due revealed in the entry that made it due; say so once."""
        yield from (self._at(position, what) for what in self._shuffles.entry_ended())
        for promise in self._promises.values():
            if promise.is_due and not promise.is_missed:
                promise.is_missed = True
                yield self._at(position, f"shoe {promise.number} is over and not revealed")

    def reveal(self, event: ShoeRevealed, position: int) -> Iterator[Finding]:
        """Compare a secret with its commitment, and deal the shoe again."""
        promise = self._promises.pop(event.number, None)
        if promise is None:
            what = f"shoe {event.number} is revealed, and was not promised or revealed before"
            yield self._at(position, what)
            return
        if not promise.is_due:
            yield self._at(position, f"shoe {event.number} is revealed before it is over")
        try:
            yield from self._compared(event, promise, position)
        except (WrongInput, ValueError) as error:
            yield self._at(position, f"shoe {event.number}: its reveal cannot be read: {error}")

    def _compared(self, event: ShoeRevealed, promise: _Promise, position: int) -> Iterator[Finding]:
        secret = bytes.fromhex(event.secret)
        if commitment(secret, table=self._table, shoe=event.number) != promise.commitment:
            what = f"the secret of shoe {event.number} is not the one committed to"
            yield self._at(position, f"{what} in entry {promise.position}")
        if event.outside != promise.outside:
            what = f"shoe {event.number} is revealed with entropy {event.outside!r}"
            yield self._at(position, f"{what}, and was mixed with {promise.outside!r}")
        if promise.gone and event.decks != promise.settings.decks:
            what = f"shoe {event.number} is revealed with {event.decks} decks"
            yield self._at(position, f"{what}, and was dealt with {promise.settings.decks}")
        yield from self._dealt_again(secret, promise)
        self.revealed += 1
        self.dealt_again += promise.rounds

    def _dealt_again(self, secret: bytes, promise: _Promise) -> Iterator[Finding]:
        reveal = Reveal(
            table=self._table,
            shoe=promise.number,
            decks=promise.settings.decks,
            secret=secret,
            outside=bytes.fromhex(promise.outside),
        )
        order = tuple(map(str, order_of(reveal, promise.settings.rulebook.deck)))
        for position, place, card in promise.gone:
            lay = order[place] if place < len(order) else "no card"
            if card != lay:
                what = f"card {place + 1} of shoe {promise.number} is {card}, and was {lay}"
                yield self._at(position, f"{what} in the revealed shoe")

    def _at(self, position: int, what: str) -> Finding:
        return at(self._chain, position, what)
