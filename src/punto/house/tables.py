"""What is done at tables: opening and closing them, shoes that are promised, and all of play."""

from typing import Final, TypeAlias, assert_never, cast, get_args

from msgspec.structs import replace

from punto.coup.command import CorrectCard, PlaceWager, SetCardAside
from punto.house.answer import MALFORMED, UNSIGNED, WAITS
from punto.house.canonical import canonical
from punto.house.chain import table_chain
from punto.house.code import Code
from punto.house.context import Context, EntropyFailed
from punto.house.dealing import OF_DEALERS, not_for
from punto.house.draft import Draft
from punto.house.earlier_round import EarlierRound, earlier_rounds, with_earlier
from punto.house.going_on import goes_on
from punto.house.house import (
    NOTHING_MOVED,
    Change,
    House,
    Written,
    chained,
    house_account,
    moved,
)
from punto.house.record import TableRecord, encode
from punto.house.request import (
    Act,
    CloseTable,
    LayChips,
    MoveFloat,
    OpenTable,
    RelieveDealer,
    Request,
    TableAction,
    TakeChips,
    is_name,
    is_said,
)
from punto.ledger import Ledger
from punto.people import STAFF
from punto.refusal import Refusal
from punto.table import Code as TableCode
from punto.table import defects_of
from punto.table.banking import money_after
from punto.table.command import Decide, DropResult, ReportIrregularity, VoidEarlierRound
from punto.table.event import EarlierRoundVoided, IrregularityRuled
from punto.table.floor import Floor, money_of, opened_floor
from punto.table.record import (
    RequestRefused,
    TableClosed,
    TableOpened,
)

MOST_REACHED_BACK: Final = 50
"""The most earlier rounds that one request voids; play waits as long as that takes."""

_OF_STAFF: Final = (ReportIrregularity, Decide)
"""What is put on record also where it is refused."""

Signed: TypeAlias = (
    ReportIrregularity
    | Decide
    | CorrectCard
    | SetCardAside
    | DropResult
    | RelieveDealer
    | MoveFloat
)
"""What somebody answers for, by name and reason."""

_SIGNED: Final = frozenset(get_args(Signed))

_STAKING: Final = (PlaceWager, LayChips, TakeChips, MoveFloat)
"""What moves money, and so has an id."""

MOST_EVENTS = 100
"""The most that one request may bring about; ids of stakes have two digits for their place."""


# --- requests -----------------------------------------------------------------------------------


def at_table(
    house: House, request: Request, what: OpenTable | CloseTable | Act, context: Context
) -> Change | Refusal:
    """Carry out a request at a table."""
    try:
        match what:
            case Act():
                return _act(house, request, what, context)
            case OpenTable():
                return _open(house, request, what, context)
            case CloseTable():
                return _close(house, request, what, context)
            case _:
                assert_never(what)
    except EntropyFailed as failed:
        return Refusal(Code.ENTROPY_FAILED, str(failed))


def _open(house: House, request: Request, what: OpenTable, context: Context) -> Change | Refusal:
    if not is_name(what.table) or (what.owner and not is_name(what.owner)):
        return MALFORMED
    defects = defects_of(what.settings)
    if defects:
        return Refusal(Code.SETTINGS_DEFECTIVE, "; ".join(defects))
    opened = TableOpened(what.settings, what.owner, what.house or house_account(what.table))
    floor = house.floors.get(what.table)
    if floor is not None and goes_on(floor, opened):
        opened = replace(opened, goes_on=True)
    refusal = _not_set_now(floor, opened) if floor is not None and floor.is_open else None
    if refusal is not None:
        return refusal
    draft = Draft(house, floor or opened_floor(what.table, opened), context, request.actor.id)
    draft.record(opened)
    draft.keep_promises()
    return _written(house, request, draft, context)


