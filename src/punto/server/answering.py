"""What a client asks, done: one effect for each id, over whichever socket it comes."""

import asyncio
import logging

from sqlalchemy.exc import SQLAlchemyError

from punto.errors import Unverified
from punto.house.actor import Role
from punto.protocol import Ask, Tell, ask, encode
from punto.protocol.tell import Accepted, Pong, Refused
from punto.server import damage
from punto.server.async_writer import HouseCannotOpen
from punto.server.betting import build_stake, deal
from punto.server.config import is_for_terminals, rulebook_of
from punto.server.connection import Connection
from punto.server.counter import at_counter
from punto.server.open_house import NOT_NOW, OpenHouse
from punto.server.refusals import Requested, refused
from punto.server.session import Session
from punto.server.watching import unwatch, watch

log = logging.getLogger("punto.server")


async def answer(house: OpenHouse, connection: Connection, said: Ask) -> None:
    """Do what a client asks, and answer it."""
    match said:
        case ask.Watch(table=table, since=since):
            try:
                await watch(house, connection, table, since)
            except HouseCannotOpen as error:
                connection.tell(Refused(id="", code="not-stored", words=str(error)))
            except Unverified as error:
                damage.note_damage(error)
                connection.tell(Refused(id="", code=damage.CODE, words=damage.WORDS))
        case ask.Unwatch(table=table):
            unwatch(house, connection, table)
        case ask.Ping(at_ms=at_ms):
            connection.tell(Pong(at_ms=at_ms, now_ms=house.time.now_ms()))
        case _:
            answers = await _once(house, connection, said)
            if isinstance(said, ask.CashOut):
                house.publisher.tell_ticket(connection)
            for each in answers:
                connection.tell(each)


# --- once for each id ---------------------------------------------------------------------------


async def _once(house: OpenHouse, connection: Connection, said: Requested) -> list[Tell]:
    """Carry a request out the first time; give its answer again every other time."""
    session = connection.session
    if session is None:
        return [refused(said, "sign-in", "sign in to play")]
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
        return [refused(said, "id-clash", "this id was used before, for something else")]
    return await asyncio.shield(before[1])


async def _answered(
    house: OpenHouse, connection: Connection, session: Session, said: Requested
) -> list[Tell]:
    """Answer in every case: a mistake of ours must leave nobody waiting."""
    try:
        answers = await _carried_out(house, connection, session, said)
        noes = [answer for answer in answers if isinstance(answer, Refused)]
        # While nothing can be stored, what is read may never have reached the disk.
        if noes and not any(map(_may_be_tried_again, noes)) and house.trouble is None:
            return await _answered_before(house, session, said) or answers
    except (HouseCannotOpen, SQLAlchemyError, OSError):
        return [refused(said, "not-stored", NOT_NOW)]
    except Unverified as error:
        damage.note_damage(error)
        return [refused(said, damage.CODE, damage.WORDS)]
    except Exception:
        log.exception("a request failed: %s", type(said).__name__)
        return [refused(said, "fault", "the house made a mistake")]
    return answers


async def _answered_before(house: OpenHouse, session: Session, said: Requested) -> list[Tell]:
    """Find what was done under an id that this session does not remember.

    It may be older than the session or the house, or its commit was in doubt when it was answered.
    """
    content = encode(said).decode()
    version = await house.writer.done_before(session.actor, said.id, content)
    return [] if version is None else [Accepted(id=said.id, version=version)]


def _may_be_tried_again(message: Tell) -> bool:
    return isinstance(message, Refused) and message.code in {"not-stored", "overloaded"}


async def _carried_out(
    house: OpenHouse, connection: Connection, session: Session, said: Requested
) -> list[Tell]:
    if isinstance(said, ask.BuyCredits | ask.CashOut | ask.TicketPrinted | ask.RedeemTicket):
        return await at_counter(house, session, said)
    broadcast = await house.tables.find(said.table, session)
    if broadcast is None:
        return [refused(said, "no-such-table", "there is no such table")]
    config = house.tables.configs[said.table]
    if is_for_terminals(config) and session.role is not Role.TERMINAL:
        clause = rulebook_of(config).betting.clause
        return [refused(said, "terminals-only", "only Player Terminals bet here", clause)]
    player = house.tables.player(broadcast, session)
    async with player.turn:
        if isinstance(said, ask.Deal | ask.RebetAndDeal):
            return await deal(house, broadcast, player, said, connection)
        return await build_stake(house, broadcast, player, said)
