"""The cage and the back office of an open house: who may do what, and what the books say then."""

import asyncio
import csv
import io
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import isclose, sqrt
from typing import Any, Final, get_args
from urllib.parse import urlsplit

import msgspec
import pytest
from sqlalchemy import update

import punto
from punto.cards import Composition
from punto.client import Player, join, join_as_terminal
from punto.client.player import new_id
from punto.coup import Phase
from punto.exact import joint
from punto.house import Act
from punto.house.authority import RIGHTS, Action
from punto.house.chain import OFFICE
from punto.house.record import decode_alert
from punto.ledger import Kind
from punto.office.gaming_day import day_named
from punto.people import Actor, Role
from punto.protocol import ask, console, tell
from punto.protocol.office import OfficeAsk
from punto.replay.bundle import faults
from punto.server.office_account import read_account
from punto.server.office_floor import office_floor
from punto.store import Database, reading, schema
from punto.table import Found
from punto.table.command import Decide, ReportIrregularity
from punto.testing.serving import quick_house
from tests.server.console import PIN, Console, asked, enrolled, posted
from tests.server.here import KEY, Here, assert_books_hold, open_house
from tests.server.office import Office
from tests.server.test_console import dealt as dealt_out
from tests.server.test_damage import damaged
from tests.server.test_money import voided, won

STAFF: Final = (Role.DEALER, Role.SUPERVISOR, Role.CAGE, Role.MANAGER, Role.AUDITOR)
WHY: Final = "seen on paper"
RULINGS: Final = 2
TERMINAL: Final = ("terminal-1", KEY)

# --- who may do what ----------------------------------------------------------------------------

MAY: Final[dict[str, set[Role]]] = {
    "SellCredits": {Role.CAGE, Role.MANAGER},
    "PayCredits": {Role.CAGE, Role.MANAGER},
    "PayTicket": {Role.CAGE, Role.MANAGER},
    "EndCashOut": {Role.SUPERVISOR, Role.CAGE, Role.MANAGER},
    "TakeRepayment": {Role.CAGE, Role.MANAGER},
    "WriteOff": {Role.SUPERVISOR, Role.MANAGER},
    "Acknowledge": {Role.SUPERVISOR, Role.MANAGER},
    "SetTable": {Role.MANAGER},
    "ReadFile": {Role.MANAGER},
}
"""What the office can ask for, and who may: written down by hand."""

FIELDS: Final[dict[str, dict[str, Any]]] = {
    "SellCredits": {"account": "terminal-1", "amount": 100},
    "PayCredits": {"account": "terminal-1", "amount": 100},
    "PayTicket": {"number": "1234"},
    "EndCashOut": {"account": "terminal-1", "printed": True, "why": WHY},
    "TakeRepayment": {"account": "terminal-1", "amount": 100},
    "WriteOff": {"account": "terminal-1", "why": WHY},
    "Acknowledge": {"alert": "round:tiger-1"},
    "SetTable": {
        "table": "tiger",
        "changes": [{"key": "minimum", "before": 100, "after": 200}],
        "why": WHY,
    },
    "ReadFile": {"why": WHY},
}

IN_OFFICE: Final = {
    Action.SELL_CREDITS: "SellCredits",
    Action.PAY_CREDITS: "PayCredits",
    Action.REDEEM_TICKET: "PayTicket",
    Action.END_CASH_OUT: "EndCashOut",
    Action.TAKE_REPAYMENT: "TakeRepayment",
    Action.WRITE_OFF: "WriteOff",
    Action.ACKNOWLEDGE: "Acknowledge",
    Action.CHANGE_SETTINGS: "SetTable",
}
"""The rights that the office has a command for; the others are those of tables and players."""

ALSO: Final = {Action.CHANGE_SETTINGS: ("ReadFile",)}
"""What the same right lets somebody ask for."""

CELLS: Final = [
    (name, role)
    for action in RIGHTS
    if action in IN_OFFICE
    for name in (IN_OFFICE[action], *ALSO.get(action, ()))
    for role in STAFF
]

