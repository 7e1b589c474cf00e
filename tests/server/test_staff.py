"""Staff and a house that is open: what they report, decide and resolve, and what players see."""

import asyncio
import os
import socket
import stat
from pathlib import Path
from typing import Final

import msgspec

from punto.client import Player, join, join_as_terminal
from punto.client.http import read
from punto.client.player import new_id
from punto.client.table import TableView
from punto.house.chain import CAGE, COMMITS, Head, table_chain
from punto.house.record import decode_cage, decode_table
from punto.house.staff_request import decode_answer
from punto.office.irregularities import last_ruled
from punto.protocol import LobbyTile, ask
from punto.refusal import Refusal
from punto.store import Database, url_of
from punto.store.reading import heads, links
from punto.store.staff_socket import connect
from punto.table.record import RequestRefused
from punto.testing.serving import ServedHouse, quick_house
from tests.rules.citing import cites
from tests.server.here import assert_books_hold
from tests.server.staff_command import complaint, place_of, punto, run_here, told, told_outside

TIGER: Final = table_chain("tiger")
CREDITS: Final = 100_000
STAKE: Final = 500
BY: Final = ("--who", "sam", "--why", "the shoe stopped")
OTHER_CARDS: Final = ("incorrect-number-of-cards", "--reconstructed", "yes", "--cards", "9s 9s")
BY_SUPERVISOR: Final = ("--who", "kim", "--why", "seen on camera")

LONG: Final = quick_house(window_ms=600_000)
"""A window that no test outlasts: nothing happens but what the test brings about."""


async def staked(player: Player) -> TableView:
    """Sit down at Tiger and bet."""
    table = await player.watch("tiger")
    await player.betting("tiger")
    await player.bet("tiger", "player", STAKE)
    await player.until(lambda: player.balance.held == STAKE)
    return table


def tile(house: ServedHouse, table: str) -> LobbyTile:
    tiles = read(house.address, "/api/tables", list[LobbyTile], "")
    return next(each for each in tiles if each.id == table)


def test_a_malfunction_is_reported_and_decided_while_the_house_is_open(tmp_path: Path) -> None:
    async def scenario(house: ServedHouse) -> None:
        async with await join(house.address) as player, await join(house.address) as late:
            table = await staked(player)
            ruled = await told_outside(house, "admin", "report", "tiger", "malfunction", *BY)
            assert (ruled["round"], ruled["decision"]) == ("tiger-1", "supervisor")
            await player.until(lambda: table.waiting is not None)
            seen = (await late.watch("tiger")).waiting
            shown = (await asyncio.to_thread(tile, house, "tiger")).waiting
            for waiting in (table.waiting, seen, shown):
                assert waiting is not None
                assert (waiting.round, waiting.found) == (1, "malfunction")
                assert "a supervisor decides" in waiting.words
                assert waiting.since_ms > 0
            await audited(house)
            said = await asyncio.to_thread(
                punto, house, "admin", "decide", "tiger", "void", *BY_SUPERVISOR
            )
            assert (said.status, said.out.split(",")[0]) == (0, "tiger-1: void"), said
            await player.until(lambda: player.balance.available == CREDITS)
            await player.until(lambda: table.round == 2 and table.phase == "betting")
            await player.bet("tiger", "player", STAKE)
            assert table.waiting is None
            assert (await asyncio.to_thread(tile, house, "tiger")).waiting is None

    with ServedHouse(tmp_path, LONG) as house:
        asyncio.run(scenario(house))
        house.stop()
    assert "table tiger: round 1 waits for a supervisor: malfunction, reported by sam" in house.said
    assert "table tiger: round 1 is decided by kim, void: seen on camera" in house.said
    assert_books_hold(url_of(tmp_path))


async def audited(house: ServedHouse) -> None:
    """The audit names what waits, as a note and not as a fault."""
    audit = await told(house, "audit", "verify")
    assert audit["holds"]
    (found,) = audit["undecided"]
    assert (found["table"], found["round"], found["found"]) == ("tiger", 1, "malfunction")
    assert (found["who"], found["why"]) == ("sam", "the shoe stopped")
    assert any("tiger-1 waits for a supervisor since" in note for note in audit["notes"])


