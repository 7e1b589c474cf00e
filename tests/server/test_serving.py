"""A house that is served in this process: where it listens, who may ask it, how it closes."""

import asyncio
import logging
import os
import re
import signal
import socket
import threading
from email.message import Message
from pathlib import Path
from typing import Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
import pytest

from punto.cli import run
from punto.errors import WrongInput
from punto.house import BuyIn, Done
from punto.house.staff_request import StaffRequest, decode_answer, encode_line
from punto.refusal import Refusal
from punto.server.config import default_config, terms_of
from punto.server.documentation import Documentation, Site
from punto.server.house_time import SystemTime
from punto.server.open_house import OpenHouse
from punto.server.pages import PAGE
from punto.server.serving import listen, serve
from punto.server.staff_server import staff_server
from punto.store import Database, Writer, url_of
from punto.store.staff_socket import StaffSocket, connect, staff_socket_path
from tests.server.here import KEY, assert_books_hold, open_house

CREDIT: Final = encode_line(StaffRequest(BuyIn("terminal-1", 700), "once")) + b"\n"


def usual_house(url: str) -> OpenHouse:
    config, time = default_config(), SystemTime()
    writer = Writer(Database(url), KEY, clock=time.now_ms, terms=terms_of(config))
    return OpenHouse(config, writer, KEY, "test", time)


def asked(path: Path, line: bytes) -> object:
    """Ask a house as staff do, and give its answer."""
    caller = connect(path, 20.0)
    assert caller is not None
    with caller, caller.makefile("rb") as lines:
        caller.sendall(line)
        return decode_answer(lines.readline())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_house_is_open_until_a_signal_and_gives_its_handlers_back(
    sqlite_url: str, tmp_path: Path, number: signal.Signals, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "punto.server")
    path = tmp_path / "staff.sock"
    found: list[object] = []

    def visit(address: str) -> None:
        try:
            with urlopen(f"{address}api/house") as answer:  # noqa: S310 – our own
                found.append(msgspec.json.decode(answer.read())["name"])
            found.append(asked(path, CREDIT))
            os.kill(os.getpid(), signal.SIGHUP)  # this closes nothing
        finally:
            os.kill(os.getpid(), number)

    def ready(address: str) -> None:
        threading.Thread(target=visit, args=(address,)).start()

    heard = (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE, signal.SIGHUP)
    before = [signal.getsignal(each) for each in heard]
    serve(usual_house(sqlite_url), None, listen("127.0.0.1", 0), ready, path)
    after = [signal.getsignal(each) for each in heard]
    assert after == before
    name, bought = found
    assert name == default_config().name
    assert isinstance(bought, Done)
    assert not path.exists()
    _, _, *signals, last = caplog.messages  # checked, and open
    assert set(signals) == {
        "SIGHUP: this house was opened without a file, so there is none to read",
        f"{number.name}: the house closes when what was asked is stored",
    }
    assert last == "the house is closed: all that was acknowledged is stored"
    assert_books_hold(sqlite_url)


def test_a_port_that_is_taken_is_one_line_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert run(["serve", "--port", port, "--data", str(tmp_path / "data")]) == 2
    words = f"cannot listen at 127.0.0.1, port {port}: Address already in use"
    assert capsys.readouterr().err == f"punto: {words}: choose another (--port)\n"
    assert not (tmp_path / "data").exists(), "neither books nor a key"


def test_an_address_of_the_newer_internet_is_listened_at() -> None:
    if not socket.has_dualstack_ipv6():
        with pytest.raises(WrongInput, match="cannot listen at ::1"):
            listen("::1", 0)
        return
    with listen("::1", 0) as listening:
        assert listening.family is socket.AF_INET6


