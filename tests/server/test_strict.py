"""What a browser is allowed: by which names, from which pages, and what to do with an answer."""

import asyncio
import http.client
import json
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import pytest
from litestar import Litestar
from websockets.exceptions import InvalidStatus

from punto.errors import WrongInput
from punto.people import Role
from punto.server.app import make_app
from punto.server.attempts import (
    FIRST_MS,
    FORGOTTEN_MS,
    FREE,
    FREE_ANYWHERE,
    FREE_HERE,
    LONGEST_MS,
    MOST_KEPT,
    Attempts,
)
from punto.server.config import read_config
from punto.server.documentation import Documentation
from punto.server.hosts import known_hosts
from punto.server.security_headers import STRICT
from punto.server.server_config import ServerConfig
from punto.testing.driven_time import DrivenTime
from punto.testing.serving import quick_house
from tests.server.held_hashes import crowded
from tests.server.here import Here, open_house
from tests.server.raw import Raw

POLICY: Final = "content-security-policy"
ANSWERS: Final = (
    *(("GET", "/", 200), ("GET", "/assets/app-1a2b.js", 200), ("GET", "/docs/", 302)),
    *(("GET", "/docs/index.html", 200), ("GET", "/docs/none", 404), ("GET", "/none", 404)),
    *(("GET", "/api/docs", 200), ("GET", "/api/docs/openapi.json", 200)),
    *(("GET", "/api/house", 200), ("HEAD", "/api/house", 200), ("GET", "/api/none", 404)),
    *(("POST", "/api/house", 405), ("GET", "/api/history", 401), ("GET", "/ws", 405)),
    *(("GET", "/%00", 400), ("POST", "/api/terminals", 400), ("GET", "/metrics", 200)),
)