LOOKS: Final = {
    "floor": "OfficeFloor",
    "accounts/terminal-1": "AccountInfo",
    "meters": "OfficeMeters",
    "settings": "OfficeSettings",
    "events": "EventPage",
    "day": "DayReport",
}


def test_every_command_and_every_role_has_a_cell() -> None:
    names = {kind.__name__ for kind in get_args(OfficeAsk)}
    assert names == set(MAY) == set(FIELDS) == {name for name, _ in CELLS}
    assert len(CELLS) == len(names) * len(STAFF)


def test_role_by_action_over_the_wire(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            offices = {role: await Office.of(here, f"{role.value}-1", role) for role in STAFF}
            for name, role in CELLS:
                before = here.writer.account("terminal-1")
                status, answer = await offices[role].ask(name, **FIELDS[name])
                is_refused = (status, answer.get("code")) == (403, "not-permitted")
                assert is_refused == (role not in MAY[name]), (name, role, answer)
                if is_refused:
                    assert all(each.value in answer["detail"] for each in MAY[name])
                    assert here.writer.account("terminal-1") == before
            await looked_at_by_each(offices)
            await nobody_else(here)

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


async def looked_at_by_each(offices: dict[Role, Office]) -> None:
    for role, office in offices.items():
        for path, part in LOOKS.items():
            if role is Role.DEALER:
                status, answer = await office.try_to_look(path)
                assert (status, answer["code"]) == (403, "not-permitted")
            else:
                await office.look(path, part)


async def nobody_else(here: Here) -> None:
    """Neither a stranger nor a player has any business here."""
    async with await join(here.address) as player:
        for cookie in ("", "nobody.0.0", player.session.token):
            office = Office(here, cookie)
            for name, fields in FIELDS.items():
                assert await office.refused(name, **fields) == (401, "sign-in")
            for path in (*LOOKS, "day.csv", "rounds/tiger-1", "rounds/tiger-1/bundle", "tickets/1"):
                status, answer = await office.try_to_look(path)
                assert (status, answer["code"]) == (401, "sign-in")


def test_an_office_that_nobody_touches_is_locked_and_looking_at_the_floor_is_no_touch(
    sqlite_url: str,
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            office = await Office.of(here, "cass", Role.CAGE)
            for _ in range(3):
                await here.advance(100_000)
                await office.look("floor", "OfficeFloor")
            await here.advance(1)
            status, answer = await office.try_to_look("floor")
            assert (status, answer["code"]) == (403, "locked")
            for name, fields in FIELDS.items():
                assert await office.refused(name, **fields) == (403, "locked")
            said = {"name": "cass", "pin": PIN}
            status, _, cookie = await posted(here, "api/staff/sessions", said, office.cookie)
            assert status == 201
            again = Office(here, cookie)
            await here.advance(200_000)
            await again.look("meters")
            await here.advance(200_000)
            await again.done("SellCredits", account="terminal-1", amount=5)
            await asked(here, "DELETE", "api/staff/sessions", cookie)
            assert (await again.try_to_look("meters"))[0] == 403

    asyncio.run(scenario())


LATE: Final = {"type": "SellCredits", "id": "late", "account": "terminal-1", "amount": 700}


async def sold_late(here: Here, cookie: str, meanwhile: Callable[[], Awaitable[object]]) -> int:
    """Ask to sell credits, and say how many only after something else; give the status."""
    place, body = urlsplit(here.address), msgspec.json.encode(LATE)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    head = ("POST /api/office HTTP/1.1", f"Host: {place.netloc}", f"Cookie: punto-staff={cookie}")
    rest = (f"Content-Length: {len(body)}", "Expect: 100-continue", "Connection: close")
    writer.write("\r\n".join((*head, *rest, "", "")).encode())
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 100"), "it waits for more"
    await meanwhile()
    writer.write(body)
    answer = await reader.read()
    writer.close()
    return int(answer.split()[1])


def test_whoever_is_out_or_locked_when_all_is_said_sells_nothing(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            cage = await Office.of(here, "cass", Role.CAGE)
            gone = asked(here, "DELETE", "api/staff/sessions", cage.cookie)
            assert await sold_late(here, cage.cookie, lambda: gone) == 403
            assert (await cage.try_to_look("meters"))[0] == 403, "nor is the PIN given by it"
            said = {"name": "cass", "pin": PIN}
            _, _, cookie = await posted(here, "api/staff/sessions", said, cage.cookie)
            assert await sold_late(here, cookie, lambda: here.advance(300_001)) == 403
            assert (await Office(here, cookie).try_to_look("meters"))[0] == 403
            _, _, cookie = await posted(here, "api/staff/sessions", said, cookie)
            assert await sold_late(here, cookie, lambda: here.advance(200_000)) == 200
            await here.advance(200_000)
            account = await Office(here, cookie).look("accounts/terminal-1")
            assert account["balance"] == 700, "whoever is there sells, and was there when he did"

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


# --- the cage -----------------------------------------------------------------------------------


def test_the_cage_sells_pays_and_redeems_once_however_often_it_is_pressed(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url) as here,
            await join_as_terminal(here.address, "terminal-1", "demo-1") as terminal,
        ):
            cage = await Office.of(here, "cass", Role.CAGE)
            twice = [
                await cage.done("SellCredits", id="once", account="terminal-1", amount=5_000)
                for _ in range(2)
            ]
            assert [each["again"] for each in twice] == [False, True]
            assert [each["amount"] for each in twice] == [5_000, 5_000]
            await terminal.until(lambda: terminal.balance.available == 5_000)
            clash = await cage.refused("SellCredits", id="once", account="terminal-1", amount=6_000)
            assert clash == (409, "id-clash")
            paid = await cage.done("PayCredits", account="terminal-1", amount=1_000)
            assert (paid["amount"], paid["account"]["balance"]) == (1_000, 4_000)
            number = await printed(terminal)
            await ticket_is(cage, number, "outstanding", ["cashed out", "printed"])
            redeemed = await cage.done("PayTicket", number=number, id="pay")
            assert redeemed["amount"] == 4_000
            assert (await cage.done("PayTicket", number=number, id="pay"))["again"]
            assert await cage.refused("PayTicket", number=number) == (409, "already-redeemed")
            await ticket_is(cage, number, "redeemed", ["cashed out", "printed", "redeemed"])
            report = await cage.look("day", "DayReport")
            sums = {"sold": 5_000, "paid": 1_000, "tickets-made": 4_000, "tickets-paid": 4_000}
            assert report["cage"] == sums
            assert report["drawers"] == [
                {"person": "cass", "role": "cage", "taken": 5_000, "paid": 5_000}
            ]

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_what_is_answered_is_what_was_sold_whatever_is_collected_of_it(sqlite_url: str) -> None:
    async def scenario() -> dict[str, Any]:
        async with open_house(sqlite_url) as here, await join(here.address) as guest:
            cage, name = await Office.of(here, "cass", Role.CAGE), guest.session.name
            owed = await won(guest)
            has = (await cage.look(f"accounts/{name}"))["balance"]
            await cage.done("PayCredits", account=name, amount=has)
            await voided(here, f"zero-{name}")
            sold = await cage.done("SellCredits", account=name, amount=owed + 40)
            assert (sold["amount"], sold["account"]["balance"]) == (owed + 40, 40)
            meters: dict[str, Any] = await cage.look("meters", "OfficeMeters")
            return meters

    meters = asyncio.run(scenario())
    with Database(sqlite_url).reading() as connection:
        accounts = reading.accounts(connection).values()
    kinds = {"win": {Kind.HOUSE}, "credits": {Kind.PLAYER, Kind.RECEIVABLE}}
    for name, wanted in kinds.items():
        (line,) = [each for each in meters["lines"] if each["name"] == name]
        held = sum(each.balance for each in accounts if each.kind in wanted)
        assert (line["meter"], line["ledger"]) == (held, held)
    assert meters["unreconciled"] == []


async def cashed_out(terminal: Player) -> tuple[str, str]:
    """Ask for a ticket, and leave it in hand: its request and its number."""
    request = new_id()
    await terminal.request(ask.CashOut(id=request))
    await terminal.until(lambda: request in terminal.tickets)
    return request, terminal.tickets[request].number


async def printed(terminal: Player) -> str:
    request, number = await cashed_out(terminal)
    await terminal.request(ask.TicketPrinted(id=new_id(), cash_out=request, printed=True))
    return number


async def ticket_is(cage: Office, number: str, state: str, life: list[str]) -> None:
    """Find a ticket by its number, which is never shown again."""
    found = await cage.look(f"tickets/{number}", "TicketInfo")
    assert (found["state"], found["account"]) == (state, "terminal-1")
    assert [step["what"] for step in found["life"]] == life
    assert number not in str(found)
    assert found["number"].endswith(number[-4:])


@pytest.mark.parametrize("on_paper", [True, False])
def test_a_stuck_ticket_is_resolved_and_who_did_it_is_on_record(
    sqlite_url: str, *, on_paper: bool
) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url) as here,
            await join_as_terminal(here.address, "terminal-1", "demo-1") as terminal,
        ):
            cage = await Office.of(here, "cass", Role.CAGE)
            await cage.done("SellCredits", account="terminal-1", amount=700)
            _, number = await cashed_out(terminal)
            await ticket_is(cage, number, "in-hand", ["cashed out"])
            shown = await cage.look("accounts/terminal-1", "AccountInfo")
            assert (shown["in_hand"], shown["is_terminal"]) == (700, True)
            ended = {"account": "terminal-1", "printed": on_paper}
            after = await cage.done("EndCashOut", **ended, why=WHY)
            assert after["account"]["in_hand"] is None
            assert await cage.refused("EndCashOut", **ended, why=WHY) == (409, "no-ticket-in-hand")
            state = "outstanding" if on_paper else "put-back"
            await ticket_is(
                cage, number, state, ["cashed out", "printed" if on_paper else "put back"]
            )
            (first, *_) = (await cage.look("events", "EventPage"))["events"]
            assert (first["who"], first["role"]) == ("cass", "cage")
            assert first["what"].endswith(f", by cass: {WHY}")

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