def _not_set_now(floor: Floor, opened: TableOpened) -> Refusal | None:
    """Say why an open table cannot be set otherwise; another game begins at one that is closed."""
    if not opened.goes_on or canonical(floor.table.settings) == canonical(opened.settings):
        return Refusal(Code.TABLE_OPEN, f"{floor.id} is open already")
    return _busy(floor)


def _busy(floor: Floor) -> Refusal | None:
    """Nothing is set or closed while a round is in play, or waits to be decided."""
    if floor.table.in_play:
        return Refusal(TableCode.ROUND_IN_PLAY, "a round is in play")
    return WAITS if floor.table.undecided is not None else None


def _close(house: House, request: Request, what: CloseTable, context: Context) -> Change | Refusal:
    floor = _open_floor(house, what.table)
    if isinstance(floor, Refusal):
        return floor
    busy = _busy(floor)
    if busy is not None:
        return busy
    draft = Draft(house, floor, context, request.actor.id)
    draft.record(TableClosed(what.why))
    draft.reveal_abandoned()
    return _written(house, request, draft, context)


def _act(house: House, request: Request, what: Act, context: Context) -> Change | Refusal:
    floor = _open_floor(house, what.table)
    if isinstance(floor, Refusal):
        return floor
    if request.key is None and any(isinstance(each, _STAKING) for each in what.actions):
        return Refusal(Code.ID_WANTED, "a request that moves money has an id")
    draft = Draft(house, floor, context, request.actor.id)
    for action in what.actions:
        refusal = _unsigned(cast("Signed", action)) if type(action) in _SIGNED else None
        refusal = refusal or not_for(request.actor, draft.floor, action)
        refusal = refusal or draft.do(action)
        if refusal is not None:
            return _refused(house, request, floor, action, refusal, context)
        if len(draft.events) > MOST_EVENTS:
            return Refusal(Code.TOO_MUCH_AT_ONCE, "one request cannot bring about so much")
    refusal = draft.bets_apart()
    if refusal is None and not draft.events:
        refusal = Refusal(Code.NOTHING_TO_DO, "there is nothing to do at this table")
    if refusal is not None:
        return refusal
    draft.keep_promises()
    change = _written(house, request, draft, context)
    if isinstance(change, Change) and draft.floor.table.void_from is not None:
        change = _with_earlier(change, house, request, draft, context)
    return change


def _unsigned(action: Signed) -> Refusal | None:
    """Want staff to say who they are and why, in words that can be written into a log."""
    return None if is_said(action.who) and is_said(action.why) else UNSIGNED


def _refused(
    house: House,
    request: Request,
    floor: Floor,
    action: TableAction,
    refusal: Refusal,
    context: Context,
) -> Change | Refusal:
    """Put on record what was refused to staff who answer for what they ask."""
    if not isinstance(action, _OF_STAFF) and refusal.code not in OF_DEALERS:
        return refusal
    return _recorded_refusal(house, request, floor, action, refusal, context)


def put_on_record(
    house: House, request: Request, what: Act, place: int, refusal: Refusal, context: Context
) -> Change | Refusal:
    """Put on record that staff asked for what their role may not do at a table.

    `place` is that of the first action of the request that they may not do.
    """
    if request.actor.role not in STAFF:
        return refusal
    floor = _open_floor(house, what.table)
    if isinstance(floor, Refusal) or not request.is_well_formed:
        return refusal
    return _recorded_refusal(house, request, floor, what.actions[place], refusal, context)


def _recorded_refusal(
    house: House,
    request: Request,
    floor: Floor,
    action: TableAction,
    refusal: Refusal,
    context: Context,
) -> Change:
    """Write a refusal down; under no id, so that it can be asked again."""
    draft = Draft(house, floor, context, request.actor.id)
    named = action.who if isinstance(action, _OF_STAFF) else request.actor.id
    who = named if is_said(named) else ""
    draft.record(RequestRefused(who, type(action).__name__, refusal.code, refusal.words))
    change = _written(house, replace(request, id=""), draft, context)
    assert isinstance(change, Change), "nothing is moved"
    return change._replace(refusal=refusal)


