"""What a client asks, done: one effect for each id, over whichever socket it comes."""

import asyncio
import hmac
import logging
from typing import TypeAlias, assert_never

from sqlalchemy.exc import SQLAlchemyError

from punto.coup import Refusal
from punto.house import (
    Act,
    Answer,
    BringShoe,
    BuyIn,
    CashOut,
    ConfirmTicket,
    DealOut,
    Done,
    NotStored,
    RedeemTicket,
)
from punto.house.actor import Actor, Role
from punto.house.request import What
from punto.protocol import Ask, Tell, ask, encode
from punto.protocol.tell import Accepted, Pong, Refused
from punto.server.config import is_for_terminals, rulebook_of
from punto.server.connection import Connection
from punto.server.desk import HouseCannotOpen
from punto.server.hub import TableHub
from punto.server.open_house import NOT_NOW, OpenHouse
from punto.server.player import (
    Player,
    changes,
    closed_refusal,
    limit_refusal,
    spot_at_fault,
    stakes_of,
)
from punto.server.session import Session
from punto.table.sitting import (
    Rebet,
    Sitting,
    SittingRefusal,
    after_deal,
    announced,
    build,
    deal_refusal,
)

log = logging.getLogger("punto.server")

Requested: TypeAlias = ask.Building | ask.Dealing | ask.AtCounter


async def handle(house: OpenHouse, connection: Connection, said: Ask) -> None:
    """Do what a client asks, and answer it."""
    match said:
        case ask.Watch(table=table, since=since):
            try:
                await _watch(house, connection, table, since)
            except HouseCannotOpen as error:
                connection.tell(Refused(id="", code="not-stored", words=str(error)))
        case ask.Unwatch(table=table):
            _unwatch(house, connection, table)
        case ask.Ping(at_ms=at_ms):
            connection.tell(Pong(at_ms=at_ms, now_ms=house.time.now_ms()))
        case _:
            answers = await _once(house, connection, said)
            if isinstance(said, ask.CashOut):
                house.tell_ticket(connection)
            for answer in answers:
                connection.tell(answer)


# --- watching -----------------------------------------------------------------------------------


async def _watch(house: OpenHouse, connection: Connection, table: str, since: int | None) -> None:
    session = connection.session
    hub, actual = await house.hub(table, session), house.actual(table, session)
    if hub is None or actual is None:
        known = table in house.tables
        code, words = (
            ("sign-in", "sign in to play") if known else ("no-such-table", "no such table")
        )
        connection.tell(Refused(id="", code=code, words=words))
        return
    for frame in hub.frames_since(since):
        connection.send(frame)
    comes_anew = since is None and not hub.watchers
    house.watch(hub, actual, connection)
    if session is not None:
        player = house.player(table, actual, session)
        if hub.is_own and comes_anew:
            player.begin_sitting()
        connection.tell(player.stakes_message())
        connection.tell(player.strip_message())
        connection.tell(house.balance(session))
        result = house.last_result(actual, session)
        if result is not None:
            connection.tell(result)


def _unwatch(house: OpenHouse, connection: Connection, table: str) -> None:
    actual = house.actual(table, connection.session)
    if actual in house.hubs:
        house.hubs[actual].watchers.discard(connection)
        connection.tables.discard(actual)


# --- once for each id ---------------------------------------------------------------------------


async def _once(house: OpenHouse, connection: Connection, said: Requested) -> list[Tell]:
    """Carry a request out the first time; give its answer again every other time."""
    session = connection.session
    if session is None:
        return [_refused(said, "sign-in", "sign in to play")]
    content = encode(said)
    before = session.answered(said.id)
    if before is None:
        answer: asyncio.Future[list[Tell]] = asyncio.get_running_loop().create_future()
        session.remember(said.id, content, answer)
        try:
            answer.set_result(await _answered(house, connection, session, said))
        except BaseException:
            session.forget(said.id)
            answer.cancel()
            raise
        if any(_may_be_tried_again(message) for message in answer.result()):
            session.forget(said.id)
        return answer.result()
    if before[0] != content:
        return [_refused(said, "id-clash", "this id was used before, for something else")]
    return await asyncio.shield(before[1])