BAD: Final[list[bytes]] = [
    b"",
    b"null",
    b"\xff",
    b"[" * 4_000,
    b'{"type": "Rob", "id": "a"}',
    b'{"type": "SellCredits", "id": "a", "account": "terminal-1"}',
    b'{"type": "SellCredits", "id": "a", "account": "terminal-1", "amount": 0}',
    b'{"type": "SellCredits", "id": "a", "account": "terminal-1", "amount": -5}',
    b'{"type": "SellCredits", "id": "a", "account": "terminal-1", "amount": 1.5}',
    b'{"type": "SellCredits", "id": "a", "account": "../x", "amount": 5}',
    b'{"type": "SellCredits", "id": "a b", "account": "terminal-1", "amount": 5}',
    b'{"type": "SellCredits", "id": "a", "id": "b", "account": "terminal-1", "amount": 5}',
    b'{"type": "SellCredits", "id": "a", "account": "terminal-1", "amount": 5, "role": "manager"}',
    b'{"type": "WriteOff", "id": "a", "account": "terminal-1", "why": ""}',
]


def test_bad_input_is_refused_in_words_and_does_nothing(sqlite_url: str) -> None:
    refusals = (
        ("SellCredits", {"account": "nobody", "amount": 5}, (409, "credit-account-unknown")),
        ("SellCredits", {"account": "terminal-1", "amount": 10**9}, (409, "above-sale-maximum")),
        ("PayCredits", {"account": "terminal-1", "amount": 5}, (409, "insufficient-credits")),
        ("PayTicket", {"number": "12 34"}, (409, "number-malformed")),
        ("PayTicket", {"number": "0" * 28}, (409, "number-misread")),
        ("EndCashOut", {"account": "nobody", "printed": True, "why": WHY}, (409, "player-unknown")),
        ("WriteOff", {"account": "terminal-1", "why": WHY}, (409, "nothing-owed")),
        ("WriteOff", {"account": "terminal-1", "why": "  "}, (409, "who-and-why-wanted")),
        ("Acknowledge", {"alert": "not an alert"}, (400, "request-malformed")),
    )
    unseen = (
        ("accounts/nobody", 404, "not-found"),
        ("accounts/cage", 404, "not-found"),
        ("accounts/' or 1", 404, "not-found"),
        ("tickets/1234", 404, "not-found"),
        ("day?day=tomorrow", 400, "request-malformed"),
        ("day?day=9999-12-31", 400, "request-malformed"),
        ("rounds/tiger", 404, "not-found"),
        ("rounds/tiger-99", 404, "not-found"),
        ("rounds/nowhere-1/bundle", 404, "not-found"),
    )

    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            manager = await Office.of(here, "mary", Role.MANAGER)
            before = here.writer.house
            for body in BAD:
                status, answer = await manager.send(body)
                assert (status, answer["code"]) == (400, "request-malformed"), body
                assert answer["detail"]
            for kind, fields, expected in refusals:
                assert await manager.refused(kind, **fields) == expected, (kind, fields)
            for path, status, code in unseen:
                answered = await manager.try_to_look(path)
                assert (answered[0], answered[1]["code"]) == (status, code), path
            assert here.writer.house.heads == before.heads

    asyncio.run(scenario())


