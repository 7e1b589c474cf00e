"""The cage and the back office of an open house: who may do what, and what the books say then."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, get_args
from urllib.parse import urlsplit

import msgspec
import pytest

from punto.client import Player, join, join_as_terminal
from punto.client.player import new_id
from punto.house.authority import RIGHTS, Action
from punto.ledger import Kind
from punto.people import Role
from punto.protocol import ask
from punto.protocol.office import OfficeAsk
from punto.store import Database, reading
from tests.server.console import PIN, asked, posted
from tests.server.here import Here, assert_books_hold, open_house
from tests.server.office import Office
from tests.server.test_money import voided, won

STAFF: Final = (Role.DEALER, Role.SUPERVISOR, Role.CAGE, Role.MANAGER, Role.AUDITOR)
WHY: Final = "seen on paper"

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
    "InviteTerminal": {Role.MANAGER},
    "RevokeTerminal": {Role.CAGE, Role.MANAGER},
    "ResetCodes": {Role.MANAGER},
    "OpenShift / table": {Role.SUPERVISOR, Role.MANAGER},
    "CloseShift / table": {Role.SUPERVISOR, Role.MANAGER},
    "OpenShift / till": {Role.CAGE, Role.MANAGER},
    "CloseShift / till": {Role.CAGE, Role.MANAGER},
    "OpenShift / another's till": {Role.MANAGER},
    "CloseShift / another's till": {Role.MANAGER},
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
    "InviteTerminal": {"terminal": "terminal-1"},
    "RevokeTerminal": {"terminal": "terminal-1", "why": WHY},
    "ResetCodes": {"person": "dealer-1", "why": WHY},
    "OpenShift / table": {"place": "table/tiger", "counted": 100},
    "CloseShift / table": {"place": "table/tiger", "counted": 100},
    "OpenShift / till": {"place": "till/cage-1", "counted": 100},
    "CloseShift / till": {"place": "till/cage-1", "counted": 100},
    "OpenShift / another's till": {"place": "till/manager-1", "counted": 100},
    "CloseShift / another's till": {"place": "till/manager-1", "counted": 100},
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
    Action.INVITE_TERMINAL: "InviteTerminal",
    Action.REVOKE_TERMINAL: "RevokeTerminal",
    Action.RESET_CODES: "ResetCodes",
    Action.COUNT_FLOAT: "OpenShift / table",
    Action.COUNT_TILL: "OpenShift / till",
}
"""The rights that the office has a command for; the others are those of tables and players."""

ALSO: Final = {
    Action.CHANGE_SETTINGS: ("ReadFile",),
    Action.COUNT_FLOAT: ("CloseShift / table",),
    Action.COUNT_TILL: (
        "CloseShift / till",
        *("OpenShift / another's till", "CloseShift / another's till"),
    ),
}
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
    "roster": "OfficeRoster",
    "events": "EventPage",
    "day": "DayReport",
    "shifts": "OfficeShifts",
}


def test_every_command_and_every_role_has_a_cell() -> None:
    names = {kind.__name__ for kind in get_args(OfficeAsk)}
    assert names == set(map(command, MAY))
    assert set(MAY) == set(FIELDS) == {name for name, _ in CELLS}
    assert len(CELLS) == len(MAY) * len(STAFF)


def command(name: str) -> str:
    """Tell the command of a row, wherever it is asked for."""
    return name.partition(" / ")[0]


def test_role_by_action_over_the_wire(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            offices = {role: await Office.of(here, f"{role.value}-1", role) for role in STAFF}
            for name, role in CELLS:
                before = here.writer.account("terminal-1")
                status, answer = await offices[role].ask(command(name), **FIELDS[name])
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
                assert await office.refused(command(name), **fields) == (401, "sign-in")
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
                assert await office.refused(command(name), **fields) == (403, "locked")
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
