"""What a dealer's console asks, done at the table in the dealer's own name."""

from typing import Final

from punto.coup import command as coup
from punto.house import (
    Act,
    BringShoe,
    Done,
    LayChips,
    LeaveTable,
    MoveFloat,
    NotStored,
    TakeChips,
    TakeTable,
)
from punto.house.request import RelieveDealer, TableAction
from punto.people import Actor
from punto.protocol import console, encode
from punto.protocol.ask import Ping, Unwatch, Watch
from punto.protocol.console import ConsoleAsk, Ruling
from punto.protocol.tell import Accepted, Pong, Refused
from punto.refusal import Refusal
from punto.rules import Winner
from punto.server.answering import guarded, once
from punto.server.broadcast import TableBroadcast
from punto.server.code import Code
from punto.server.consoles import ConsoleConnection
from punto.server.open_house import OpenHouse
from punto.server.refusals import NO_SUCH_TABLE, NOT_STORED
from punto.server.staff_session import StaffSession
from punto.table import Table, command, step
from punto.table.event import IrregularityRuled
from punto.table.irregularity import Found
from punto.table.record import FloatMove

_OUT = Refusal(Code.SIGN_IN, "you are signed out: the PIN is another one, or you are staff no more")
_LOCKED = Refusal(Code.LOCKED, "nobody was here for five minutes: give the PIN again")


async def answer_console(house: OpenHouse, connection: ConsoleConnection, said: ConsoleAsk) -> None:
    """Do what a console asks, and answer it; whoever asks must be there."""
    house.counters.requests[type(said).__name__] += 1
    match said:
        case Ping(at_ms=at_ms):
            connection.tell(Pong(at_ms=at_ms, now_ms=house.time.now_ms()))
        case Unwatch(table=table):
            house.consoles.leave(table, connection)
            house.tables.leave(table, connection)
        case _:
            answer = await guarded(said, _answered(house, connection, said))
            if isinstance(answer, Refusal):
                house.counters.refusals[answer.code] += 1
                connection.tell(_refused(said.id or "", answer))
            elif answer is not None:
                connection.tell(answer)


async def _answered(
    house: OpenHouse,
    connection: ConsoleConnection,
    said: Watch | console.AtConsole | console.AskRuling,
) -> Accepted | Ruling | Refusal | None:
    session = _present(house, connection)
    if isinstance(session, Refusal):
        return session
    if not isinstance(said, Watch | console.AskRuling):
        actor = session.actor
        answers = house.consoles.answers_of(actor.id)
        return await once(answers, said, lambda: guarded(said, _done(house, actor, said)))
    broadcast = _shared(house, said.table)
    if broadcast is None:
        return NO_SUCH_TABLE
    if isinstance(said, Watch):
        _watch(house, broadcast, connection, said)
        return None
    return _ruling(house, broadcast.view.house_table.table, session.actor, said)


def _shared(house: OpenHouse, table: str) -> TableBroadcast | None:
    broadcast = house.tables.broadcasts.get(table)
    return None if broadcast is None or broadcast.is_own else broadcast


def _present(house: OpenHouse, connection: ConsoleConnection) -> StaffSession | Refusal:
    """Find who is at a console, and note that somebody is."""
    now_ms, session = house.time.now_ms(), house.consoles.session(connection)
    if session is None:
        return _OUT
    if session.is_locked(now_ms):
        return _LOCKED
    session.touch(now_ms)
    return session


def _watch(
    house: OpenHouse, broadcast: TableBroadcast, connection: ConsoleConnection, said: Watch
) -> None:
    for frame in broadcast.frames_since(said.since, said.id, connection):
        connection.send(frame)
    house.consoles.watch(broadcast, connection)
    house.tables.wake(broadcast.id)