# --- the day ------------------------------------------------------------------------------------


def test_the_report_of_the_day_is_what_the_ledger_says_and_theory_is_exact(
    database_url: str,
) -> None:
    stakes, rounds = {"player": 500, "tie": 200}, 12

    async def scenario() -> dict[str, Any]:
        async with open_house(database_url) as here, await join(here.address) as player:
            auditor = await Office.of(here, "anna", Role.AUDITOR)
            await player.watch("zero")
            await player.watch("tiger")
            await player.betting("tiger")
            await player.bet("tiger", "tiger", 300)
            for played in range(rounds):
                for wager, stake in stakes.items():
                    await player.bet("zero", wager, stake)
                await player.deal("zero")
                if played == rounds // 2:
                    await auditor.look("floor", "OfficeFloor")  # the rest is read on from here
            await here.until("tiger", Phase.SETTLED)
            await csv_agrees(auditor)
            floor = await auditor.look("floor", "OfficeFloor")
            assert floor["players"] == 1
            assert [table["id"] for table in floor["tables"] if table["players"]] == [
                "zero",
                "tiger",
            ]
            assert floor["hold"][-1]["rounds"] == rounds + 1
            assert (await auditor.look("day?day=2001-01-01"))["takings"]["rounds"] == 0
            report: dict[str, Any] = await auditor.look("day", "DayReport")
            return report

    report = asyncio.run(scenario())
    took = {each["table"]: each["takings"] for each in report["tables"]}
    with Database(database_url).reading() as connection:
        accounts = reading.accounts(connection)
    assert took["tiger"]["win"] == accounts["house:tiger"].balance
    assert took["zero"]["win"] == accounts["house:zero:1"].balance
    assert (took["zero"]["rounds"], took["zero"]["turnover"]) == (rounds, rounds * 700)
    assert took["tiger"]["turnover"] == 300
    mean, variance = moments("zero-commission", stakes)
    assert isclose(took["zero"]["theory"], rounds * -mean)
    assert isclose(took["zero"]["deviation"], sqrt(rounds * variance))
    mean, variance = moments("mbs-tiger", {"tiger": 300})
    assert isclose(took["tiger"]["theory"], -mean)
    assert isclose(took["tiger"]["deviation"], sqrt(variance))
    assert_books_hold(database_url)


