"""From the version before to this one, and back, as `docs/upgrading.md` says: no unit is lost.

The books of 206b234, the last commit of 0.1.0, are those of a house that was served: a manager was
enrolled and set a table otherwise, a guest has played three hands, a terminal has a bet in play,
and another one a ticket in hand.
"""

import asyncio
import json
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import text

import punto
from punto.cli import run
from punto.coup import Phase
from punto.coup.event import CardDealt
from punto.house import ConfirmTicket, Done
from punto.house.chain import table_chain
from punto.house.record import decode_table
from punto.store import Database, reading, url_of
from punto.testing.actors import request_of
from punto.testing.serving import quick_house
from tests.server.here import assert_books_hold, open_house
from tests.store.older_house import PLACE, restored, unpacked

BEFORE: Final = "206b234"
CONFIG: Final = quick_house(window_ms=20_000, card_ms=1_000, result_ms=6_000)
CREDITS: Final = {
    "ghqkwqvnpmd": 103_000,
    "house:zero:1": -3_000,
    "terminal-1": 5_000,
    "terminal-2": 7_000,
    "cage": -112_000,
}
"""What was in the accounts when the house was closed, as its own version told it."""


@pytest.fixture(params=["in place", "from a backup"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Have the books in both ways that the page has."""
    if request.param == "in place":
        return unpacked(tmp_path / "house", BEFORE)
    restored(url_of(tmp_path / "house"), PLACE / f"{BEFORE}.punto.gz").close()
    return url_of(tmp_path / "house")


def test_books_of_the_version_before_open_hold_and_go_on(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(went_on(url))
    assert_books_hold(url)
    with Database(url).reading() as connection:
        accounts = reading.accounts(connection)
        links = [*reading.links(connection, table_chain("rws"))]
    events = [event for link in links for event in decode_table(link.body or b"").events]
    cards = " ".join(event.card for event in events if isinstance(event, CardDealt))
    net = punto.settle("rws-non-commission@4", cards, {"player": 300}).bets[0].net
    wanted = {**CREDITS, "terminal-1": 5_000 + net, "house:rws": -net}
    assert {name: accounts[name].balance for name in wanted} == wanted
    assert sum(account.balance for account in accounts.values()) == 0
    assert sum(account.held for account in accounts.values()) == 0
    [manager] = told("admin staff", tmp_path, capsys)
    assert (manager["name"], manager["role"]) == ("mona", "manager")
    assert told("admin settings tiger", tmp_path, capsys)["tiger"]["maximum"] == 60_000


async def went_on(url: str) -> None:
    """Open the house: the round in play ends, and the ticket in hand goes back."""
    async with open_house(url, CONFIG, attended=False) as here:
        held = [here.writer.account(f"terminal-{number}") for number in (1, 2)]
        assert [account.held for account in held if account] == [300, 7_000]
        await here.until("rws", Phase.SETTLED)
        back = ConfirmTicket("terminal-2_out-2", printed=False)
        assert isinstance(here.writer.ask(request_of("terminal-2", back, "back")), Done)


def told(command: str, place: Path, capsys: pytest.CaptureFixture[str]) -> Any:  # noqa: ANN401 – JSON
    """Ask the house that is closed, by a command."""
    assert run([*command.split(), "--json", "--data", str(place / "house")]) == 0
    return json.loads(capsys.readouterr().out)


def test_an_earlier_version_refuses_newer_books_in_one_line_and_leaves_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Database(unpacked(tmp_path, BEFORE)).engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    before = (tmp_path / "punto.db").read_bytes()
    (tmp_path / "house.key").touch(mode=0o600)
    (tmp_path / "house.key").write_text(bytes(range(32)).hex() + "\n", encoding="utf-8")
    way = "open it with that, or restore the backup of before"
    for command in ("admin accounts", "audit verify", "admin credit ann 5"):
        assert run([*command.split(), "--data", str(tmp_path)]) == 2
        line = f"punto: the schema is 9999, a newer punto has made it: {way}\n"
        assert capsys.readouterr().err == line
    assert (tmp_path / "punto.db").read_bytes() == before