class Said(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes


def said(address: str, method: str, path: str, content: Any = None, **headers: str) -> Said:  # noqa: ANN401 – any JSON
    """Ask with headers to the letter."""
    asking = http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    body = json.dumps(content).encode() if content is not None else b""
    try:
        asking.putrequest(method, path, skip_host="Host" in named)
        for name, value in {"Content-Type": "application/json", **named}.items():
            asking.putheader(name, value)
        asking.putheader("Content-Length", str(len(body)))
        asking.endheaders(body)
        answer = asking.getresponse()
        told = {name.lower(): value for name, value in answer.getheaders()}
        return Said(answer.status, told, answer.read())
    finally:
        asking.close()


# --- headers ------------------------------------------------------------------------------------


def test_every_answer_says_what_a_browser_may_do_with_it(sqlite_url: str, tmp_path: Path) -> None:
    """Pages, documentation, the viewer of the API, answers, refusals and what is no question."""
    client, docs = tmp_path / "client", tmp_path / "docs"
    for place in (client / "assets", client / "api-docs", docs):
        place.mkdir(parents=True)
    for page in (client / "index.html", client / "api-docs" / "index.html", docs / "index.html"):
        page.write_text("<html></html>")
    (client / "assets" / "app-1a2b.js").write_text("1")

    async def scenario() -> None:
        async with open_house(sqlite_url, client=client, docs=Documentation(docs)) as here:
            for method, path, status in ANSWERS:
                found = await asyncio.to_thread(said, here.address, method, path)
                assert found.status == status, path
                assert_strict(found, path)

    asyncio.run(scenario())


def assert_strict(found: Said, path: str) -> None:
    for name, value in STRICT.items():
        if name != POLICY:
            assert found.headers[name] == value, (path, name)
    policy = found.headers[POLICY]
    assert "default-src 'none'" in policy, path
    assert "frame-ancestors 'none'" in policy, path
    assert "unsafe-eval" not in policy, path
    assert "script-src 'self'" in policy or "script-src" not in policy, path
    assert "server" not in found.headers, path
    assert "strict-transport-security" not in found.headers, "not in the clear"
    if path.startswith("/api/") and not path.startswith("/api/docs"):
        assert found.headers["cache-control"] == "no-store", path


def test_under_tls_a_browser_is_told_to_stay_there(sqlite_url: str) -> None:
    async def scenario() -> None:
        config = quick_house() + '\n[server]\norigin = "https://punto.example"'
        async with open_house(sqlite_url, config) as here:
            found = await asyncio.to_thread(said, here.address, "GET", "/api/house")
            assert found.headers["strict-transport-security"] == "max-age=31536000"

    asyncio.run(scenario())


# --- names --------------------------------------------------------------------------------------


def test_the_house_answers_to_its_own_names_only(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A name that somebody else has lead here is none of them: that would be DNS rebinding."""
    ours = ("localhost", "LOCALHOST:8000", "localhost.", "127.0.0.1", "127.0.0.1:1", "[::1]:80")
    more = ("192.0.2.7:8000", "punto.example", "Punto.Example:443", "games.lan")
    theirs = (
        "evil.example",
        "localhost.evil.example",
        "punto.example.evil",
        "a@localhost",
        "",
        " ",
    )

    async def scenario() -> None:
        config = quick_house() + (
            '\n[server]\norigin = "https://punto.example"\nhosts = ["games.lan"]'
        )
        async with open_house(sqlite_url, config) as here:
            for names, status in (((*ours, *more), 200), (theirs, 421)):
                for name in names:
                    found = await asyncio.to_thread(
                        said, here.address, "GET", "/api/house", Host=name
                    )
                    assert found.status == status, name
            for path in ("ws", "ws/watch", "ws/console"):
                raw = Raw(here.address, host="127.0.0.1", port=urlsplit(here.address).port)
                raw._url = f"ws://evil.example/{path}"
                with pytest.raises(InvalidStatus) as caught:
                    await raw.__aenter__()
                assert caught.value.response.status_code == 403
            assert here.house.limit_hits.counts["hosts"] == len(theirs) + 3

    asyncio.run(scenario())
    told = [each for each in caplog.messages if "is no name of this house" in each]
    words = "turned away: 'evil.example' is no name of this house (server.hosts), by 127.0.0.1"
    assert told == [f"{words}; 1 times since it was last told"], "nobody fills the log with it"


def test_no_name_is_no_name_of_a_house_that_has_none() -> None:
    assert known_hosts(ServerConfig()) == {"localhost", "127.0.0.1"}


def test_a_name_that_is_none_is_told_at_once() -> None:
    with pytest.raises(WrongInput, match=r"server.hosts: 'https://a' is no name of a host"):
        read_config(quick_house() + '\n[server]\nhosts = ["https://a"]', "house.toml")


def test_a_program_of_long_ago_names_no_host(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            place = urlsplit(here.address)
            reader, writer = await asyncio.open_connection(place.hostname, place.port)
            writer.write(b"GET /healthz HTTP/1.0\r\n\r\n")
            assert b" 200 OK" in await reader.readline()
            writer.close()
            await writer.wait_closed()

    asyncio.run(scenario())


# --- pages of others ----------------------------------------------------------------------------


def unsafe(app: Litestar) -> list[tuple[str, str]]:
    """List every question that may change something."""
    return [
        (method, route.path)
        for route in app.routes
        for method in getattr(route, "methods", ())
        if method not in {"GET", "HEAD", "OPTIONS"}
    ]


def test_no_page_of_others_changes_anything(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            questions = unsafe(make_app(here.house, None))
            assert len(questions) >= 12
            for method, path in questions:
                for header in (
                    {"Origin": "https://evil.example"},
                    {"Origin": "null"},
                    {"Sec_Fetch_Site": "cross-site"},
                ):
                    found = await asyncio.to_thread(said, here.address, method, path, {}, **header)
                    assert found.status == 403, (method, path, header)
                    assert "set-cookie" not in found.headers
            own = {"Origin": here.address.rstrip("/"), "Sec_Fetch_Site": "same-origin"}
            found = await asyncio.to_thread(said, here.address, "POST", "/api/guests", **own)
            assert found.status == 201

    asyncio.run(scenario())


# --- guesses ------------------------------------------------------------------------------------


def test_wrong_answers_cost_a_growing_while_at_that_place() -> None:
    now = [0]
    attempts = Attempts(lambda: now[0])
    waits = []
    for _ in range(FREE + 6):
        now[0] += attempts.wait_ms("ann", "here")
        attempts.begin("ann", "here")
        waits.append(attempts.wait_ms("ann", "here"))
    grown = [FIRST_MS << n for n in range(4)]
    assert waits == [0] * (FREE - 1) + [*grown, LONGEST_MS, LONGEST_MS, LONGEST_MS]
    assert attempts.wait_ms("ann", "elsewhere") == attempts.wait_ms("bob", "here") == 0
    now[0] += FORGOTTEN_MS + 1
    assert attempts.wait_ms("ann", "here") == 0
    attempts.begin("ann", "here")
    assert attempts.wait_ms("ann", "here") == 0, "it begins anew"


def test_guesses_from_everywhere_keep_nobody_out_where_they_are_known() -> None:
    attempts = Attempts(lambda: 0)
    attempts.begin("ann", "home")
    attempts.right("ann", "home")
    for number in range(FREE_ANYWHERE + 5):
        attempts.begin("ann", f"elsewhere-{number}")
    assert attempts.wait_ms("ann", "somewhere") > 0
    assert attempts.wait_ms("ann", "home") == 0
    attempts.begin("ann", "home")
    assert attempts.wait_ms("ann", "home") == 0
    alone = Attempts(lambda: 0, anywhere=False)
    for number in range(FREE_ANYWHERE + 5):
        alone.begin("attendant", f"terminal-{number}")
    assert alone.wait_ms("attendant", "terminal") == 0


def test_names_that_are_made_up_count_for_the_place() -> None:
    """Each costs as much to look at as one that exists; who is known there does not wait."""
    attempts = Attempts(lambda: 0)
    attempts.begin("ann", "here")
    attempts.right("ann", "here")
    for number in range(FREE_HERE):
        assert attempts.wait_ms(f"nobody-{number}", "here") == 0
        attempts.begin(f"nobody-{number}", "here")
    assert attempts.wait_ms("bob", "here") == FIRST_MS
    assert attempts.wait_ms("ann", "here") == attempts.wait_ms("bob", "there") == 0
    attempts.begin("ann", "here")
    attempts.right("ann", "here")
    assert attempts.wait_ms("bob", "here") == FIRST_MS, "neither longer nor shorter for it"


def test_what_was_no_guess_is_taken_back_and_little_is_kept() -> None:
    attempts = Attempts(lambda: 0)
    for _ in range(2 * FREE_ANYWHERE):
        attempts.begin("ann", "here")
        attempts.forgive("ann", "here")
    attempts.forgive("nobody", "nowhere")
    assert attempts.wait_ms("ann", "here") == 0
    for number in range(MOST_KEPT + 5):
        attempts.begin(f"{number}", f"{number}")
    for wrongs in (attempts._of_both, attempts._of_name, attempts._of_place):
        assert len(wrongs._few) == MOST_KEPT


def test_a_wait_is_not_forgotten_for_many_other_wrong_answers() -> None:
    attempts = Attempts(lambda: 0)
    for number in range(FREE_ANYWHERE):
        attempts.begin("bob", f"{number // FREE}")
    for number in range(2 * MOST_KEPT):
        attempts.begin(f"nobody-{number}", f"elsewhere-{number}")
    assert attempts.wait_ms("bob", "0") == attempts.wait_ms("bob", "unknown") == FIRST_MS


def test_five_wrong_codes_hold_up_that_terminal_and_no_other(sqlite_url: str) -> None:
    async def scenario() -> None:
        time = DrivenTime()
        async with open_house(sqlite_url, time=time) as here:

            async def signs_in(terminal: str, code: str) -> Said:
                content = {"terminal": terminal, "code": code}
                return await asyncio.to_thread(
                    said, here.address, "POST", "/api/terminals", content
                )

            tries = [(await signs_in("terminal-1", "guess")).status for _ in range(6)]
            assert tries == [401] * FREE + [429]
            assert (await signs_in("terminal-2", "demo-2")).status == 201, "behind one address"
            held = await signs_in("terminal-1", "demo-1")
            assert (held.status, held.headers["retry-after"]) == (429, str(FIRST_MS // 1_000))
            await here.advance(FIRST_MS)
            assert (await signs_in("terminal-1", "demo-1")).status == 201

    asyncio.run(scenario())


def test_guessed_pins_hold_up_that_name_there_and_no_other(sqlite_url: str) -> None:
    """Neither another of the staff at the same address, nor whoever only unlocks a screen."""

    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            cookies = {name: await enrolled(here, name) for name in ("dora", "dave")}

            async def signs_in(name: str, pin: str, cookie: str = "") -> int:
                more = {"Cookie": cookie} if cookie else {}
                content = {"name": name, "pin": pin}
                asked = (here.address, "POST", "/api/staff/sessions", content)
                return (await asyncio.to_thread(said, *asked, **more)).status

            tries = [await signs_in("dora", "999999") for _ in range(FREE + 1)]
            assert tries == [403] * FREE + [429]
            assert await signs_in("dave", "481516") == 201
            assert await signs_in("dora", "481516") == 429
            for number in range(FREE_ANYWHERE):
                here.house.pins.begin("dora", f"192.0.2.{number}")
            assert await signs_in("dora", "481516", cookies["dora"]) == 201
            for number in range(FREE_HERE):
                here.house.pins.begin(f"nobody-{number}", "127.0.0.1")
            assert await signs_in("another", "481516") == 429
            assert await signs_in("dave", "481516") == 201, "who is known there"
            async with crowded(here.house.staff.hashing, "127.0.0.1"):
                assert await signs_in("dave", "481516") == 429
                at_his = asyncio.create_task(signs_in("dora", "481516", cookies["dora"]))
            assert await at_his == 201

    async def enrolled(here: Here, name: str) -> str:
        link = here.house.staff.link(Role.DEALER)
        content = {"link": link, "name": name, "pin": "481516"}
        found = await asyncio.to_thread(
            said, here.address, "POST", "/api/staff/enrolments", content
        )
        assert found.status == 201
        return found.headers["set-cookie"].partition(";")[0]

    asyncio.run(scenario())