def moments(rulebook: str, stakes: dict[str, int]) -> tuple[float, float]:
    """Work mean and variance of the player's net out from its whole distribution."""
    book = punto.rulebook(rulebook)
    counted = joint(book, Composition.of_decks(book.deck, book.shoe.default_decks))
    nets, all_ = counted.net_distribution(stakes), counted.sequences
    mean = sum((net * times for net, times in nets.items()), Fraction(0)) / all_
    squares = sum((net * net * times for net, times in nets.items()), Fraction(0)) / all_
    return float(mean), float(squares - mean * mean)


async def csv_agrees(auditor: Office) -> None:
    report = await auditor.look("day", "DayReport")
    rows = list(csv.reader(io.StringIO((await auditor.file("day.csv")).decode())))
    assert rows[0] == ["gaming day", report["day"]]
    found = {row[0]: row for row in rows if row}
    for each in report["tables"]:
        assert found[each["table"]][1:5] == [
            str(each["takings"][name]) for name in ("rounds", "voids", "turnover", "win")
        ]


def test_the_gaming_day_turns_at_its_hour_and_a_round_in_play_counts_where_it_is_paid(
    sqlite_url: str,
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url, quick_house(window_ms=600_000)) as here:
            auditor = await Office.of(here, "anna", Role.AUDITOR)
            first = (await auditor.look("floor"))["day"]
            async with await join(here.address) as player:
                await player.watch("tiger")
                turns_ms = (await auditor.look("day"))["ends_ms"]
                await here.advance(turns_ms - here.house.time.now_ms() - 60_000)
                await player.betting("tiger")
                await player.bet("tiger", "player", 500)
                await here.until("tiger", Phase.SETTLED)
            said = {"name": "anna", "pin": PIN}
            await posted(here, "api/staff/sessions", said, auditor.cookie)
            before, after = await auditor.look(f"day?day={first}"), await auditor.look("day")
            assert after["begins_ms"] == turns_ms == before["ends_ms"]
            assert (before["takings"]["turnover"], after["takings"]["turnover"]) == (0, 500)

    asyncio.run(scenario())