def test_a_round_that_stands_goes_on_where_it_was(tmp_path: Path) -> None:
    async def scenario(house: ServedHouse) -> None:
        async with await join(house.address) as player:
            table = await staked(player)
            await told(house, "admin", "report", "tiger", "malfunction", *BY)
            decided = await told(house, "admin", "decide", "tiger", "stands", *BY_SUPERVISOR)
            assert decided["round"] == "tiger-1"
            assert decided["decision"] == "stands"
            await player.until(lambda: table.waiting is None)
            await player.bet("tiger", "player", STAKE)
            assert (table.round, table.stakes) == (1, {"player": 2 * STAKE})

    with ServedHouse(tmp_path, LONG) as house:
        asyncio.run(scenario(house))


def test_what_waits_still_waits_after_a_restart(tmp_path: Path) -> None:
    async def begin(house: ServedHouse) -> None:
        async with await join(house.address) as player:
            await staked(player)
            await told(house, "admin", "report", "tiger", "malfunction", *BY)

    async def go_on(house: ServedHouse) -> None:
        async with await join(house.address) as player:
            table = await player.watch("tiger")
            assert table.waiting is not None
            assert (table.waiting.round, table.waiting.found) == (1, "malfunction")
            await told(house, "admin", "decide", "tiger", "void", *BY_SUPERVISOR)
            await player.until(lambda: table.round == 2)

    with ServedHouse(tmp_path, LONG) as house:
        asyncio.run(begin(house))
        house.kill()
        assert (tmp_path / "punto.db.sock").exists(), "a house that is killed leaves its socket"
        house.start()
        asyncio.run(go_on(house))
        house.stop()
    assert "round 1 waits for a supervisor" in house.said, "it is said again at the start"
    assert not (tmp_path / "punto.db.sock").exists()


def test_a_house_in_postgresql_is_asked_at_its_usual_place(
    tmp_path: Path, postgres_url: str
) -> None:
    async def scenario(house: ServedHouse) -> None:
        async with await join(house.address) as player:
            await staked(player)
            await told_outside(house, "admin", "report", "tiger", "malfunction", *BY)
            await told_outside(house, "admin", "decide", "tiger", "void", *BY_SUPERVISOR)
            await player.until(lambda: player.balance.available == CREDITS)

    with ServedHouse(tmp_path, LONG, postgres_url) as house:
        asyncio.run(scenario(house))


def test_what_cannot_be_done_is_one_line_and_changes_nothing(tmp_path: Path) -> None:
    wrong = (
        (("decide", "tiger", "void", *BY), "nothing waits for a supervisor"),
        (("decide", "nowhere", "void", *BY), "there is no table 'nowhere'"),
        (("decide", "tiger", "perhaps", *BY), "perhaps"),
        (("decide", "tiger", "void", "--who", " ", "--why", "x"), "say who does this"),
        (("report", "nowhere", "malfunction", *BY), "there is no table 'nowhere'"),
        (("report", "tiger", "ghosts", *BY), "cannot be found at a table"),
        (("report", "tiger", "malfunction", "--who", " ", "--why", "x"), "say who does this"),
        (("report", "tiger", "malfunction", *BY, "--reconstructed", "perhaps"), "perhaps"),
        (("report", "tiger", "malfunction", *BY, "--round", "7"), "there is no round 7"),
        (("report", "tiger", *OTHER_CARDS, *BY, "--round", "1"), "no card of round 1 is dealt yet"),
        (("ticket", "terminal-1", "returned", *BY), "terminal-1 has no ticket in hand"),
        (("ticket", "nobody", "printed", *BY), "there is no account 'nobody'"),
        (("credit", "nobody", "5"), "unknown"),
        (("redeem", "1234"), "number malformed"),
    )

    async def scenario(house: ServedHouse) -> None:
        async with await join(house.address) as player:
            await staked(player)
            before = ends(house)
            for arguments, words in wrong:
                assert words in await complaint(house, "admin", *arguments)
            after = ends(house)
            # What was refused is on record at its table, and in the commits that list it.
            assert after | {chain: before[chain] for chain in (TIGER, COMMITS)} == before
            assert refused_since(house, before[TIGER].position) == [
                ("sam", "Decide", "nothing-to-decide"),
                ("", "Decide", "who-and-why-wanted"),
                ("", "ReportIrregularity", "who-and-why-wanted"),
                ("sam", "ReportIrregularity", "no-round"),
                ("sam", "ReportIrregularity", "no-round"),
            ]

    with ServedHouse(tmp_path, LONG) as house:
        asyncio.run(scenario(house))


