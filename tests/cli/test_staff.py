"""`punto admin enrol`, `staff`, `revoke`: whom a house works with."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.cli import run
from punto.house import AdmitTerminal, Done, EnrolStaff, Request
from punto.house.roster_request import SetUpCodes, UseCode
from punto.people import Actor, Person, Role
from punto.server.enrolment import LASTS_MS, read_link
from punto.server.invitation import code_mark
from punto.store import Database, Writer, url_of
from punto.store.key import kept_key
from punto.store.timestamp import utc_ms

HOUSE = Actor("house", Role.HOUSE)
USED = UseCode("dora", "sealed", 7)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Keep a house with a dealer, closed."""
    key = kept_key(tmp_path / "house.key")
    writer = Writer(Database(url_of(tmp_path)), key)
    house = Actor("house", Role.HOUSE)
    enrolled = writer.ask(Request(house, EnrolStaff("dora", Role.DEALER, "a hash"), "1"))
    assert isinstance(enrolled, Done)
    writer.close()
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Run a command: its status, and what it said."""
    status = run(["admin", *arguments])
    told = capsys.readouterr()
    return status, told.out + told.err


def test_a_link_of_the_command_is_one_of_the_house(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ("--data", str(data))
    status, link = said(capsys, "enrol", "cage", "--address", "https://house.test", *place)
    assert status == 0
    assert link.startswith("https://house.test/enrol#cage.")
    _, _, text = link.strip().partition("#")
    now, key = utc_ms(), kept_key(data / "house.key")
    found = read_link(text, key, now, {})
    assert found is not None
    assert found.role is Role.CAGE
    assert read_link(text, key, now + LASTS_MS, {}) is None, "a day later it is none"
    assert read_link(text.replace("cage", "manager"), key, now, {}) is None


def test_a_link_for_another_pin_is_for_one_person_of_the_staff(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ("--data", str(data))
    status, told = said(capsys, "pin", "dora", "--json", *place)
    _, _, text = json.loads(told)["link"].partition("#")
    dora = Person(id="dora", role=Role.DEALER, pin="a hash")
    key, now = kept_key(data / "house.key"), utc_ms()
    found = read_link(text, key, now, {"dora": dora})
    assert (status, found and (found.person, found.role)) == (0, (dora, Role.DEALER))
    for other in (replace(dora, pin="another"), replace(dora, is_revoked=True)):
        assert read_link(text, key, now, {"dora": other}) is None
    assert read_link(text, key, now, {}) is None
    assert said(capsys, "pin", "dora", *place)[1].startswith("http://127.0.0.1:8000/enrol#dealer.")
    nobody = (2, "punto: there is no 'dave' among the staff\n")
    assert said(capsys, "pin", "dave", *place) == nobody


def test_who_is_revoked_is_listed_so_and_cannot_be_again(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ("--data", str(data))
    _, listed = said(capsys, "staff", "--json", *place)
    assert json.loads(listed) == [
        {"name": "dora", "role": "dealer", "revoked": False, "codes": False}
    ]
    assert said(capsys, "revoke", "dora", "--why", "left the house", *place) == (
        0,
        "dora is staff no longer\n",
    )
    assert said(capsys, "staff", *place)[1].split() == ["dora", "dealer", "revoked"]
    status, words = said(capsys, "revoke", "dora", "--why", "again", *place)
    assert (status, words) == (2, "punto: refused: there is no 'dora' among the staff\n")


def test_codes_are_reset_by_the_owner_and_only_of_somebody_who_is_staff(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ("--data", str(data))
    writer = Writer(Database(url_of(data)), kept_key(data / "house.key"))
    said_by = ((Actor("dora", Role.DEALER), SetUpCodes("dora", "sealed", "a hash")), (HOUSE, USED))
    for actor, what in said_by:
        assert isinstance(writer.ask(Request(actor, what, type(what).__name__)), Done)
    writer.close()
    assert said(capsys, "staff", *place)[1].split() == ["dora", "dealer", "one-time", "codes"]
    why = ("--why", "a new phone", *place)
    _, told = said(capsys, "reset-codes", "dora", "--json", *why)
    assert json.loads(told) == {"name": "dora", "codes": False, "why": "a new phone"}
    assert said(capsys, "reset-codes", "dora", *why) == (
        *(2, "punto: refused: no one-time codes are set up\n"),
    )
    assert said(capsys, "reset-codes", "dave", *why)[0] == 2


def test_a_terminal_is_invited_listed_and_revoked(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ("--data", str(data))
    _, told = said(capsys, "invite", "north-7", "--address", "https://h.test", "--json", *place)
    made = json.loads(told)
    assert made["link"] == f"https://h.test/terminal#north-7.{made['code']}"
    _, plain = said(capsys, "invite", "north-7", *place)
    name, code, link = plain.split()
    assert (name, link) == ("north-7", f"http://127.0.0.1:8000/terminal#north-7.{code}")
    _, told = said(capsys, "terminals", "--json", *place)
    (row,) = json.loads(told)
    assert (row["terminal"], row["enrolled"]) == ("north-7", False)
    assert row["invited_until"] is not None
    assert "not enrolled  a code holds until" in said(capsys, "terminals", *place)[1]
    mark = code_mark(kept_key(data / "house.key"), "north-7", code)
    writer = Writer(Database(url_of(data)), kept_key(data / "house.key"))
    assert isinstance(writer.ask(Request(HOUSE, AdmitTerminal("north-7", mark), "a")), Done)
    writer.close()
    assert said(capsys, "terminals", *place)[1].split() == ["north-7", "enrolled"]
    gone = ("revoke-terminal", "north-7", "--why", "stolen", *place)
    assert said(capsys, *gone) == (0, "no browser is north-7 any more\n")
    _, told = said(capsys, *gone, "--json")
    assert json.loads(told) == {"terminal": "north-7", "revoked": True, "why": "stolen"}
    assert said(capsys, "invite", "dora", *place)[0] == 2, "that is a name of the staff"
