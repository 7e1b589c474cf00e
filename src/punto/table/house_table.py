"""A table of the house: the game, the stakes behind it, and the shoes that are promised."""

from collections.abc import Sequence
from typing import Final, assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from punto.coup.event import BettingOpened
from punto.fair import Contribution
from punto.ledger import Entry, Round
from punto.table.banking import (
    RoundMoney,
    Stakes,
    money_after,
    round_after,
    stakes_after,
)
from punto.table.contributing import Contributing, Shuffle
from punto.table.event import ShoeOpened
from punto.table.landmarks import Landmarks
from punto.table.record import (
    BeaconHeard,
    ContributionPromised,
    ContributionShown,
    DealerCame,
    DealerLeft,
    DealerRelieved,
    FloatMoved,
    OfDealer,
    OfShuffle,
    OutsideEntropyMixed,
    Recorded,
    RequestRefused,
    ShoeCommitted,
    ShoeMixed,
    ShoeRevealed,
    ShuffleBegun,
    TableClosed,
    TableOpened,
)
from punto.table.seating import with_places
from punto.table.settings import Settings
from punto.table.state import Table
from punto.table.step import fold

REVEALED_KEPT: Final = 5
"""How many of the last revealed shoes stay in view, for whoever wants to check one."""


class HouseTable(msgspec.Struct, frozen=True, kw_only=True):
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
    contributing: Contributing = Contributing()
    """What players add to the shoe that comes next, and how far its shuffle has got."""
    mixed: ShoeMixed | None = None
    """What the shoe on the table was mixed with, where anybody has added to it."""
    landmarks: Landmarks = Landmarks()
    """Where in its journal the entries are that a round is told with."""

    @property
    def judged_dealers(self) -> frozenset[str]:
        """All who may have dealt the round that is judged now: the last, unless another waits."""
        is_last = self.table.undecided in {None, self.table.rounds}
        return frozenset(self.dealt_by if is_last else self.dealt_before)


def opened_house_table(table: str, event: TableOpened) -> HouseTable:
    """Set up a table that was never open before."""
    table_state = Table(settings=event.settings)
    return HouseTable(id=table, table=table_state, owner=event.owner, house=event.house)


def cards_gone(house_table: HouseTable) -> int:
    """Tell how many cards have left the shoe on the table."""
    return house_table.table.shoe.gone if house_table.table.shoe is not None else 0


def fold_entry(
    house_table: HouseTable, request: str, events: Sequence[Recorded], entries: Sequence[Entry] = ()
) -> HouseTable:
    """Add one journal entry: what happened, and what moved."""
    stakes = stakes_after(house_table.stakes, request, events)
    for event in events:
        house_table = fold_recorded(house_table, event)
    played = round_after(house_table.played, house_table, events)
    money = money_after(house_table.money, entries) if entries else house_table.money
    return replace(house_table, stakes=stakes, played=played, money=money)


def fold_recorded(house_table: HouseTable, event: Recorded) -> HouseTable:  # noqa: C901, PLR0911 – one match
    """Add one event to the game and to what is promised about its shoes."""
    if type(event) is ShoeCommitted:
        kept = (*house_table.commitments, event)[-REVEALED_KEPT - 2 :]
        return replace(house_table, committed=event, commitments=kept)
    if type(event) is ShoeRevealed:
        revealed = (*house_table.revealed, event)[-REVEALED_KEPT:]
        return _revealed(house_table, event.number, revealed)
    if type(event) is OutsideEntropyMixed:
        return replace(house_table, outside=event.outside)
    match event:
        case TableOpened():
            return (
                _gone_on(house_table, event.settings)
                if event.goes_on
                else _begun_anew(house_table, event)
            )
        case TableClosed():
            table = replace(house_table.table, shoe=None)
            return replace(house_table, is_open=False, dealer="", table=table)
        case RequestRefused() | FloatMoved():
            return house_table
        case DealerCame() | DealerLeft() | DealerRelieved():
            return _with_dealer(house_table, event)
        case BettingOpened() if house_table.dealer:
            return replace(
                begun_by(house_table, house_table.dealer), table=fold(house_table.table, event)
            )
        case (
            ContributionPromised()
            | ShuffleBegun()
            | ContributionShown()
            | BeaconHeard()
            | ShoeMixed()
        ):
            mixed = event if isinstance(event, ShoeMixed) else house_table.mixed
            contributing = _contributed(house_table.contributing, event)
            return replace(house_table, contributing=contributing, mixed=mixed)
        case ShoeOpened(number=number, scanned=scanned):
            house_table = house_table if scanned else begun(house_table, number)
            return replace(house_table, table=fold(house_table.table, event))
        case _:
            return replace(house_table, table=fold(house_table.table, event))