def ends(house: ServedHouse) -> dict[str, Head]:
    """Give where every chain of the journal ends."""
    with Database(url_of(house.place)).reading() as connection:
        return dict(heads(connection))


def refused_since(house: ServedHouse, position: int) -> list[tuple[str, str, str]]:
    """Give who was refused what at Tiger since an entry, all else being an error."""
    with Database(url_of(house.place)).reading() as connection:
        entries = [decode_table(x.body or b"").events for x in links(connection, TIGER, position)]
    events = [event for each in entries for event in each]
    refused = [event for event in events if isinstance(event, RequestRefused)]
    assert len(refused) == len(events)
    return [(event.who, event.what, event.code) for event in refused]


# --- money --------------------------------------------------------------------------------------


async def in_hand(house: ServedHouse, terminal: Player) -> str:
    """Cash out at a terminal, and leave the ticket unconfirmed; give its number."""
    request = new_id()
    await asyncio.to_thread(house.attendant)
    await terminal.request(ask.BuyCredits(id=new_id(), amount=5_000, attendant="tess", pin="2468"))
    await terminal.request(ask.CashOut(id=request))
    await terminal.until(lambda: terminal.balance.held == 5_000)
    return terminal.tickets[request].number


def test_staff_put_the_credits_of_a_stuck_ticket_back(tmp_path: Path) -> None:
    async def scenario(house: ServedHouse) -> None:
        async with await join_as_terminal(house.address, "terminal-1", "demo-1") as terminal:
            number = await in_hand(house, terminal)
            (ticket,) = await told(house, "admin", "tickets", "terminal-1")
            assert (ticket["state"], ticket["amount"]) == ("in-hand", 5_000)
            done = await told(house, "admin", "ticket", "terminal-1", "returned", *BY)
            assert (done["account"], done["ticket"]) == ("terminal-1", "returned")
            await terminal.until(lambda: terminal.balance.available == 5_000)
            assert terminal.balance.held == 0
            assert await told(house, "admin", "tickets", "terminal-1") == []
            assert "not printed" in await complaint(house, "admin", "redeem", number)
            assert "no ticket in hand" in await complaint(
                house, "admin", "ticket", "terminal-1", "returned", *BY
            )

    with ServedHouse(tmp_path, LONG) as house:
        asyncio.run(scenario(house))
        house.stop()
    with Database(url_of(tmp_path)).reading() as connection:
        records = [decode_cage(link.body or b"") for link in links(connection, CAGE)]
    assert [(each.staff, each.why) for each in records if each.staff] == [
        ("sam", "the shoe stopped")
    ]
    assert_books_hold(url_of(tmp_path))


def test_staff_confirm_a_ticket_that_is_on_paper_and_pay_it(tmp_path: Path) -> None:
    async def begin(house: ServedHouse) -> str:
        async with await join_as_terminal(house.address, "terminal-1", "demo-1") as terminal:
            return await in_hand(house, terminal)

    with ServedHouse(tmp_path, LONG) as house:
        number = asyncio.run(begin(house))
        house.stop()
        # The house is closed now: the same command opens the books itself.
        said = run_here(house, "admin", "ticket", "terminal-1", "printed", *BY)
        assert (said.status, said.out) == (0, "terminal-1: the ticket is printed\n"), said
        house.start()
        said = run_here(house, "admin", "redeem", number)
        assert (said.status, said.out) == (0, "ticket paid: 5000\n"), said
        house.stop()
    assert_books_hold(url_of(tmp_path))


def test_credits_that_are_sold_at_the_cage_are_on_the_screen_at_once(tmp_path: Path) -> None:
    async def scenario(house: ServedHouse) -> None:
        async with await join_as_terminal(house.address, "terminal-1", "demo-1") as terminal:
            for again in (False, True):
                sold = await told(
                    house, "admin", "credit", "terminal-1", "700", "--request", "once"
                )
                assert (sold["amount"], sold["again"]) == (700, again)
            await terminal.until(lambda: terminal.balance.available == 700)
            dropped = await told(house, "admin", "drop-old", "--days", "366")
            assert dropped == {"dropped": False, "through": {}}

    with ServedHouse(tmp_path, LONG) as house:
        asyncio.run(scenario(house))