async def _answered(
    house: OpenHouse, connection: Connection, session: Session, said: Requested
) -> list[Tell]:
    """Answer in every case: a mistake of ours must leave nobody waiting."""
    try:
        answers = await _carried_out(house, connection, session, said)
        refused = [answer for answer in answers if isinstance(answer, Refused)]
        # While nothing can be stored, what is read may never have reached the disk.
        if refused and not any(map(_may_be_tried_again, refused)) and house.trouble is None:
            return await _answered_before(house, session, said) or answers
    except (HouseCannotOpen, SQLAlchemyError, OSError):
        return [_refused(said, "not-stored", NOT_NOW)]
    except Exception:
        log.exception("a request failed: %s", type(said).__name__)
        return [_refused(said, "fault", "the house made a mistake")]
    return answers


async def _answered_before(house: OpenHouse, session: Session, said: Requested) -> list[Tell]:
    """Find what was done under an id that this session does not remember.

    It may be older than the session or the house, or its commit was in doubt when it was answered.
    """
    content = encode(said).decode()
    version = await house.desk.done_before(session.actor, said.id, content)
    return [] if version is None else [Accepted(id=said.id, version=version)]


def _may_be_tried_again(message: Tell) -> bool:
    return isinstance(message, Refused) and message.code in {"not-stored", "overloaded"}


def _refused(
    said: Requested, code: str, words: str, clause: str | None = None, wager: str | None = None
) -> Refused:
    wager = getattr(said, "wager", wager)
    return Refused(id=said.id, code=code, words=words, clause=clause, wager=wager)


def _passed_on(
    said: Requested, answer: Answer | SittingRefusal | Refusal, built: Sitting | None = None
) -> Refused:
    """Say no in the words of whoever says it, and at which spot."""
    wager = spot_at_fault(built) if built else None
    match answer:
        case NotStored():
            return _refused(said, "not-stored", NOT_NOW)
        case SittingRefusal(code, words, clause) | Refusal(code, words, clause):
            return _refused(said, code.value, words, clause, wager)
        case Done():
            raise AssertionError("what is done is not refused")
        case _:
            return _refused(said, answer.code, answer.words, answer.clause, wager)


async def _carried_out(
    house: OpenHouse, connection: Connection, session: Session, said: Requested
) -> list[Tell]:
    if isinstance(said, ask.BuyCredits | ask.CashOut | ask.TicketPrinted | ask.RedeemTicket):
        return await _at_counter(house, session, said)
    hub, actual = await house.hub(said.table, session), house.actual(said.table, session)
    if hub is None or actual is None:
        return [_refused(said, "no-such-table", "there is no such table")]
    config = house.tables[said.table]
    if is_for_terminals(config) and session.role is not Role.TERMINAL:
        clause = rulebook_of(config).betting.clause
        return [_refused(said, "terminals-only", "only Player Terminals bet here", clause)]
    player = house.player(said.table, actual, session)
    async with player.turn:
        if isinstance(said, ask.Deal | ask.RebetAndDeal):
            return await _deal(house, hub, actual, player, said, connection)
        return await _build(house, hub, actual, player, said)


# --- at a table ---------------------------------------------------------------------------------


async def _build(
    house: OpenHouse, hub: TableHub, actual: str, player: Player, said: ask.Building
) -> list[Tell]:
    floor, account = house.desk.floor(actual), house.desk.account(player.account)
    assert floor is not None, "the table is open"
    assert account is not None, "the account is open"
    if not hub.is_own:
        if floor.table.undecided is not None:
            return [_refused(said, "supervisor-wanted", "play waits for a supervisor's decision")]
        closed = closed_refusal(floor.table, player.account, said, house.time.now_ms())
        if closed is not None:
            return [_passed_on(said, closed)]
        player.follow(floor.table)
        built = player.built(said, account.available)
        if isinstance(built, SittingRefusal):
            return [_passed_on(said, built)]
        return await _on_table(house, actual, player, built, said)
    return _on_own_table(house, player, said, account.available)


def _on_own_table(
    house: OpenHouse, player: Player, said: ask.Building, available: int
) -> list[Tell]:
    """Build for the next Deal: nothing is stored, and what could not be dealt is refused now."""
    built = player.built(said, available - sum(player.sitting.stakes.values()))
    if isinstance(built, SittingRefusal):
        return [_passed_on(said, built)]
    refusal = limit_refusal(built, available)
    if refusal is not None:
        return [_passed_on(said, refusal, built)]
    player.sitting = built
    house.tell_account(player.account, player.stakes_message())
    return [Accepted(id=said.id)]


