"""One-time codes of the staff: set up and confirmed, each good once, reset on record."""

import asyncio
from base64 import b32decode
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec
import pytest
from sqlalchemy import text

from punto.client import Player, Refusal, join_as_terminal
from punto.client.player import new_id
from punto.house import ChangePin
from punto.house.roster_request import ResetCodes, SetUpCodes, UseCode
from punto.people import Role
from punto.people.one_time_code import STEP_MS, code_at, step_at
from punto.protocol import Session, ask
from punto.protocol.console import TakeTable
from punto.server.async_writer import DRIVER
from punto.server.attempts import FREE
from punto.server.staff import CODE_LASTS_MS
from punto.store import Database
from punto.testing.driven_time import DrivenTime
from punto.testing.serving import ATTENDANT, quick_house
from tests.server.console import PIN, Console, asked, posted
from tests.server.held_hashes import held
from tests.server.here import MANAGER, Here, assert_books_hold, open_house
from tests.server.office import Office

WANTED = f'one_time_codes = ["manager", "cage"]\n{quick_house()}'
SESSIONS = "api/staff/sessions"


def code_now(here: Here, secret: str, steps: int = 0) -> str:
    """Make the code that an app would show, or showed some steps ago."""
    return code_at(b32decode(secret), step_at(here.time.now_ms()) + steps)


async def signs_in(here: Here, name: str, code: str = "", pin: str = PIN) -> tuple[str, str]:
    """Sign in: the code of a refusal or nothing, and the cookie."""
    _, answer, cookie = await posted(here, SESSIONS, {"name": name, "pin": pin, "code": code})
    return answer.get("code", ""), cookie


async def secret_of(here: Here, name: str) -> str:
    """Set codes up, and give the secret as an app reads it from the address."""
    status, shown, _ = await posted(here, "api/staff/codes", {"name": name, "pin": PIN})
    assert status == 201, shown
    parts = urlsplit(shown["address"])
    assert (parts.scheme, parts.netloc, unquote(parts.path)) == (
        "otpauth",
        "totp",
        f"/Punto:{name}",
    )
    assert parse_qs(parts.query) == {"secret": [shown["secret"]], "issuer": ["Punto"]}
    return str(shown["secret"])


async def enrolled(here: Here, name: str, role: Role) -> tuple[int, Any]:
    said = {"link": here.house.staff.link(role), "name": name, "pin": PIN}
    status, answer, _ = await posted(here, "api/staff/enrolments", said)
    return status, answer


