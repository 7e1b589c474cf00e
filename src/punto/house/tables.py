"""What is done at tables: opening and closing them, shoes that are promised, and all of play."""

from typing import Final, TypeAlias, assert_never, cast, get_args

from msgspec.structs import replace

from punto.coup.command import CorrectCard, PlaceWager, SetCardAside
from punto.house.answer import MALFORMED, UNSIGNED, WAITS
from punto.house.canonical import canonical
from punto.house.chain import table_chain
from punto.house.code import Code
from punto.house.context import Context, EntropyFailed
from punto.house.dealing import BY_PERSON, OF_DEALERS, not_for
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
from punto.house.record import TableRecord, encode, encode_plain
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
from punto.table.banking import banked, money_after
from punto.table.command import Decide, DropResult, ReportIrregularity, VoidEarlierRound
from punto.table.event import EarlierRoundVoided, IrregularityRuled
from punto.table.house_table import HouseTable, cards_gone, opened_house_table
from punto.table.landmarks import MARKING, Landmarks
from punto.table.record import (
    Recorded,
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
    house_table = house.tables.get(what.table)
    if house_table is not None and goes_on(house_table, opened):
        opened = replace(opened, goes_on=True)
    refusal = (
        _not_set_now(house_table, opened)
        if house_table is not None and house_table.is_open
        else None
    )
    if refusal is not None:
        return refusal
    draft = Draft(
        house, house_table or opened_house_table(what.table, opened), context, request.actor.id
    )
    draft.record(opened)
    draft.keep_promises()
    return _written(house, request, draft, context)


def _not_set_now(house_table: HouseTable, opened: TableOpened) -> Refusal | None:
    """Say why an open table cannot be set otherwise; another game begins at one that is closed."""
    if not opened.goes_on or canonical(house_table.table.settings) == canonical(opened.settings):
        return Refusal(Code.TABLE_OPEN, f"{house_table.id} is open already")
    return _busy(house_table)


def _busy(house_table: HouseTable) -> Refusal | None:
    """Nothing is set or closed while a round is in play, waits to be decided, or is shuffled for.

    A shuffle that has begun ends in its shoe: the house could drop one that it does not like.
    """
    if house_table.table.in_play:
        return Refusal(TableCode.ROUND_IN_PLAY, "a round is in play")
    if house_table.contributing.shuffle is not None:
        return Refusal(Code.SHUFFLING, "a shoe is being shuffled")
    return WAITS if house_table.table.undecided is not None else None


def _close(house: House, request: Request, what: CloseTable, context: Context) -> Change | Refusal:
    house_table = _open_house_table(house, what.table)
    if isinstance(house_table, Refusal):
        return house_table
    busy = _busy(house_table)
    if busy is not None:
        return busy
    draft = Draft(house, house_table, context, request.actor.id)
    draft.record(TableClosed(what.why))
    draft.reveal_abandoned()
    return _written(house, request, draft, context)


def _act(house: House, request: Request, what: Act, context: Context) -> Change | Refusal:
    house_table = _open_house_table(house, what.table)
    if isinstance(house_table, Refusal):
        return house_table
    if request.key is None and any(isinstance(each, _STAKING) for each in what.actions):
        return Refusal(Code.ID_WANTED, "a request that moves money has an id")
    draft = Draft(house, house_table, context, request.actor.id)
    for action in what.actions:
        refusal = _unsigned(cast("Signed", action)) if type(action) in _SIGNED else None
        if refusal is None and type(action) in BY_PERSON:
            refusal = not_for(request.actor, draft.house_table, action)
        refusal = refusal or draft.do(action)
        if refusal is not None:
            return _refused(house, request, house_table, action, refusal, context)
        if len(draft.events) > MOST_EVENTS:
            return Refusal(Code.TOO_MUCH_AT_ONCE, "one request cannot bring about so much")
    refusal = draft.bets_apart()
    if refusal is None and not draft.events:
        refusal = Refusal(Code.NOTHING_TO_DO, "there is nothing to do at this table")
    if refusal is not None:
        return refusal
    draft.keep_promises()
    change = _written(house, request, draft, context)
    if isinstance(change, Change) and draft.house_table.table.void_from is not None:
        change = _with_earlier(change, house, request, draft, context)
    return change


def _unsigned(action: Signed) -> Refusal | None:
    """Want staff to say who they are and why, in words that can be written into a log."""
    return None if is_said(action.who) and is_said(action.why) else UNSIGNED


def _refused(
    house: House,
    request: Request,
    house_table: HouseTable,
    action: TableAction,
    refusal: Refusal,
    context: Context,
) -> Change | Refusal:
    """Put on record what was refused to staff who answer for what they ask."""
    if not isinstance(action, _OF_STAFF) and refusal.code not in OF_DEALERS:
        return refusal
    return _recorded_refusal(house, request, house_table, action, refusal, context)


def put_on_record(
    house: House, request: Request, what: Act, place: int, refusal: Refusal, context: Context
) -> Change | Refusal:
    """Put on record that staff asked for what their role may not do at a table.

    `place` is that of the first action of the request that they may not do.
    """
    if request.actor.role not in STAFF:
        return refusal
    house_table = _open_house_table(house, what.table)
    if isinstance(house_table, Refusal) or not request.is_well_formed:
        return refusal
    return _recorded_refusal(house, request, house_table, what.actions[place], refusal, context)


def _recorded_refusal(
    house: House,
    request: Request,
    house_table: HouseTable,
    action: TableAction,
    refusal: Refusal,
    context: Context,
) -> Change:
    """Write a refusal down; under no id, so that it can be asked again."""
    draft = Draft(house, house_table, context, request.actor.id)
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
    table, chain = draft.house_table.table, table_chain(draft.house_table.id)
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
        one = _voided_earlier(change.house, request, draft.house_table.id, each, ruled, context)
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
    draft = Draft(house, house.tables[table], context, request.actor.id)
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
    house_table = house.tables[table]
    ledger = with_earlier(house.ledger(house_table), house_table, voided, context)
    change = _written(house, replace(request, id=""), draft, context, ledger)
    assert isinstance(change, Change), "what was paid can be taken back"
    return change


def _open_house_table(house: House, table: str) -> HouseTable | Refusal:
    house_table = house.tables.get(table)
    if house_table is None:
        return Refusal(Code.NO_SUCH_TABLE, f"there is no table {table!r}")
    return house_table if house_table.is_open else Refusal(Code.TABLE_CLOSED, f"{table} is closed")


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
    before = house.tables.get(draft.house_table.id, draft.house_table)
    ledger = house.ledger(before) if known is None else known
    batch, stakes, played = banked(ledger, before, request.key or "", draft.events)
    paid = moved(ledger, batch, context.longest_odds) if batch.entries else NOTHING_MOVED
    if isinstance(paid, Refusal):
        return paid
    entries = paid.batch.entries
    actor, digest, marks, said = request.actor, request.digest, before.landmarks, None
    for event in draft.events:
        if event.__class__ in MARKING:  # no bet is
            marks, said = _marked(house, before, draft.events)
            break
    record = TableRecord(
        actor.id, draft.events, digest, actor.role.value, entries, paid.numbers, said
    )
    # An opening, which brings a rulebook along, marks: what marks nothing has none.
    body = encode_plain(record) if said is None else encode(record)
    link = chained(house, table_chain(before.id), request, context.now_ms, body)
    now = paid.ledger.entries if known is None else None
    money = money_after(before.money, entries, now) if entries else before.money
    house_table = replace(
        draft.house_table, stakes=stakes, played=played, money=money, landmarks=marks
    )
    after = replace(
        house,
        tables=house.tables.set(house_table.id, house_table),
        accounts=paid.ledger.accounts if entries else house.accounts,
        heads=house.heads.set(link.chain, link.head),
        secrets=draft.secrets,
    )
    return Change(after, (Written(link, draft.events, paid.batch, paid.ledger, house_table),))


def _marked(
    house: House, before: HouseTable, events: tuple[Recorded, ...]
) -> tuple[Landmarks, Landmarks]:
    """Give the landmarks after an entry, and those that it says: with the ruling before it."""
    position = house.head(table_chain(before.id)).position + 1
    after = before.landmarks.after(position, events, cards_gone(before))
    return after, replace(after, ruled=before.landmarks.ruled)