def test_a_void_of_a_paid_round_leaves_the_takings_as_the_ledger_has_them(sqlite_url: str) -> None:
    async def scenario() -> dict[str, Any]:
        async with open_house(sqlite_url) as here, await join(here.address) as player:
            manager = await Office.of(here, "mary", Role.MANAGER)
            await player.watch("zero")
            for _ in range(4):
                await player.bet("zero", "player", 500)
                await player.deal("zero")
            table = f"zero-{player.session.name}"
            report = ReportIrregularity(found=Found.MALFUNCTION, who="mary", why="just so", round=3)
            await here.house.writer.ask(Actor("mary", Role.MANAGER), Act(table, (report,)), "r")
            floor = await manager.look("floor", "OfficeFloor")
            assert [alert["kind"] for alert in floor["alerts"]] == ["irregularity"]
            found: dict[str, Any] = await manager.look("day", "DayReport")
            return found

    takings = asyncio.run(scenario())["takings"]
    with Database(sqlite_url).reading() as connection:
        accounts = reading.accounts(connection)
    assert takings["win"] == accounts["house:zero:1"].balance
    assert (takings["turnover"], takings["rounds"], takings["voids"]) == (1_000, 2, 2)
    assert_books_hold(sqlite_url)


# --- alerts, events, disputes -------------------------------------------------------------------