def begun_by(house_table: HouseTable, dealer: str) -> HouseTable:
    """Know who deals the round that begins, and that others have dealt those before."""
    before = tuple(dict.fromkeys(house_table.dealt_before + house_table.dealt_by))
    return replace(house_table, dealt_by=(dealer,) if dealer else (), dealt_before=before)


def _with_dealer(house_table: HouseTable, event: OfDealer) -> HouseTable:
    """Know who deals now, and of a round in play all who have."""
    if not isinstance(event, DealerCame):
        return replace(house_table, dealer="")
    is_new = house_table.table.in_play and event.who not in house_table.dealt_by
    dealt_by = (*house_table.dealt_by, event.who) if is_new else house_table.dealt_by
    return replace(house_table, dealer=event.who, dealt_by=dealt_by)


def _begun_anew(house_table: HouseTable, event: TableOpened) -> HouseTable:
    """The same table with another game: its numbers go on."""
    before = house_table.table
    table = Table(
        settings=event.settings,
        rounds=before.rounds,
        shoes=before.shoes,
        voided_late=before.voided_late,
    )
    house_table = replace(
        house_table, is_open=True, owner=event.owner, house=event.house, table=table
    )
    return replace(begun_by(house_table, ""), dealer="")


def _gone_on(house_table: HouseTable, settings: Settings) -> HouseTable:
    """The same game under other settings: who sits, the last round and who dealt it stay."""
    dealer = house_table.dealer if settings.has_dealer else ""
    table = replace(with_places(house_table.table, settings), settings=settings)
    if table.shoe is not None and table.shoe.scanned and not settings.has_dealer:
        table = replace(table, shoe=None)  # only a person can deal from it
    return replace(house_table, is_open=True, dealer=dealer, table=table)


def begun(house_table: HouseTable, number: int) -> HouseTable:
    """The promised shoe is on the table: it must be revealed, and the next one be promised."""
    return replace(house_table, committed=None, outside="", unrevealed=number, mixed=None)


def _revealed(
    house_table: HouseTable, number: int, revealed: tuple[ShoeRevealed, ...]
) -> HouseTable:
    if house_table.unrevealed == number:
        return replace(house_table, revealed=revealed, unrevealed=None, outside="", mixed=None)
    contributing = house_table.contributing.abandoned()
    return replace(house_table, revealed=revealed, committed=None, contributing=contributing)


def _contributed(contributing: Contributing, event: OfShuffle) -> Contributing:
    """Add what is promised, shown or heard for the shoe that comes next."""
    match event:
        case ContributionPromised(bettor=bettor, who=who, commitment=commitment):
            return contributing.promised(bettor, Contribution(who, commitment))
        case ShuffleBegun(number, _, began_ms, until_ms, call):
            begun = Shuffle(number=number, began_ms=began_ms, until_ms=until_ms, call=call)
            return replace(contributing, shuffle=begun)
        case ContributionShown(bettor=bettor, random=random, word=word):
            return contributing.shown(bettor, random, word)
        case BeaconHeard(heard=heard):
            assert contributing.shuffle is not None, "a beacon is called by a shuffle"
            return replace(contributing, shuffle=replace(contributing.shuffle, heard=heard))
        case ShoeMixed(number=number):
            return contributing.mixed(number)
        case _:
            assert_never(event)