def test_an_answer_does_not_wait_until_the_last_one_is_acknowledged() -> None:
    """Some loops see to it themselves, but not that of every platform."""
    with (
        listen("127.0.0.1", 0) as listening,
        socket.create_connection(listening.getsockname()),
        listening.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


# --- staff --------------------------------------------------------------------------------------


def test_staff_are_answered_and_whoever_talks_nonsense_too(sqlite_url: str, tmp_path: Path) -> None:
    path = tmp_path / "staff.sock"

    async def scenario() -> None:
        async with open_house(sqlite_url) as here, staff_server(here.house, path):
            silent = await asyncio.to_thread(connect, path, 20.0)
            bought = await asyncio.to_thread(asked, path, CREDIT)
            assert isinstance(bought, Done)
            again = await asyncio.to_thread(asked, path, CREDIT)
            assert isinstance(again, Done)
            assert (again.link, again.again) == (bought.link, True), "asked twice, done once"
            for nonsense in (b"{}\n", b"\xff\n", b"[" * 9_000 + b"\n"):
                answer = await asyncio.to_thread(asked, path, nonsense)
                assert isinstance(answer, Refusal)
                assert answer.code == "request-malformed"
            long_winded = await asyncio.to_thread(connect, path, 20.0)
            assert long_winded is not None
            with long_winded:
                await asyncio.to_thread(long_winded.sendall, b"x" * 100_000)
                assert await asyncio.to_thread(long_winded.recv, 1) == b"", "he is sent away"
        assert silent is not None
        with silent:
            assert silent.recv(1) == b"", "whoever still waits is sent away at the end"

    asyncio.run(scenario())
    assert not path.exists()


def test_a_house_can_be_kept_without_its_socket(
    sqlite_url: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()

    async def scenario(path: Path | None) -> None:
        async with open_house(sqlite_url) as here, staff_server(here.house, path):
            assert here.house.tables.broadcasts

    asyncio.run(scenario(None))
    asyncio.run(scenario(tmp_path / "file" / "staff.sock"))
    said = [each for each in caplog.messages if each.startswith("staff cannot ask this house")]
    assert len(said) == 1, caplog.messages


def test_a_socket_takes_the_place_of_one_that_was_left_and_leaves_anothers_alone(
    tmp_path: Path,
) -> None:
    path = tmp_path / "staff.sock"
    dead = StaffSocket(path)
    dead.socket.close()
    assert connect(path, 1.0) is None, "nobody listens"
    living = StaffSocket(path)
    dead.close()
    caller = connect(path, 1.0)
    assert caller is not None, "closing an old socket does not take the new one away"
    caller.close()
    living.close()
    assert list(tmp_path.iterdir()) == []


def test_a_socket_lies_beside_its_database_or_in_the_usual_place(tmp_path: Path) -> None:
    beside = staff_socket_path(Database(url_of(tmp_path)), Path("/nowhere"))
    assert beside == tmp_path / "punto.db.sock"
    there = "postgresql://ann:secret@db.example/punto"
    usual = staff_socket_path(Database(there), tmp_path)
    assert usual.parent == tmp_path
    assert usual == staff_socket_path(Database("postgres://bob@db.example:5432/punto"), tmp_path)
    assert usual != staff_socket_path(Database("postgres://db.example:5433/punto"), tmp_path)


def test_what_cannot_be_bound_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "staff.sock").mkdir()
    with pytest.raises(OSError, match=r"staff\.sock"):
        StaffSocket(tmp_path / "staff.sock")
    assert connect(tmp_path / "none.sock", 1.0) is None
    assert [each.name for each in tmp_path.iterdir()] == ["staff.sock"]


# --- pages --------------------------------------------------------------------------------------


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """Give a client of one page, a script that is compressed and one that is not."""
    (tmp_path / "client" / "assets").mkdir(parents=True)
    (tmp_path / "client" / "index.html").write_text("<html></html>")
    (tmp_path / "client" / "assets" / "app.js").write_text("1")
    (tmp_path / "client" / "assets" / "app-1a2b.js").write_text("2")
    for suffix in ("gz", "br"):
        (tmp_path / "client" / "assets" / f"app-1a2b.js.{suffix}").write_text(suffix)
    (tmp_path / "client" / "manifest.webmanifest").write_text("{}")
    (tmp_path / "client" / ".source").write_text("of nobody's business")
    (tmp_path / "client" / "api-docs").mkdir()
    (tmp_path / "client" / "api-docs" / "index.html").write_text("<title>viewer</title>")
    return tmp_path / "client"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Give a documentation of two pages."""
    (tmp_path / "docs" / "guides").mkdir(parents=True)
    (tmp_path / "docs" / "index.html").write_text("<h1>punto</h1>")
    (tmp_path / "docs" / "guides" / "player.html").write_text("<h1>For players</h1>")
    return tmp_path / "docs"


ASKED: Final = {
    "": (200, b"<html></html>"),
    "table/tiger": (200, b"<html></html>"),
    "table/tiger/rules/": (200, b"<html></html>"),
    "tables/tiger": (404, b"there is nothing at /tables/tiger"),
    "health": (404, b"there is nothing at /health"),
    "index.html": (200, b"<html></html>"),
    "assets/app.js": (200, b"1"),
    "assets/none.js": (404, b""),
    "assets/app-1a2b.js.gz": (404, b""),
    ".source": (404, b"nothing at /.source"),
    "api/nothing": (404, b""),
    "api/docs": (200, b"viewer"),
    "api/docs/openapi.json": (200, b'"/api/house"'),
    "docs": (200, b"<h1>punto</h1>"),
    "docs/": (200, b"<h1>punto</h1>"),
    "docs/guides/player.html": (200, b"For players"),
    "docs/guides/none.html": (404, b"nothing at /docs/guides/none.html"),
    "assets/%00": (400, b"zero byte"),
    "%ff": (400, b"not UTF-8"),
    "a" * 300: (400, b"longer than 255"),
}


def test_a_house_whose_opening_nobody_hears_is_closed_in_order(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever started it may be gone before the address is printed: the pipe is broken then."""

    def ready(_: str) -> None:
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        serve(usual_house(sqlite_url), None, listen("127.0.0.1", 0), ready)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


def test_every_address_is_a_file_or_a_page_or_not_there(
    sqlite_url: str, client: Path, docs: Path
) -> None:
    found: dict[str, tuple[int, bytes]] = {}

    def visit(address: str) -> None:
        try:
            found.update({path: _got(address + path) for path in ASKED})
            found["nonsense"] = _got(f"{address}api/terminals", b"[" * 100_000)
            assert_well_sent(address)
            assert_told_without_a_body(address)
            assert_sent_once(address)
            found["well sent"] = (200, b"")
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    def ready(address: str) -> None:
        threading.Thread(target=visit, args=(address,)).start()

    serve(usual_house(sqlite_url), client, listen("127.0.0.1", 0), ready, docs=Documentation(docs))
    for path, (status, words) in ASKED.items():
        assert found[path][0] == status, path
        assert words in found[path][1], path
    assert found["nonsense"][0] == 400
    assert "well sent" in found


ROUTER: Final = Path(__file__).parents[2] / "web" / "src" / "house" / "router.svelte.ts"


def test_every_page_of_the_client_is_served() -> None:
    """Its router names them all; one that is added there wants to be known here, too."""
    source = ROUTER.read_text(encoding="utf-8")
    named = re.findall(r'clean === "([^"]+)"', source) + re.findall(r"at\(`([^`]+)`\)", source)
    pages = {each.replace("${NAME}", "a-1") for each in named}
    assert len(pages) >= 12
    assert [page for page in pages if not PAGE.fullmatch(page)] == []
    assert 'const NAME = "([a-z0-9-]{1,40})"' in source
    for wrong in ("", "/table", "/table/A", f"/table/{'a' * 41}", "/office/x", "/verify/1", "/x"):
        assert not PAGE.fullmatch(wrong), wrong


def assert_told_without_a_body(address: str) -> None:
    """Want HEAD to say what GET would: status, length, kind; and a browser to see a page of 404."""
    for path in ("", "assets/app.js", "api/house", "healthz", "readyz", "health"):
        whole, short = _answer(address + path, "GET"), _answer(address + path, "HEAD")
        assert whole[0] == short[0], path
        assert short[2] == b"", path
        assert short[1]["content-length"] == str(len(whole[2])), path
        assert short[1]["content-type"] == whole[1]["content-type"]
    assert _answer(f"{address}api/guests", "HEAD")[0] == 405
    status, headers, body = _answer(f"{address}health", "GET", accept="text/html,*/*;q=0.8")
    assert (status, body) == (404, b"<html></html>")
    assert headers["content-type"] == "text/html; charset=utf-8"


def assert_sent_once(address: str) -> None:
    """Want what has not changed not to be sent again, and the policy on every page."""
    for path in ("", "docs/index.html", "assets/app.js", "api/docs"):
        with urlopen(address + path) as answer:  # noqa: S310 – our own
            assert "script-src 'self';" in answer.headers["Content-Security-Policy"], path
            tag = answer.headers["ETag"]
        if tag is not None:
            known = Request(address + path, headers={"If-None-Match": tag})  # noqa: S310 – our own
            with pytest.raises(HTTPError) as caught:
                urlopen(known)  # noqa: S310 – our own
            assert (caught.value.code, caught.value.read()) == (304, b""), path


def _answer(address: str, method: str, accept: str = "*/*") -> tuple[int, Message, bytes]:
    request = Request(address, method=method, headers={"accept": accept})  # noqa: S310 – our own
    try:
        with urlopen(request) as answer:  # noqa: S310 – our own
            return answer.status, answer.headers, answer.read()
    except HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


FORMS: Final = {
    ("assets/app-1a2b.js", ""): (b"2", None),
    ("assets/app-1a2b.js", "gzip, deflate, br"): (b"br", "br"),
    ("assets/app-1a2b.js", "gzip;q=0.5, br;q=0"): (b"gz", "gzip"),
    ("assets/app.js", "gzip, br"): (b"1", None),
}
FOR_EVER: Final = "public, max-age=31536000, immutable"
KEPT: Final = {
    "": ("text/html; charset=utf-8", "no-cache"),
    "manifest.webmanifest": ("application/manifest+json", "no-cache"),
    "assets/app.js": ("text/javascript; charset=utf-8", "no-cache"),
    "assets/app-1a2b.js": ("text/javascript; charset=utf-8", FOR_EVER),
}


def assert_well_sent(address: str) -> None:
    """Want files as small as can be read, kept as long as they are true, and loading only ours."""
    for (path, accepted), (body, encoding) in FORMS.items():
        sent, headers = _file(address + path, accepted)
        assert (sent, headers["content-encoding"]) == (body, encoding), accepted
    for path, (kind, cache) in KEPT.items():
        _, headers = _file(address + path, "identity")
        assert (headers["content-type"], headers["cache-control"]) == (kind, cache)
        assert headers["vary"] == "Accept-Encoding"
        policy = headers["content-security-policy"].split("; ")
        assert {"default-src 'none'", "script-src 'self'", "style-src 'self'"} <= {*policy}


def _file(address: str, accepted: str) -> tuple[bytes, Message]:
    request = Request(address, headers={"accept-encoding": accepted})  # noqa: S310 – our own
    with urlopen(request) as answer:  # noqa: S310 – our own
        return answer.read(), answer.headers


def _got(address: str, body: bytes | None = None) -> tuple[int, bytes]:
    request = Request(address, body, {"content-type": "application/json"})  # noqa: S310 – our own
    try:
        with urlopen(request) as answer:  # noqa: S310 – our own
            return answer.status, answer.read()
    except HTTPError as error:
        with error:
            return error.code, error.read()


def test_documentation_that_is_built_while_the_house_is_open_is_shown_from_then_on(
    tmp_path: Path,
) -> None:
    site = Site(tmp_path / "docs")
    assert (Site(None).files(), site.files()) == ({}, {})
    (tmp_path / "docs").mkdir()
    for words in ("one", "another"):
        (tmp_path / "new.html").write_text(words)
        (tmp_path / "new.html").rename(tmp_path / "docs" / "index.html")
        assert site.files()["/index.html"].bodies[""] == words.encode()
        assert site.files() is site.files(), "read once"
    (tmp_path / "docs" / "index.html").unlink()
    assert site.files()["/index.html"].bodies[""] == b"another", "it is being built anew"


def test_a_checkout_shows_its_pages_as_text_until_they_are_built(
    sqlite_url: str, tmp_path: Path, docs: Path
) -> None:
    texts, later = tmp_path / "texts", tmp_path / "later"
    (texts / "guides").mkdir(parents=True)
    (texts / "guides" / "player.md").write_text("# Players & guests\n\nSit down.\n")
    (tmp_path / "secret.md").write_text("# Not one of them\n")

    async def scenario() -> None:
        place = Documentation(later, texts)
        async with open_house(sqlite_url, docs=place) as here:

            async def asked(path: str) -> tuple[int, str, bytes]:
                address = f"{here.address}{path}"
                found = await asyncio.to_thread(_answer, address, "GET", "text/html")
                return found[0], found[1]["content-type"], found[2]

            status, kind, listed = await asked("docs")
            assert (status, kind) == (200, "text/html; charset=utf-8")
            assert b'<a href="/docs/guides/player.md">Players &amp; guests</a>' in listed
            page = await asked("docs/guides/player.md")
            assert page == (200, "text/plain; charset=utf-8", b"# Players & guests\n\nSit down.\n")
            for none in ("docs/guides/none.md", "docs/../secret.md", "docs/%2e%2e/secret.md"):
                assert (await asked(none))[0] == 404
            await asyncio.to_thread(docs.rename, later)
            assert b"<h1>punto</h1>" in (await asked("docs"))[2], "it was built meanwhile"
            assert (await asked("docs/guides/player.md"))[0] == 404

    asyncio.run(scenario())


def test_a_house_without_documentation_says_how_to_get_it(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            docs = f"{here.address}docs"
            asked = await asyncio.to_thread(_answer, docs, "GET", "text/html")
            status, headers, body = asked
            assert (status, headers["content-type"]) == (404, "text/html; charset=utf-8")
            assert b"scripts/docs build" in body
            status, headers, _ = await asyncio.to_thread(_answer, docs, "GET")
            assert (status, headers["content-type"]) == (404, "application/json")
            described = await asyncio.to_thread(_answer, f"{here.address}api/docs", "GET")
            assert described[0] == 200, "without a viewer, programs can still read it"

    asyncio.run(scenario())