async def paid_out(house: ServedHouse) -> None:
    """Do at the cage of a running house what the office does, from the command line."""
    paid = await told(house, "admin", "pay", "terminal-1", "300", "--request", "once")
    again = await told(house, "admin", "pay", "terminal-1", "300", "--request", "once")
    assert ((paid["amount"], paid["again"]), again["again"]) == ((300, False), True)
    assert "insufficient" in await complaint(house, "admin", "pay", "terminal-1", "1000000")
    assert await complaint(house, "admin", "repay", "terminal-1", "5")
    alert = await ruled_on(house)
    for wrong in ("round:tiger-1", "round:tiger-1:1", f"{alert}9", "hold:tiger:2026-03-14"):
        assert "no such alert" in await complaint(house, "admin", "acknowledge", wrong)
    done = {"alert": alert, "acknowledged": True}
    assert await told(house, "admin", "acknowledge", alert) == done
    assert "has seen this alert" in await complaint(house, "admin", "acknowledge", alert)
    assert "names no alert" in await complaint(house, "admin", "acknowledge", "no alert")


async def ruled_on(house: ServedHouse) -> str:
    """Report something at a table, and name the alert that it is."""
    await told(house, "admin", "report", "tiger", "foreign-card", *BY)
    with Database(url_of(house.place)).reading() as connection:
        found = last_ruled(connection, "tiger")
    assert found is not None
    return found.alert


TURNS = 11
"""When the gaming day of the next house turns."""


def test_the_office_is_on_the_command_line_too(tmp_path: Path) -> None:
    async def scenario(house: ServedHouse) -> None:
        async with await join(house.address) as player:
            await player.watch("zero")
            for _ in range(3):
                await player.bet("zero", "player", STAKE)
                await player.deal("zero")
            bought = CREDITS + 5_000
            async with await join_as_terminal(house.address, "terminal-1", "demo-1") as terminal:
                number = await in_hand(house, terminal)
                found = await told(house, "admin", "find-ticket", number)
                assert (found["state"], found["amount"]) == ("in-hand", 5_000)
                assert "no ticket" in await complaint(house, "admin", "find-ticket", "1234")
                await told(house, "admin", "ticket", "terminal-1", "returned", *BY)
                await paid_out(house)
            report = await told(house, "admin", "day", "--csv", str(tmp_path / "day.csv"))
            assert report["begins_ms"] // 3_600_000 % 24 == TURNS, "as the configuration says"
            takings = {each["table"]: each["takings"] for each in report["tables"]}
            assert (takings["zero"]["rounds"], takings["zero"]["turnover"]) == (3, 3 * STAKE)
            assert takings["zero"]["win"] == CREDITS - player.balance.available
            assert report["cage"] == {"sold": bought, "paid": 300}
            assert "zero,3,0," in (tmp_path / "day.csv").read_text(encoding="utf-8")
            events = (await told(house, "admin", "events"))["events"]
            assert events[0]["what"].startswith("has seen the alert round:tiger-")
            assert "paid 3.00 to terminal-1" in [each["what"] for each in events]
            assert "is no day" in await complaint(house, "admin", "day", "yesterday")
            for command in ("day", "events"):
                said = await asyncio.to_thread(run_here, house, "admin", command)
                assert (said.status, said.err) == (0, ""), said

    with ServedHouse(tmp_path, f"gaming_day_hour = {TURNS}\n{LONG}") as house:
        asyncio.run(scenario(house))
        alert = asyncio.run(ruled_on(house))
        house.stop()
        wrong = asyncio.run(complaint(house, "admin", "acknowledge", f"{alert}9"))
        assert "there is no ruling" in wrong
        asyncio.run(told(house, "admin", "acknowledge", alert))
    assert_books_hold(url_of(tmp_path))


# --- the socket ---------------------------------------------------------------------------------


def test_the_socket_is_the_owners_alone_and_gone_when_the_house_closes(tmp_path: Path) -> None:
    with ServedHouse(tmp_path, LONG) as house:
        found = (tmp_path / "punto.db.sock").stat()
        assert stat.S_ISSOCK(found.st_mode)
        assert stat.S_IMODE(found.st_mode) == 0o600
        assert found.st_uid == os.getuid()
        house.stop()
    assert not (tmp_path / "punto.db.sock").exists()
    assert not list(tmp_path.glob(".staff-*"))


