"""What a client asks, done: one effect for each id, over whichever socket it comes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from hashlib import blake2b
from typing import Final, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from punto.errors import Unverified
from punto.house import NotStored
from punto.people import Role
from punto.protocol import Ask, ask, encode
from punto.protocol.console import AtConsole
from punto.protocol.tell import Accepted, Pong, Refused, Reply
from punto.refusal import Refusal
from punto.server.async_writer import HouseCannotOpen
from punto.server.broadcast import TableBroadcast
from punto.server.code import Code
from punto.server.connection import Connection
from punto.server.contributing import contribute
from punto.server.counter import at_counter
from punto.server.damage import DAMAGED, note_damage
from punto.server.open_house import PROMISES_A_MINUTE, OpenHouse
from punto.server.player import Player
from punto.server.refusals import (
    BUSY,
    FAULT,
    ID_CLASH,
    NO_SUCH_TABLE,
    NOT_STORED,
    SIGN_IN,
    Outcome,
    Requested,
    may_be_tried_again,
    refused,
)
from punto.server.seating import be_seated
from punto.server.session import Answers, Session
from punto.server.watching import unwatch, watch

REMEMBERED: Final = 200
"""How many answers to one who asks are kept, so that a retry over any socket gets the same.

Whoever tries again does so after the next few messages. What was stored is in the journal for good.
"""

_PROMISED_TOO_OFTEN: Final = Refusal(
    Code.TOO_OFTEN, f"{PROMISES_A_MINUTE} promises a minute are heard: wait a while"
)

MOST_WAITING: Final = 20_000
"""Where so many wait, nothing new is taken, however long the first of them has waited."""

_NEW: Final = (
    *(ask.Chip, ask.Rest, ask.Undo, ask.Double, ask.Rebet, ask.NewGame),
    *(ask.Deal, ask.RebetAndDeal, ask.TakeSeat, ask.StandBehind, ask.Contribute),
)
"""What begins something. A busy house still lets everybody finish, and take his own back: an `Undo`
that puts nothing on a wager is not new."""

Result = TypeVar("Result")

log = logging.getLogger("punto.server")


async def answer(house: OpenHouse, connection: Connection, said: Ask) -> None:
    """Do what a client asks, and answer it."""
    house.counters.requests[type(said).__name__] += 1
    match said:
        case ask.Watch():
            outcome = await guarded(said, watch(house, connection, said))
            if outcome is not None:
                house.counters.refusals[outcome.code] += 1
                connection.tell(refused(said, outcome))
        case ask.Unwatch(table=table):
            unwatch(house, connection, table)
        case ask.Ping(at_ms=at_ms):
            connection.tell(Pong(at_ms=at_ms, now_ms=house.time.now_ms()))
        case _:
            reply = await _once(house, connection, said)
            if isinstance(reply, Refused):
                house.counters.refusals[reply.code] += 1
            if isinstance(said, ask.CashOut):
                house.publisher.tell_ticket(connection, said.id)
            connection.tell(reply)


async def guarded(said: object, doing: Awaitable[Result]) -> Result | Refusal:
    """Answer in every case: a mistake of ours must leave nobody waiting."""
    try:
        return await doing
    except (HouseCannotOpen, SQLAlchemyError, OSError):
        return NOT_STORED
    except Unverified as error:
        note_damage(error)
        return DAMAGED
    except Exception:
        log.exception("a request failed: %s", type(said).__name__)
        return FAULT


# --- once for each id ---------------------------------------------------------------------------


async def _once(house: OpenHouse, connection: Connection, said: Requested) -> Reply:
    """Carry a request out the first time; give its answer again every other time."""
    session = connection.session
    if session is None:
        return refused(said, SIGN_IN)
    if session.expires and house.sessions.is_idle(session):
        house.end_visits(session, everywhere=False)
        return refused(said, SIGN_IN)
    do = partial(_final, house, connection, session, said)
    if isinstance(said, _NEW) and _is_behind(house, connection):
        is_new = _is_known_to_be_new(session, said.id)
        do = partial(_while_behind, house, connection, session, said, is_new=is_new)
    outcome = await once(session.answers, said, lambda: guarded(said, do()))
    return refused(said, outcome) if isinstance(outcome, Refusal) else outcome


async def once(
    answers: Answers, said: Requested | AtConsole, do: Callable[[], Awaitable[Accepted | Refusal]]
) -> Accepted | Refusal:
    """Carry a request out the first time; give its answer again every other time.

    A refusal stands, too: whoever was told no does something else, and a copy of the request that
    comes later must not be done after all. One that may be tried again is remembered, and tried.
    """
    content = blake2b(encode(said), digest_size=16).digest()
    before = answers.get(said.id)
    if before is not None:
        if _stands(before[1]):
            return await asyncio.shield(before[1]) if before[0] == content else ID_CLASH
        del answers[said.id]
    answer: asyncio.Future[Accepted | Refusal] = asyncio.get_running_loop().create_future()
    answers[said.id] = content, answer
    while len(answers) > REMEMBERED:
        answers.popitem(last=False)
    try:
        outcome = await do()
    except BaseException:
        answers.pop(said.id, None)
        answer.cancel()
        raise
    answer.set_result(outcome)
    return outcome


def _stands(answer: "asyncio.Future[Accepted | Refusal]") -> bool:
    """Whether an answer is still to come, or final."""
    if not answer.done():
        return True
    outcome = answer.result()
    return not (isinstance(outcome, Refusal) and may_be_tried_again(outcome))


# --- while the house is behind ------------------------------------------------------------------


def _is_behind(house: OpenHouse, connection: Connection) -> bool:
    """Whether what a client asks now, or what was asked before it, has waited for too long."""
    now_ms, since_ms, asked = house.time.now_ms(), connection.heard_ms, house.writer.asked
    if since_ms < connection.kept_ms <= now_ms:  # it is later where the clock was set back since
        since_ms = connection.kept_ms
    if asked:
        since_ms = min(since_ms, asked[0][1])
    return now_ms - since_ms > house.config.traffic.waiting_ms or len(asked) >= MOST_WAITING


def _begins(house: OpenHouse, session: Session, said: Requested) -> bool:
    """Whether what may be new is: to undo a chip takes it back, to undo a `Clear` stakes again."""
    if not isinstance(said, ask.Undo):
        return True
    broadcast = house.tables.broadcasts.get(house.tables.id_of(said.table, session) or "")
    return broadcast is not None and house.tables.player(broadcast, session).undo_raises


def _is_known_to_be_new(session: Session, request: str) -> bool:
    """Whether nothing can be stored under an id: it was looked up, or never asked elsewhere.

    What was answered with `not-stored` may be stored after all.
    """
    before = session.answers.get(request)
    if before is None:
        return session.knows_all
    return before[1].done() and before[1].result() == BUSY


async def _while_behind(
    house: OpenHouse, connection: Connection, session: Session, said: Requested, *, is_new: bool
) -> Accepted | Refusal:
    """Refuse what begins; where it may have been stored before, the journal says so, once."""
    if not _begins(house, session, said):
        return await _final(house, connection, session, said)
    return BUSY if is_new else await _answered_before(house, session, said) or BUSY


# --- done, or refused for good ------------------------------------------------------------------


async def _final(
    house: OpenHouse, connection: Connection, session: Session, said: Requested
) -> Accepted | Refusal:
    """Carry a request out; where it is refused, it may have been done before."""
    outcome = await _carried_out(house, connection, session, said)
    if isinstance(outcome, NotStored):
        return NOT_STORED
    if not isinstance(outcome, Refusal) or may_be_tried_again(outcome):
        return outcome
    return await _answered_before(house, session, said) or outcome


def _opened(broadcast: TableBroadcast, connection: Connection, said: ask.OpenCard) -> Outcome:
    """Open a card that somebody has squeezed; it is in no books, and only he may."""
    in_time = broadcast.view.house_table.table.rounds == said.round
    if in_time and broadcast.open_card(connection, said.place):
        return Accepted(id=said.id)
    return Refusal(Code.NOT_YOUR_CARD, "this card is not yours to open, or is open")


async def _answered_before(
    house: OpenHouse, session: Session, said: Requested
) -> Accepted | Refusal | None:
    """Find what was done under an id that this session does not remember.

    It may be older than the session or the house, or its commit was in doubt when it was answered.
    While nothing can be stored, nobody can say, and a no that is final could be untrue.
    """
    content = encode(said).decode()
    found = await house.writer.done_before(session.actor, said.id, content)
    if isinstance(found, NotStored):
        return NOT_STORED
    return None if found is None else Accepted(id=said.id, version=found)


async def _carried_out(
    house: OpenHouse, connection: Connection, session: Session, said: Requested
) -> Outcome:
    if isinstance(said, ask.BuyCredits | ask.CashOut | ask.TicketPrinted | ask.RedeemTicket):
        return await at_counter(house, session, said)
    player = house.tables.players.get((session.account, said.table))
    broadcast = player.broadcast if player else await house.tables.find(said.table, session)
    if broadcast is None:
        return NO_SUCH_TABLE
    rulebook = broadcast.view.house_table.table.settings.rulebook
    if rulebook.is_for_terminals and session.actor.role is not Role.TERMINAL:
        words = "only Player Terminals bet here"
        return Refusal(Code.TERMINALS_ONLY, words, rulebook.betting.clause)
    if isinstance(said, ask.OpenCard):
        return _opened(broadcast, connection, said)
    if isinstance(said, ask.Contribute | ask.ShowContribution):
        return await _contributed(house, broadcast, session, said)
    player = player or house.tables.player(broadcast, session)
    return await _at_table(house, connection, session, player, said)


async def _contributed(
    house: OpenHouse, broadcast: TableBroadcast, session: Session, said: ask.Contributing
) -> Outcome:
    """Promise or show; not so often that all who watch hear of little else."""
    if isinstance(said, ask.Contribute):
        if house.promises_made.is_full(session.account):
            return _PROMISED_TOO_OFTEN
        house.promises_made.count(session.account)
    return await contribute(house.writer, broadcast, session.actor, said, house.time)


async def _at_table(
    house: OpenHouse,
    connection: Connection,
    session: Session,
    player: Player,
    said: ask.Building | ask.Dealing | ask.Seating,
) -> Outcome:
    """Sit down, build a stake or deal, one thing after the other."""
    async with player.turn:
        if isinstance(said, ask.TakeSeat | ask.StandBehind | ask.LeaveSeat):
            return await be_seated(house.writer, player.broadcast, session.actor, said)
        if isinstance(said, ask.Deal | ask.RebetAndDeal):
            return await player.deal(said, connection)
        return await player.build(said, house.time.now_ms())