async def _on_table(
    house: OpenHouse, actual: str, player: Player, built: Sitting, said: ask.Building
) -> list[Tell]:
    """Put on a shared table what was built, all of it or nothing."""
    have = stakes_of(built.table, player.account)
    actions = tuple(changes(player.account, have, built.stakes))
    version: int | None = None
    if actions:
        content = encode(said).decode()
        answer = await house.desk.ask(player.actor, Act(actual, actions), said.id, content)
        if not isinstance(answer, Done):
            return [_passed_on(said, answer, built)]
        version = answer.link.position
        built = player.sitting if answer.again else built
    player.sitting = built
    house.tell_account(player.account, player.stakes_message())
    return [Accepted(id=said.id, version=version)]


async def _deal(
    house: OpenHouse,
    hub: TableHub,
    actual: str,
    player: Player,
    said: ask.Dealing,
    connection: Connection,
) -> list[Tell]:
    """Deal a hand of the online game: shuffle, bets, cards and payment are one entry."""
    if not hub.is_own:
        return [_refused(said, "not-your-deal", "the house deals at this table")]
    sitting: Sitting | SittingRefusal = player.sitting
    if isinstance(said, ask.RebetAndDeal):
        sitting = build(player.sitting, Rebet())
    if isinstance(sitting, SittingRefusal):
        return [_passed_on(said, sitting)]
    refusal = deal_refusal(sitting)
    if refusal is not None:
        return [_passed_on(said, refusal)]
    hand = (BringShoe(said.seed), *announced(player.account, sitting.stakes), DealOut())
    content = encode(said).decode()
    answer = await house.desk.ask(player.actor, Act(actual, hand), said.id, content)
    if not isinstance(answer, Done):
        return [_passed_on(said, answer, sitting)]
    version = answer.link.position
    if version > player.noted:
        player.noted = version
        _note_hand(house, actual, player, sitting, seen=connection in house.connections)
    return [Accepted(id=said.id, version=version)]


def _note_hand(
    house: OpenHouse, actual: str, player: Player, sitting: Sitting, *, seen: bool
) -> None:
    """Put the result on the strip; if the link that asked for the hand is lost, history has it."""
    floor = house.desk.floor(actual)
    assert floor is not None, "the table is open"
    dealt = after_deal(sitting, floor.table)
    player.sitting = dealt if seen else dealt.without_last_result()
    house.tell_account(player.account, player.stakes_message())
    house.tell_account(player.account, player.strip_message())


# --- at the counter -----------------------------------------------------------------------------


async def _at_counter(house: OpenHouse, session: Session, said: ask.AtCounter) -> list[Tell]:
    account = session.account
    if session.role is not Role.TERMINAL:
        return [_refused(said, "terminals-only", "credits are bought and paid at a terminal")]
    if isinstance(said, ask.BuyCredits):
        refused = _unattended(house, account, said)
        if refused is not None:
            return [refused]
    answer = await house.desk.ask(_at_terminal(session, said), _for_counter(account, said), said.id)
    if not isinstance(answer, Done):
        return [_passed_on(said, answer)]
    ticket = answer.ticket is not None if isinstance(said, ask.CashOut) else None
    return [Accepted(id=said.id, ticket=ticket)]


def _at_terminal(session: Session, said: ask.AtCounter) -> Actor:
    """Tell who acts at a terminal: credits are sold by the attendant whose code was given."""
    sells = isinstance(said, ask.BuyCredits)
    return Actor(session.account, Role.CAGE) if sells else session.actor


def _for_counter(account: str, said: ask.AtCounter) -> What:
    match said:
        case ask.BuyCredits(amount=amount):
            return BuyIn(account, amount)
        case ask.CashOut():
            return CashOut(account)
        case ask.TicketPrinted(cash_out=cash_out, printed=printed):
            return ConfirmTicket(f"{account}_{cash_out}", printed)
        case ask.RedeemTicket(number=number):
            return RedeemTicket(number, account)
        case _:
            assert_never(said)


def _unattended(house: OpenHouse, account: str, said: ask.BuyCredits) -> Refused | None:
    """Want an attendant's code; whoever guesses has to wait."""
    if house.wrong_codes.is_full(account):
        return _refused(said, "too-often", "too many wrong codes: wait a minute")
    if _is_attendant(house, said.attendant):
        return None
    house.wrong_codes.count(account)
    return _refused(said, "attendant-unknown", "this is no code of an attendant")


def _is_attendant(house: OpenHouse, code: str) -> bool:
    return hmac.compare_digest(code.encode(), house.config.attendant_code.encode())