# --- rulings that reach back --------------------------------------------------------------------


def _with_earlier(
    change: Change, house: House, request: Request, draft: Draft, context: Context
) -> Change | Refusal:
    """Void the earlier rounds that a ruling just given reaches, each by an entry of its own."""
    table, chain = draft.floor.table, table_chain(draft.floor.id)
    ruled = next((each for each in draft.events if isinstance(each, IrregularityRuled)), None)
    if ruled is None:
        return change
    found = earlier_rounds(
        lambda after, through: context.past.links(chain, after, through),
        head=house.head(chain).position,
        first=ruled.round,
        last=table.rounds + (table.coup is None),
        most=MOST_REACHED_BACK,
    )
    if isinstance(found, Refusal):
        return found
    for each in found.rounds:
        one = _voided_earlier(change.house, request, draft.floor.id, each, ruled, context)
        change = Change(one.house, change.written + one.written)
    return change._replace(has_more=found.has_more)


def _voided_earlier(
    house: House,
    request: Request,
    table: str,
    round_: EarlierRound,
    ruled: IrregularityRuled,
    context: Context,
) -> Change:
    draft = Draft(house, house.floors[table], context, request.actor.id)
    refusal = draft.do(
        VoidEarlierRound(
            round=round_.number,
            rulebook=round_.rulebook,
            settled_again=round_.settled_again,
            bets=round_.bets,
            reason=ruled.found.value,
            clause=ruled.clause,
            who=ruled.who,
            why=ruled.why,
        )
    )
    assert refusal is None, f"the ruling reaches this round: {refusal}"
    (voided,) = draft.events
    assert isinstance(voided, EarlierRoundVoided), "it is void, and nothing else happens"
    floor = house.floors[table]
    ledger = with_earlier(house.ledger(floor), floor, voided, context)
    change = _written(house, replace(request, id=""), draft, context, ledger)
    assert isinstance(change, Change), "what was paid can be taken back"
    return change


def _open_floor(house: House, table: str) -> Floor | Refusal:
    floor = house.floors.get(table)
    if floor is None:
        return Refusal(Code.NO_SUCH_TABLE, f"there is no table {table!r}")
    return floor if floor.is_open else Refusal(Code.TABLE_CLOSED, f"{table} is closed")


def _written(
    house: House,
    request: Request,
    draft: Draft,
    context: Context,
    known: Ledger | None = None,
) -> Change | Refusal:
    """Chain the entry, with the money that it moves, to what is there.

    `known` is the ledger where it must hold more than the accounts and the last round.
    """
    before = house.floors.get(draft.floor.id, draft.floor)
    ledger = house.ledger(before) if known is None else known
    batch, stakes, played = money_of(ledger, before, request.key or "", draft.events)
    paid = moved(ledger, batch, context.longest_odds) if batch.entries else NOTHING_MOVED
    if isinstance(paid, Refusal):
        return paid
    entries = paid.batch.entries
    actor, digest = request.actor, request.digest
    record = TableRecord(actor.id, draft.events, digest, actor.role.value, entries, paid.numbers)
    link = chained(house, table_chain(before.id), request, context.now_ms, encode(record))
    now = paid.ledger.entries if known is None else None
    money = money_after(before.money, entries, now) if entries else before.money
    floor = replace(draft.floor, stakes=stakes, played=played, money=money)
    after = House(
        floors=house.floors.set(floor.id, floor),
        accounts=paid.ledger.accounts if entries else house.accounts,
        heads=house.heads.set(link.chain, link.head),
        secrets=draft.secrets,
        staff=house.staff,
        configuration=house.configuration,
    )
    return Change(after, (Written(link, draft.events, paid.batch, paid.ledger, floor),))