def test_whoever_needs_codes_sets_them_up_and_gives_a_first_before_it_counts(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """No PIN alone lets in, by link or form; what was set up and never confirmed is made anew."""

    async def scenario() -> None:
        async with open_house(sqlite_url, WANTED) as here:
            assert (await enrolled(here, "dora", Role.DEALER))[0] == 201, "her role needs none"
            status, answer = await enrolled(here, "mara", Role.MANAGER)
            assert (status, answer["code"]) == (403, "code-unset"), "she is enrolled, and not in"
            assert (await signs_in(here, "mara"))[0] == "code-unset"
            assert (await signs_in(here, "mara", pin="1357"))[0] == "pin-wrong"
            lost = await secret_of(here, "mara")
            secret = await secret_of(here, "mara")
            assert (await signs_in(here, "mara", code_now(here, lost)))[0] == "code-wrong"
            assert (await signs_in(here, "mara"))[0] == "code-unset"
            why, cookie = await signs_in(here, "mara", code_now(here, secret))
            assert why == ""
            assert (await asked(here, "GET", "api/staff/me", cookie))[1]["name"] == "mara"
            assert (await signs_in(here, "mara"))[0] == "code-wanted"
            again = {"name": "mara", "pin": PIN}
            assert (await posted(here, "api/staff/codes", again))[1]["code"] == "codes-set"
            await require_unlocked_by_pin(here, cookie)
            require_hidden(sqlite_url, secret)
            assert "a wrong one-time code for mara" in caplog.messages
            assert secret not in caplog.text

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


async def require_unlocked_by_pin(here: Here, cookie: str) -> None:
    """A screen that was signed in with a code wants the PIN alone after a pause."""
    await here.advance(6 * 60_000)
    assert (await asked(here, "GET", "api/staff/me", cookie))[1]["locked"]
    said = {"name": "mara", "pin": PIN}
    assert (await posted(here, SESSIONS, said, cookie))[0] == 201
    assert not (await asked(here, "GET", "api/staff/me", cookie))[1]["locked"]


def require_hidden(url: str, secret: str) -> None:
    """Want a secret nowhere in the books in clear, in whatever form it is written."""
    raw = b32decode(secret)
    with Database(url).reading() as connection:
        bodies = connection.execute(text("SELECT body FROM journal")).scalars().all()
    whole = b"".join(body for body in bodies if body)
    for form in (secret.encode(), raw, raw.hex().encode()):
        assert form not in whole


def test_a_code_is_good_once_whenever_it_is_tried_again(database_url: str) -> None:
    """Two at the same moment, over a restart, a step early or late: the books say what is used."""
    time = DrivenTime()

    async def first() -> str:
        async with open_house(database_url, WANTED, time=time) as here:
            await enrolled(here, "mara", Role.MANAGER)
            secret = await secret_of(here, "mara")
            code = code_now(here, secret, -1)
            both = await asyncio.gather(*(signs_in(here, "mara", code) for _ in range(2)))
            assert sorted(why for why, _ in both) == ["", "code-wrong"]
            return secret

    async def then(secret: str) -> None:
        async with open_house(database_url, WANTED, time=time) as here:
            for steps, why in ((-1, "code-wrong"), (1, ""), (0, "code-wrong"), (1, "code-wrong")):
                found, _ = await signs_in(here, "mara", code_now(here, secret, steps))
                assert found == why, steps
            await here.advance(4 * STEP_MS)
            for steps, why in ((-2, "code-wrong"), (2, "code-wrong"), (0, "")):
                found, _ = await signs_in(here, "mara", code_now(here, secret, steps))
                assert found == why, steps

    asyncio.run(then(asyncio.run(first())))
    assert_books_hold(database_url)


def test_codes_are_guessed_no_longer_than_pins_and_nobody_else_is_kept_out(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url, WANTED) as here:
            for name in ("mara", "mary"):
                await enrolled(here, name, Role.MANAGER)
            secrets = {name: await secret_of(here, name) for name in ("mara", "mary")}
            for name, secret in secrets.items():
                assert (await signs_in(here, name, code_now(here, secret)))[0] == ""
            wrong = [await signs_in(here, "mara", "000000") for _ in range(FREE)]
            assert [why for why, _ in wrong] == ["code-wrong"] * FREE
            await here.advance(STEP_MS // 10)
            late = {"name": "mara", "pin": PIN, "code": code_now(here, secrets["mara"], 1)}
            assert (await posted(here, SESSIONS, late))[0] == 429
            other = code_now(here, secrets["mary"], 1)
            assert (await signs_in(here, "mary", other))[0] == ""

    asyncio.run(scenario())


def test_a_manager_resets_the_codes_of_another_and_that_is_on_record(sqlite_url: str) -> None:
    """Whoever was signed in by them is out at once; nobody does it for themselves."""

    async def scenario() -> None:
        async with open_house(sqlite_url, WANTED) as here:
            manager = await manager_at_office(here, "mara")
            await enrolled(here, "mary", Role.MANAGER)
            secret = await secret_of(here, "mary")
            _, cookie = await signs_in(here, "mary", code_now(here, secret))
            assert await manager.refused("ResetCodes", person="mara", why="x") == (
                *(409, "not-your-own"),
            )
            assert await manager.refused("ResetCodes", person="nobody", why="x") == (
                *(409, "no-such-person"),
            )
            async with Console(here, cookie) as console:
                await manager.done("ResetCodes", person="mary", why="the phone is lost")
                assert (await asked(here, "GET", "api/staff/me", cookie))[0] == 401
                assert (await console.ask(TakeTable))["code"] == "sign-in"
            assert (await signs_in(here, "mary"))[0] == "code-unset"
            assert (await signs_in(here, "mary", code_now(here, secret, 1)))[0] == "code-unset"
            told = [each["what"] for each in (await manager.look("events"))["events"]]
            assert "the one-time codes of mary are reset: the phone is lost" in told
            assert "mary has one-time codes, and has given the first" in told
            assert "mary sets up one-time codes" in told
            assert not [each for each in told if each.endswith("has given a one-time code")]
            staff = (await manager.look("roster", "OfficeRoster"))["staff"]
            codes = {each["name"]: each["codes"] for each in staff}
            assert codes == {"mara": True, "mary": False, ATTENDANT[0]: False}

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


async def manager_at_office(here: Here, name: str) -> Office:
    await enrolled(here, name, Role.MANAGER)
    secret = await secret_of(here, name)
    _, cookie = await signs_in(here, name, code_now(here, secret))
    return Office(here, cookie)


def test_a_token_of_before_codes_were_wanted_opens_nothing_after(sqlite_url: str) -> None:
    async def before() -> str:
        async with open_house(sqlite_url) as here:
            await enrolled(here, "mara", Role.MANAGER)
            return (await signs_in(here, "mara"))[1]

    async def after(cookie: str) -> None:
        async with open_house(sqlite_url, WANTED) as here:
            said = {"name": "mara", "pin": PIN}
            assert (await posted(here, SESSIONS, said, cookie))[1]["code"] == "code-unset"
            assert (await asked(here, "GET", "api/staff/me", cookie))[1]["locked"]
            secret = await secret_of(here, "mara")
            given = {**said, "code": code_now(here, secret)}
            status, _, fresh = await posted(here, SESSIONS, given, cookie)
            assert (status, bool(fresh)) == (201, True)
            assert (await asked(here, "GET", "api/staff/me", cookie))[0] == 401, "the old one ended"
            changed = {"name": "mara", "pin": PIN, "next": "97531"}
            assert (await posted(here, "api/staff/pins", changed))[1]["code"] == "code-wanted"
            assert (await posted(here, "api/staff/pins", changed, fresh))[0] == 201

    asyncio.run(after(asyncio.run(before())))
    assert_books_hold(sqlite_url)


def test_an_attendant_with_codes_gives_one_for_each_sale(sqlite_url: str) -> None:
    name, pin = ATTENDANT

    async def scenario() -> None:
        async with (
            open_house(sqlite_url, WANTED) as here,
            await join_as_terminal(here.address, "terminal-1", "demo-1") as terminal,
        ):

            async def sells(code: str) -> str:
                sold = ask.BuyCredits(id=new_id(), amount=100, attendant=name, pin=pin, code=code)
                try:
                    await terminal.request(sold)
                except Refusal as refused:
                    return refused.code
                return ""

            assert await sells("") == "code-unset"
            _, shown, _ = await posted(here, "api/staff/codes", {"name": name, "pin": pin})
            code = code_now(here, shown["secret"])
            assert [await sells(each) for each in (code, code, "")] == [
                *("", "code-wrong", "code-wanted")
            ]
            await terminal.until(lambda: terminal.balance.available == 100)

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_sale_that_was_stored_is_answered_again_whatever_became_of_the_code(
    sqlite_url: str,
) -> None:
    """The terminal asks again by itself after a restart; another sale under the id is none."""
    name, pin = ATTENDANT
    time = DrivenTime()

    async def first() -> tuple[Session, ask.BuyCredits]:
        async with (
            open_house(sqlite_url, WANTED, time=time) as here,
            await join_as_terminal(here.address, "terminal-1", "demo-1") as terminal,
        ):
            _, shown, _ = await posted(here, "api/staff/codes", {"name": name, "pin": pin})
            code = code_now(here, shown["secret"])
            said = ask.BuyCredits(id=new_id(), amount=100, attendant=name, pin=pin, code=code)
            await terminal.request(said)
            return terminal.session, said

    async def then(session: Session, said: ask.BuyCredits) -> None:
        async with (
            open_house(sqlite_url, WANTED, time=time) as here,
            Player(here.address, session) as terminal,
        ):
            assert (await terminal.request(said)).id == said.id
            more = msgspec.structs.replace(said, amount=200)
            with pytest.raises(Refusal) as caught:
                await terminal.request(more)
            assert caught.value.code == "id-clash"
            await terminal.until(lambda: terminal.balance.available == 100)

    asyncio.run(then(*asyncio.run(first())))
    assert_books_hold(sqlite_url)


def test_what_was_changed_while_a_pin_is_looked_at_lets_nobody_in(sqlite_url: str) -> None:
    """A sign-in that began before codes were confirmed, or the PIN was changed, ends in nothing."""

    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            await enrolled(here, "dora", Role.DEALER)
            staff, writer = here.house.staff, here.house.writer
            person, old = staff.known["dora"], await staff.sign_in("dora", PIN, "here")
            async with held(staff.hashing):
                began = [asyncio.create_task(staff.sign_in("dora", PIN, "here")) for _ in range(2)]
                began += [asyncio.create_task(staff.change_pin("dora", PIN, "97531", "here"))]
                await asyncio.sleep(0)
                await writer.ask(person.actor, SetUpCodes("dora", "sealed", person.pin), "s-1")
                await writer.ask(DRIVER, UseCode("dora", "sealed", 1), "u-1")
            found = [await each for each in began]
            assert [getattr(each, "code", "") for each in found] == ["code-wanted"] * 3
            await writer.ask(MANAGER, ResetCodes("dora", "lost"), "r-1")
            async with held(staff.hashing):
                late = asyncio.create_task(staff.change_pin("dora", PIN, "97531", "here"))
                await asyncio.sleep(0)
                await writer.ask(person.actor, ChangePin("dora", "another hash"), "c-1")
            assert getattr(await late, "code", "") == "pin-wrong"
            assert staff.known["dora"].pin == "another hash"
            assert isinstance(old, str)
            assert staff.find(old) is None

    asyncio.run(scenario())


def test_a_code_is_wanted_again_after_signing_out_and_after_half_a_day(sqlite_url: str) -> None:
    """A cookie that somebody has kept and the PIN are not enough, over a restart neither."""
    time = DrivenTime()

    async def first() -> tuple[str, str]:
        async with open_house(sqlite_url, WANTED, time=time) as here:
            await enrolled(here, "mara", Role.MANAGER)
            secret = await secret_of(here, "mara")
            out, kept = [await signed_in_anew(here, secret) for _ in range(2)]
            assert (await asked(here, "DELETE", SESSIONS, out))[0] == 200
            assert await unlocked(here, out) == "code-wanted"
            await here.advance(CODE_LASTS_MS - 4 * STEP_MS)
            assert await unlocked(here, kept) == ""
            await here.advance(5 * STEP_MS)
            assert await unlocked(here, kept) == "code-wanted"
            last = await signed_in_anew(here, secret)
            assert await unlocked(here, last) == ""
            await here.advance(1)
            return secret, last

    async def then(secret: str, last: str) -> None:
        async with open_house(sqlite_url, WANTED, time=time) as here:
            assert await unlocked(here, last) == "code-wanted"
            assert await signed_in_anew(here, secret)

    asyncio.run(then(*asyncio.run(first())))


async def signed_in_anew(here: Here, secret: str) -> str:
    await here.advance(STEP_MS)
    why, cookie = await signs_in(here, "mara", code_now(here, secret))
    assert why == ""
    return cookie


async def unlocked(here: Here, cookie: str) -> str:
    """Give the PIN at a screen, and give why that was not enough."""
    _, answer, _ = await posted(here, SESSIONS, {"name": "mara", "pin": PIN}, cookie)
    return str(answer.get("code", ""))
