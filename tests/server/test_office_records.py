"""What the office tells of the past, and that play goes on while it looks."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from punto.client import join
from punto.office.gaming_day import day_named
from punto.people import Role
from punto.protocol import console, tell
from punto.replay.bundle import faults
from punto.server.office_account import read_account
from punto.server.office_floor import office_floor
from punto.store import reading
from tests.server.console import Console, enrolled
from tests.server.here import KEY, Here, assert_books_hold, open_house
from tests.server.office import Office
from tests.server.test_console import dealt as dealt_out

WHY: Final = "seen on paper"
TERMINAL: Final = ("terminal-1", KEY)


def is_open(here: Here, table: str) -> bool:
    floor = here.writer.house_table(table)
    return floor is not None and floor.is_open


def test_what_happens_at_a_table_is_told_with_whoever_did_it(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            auditor = await Office.of(here, "anna", Role.AUDITOR)
            cookie = await enrolled(here, "dora")
            async with Console(here, cookie) as dealer:
                await dealer.done(console.TakeTable)
                await dealer.done(console.BringShoe)
                await dealer.done(console.OpenBets)
                await dealt_out(dealer)
                await dealer.done(console.CollectLosing)
                await dealer.done(console.PayWinning)
                await dealer.done(console.LeaveTable)
            manager = await Office.of(here, "mary", Role.MANAGER)
            closed = [{"key": "open", "before": None, "after": False}]
            await manager.done("SetTable", table="salon", changes=closed, why="the night is over")
            await here.time.pass_until(lambda: not is_open(here, "salon"))
            (dealt,) = (await auditor.look("day", "DayReport"))["dealers"]
            assert (dealt["dealer"], dealt["takings"]["rounds"]) == ("dora", 1)
            page = await auditor.look("events", "EventPage")
            assert await auditor.look("events?before=999999999999") == page
            events = page["events"]
            told = [(each["who"], each["what"]) for each in events if "salon" in each["chain"]]
            assert told[-1][1].startswith("opened: mbs-no-commission@")
            assert [each for each in told if each[0] == "dora"] == [
                ("dora", "dora has left the table"),
                ("dora", "dora deals"),
            ]
            assert told[0] == ("house", "closed: closed by its settings")
            asked = [each["what"] for each in events if each["who"] == "mary"]
            assert asked == ["salon: to be closed, by mary: the night is over"]

    asyncio.run(scenario())


def test_significant_events_are_paged_from_the_newest_on(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            cage = await Office.of(here, "cass", Role.CAGE)
            for amount in range(1, 120):
                await cage.done("SellCredits", account="terminal-1", amount=amount)
            await cage.refused("WriteOff", account="terminal-1", why=WHY)
            found: list[dict[str, Any]] = []
            place = "events"
            while place:
                page = await cage.look(place, "EventPage")
                found += page["events"]
                place = f"events?before={page['before']}" if page["before"] is not None else ""
            whats = [each["what"] for each in found]
            assert whats[0].startswith("refused: WriteOff: who may write a debt off")
            sold = [what for what in whats if what.startswith("sold")]
            assert sold == [
                f"sold {cents // 100}.{cents % 100:02} to terminal-1" for cents in range(119, 0, -1)
            ]
            assert "cass is cage" in whats
            assert any(what.startswith("opened: mbs-tiger@") for what in whats)
            assert [each["at_ms"] for each in found] == sorted(
                (each["at_ms"] for each in found), reverse=True
            )

    asyncio.run(scenario())


def test_a_round_in_dispute_is_told_in_words_and_its_bundle_holds(sqlite_url: str) -> None:
    async def scenario() -> bytes:
        async with open_house(sqlite_url) as here, await join(here.address) as player:
            supervisor = await Office.of(here, "sue", Role.SUPERVISOR)
            view = await player.watch("zero")
            await player.bet("zero", "player", 500)
            await player.deal("zero")
            name = f"zero-{player.session.name}-1"
            told = await supervisor.look(f"rounds/{name}", "ToldRound")
            assert told["winner"] == view.winner
            assert told["player_cards"] == view.hands["player"]
            (bet,) = told["bets"]
            assert (bet["bettor"], bet["stake"], bet["net"]) == (player.session.name, 500, view.net)
            assert any("stakes 500 on player" in each["what"] for each in told["happened"])
            assert told["doubts"] == []
            return await supervisor.file(f"rounds/{name}/bundle")

    bundle, wrong = faults(asyncio.run(scenario()), "bundle")
    assert (wrong, bundle.content.number) == ((), 1)


# --- beside play --------------------------------------------------------------------------------


def test_play_goes_on_while_the_cage_works_and_a_report_is_read(sqlite_url: str) -> None:
    """A report that takes as long as the test wants: bets and credits are stored meanwhile."""

    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as player:
            cage = await Office.of(here, "cass", Role.CAGE)
            await player.watch("zero")
            begun, ended = threading.Event(), threading.Event()

            def slow_look(connection: Any) -> int:  # noqa: ANN401 – a connection
                begun.set()
                count = len(reading.accounts(connection))
                assert ended.wait(60), "nobody has ended it"
                return count

            report = asyncio.create_task(here.house.books.read(slow_look))
            await asyncio.to_thread(begun.wait, 60)
            acknowledged = 0
            for amount in range(1, 11):
                _, _, bet = await asyncio.gather(
                    cage.done("SellCredits", account="terminal-1", amount=amount),
                    cage.look("day", "DayReport"),
                    player.bet("zero", "player", 200),
                )
                acknowledged += isinstance(bet, tell.Accepted)
                await player.deal("zero")
            assert (acknowledged, report.done()) == (10, False)
            ended.set()
            assert await report > 0
            assert (await cage.look("day"))["takings"]["turnover"] == 10 * 200

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_whoever_looks_at_the_floor_takes_no_thread_from_play_and_shares_one_look(
    sqlite_url: str,
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as player:
            cage = await Office.of(here, "cass", Role.CAGE)
            begun, ended, looks = threading.Event(), threading.Event(), []

            def slow_look(_: Any, book: Any) -> None:  # noqa: ANN401 – a connection, a book
                looks.append(book)
                begun.set()
                assert ended.wait(60), "nobody has ended it"

            # As many as the usual threads of this process: none of them may be one that play needs.
            loop = asyncio.get_running_loop()
            loop.set_default_executor(ThreadPoolExecutor(2))
            days = [day_named(f"2026-03-{day}", 6) for day in range(10, 20)]
            slow = [asyncio.create_task(here.house.books.of_day(day, slow_look)) for day in days]
            await asyncio.to_thread(begun.wait, 60)
            polls = [asyncio.create_task(office_floor(here.house)) for _ in range(6)]
            await player.watch("zero")  # a table is opened
            assert isinstance(await player.bet("zero", "player", 200), tell.Accepted)
            shown = await here.house.books.read(lambda books: read_account(books, *TERMINAL))
            assert (shown is not None, len(looks)) == (True, 1)
            ended.set()
            await asyncio.gather(*slow)
            floors = await asyncio.gather(*polls)
            assert all(floor is floors[0] for floor in floors)
            assert (await cage.look("floor", "OfficeFloor"))["players"] == 1

    asyncio.run(scenario())
