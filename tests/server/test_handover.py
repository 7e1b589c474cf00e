"""A console is cut at each step of a round: another dealer takes the table, and nothing is lost."""

import asyncio

from punto.protocol import console
from punto.protocol.ask import Watch
from punto.table import due
from tests.server.console import Console, enrolled
from tests.server.dealt_table import STAKE, STEPS, TABLE, DealtTable, dealt_table
from tests.server.here import assert_books_hold


async def cut_at(at: DealtTable, moment: str, dave: str, dirk: str) -> None:
    """Let Dave deal to a moment and lose his connection, and Dirk deal on."""
    balance, results = at.balance, at.results
    async with Console(at.here, dave) as cut:
        await cut.done(console.TakeTable)
        await at.play_to(moment, cut)
        stood = at.table
        cut.socket.transport.abort()
    async with Console(at.here, dirk) as other:
        await other.done(console.TakeTable)
        await other.send(Watch(table=TABLE))
        view = await other.of("ConsoleView")
        assert at.table == stood, f"cut {moment}, and nothing has changed"
        assert (view["dealer"], view["due"]) == ("dirk", due(stood).value)
        await at.finish(other)
    assert (at.balance, at.results) == (balance + STAKE, results + 1), moment
    played = await at.last()
    assert (played.net, played.void) == (STAKE, False), moment


def test_a_console_is_cut_at_each_step_and_another_goes_on(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with dealt_table(sqlite_url) as at:
            dave, dirk = await enrolled(at.here, "dave"), await enrolled(at.here, "dirk")
            for moment, _ in STEPS[:-1]:
                await cut_at(at, moment, dave, dirk)
                house_table = at.here.writer.house_table(TABLE)
                assert house_table is not None
                both = ("dave",) if moment == "paid" else ("dave", "dirk")
                assert house_table.dealt_by == both, "who has dealt the round is on record"

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)
