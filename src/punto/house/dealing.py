"""Who deals at a table with a dealer: only whoever has taken it; and nobody judges his own deal."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias, assert_never, cast, get_args

from punto.coup.command import Reconstruct, VoidRound
from punto.house.authority import ACTION_OF, Action
from punto.house.code import Code
from punto.house.request import LeaveTable, MoveFloat, RelieveDealer, TableAction, TakeTable
from punto.people import Actor, Role
from punto.refusal import Refusal
from punto.table import Code as TableCode
from punto.table.command import Decide
from punto.table.house_table import HouseTable
from punto.table.record import DealerCame, DealerLeft, DealerRelieved, OfDealer

_DEALING: Final = frozenset(
    {Action.BRING_SHOE, Action.DEAL, Action.SCAN_CARDS, Action.RECORD_RESULT, Action.DROP_RESULT}
)
_AT_THE_TABLE: Final = _DEALING | {Action.CORRECT_CARD, Action.REPORT, Action.ENTER_CHIPS}
"""What a dealer does at the table that is his, and nowhere else."""

_Judging: TypeAlias = Decide | VoidRound | Reconstruct
_JUDGING: Final = frozenset(get_args(_Judging))
"""What is done to a round in somebody's name, whoever asks for it."""

_NOBODY_WANTED: Final = Refusal(Code.NO_DEALER_WANTED, "nobody deals here by hand")

OF_DEALERS: Final = frozenset({Code.NOT_AT_TABLE, Code.DEALT_BY_YOU})
"""What goes on record where it is refused: the wrong person has asked."""


def not_for(actor: Actor, house_table: HouseTable, action: TableAction) -> Refusal | None:
    """Say why somebody with the right to it may not do this, of `BY_PERSON`, at this table now."""
    about_the_table = _ABOUT_THE_TABLE.get(type(action))
    if about_the_table is not None:
        return about_the_table(actor, house_table)
    asked = ACTION_OF[type(action)]
    settings = house_table.table.settings
    if actor.role is Role.DEALER and asked in _AT_THE_TABLE and settings.is_driven_otherwise:
        return _NOBODY_WANTED
    if is_away(actor, house_table, asked):
        return _not_at_table(house_table)
    if type(action) in _JUDGING and is_of_own_deal(
        house_table, actor.id, cast("_Judging", action).who
    ):
        words = "whoever has dealt a round does not decide about it: call another supervisor"
        return Refusal(Code.DEALT_BY_YOU, words)
    return None


def dealer_event(
    who: str, house_table: HouseTable, action: TakeTable | LeaveTable | RelieveDealer
) -> OfDealer:
    """Say who deals from now on."""
    match action:
        case TakeTable():
            return DealerCame(who, house_table.dealer)
        case LeaveTable():
            return DealerLeft(who)
        case RelieveDealer(by, why):
            return DealerRelieved(house_table.dealer, by, why)
        case _:
            assert_never(action)


def is_away(actor: Actor, house_table: HouseTable, action: Action) -> bool:
    """Whether this is done only by whoever has taken the table, and that is somebody else."""
    wanted = _AT_THE_TABLE if actor.role is Role.DEALER else _DEALING
    if actor.role is Role.HOUSE and action is Action.BRING_SHOE:
        # A dealer has begun the shuffle; the house puts the shoe there when all is shown.
        return house_table.contributing.shuffle is None and house_table.table.settings.has_dealer
    return (
        action in wanted
        and house_table.table.settings.has_dealer
        and actor.id != house_table.dealer
    )


def is_of_own_deal(house_table: HouseTable, *judges: str) -> bool:
    """Whether one of those who judge a round has dealt it."""
    return not house_table.judged_dealers.isdisjoint(judges)


def _not_at_table(house_table: HouseTable) -> Refusal:
    has = f"{house_table.dealer} deals here" if house_table.dealer else "nobody deals here"
    return Refusal(Code.NOT_AT_TABLE, f"{has}: take the table first")


def _not_taken(actor: Actor, house_table: HouseTable) -> Refusal | None:
    """Say why a dealer cannot take a table."""
    if not house_table.table.settings.has_dealer:
        return _NOBODY_WANTED
    if actor.id == house_table.dealer:
        return Refusal(Code.AT_TABLE_ALREADY, "you deal here already")
    return None


def _not_left(actor: Actor, house_table: HouseTable) -> Refusal | None:
    """Say why a dealer cannot leave a table."""
    if actor.id != house_table.dealer:
        return _not_at_table(house_table)
    if house_table.table.in_play:
        words = "a round is in play: finish it, or let another dealer take the table"
        return Refusal(TableCode.ROUND_IN_PLAY, words)
    return None


def _not_relieved(_: Actor, house_table: HouseTable) -> Refusal | None:
    """Say why nobody is relieved: whoever may relieve relieves anybody."""
    return None if house_table.dealer else Refusal(Code.NOT_AT_TABLE, "nobody deals here")


def _no_float(_: Actor, house_table: HouseTable) -> Refusal | None:
    """Say why no chips are brought to a table: nobody could pay with them."""
    return None if house_table.table.settings.has_dealer else _NOBODY_WANTED


_ABOUT_THE_TABLE: Final[Mapping[type, Callable[[Actor, HouseTable], Refusal | None]]] = {
    TakeTable: _not_taken,
    LeaveTable: _not_left,
    RelieveDealer: _not_relieved,
    MoveFloat: _no_float,
}

_JUDGED: Final = _AT_THE_TABLE | {Action.DECIDE, Action.VOID_ROUND}
BY_PERSON: Final = frozenset(
    {*_ABOUT_THE_TABLE, *(kind for kind, action in ACTION_OF.items() if action in _JUDGED)}
)
"""What is asked about here: all else, as every bet, is anybody's who has the right to it."""
