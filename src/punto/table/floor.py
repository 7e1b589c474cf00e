"""A table on the floor: the game, the stakes behind it, and the shoes that are promised."""

from collections.abc import Sequence
from typing import Final

import msgspec
from immutables import Map
from msgspec.structs import replace

from punto.coup.event import BettingOpened
from punto.ledger import Entry, Ledger, Round
from punto.table.banking import (
    Banked,
    RoundMoney,
    Stakes,
    banked,
    money_after,
    round_after,
    stakes_after,
)
from punto.table.event import ShoeOpened
from punto.table.record import (
    DealerCame,
    DealerLeft,
    DealerRelieved,
    FloatMoved,
    OfDealer,
    OutsideEntropyMixed,
    Recorded,
    RequestRefused,
    ShoeCommitted,
    ShoeRevealed,
    TableClosed,
    TableOpened,
)
from punto.table.seating import with_places
from punto.table.settings import Settings
from punto.table.state import Table
from punto.table.step import fold

REVEALED_KEPT: Final = 5
"""How many of the last revealed shoes stay in view, for whoever wants to check one."""


class Floor(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about one table that is folded from its journal."""

    id: str
    table: Table
    owner: str = ""
    """The one player whose own table it is; empty where all share it."""
    house: str = "house"
    """The account of the house that its rounds are played against."""
    is_open: bool = True
    played: Round | None = None
    """The round that its stakes belong to, until the next one opens; None in training."""
    stakes: Stakes = Map()
    money: RoundMoney = RoundMoney()
    committed: ShoeCommitted | None = None
    """The shoe that comes next."""
    outside: str = ""
    """The entropy from outside that the shoe on the table was made with."""
    unrevealed: int | None = None
    """The shoe on the table, or one that is over and whose secret is still to be published."""
    commitments: tuple[ShoeCommitted, ...] = ()
    """What was promised for the shoe to come, the one on the table, and the last revealed ones."""
    revealed: tuple[ShoeRevealed, ...] = ()
    """The last shoes whose secrets are public."""
    dealer: str = ""
    """Who deals, where a person does; empty while nobody has taken the table."""
    dealt_by: tuple[str, ...] = ()
    """All who have dealt the round in play, or the last one."""
    dealt_before: tuple[str, ...] = ()
    """All who have ever dealt a round before that one."""

    @property
    def judged_dealers(self) -> frozenset[str]:
        """All who may have dealt the round that is judged now: the last, unless another waits."""
        is_last = self.table.undecided in {None, self.table.rounds}
        return frozenset(self.dealt_by if is_last else self.dealt_before)


def opened_floor(table: str, event: TableOpened) -> Floor:
    """Set up a table that was never open before."""
    table_state = Table(settings=event.settings)
    return Floor(id=table, table=table_state, owner=event.owner, house=event.house)


def fold_entry(
    floor: Floor, request: str, events: Sequence[Recorded], entries: Sequence[Entry] = ()
) -> Floor:
    """Add one journal entry: what happened, and what moved."""
    stakes = stakes_after(floor.stakes, request, events)
    for event in events:
        floor = fold_recorded(floor, event)
    played = round_after(floor.played, floor, events)
    money = money_after(floor.money, entries) if entries else floor.money
    return replace(floor, stakes=stakes, played=played, money=money)


def fold_recorded(floor: Floor, event: Recorded) -> Floor:  # noqa: PLR0911 – one match
    """Add one event to the game and to what is promised about its shoes."""
    match event:
        case TableOpened():
            return _gone_on(floor, event.settings) if event.goes_on else _begun_anew(floor, event)
        case TableClosed():
            table = replace(floor.table, shoe=None)
            return replace(floor, is_open=False, dealer="", table=table)
        case RequestRefused() | FloatMoved():
            return floor
        case DealerCame() | DealerLeft() | DealerRelieved():
            return _with_dealer(floor, event)
        case BettingOpened() if floor.dealer:
            return replace(begun_by(floor, floor.dealer), table=fold(floor.table, event))
        case ShoeCommitted():
            kept = (*floor.commitments, event)[-REVEALED_KEPT - 2 :]
            return replace(floor, committed=event, commitments=kept)
        case OutsideEntropyMixed(outside=outside):
            return replace(floor, outside=outside)
        case ShoeRevealed(number=number):
            floor = replace(floor, revealed=(*floor.revealed, event)[-REVEALED_KEPT:])
            return _revealed(floor, number)
        case ShoeOpened(number=number, scanned=scanned):
            floor = floor if scanned else begun(floor, number)
            return replace(floor, table=fold(floor.table, event))
        case _:
            return replace(floor, table=fold(floor.table, event))


def begun_by(floor: Floor, dealer: str) -> Floor:
    """Know who deals the round that begins, and that others have dealt those before."""
    before = tuple(dict.fromkeys(floor.dealt_before + floor.dealt_by))
    return replace(floor, dealt_by=(dealer,) if dealer else (), dealt_before=before)


def _with_dealer(floor: Floor, event: OfDealer) -> Floor:
    """Know who deals now, and of a round in play all who have."""
    if not isinstance(event, DealerCame):
        return replace(floor, dealer="")
    is_new = floor.table.in_play and event.who not in floor.dealt_by
    dealt_by = (*floor.dealt_by, event.who) if is_new else floor.dealt_by
    return replace(floor, dealer=event.who, dealt_by=dealt_by)


def _begun_anew(floor: Floor, event: TableOpened) -> Floor:
    """The same table with another game: its numbers go on."""
    before = floor.table
    table = Table(
        settings=event.settings,
        rounds=before.rounds,
        shoes=before.shoes,
        voided_late=before.voided_late,
    )
    floor = replace(floor, is_open=True, owner=event.owner, house=event.house, table=table)
    return replace(begun_by(floor, ""), dealer="")


def _gone_on(floor: Floor, settings: Settings) -> Floor:
    """The same game under other settings: who sits, the last round and who dealt it stay."""
    dealer = floor.dealer if settings.has_dealer else ""
    table = replace(with_places(floor.table, settings), settings=settings)
    if table.shoe is not None and table.shoe.scanned and not settings.has_dealer:
        table = replace(table, shoe=None)  # only a person can deal from it
    return replace(floor, is_open=True, dealer=dealer, table=table)


def begun(floor: Floor, number: int) -> Floor:
    """The promised shoe is on the table: it must be revealed, and the next one be promised."""
    return replace(floor, committed=None, outside="", unrevealed=number)


def _revealed(floor: Floor, number: int) -> Floor:
    if floor.unrevealed == number:
        return replace(floor, unrevealed=None, outside="")
    return replace(floor, committed=None)


def money_of(ledger: Ledger, floor: Floor, request: str, events: Sequence[Recorded]) -> Banked:
    """Give what one journal entry moves, and what is at stake after it."""
    return banked(ledger, floor, floor.stakes, floor.played, request, events)
