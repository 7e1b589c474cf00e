"""What a dealer's console asks, done at the table in the dealer's own name."""

from typing import Final

from punto.coup import command as coup
from punto.house import Act, BringShoe, Done, LeaveTable, NotStored, TakeTable
from punto.house.request import TableAction
from punto.people import Actor
from punto.protocol import console, encode
from punto.protocol.ask import Ping, Unwatch, Watch
from punto.protocol.console import ConsoleAsk, Ruling
from punto.protocol.tell import Accepted, Pong, Refused
from punto.refusal import Refusal
from punto.rules import Winner
from punto.server.code import Code
from punto.server.consoles import ConsoleConnection
from punto.server.open_house import OpenHouse
from punto.server.refusals import NO_SUCH_TABLE, NOT_STORED
from punto.table import command, step
from punto.table.event import IrregularityRuled
from punto.table.irregularity import Found

_OUT = Refusal(Code.SIGN_IN, "you are signed out: the PIN is another one, or you are staff no more")
_LOCKED = Refusal(Code.LOCKED, "nobody was here for five minutes: give the PIN again")


async def answer_console(house: OpenHouse, connection: ConsoleConnection, said: ConsoleAsk) -> None:
    """Do what a console asks, and answer it."""
    match said:
        case Ping(at_ms=at_ms):
            connection.tell(Pong(at_ms=at_ms, now_ms=house.time.now_ms()))
        case Unwatch(table=table):
            house.consoles.leave(table, connection)
        case Watch(table=table, since=since):
            await _watch(house, connection, table, since)
        case _:
            connection.tell(await _answered(house, connection, said))


async def _watch(
    house: OpenHouse, connection: ConsoleConnection, table: str, since: int | None
) -> None:
    broadcast = house.tables.broadcasts.get(table)
    if broadcast is None:
        connection.tell(_refused("", NO_SUCH_TABLE))
        return
    for frame in broadcast.frames_since(since, None):
        connection.send(frame)
    house.consoles.watch(broadcast, connection)


async def _answered(
    house: OpenHouse, connection: ConsoleConnection, said: console.AtConsole | console.AskRuling
) -> Accepted | Refused | Ruling:
    now_ms, session = house.time.now_ms(), connection.staff
    if not house.staff.is_here(session):
        return _refused(said.id, _OUT)
    if session.is_locked(now_ms):
        return _refused(said.id, _LOCKED)
    session.touch(now_ms)
    if said.table not in house.tables.broadcasts:
        return _refused(said.id, NO_SUCH_TABLE)
    if isinstance(said, console.AskRuling):
        return _ruling(house, session.actor, said)
    action = action_of(said, session.actor)
    content = encode(said).decode()
    answer = await house.writer.ask(session.actor, Act(said.table, (action,)), said.id, content)
    if isinstance(answer, Done):
        return Accepted(id=said.id, version=answer.link.position)
    return _refused(said.id, NOT_STORED if isinstance(answer, NotStored) else answer)


def _refused(id_: str, refusal: Refusal) -> Refused:
    return Refused(refusal.code, refusal.words, refusal.clause, refusal.wager, id=id_)


def _ruling(house: OpenHouse, actor: Actor, said: console.AskRuling) -> Ruling | Refused:
    """Try a report at the table as it is, and tell what would be ruled; nothing is kept of it."""
    table = house.tables.broadcasts[said.table].view.floor.table
    report = _report(said.irregularity, actor.id, "asked before it is reported")
    outcome = step(table, report, house.time.now_ms())
    if isinstance(outcome, Refusal):
        return _refused(said.id, outcome)
    ruled = next(event for event in outcome[1] if isinstance(event, IrregularityRuled))
    return Ruling(id=said.id, decision=ruled.decision.value, words=ruled.words, clause=ruled.clause)


def _report(irregularity: console.Irregularity, who: str, why: str) -> command.ReportIrregularity:
    return command.ReportIrregularity(
        found=Found(irregularity.found),
        who=who,
        why=why,
        round=irregularity.round,
        in_initial_deal=irregularity.in_initial_deal,
        reconstructed=irregularity.reconstructed,
        cards=tuple(irregularity.cards),
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


def action_of(said: console.AtConsole, actor: Actor) -> TableAction:  # noqa: PLR0911 – one match
    """Say what is to be done at the table; who does it is whoever is signed in."""
    match said:
        case console.BringShoe(scanned=scanned):
            return command.OpenShoe(None, actor.id) if scanned else BringShoe()
        case console.ScanCard(card=card):
            return coup.DealCard(card)
        case console.CorrectCard(place=place, card=card, why=why):
            return coup.CorrectCard(place, card, actor.id, why)
        case console.SetCardAside(card=card, why=why):
            return coup.SetCardAside(card, actor.id, why)
        case console.ReportIrregularity(irregularity=irregularity, why=why):
            return _report(irregularity, actor.id, why)
        case console.DecideRound(void=void, why=why):
            return command.Decide(void=void, who=actor.id, why=why)
        case console.RecordResult():
            return command.RecordResult(
                winner=Winner(said.winner),
                who=actor.id,
                player_pair=said.player_pair,
                banker_pair=said.banker_pair,
                natural=said.natural,
                six=said.six,
            )
        case console.DropResult(why=why):
            return command.DropResult(actor.id, why)
        case _:
            return _PLAIN[type(said)]