def is_sent_away(caller: socket.socket, said: bytes) -> bool:
    """Whether the house hangs up: after the last of it, or before all of it is said."""
    try:
        caller.sendall(said)
        return caller.recv(1) == b""
    except (BrokenPipeError, ConnectionResetError):
        return True


def test_a_caller_who_says_nothing_or_nonsense_holds_up_nobody(tmp_path: Path) -> None:
    path = tmp_path / "punto.db.sock"
    with ServedHouse(tmp_path, LONG) as house:
        silent = [called(path) for _ in range(30)]
        for nonsense in (b"{}\n", b"hello\n", b"\xff\xfe\n", b"[" * 9_000 + b"\n", not_for_staff()):
            answer = asked(path, nonsense)
            assert isinstance(answer, Refusal), nonsense
            assert answer.code == "request-malformed"
        with called(path) as caller:
            assert is_sent_away(caller, b"x" * 100_000), "who says too much"
        assert run_here(house, "admin", "credit", "terminal-1", "5").status == 0
        for each in silent:
            each.close()


def not_for_staff() -> bytes:
    """Ask for something that is in the house's own list and not in that of staff."""
    what = {"type": "OpenAccount", "account": "mine", "kind": "player"}
    return msgspec.json.encode({"what": what, "id": "a"}) + b"\n"


def called(path: Path) -> socket.socket:
    caller = connect(path, 20.0)
    assert caller is not None
    return caller


def asked(path: Path, line: bytes) -> object:
    with called(path) as caller, caller.makefile("rb") as lines:
        caller.sendall(line)
        return decode_answer(lines.readline())


def test_a_socket_may_lie_deeper_than_its_name_may_be_long(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 100) / ("e" * 100)
    with ServedHouse(tmp_path, LONG) as house:
        assert not deep.exists()
        house.stop()
        deep.mkdir(parents=True)
        house.place = deep
        house.start()
        said = run_here(house, "admin", "credit", "terminal-1", "5")
        assert (said.status, said.out) == (0, "terminal-1 bought 5\n"), said
    assert place_of(house) == ("--data", str(deep))


# --- the key ------------------------------------------------------------------------------------


class KeptApart(ServedHouse):
    """A house whose key lies elsewhere."""

    def command(self) -> list[str]:
        """Name the key as well."""
        return [*super().command(), "--key", str(self.place / "apart.key")]


def test_a_house_is_served_with_a_key_that_is_kept_apart(tmp_path: Path) -> None:
    (tmp_path / "apart.key").write_text("ab" * 32)
    with KeptApart(tmp_path, LONG) as house:
        house.stop()
    assert not (tmp_path / "house.key").exists()
    said = run_here(
        house, "admin", "credit", "terminal-1", "5", "--key", str(tmp_path / "apart.key")
    )
    assert said.status == 0, said


# --- the online game ----------------------------------------------------------------------------


@cites(zero="GENERAL RULES")
def test_a_malfunction_voids_the_hand_that_staff_name_and_all_later_ones(tmp_path: Path) -> None:
    async def scenario(house: ServedHouse) -> None:
        async with await join(house.address) as player:
            view = await player.watch("zero")
            after = []
            for wager in ("player", "banker", "tie"):
                await player.bet("zero", wager, STAKE)
                await player.deal("zero")
                after.append(player.balance.available)
            table = f"zero-{player.session.name}"
            first = ("report", table, "malfunction", *BY, "--round", "2")
            ruled = await told_outside(house, "admin", *first)
            assert (ruled["round"], ruled["decision"]) == (f"{table}-2", "void")
            await player.until(lambda: player.balance.available == after[0])
            await player.until(lambda: len(view.strip) == 1)
            assert player.balance.net == after[0] - CREDITS
            voided = [(played.round, played.void) for played in await player.history("zero")]
            assert voided == [(f"{table}-3", True), (f"{table}-2", True), (f"{table}-1", False)]
            nowhere = ("report", table, "malfunction", *BY, "--round", "7")
            assert "there is no round 7" in await complaint(house, "admin", *nowhere)

    with ServedHouse(tmp_path, LONG) as house:
        asyncio.run(scenario(house))
        assert house.stop() == 0
    assert_books_hold(url_of(tmp_path))