async def _done(house: OpenHouse, actor: Actor, said: console.AtConsole) -> Accepted | Refusal:
    # A round is decided also at a player's own table, which nobody deals.
    if not isinstance(said, console.DecideRound) and _shared(house, said.table) is None:
        return NO_SUCH_TABLE
    action, content = action_of(said, actor), encode(said).decode()
    if isinstance(action, BringShoe):
        action = BringShoe(call=house.tables.call(said.table))
    act = Act(said.table, (action,))
    answer = await house.writer.ask(actor, act, said.id, content)
    if isinstance(answer, Done):
        return Accepted(id=said.id, version=answer.link.position)
    return NOT_STORED if isinstance(answer, NotStored) else answer


def _refused(id_: str, refusal: Refusal) -> Refused:
    return Refused(refusal.code, refusal.words, refusal.clause, refusal.wager, id=id_)


def _ruling(
    house: OpenHouse, table: Table, actor: Actor, said: console.AskRuling
) -> Ruling | Refusal:
    """Try a report at the table as it is, and tell what would be ruled; nothing is kept of it."""
    report = _report(said.irregularity, actor.id, "asked before it is reported")
    outcome = step(table, report, house.time.now_ms())
    if isinstance(outcome, Refusal):
        return outcome
    ruled = next(event for event in outcome[1] if isinstance(event, IrregularityRuled))
    return Ruling(
        id=said.id,
        decision=ruled.decision.value,
        words=ruled.words,
        clause=ruled.clause,
        round=ruled.round,
    )


def _report(irregularity: console.Irregularity, who: str, why: str) -> command.ReportIrregularity:
    return command.ReportIrregularity(
        found=Found(irregularity.found),
        who=who,
        why=why,
        round=irregularity.round,
        in_initial_deal=irregularity.in_initial_deal,
        reconstructed=irregularity.reconstructed,
        cards=tuple(irregularity.cards),
        new_shoe=irregularity.new_shoe,
    )


_PLAIN: Final[dict[type, TableAction]] = {
    console.TakeTable: TakeTable(),
    console.LeaveTable: LeaveTable(),
    console.OpenBets: coup.OpenBetting(),
    console.CloseBets: coup.CloseBetting(),
    console.DrawCard: command.DrawCard(),
    console.AnnounceTotals: coup.AnnounceTotals(),
    console.AnnounceResult: coup.AnnounceResult(),
    console.CollectLosing: coup.CollectLosing(),
    console.PayWinning: coup.PayWinning(),
}
"""What says all by its name."""


def action_of(said: console.AtConsole, actor: Actor) -> TableAction:
    """Say what is to be done at the table; who does it is whoever is signed in."""
    match said:
        case console.BringShoe(scanned=scanned):
            return command.OpenShoe(None, actor.id) if scanned else BringShoe()
        case console.LayChips(position=position, wager=wager, amount=amount):
            return LayChips(position, wager, amount)
        case console.TakeChips(position=position, wager=wager):
            return TakeChips(position, wager)
        case console.ScanCard(card=card):
            return coup.DealCard(card)
        case console.RecordResult():
            return command.RecordResult(
                winner=Winner(said.winner),
                who=actor.id,
                player_pair=said.player_pair,
                banker_pair=said.banker_pair,
                natural=said.natural,
                six=said.six,
            )
        case _:
            return _PLAIN.get(type(said)) or _signed(said, actor.id)


def _signed(said: console.AtConsole, who: str) -> TableAction:  # noqa: PLR0911 – one match
    """Say what somebody answers for, by name and reason."""
    match said:
        case console.CorrectCard(place=place, card=card, why=why):
            return coup.CorrectCard(place, card, who, why)
        case console.SetCardAside(card=card, why=why):
            return coup.SetCardAside(card, who, why)
        case console.RelieveDealer(why=why):
            return RelieveDealer(who, why)
        case console.ReportIrregularity(irregularity=irregularity, why=why):
            return _report(irregularity, who, why)
        case console.DecideRound(void=void, why=why, new_shoe=new_shoe):
            return command.Decide(void=void, who=who, why=why, new_shoe=new_shoe)
        case console.MoveFloat(move=move, amount=amount, why=why):
            return MoveFloat(move=FloatMove(move), amount=amount, who=who, why=why)
        case console.DropResult(why=why):
            return command.DropResult(who, why)
        case _:
            raise AssertionError(said)