def test_an_alert_stays_until_it_is_seen_and_decided(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as player:
            supervisor = await Office.of(here, "sue", Role.SUPERVISOR)
            await player.watch("tiger")
            await player.betting("tiger")
            await player.bet("tiger", "player", 500)
            dealer = Actor("dora", Role.MANAGER)
            report = ReportIrregularity(found=Found.MALFUNCTION, who="dora", why="it stopped")
            await here.house.writer.ask(dealer, Act("tiger", (report,)), "r")
            await player.until(lambda: player.tables["tiger"].waiting is not None)
            (alert,) = (await supervisor.look("floor", "OfficeFloor"))["alerts"]
            assert alert["id"].startswith("round:tiger-1:")
            assert (alert["kind"], alert["seen_by"]) == ("undecided", "")
            await supervisor.done("Acknowledge", alert=alert["id"])
            (seen,) = (await supervisor.look("floor"))["alerts"]
            assert (seen["kind"], seen["seen_by"]) == ("undecided", "sue")
            decide = Decide(void=True, who="sue", why="seen on camera")
            sue = Actor("sue", Role.SUPERVISOR)
            await here.house.writer.ask(sue, Act("tiger", (decide,)), "d")
            await player.until(lambda: player.tables["tiger"].waiting is None)
            (over,) = (await supervisor.look("floor"))["alerts"]
            assert (over["kind"], over["seen_by"]) == ("irregularity", "sue")

    asyncio.run(scenario())
    with Database(sqlite_url).reading() as connection:
        (link,) = reading.links(connection, OFFICE)
    record = decode_alert(link.body or b"")
    assert (record.who, record.role) == ("sue", "supervisor")
    assert record.alert.startswith("round:tiger-1:")
    assert_books_hold(sqlite_url)


def test_an_alert_that_nobody_has_seen_is_there_the_next_day_and_is_seen_once(
    sqlite_url: str,
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as player:
            supervisor = await Office.of(here, "sue", Role.SUPERVISOR)
            await player.watch("zero")
            table = f"zero-{player.session.name}"
            for _ in range(RULINGS):
                await player.bet("zero", "player", 500)
                await player.deal("zero")
                await voided(here, table)
            first = (await supervisor.look("floor"))["alerts"]
            await supervisor.done("Acknowledge", alert=first[0]["id"], id="seen")
            assert (await supervisor.done("Acknowledge", alert=first[0]["id"], id="seen"))["again"]
            for alert in (first[0]["id"], f"round:{table}-1", "round:nowhere-1:1"):
                assert await supervisor.refused("Acknowledge", alert=alert) == (404, "not-found")
            await here.advance(24 * 3_600_000)
            said = {"name": "sue", "pin": PIN}
            await posted(here, "api/staff/sessions", said, supervisor.cookie)
            later = (await supervisor.look("floor", "OfficeFloor"))["alerts"]
            assert [alert["id"] for alert in later] == [alert["id"] for alert in first[1:]]
            assert {alert["seen_by"] for alert in later} == {""}
            assert len(first) == RULINGS

    asyncio.run(scenario())
    with Database(sqlite_url).reading() as connection:
        assert len(list(reading.links(connection, OFFICE))) == 1


def test_damaged_books_are_an_alert_and_nobody_is_paid_from_them(sqlite_url: str) -> None:
    async def before() -> None:
        async with open_house(sqlite_url) as here:
            await (await Office.of(here, "mary", Role.MANAGER)).done(
                "SellCredits", account="terminal-1", amount=500
            )

    async def after() -> None:
        async with open_house(sqlite_url) as here:
            _, _, cookie = await posted(here, "api/staff/sessions", {"name": "mary", "pin": PIN})
            manager = Office(here, cookie)
            status, answer = await manager.try_to_look("accounts/terminal-1")
            assert (status, answer["code"]) == (409, "books-damaged")
            pay = {"account": "terminal-1", "amount": 5}
            assert await manager.refused("PayCredits", **pay) == (409, "books-damaged")
            alerts = (await manager.look("floor", "OfficeFloor"))["alerts"]
            ids = {alert["id"] for alert in alerts if alert["kind"] == "damaged"}
            assert ids == {"damaged:table/tiger", "damaged:terminal-1"}
            await manager.done("Acknowledge", alert="damaged:table/tiger")
            alerts = (await manager.look("floor"))["alerts"]
            assert {alert["id"]: alert["seen_by"] for alert in alerts} == {
                "damaged:table/tiger": "mary",
                "damaged:terminal-1": "",
            }
            tables = {each["id"]: each for each in (await manager.look("floor"))["tables"]}
            assert (tables["tiger"]["is_open"], tables["mbs"]["is_open"]) == (False, True)

    asyncio.run(before())
    damaged(sqlite_url, "tiger")
    with Database(sqlite_url).engine.begin() as connection:
        accounts = schema.accounts
        richer = update(accounts).where(accounts.c.id == "terminal-1")
        connection.execute(richer.values(credits_posted=accounts.c.credits_posted + 1))
    asyncio.run(after())


def is_open(here: Here, table: str) -> bool:
    floor = here.writer.floor(table)
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
