"""Who is staff: one name, one person, one role; PINs that hold for nobody else."""

import pytest
from sqlalchemy import delete, insert, update

from punto.audit.report import audit
from punto.errors import Unverified
from punto.house import ChangePin, Done, EnrolStaff, OpenAccount, Request, RevokeStaff
from punto.house.chain import PEOPLE, linked
from punto.house.record import PersonRecord, encode
from punto.house.roster_request import ResetCodes, RosterRequest, SetUpCodes, UseCode
from punto.ledger import Kind
from punto.people import Actor, Person, Role
from punto.people.one_time_code import OneTimeSecret
from punto.people.person import is_pin, is_staff_name
from punto.refusal import Refusal
from punto.store import Database, HouseKey, Writer, reading, schema

KEY = HouseKey(bytes(range(32)))
MANAGER = Actor("mary", Role.MANAGER)
DORA = Actor("dora", Role.DEALER)
HOUSE = Actor("house", Role.HOUSE)


def dora(sealed: str | None, used: int = 0) -> Person:
    """Give Dora with a secret for one-time codes, or with none."""
    secret = OneTimeSecret(sealed=sealed, is_confirmed=used > 0, used=used) if sealed else None
    return Person(id="dora", role=Role.DEALER, pin="one", one_time=secret)


def ask(writer: Writer, what: RosterRequest | OpenAccount, id_: str) -> str:
    """Ask as a manager, and give what was answered, in a word."""
    answer = writer.ask(Request(MANAGER, what, id_))
    assert isinstance(answer, Done | Refusal), answer
    return "done" if isinstance(answer, Done) else answer.code


def test_staff_are_known_after_a_restart_as_they_were_last(sqlite_url: str) -> None:
    writer = Writer(Database(sqlite_url), KEY)
    assert ask(writer, EnrolStaff("dora", Role.DEALER, "one"), "1") == "done"
    assert ask(writer, EnrolStaff("sue", Role.SUPERVISOR, "two"), "2") == "done"
    assert ask(writer, ChangePin("dora", "three"), "3") == "done"
    assert ask(writer, RevokeStaff("sue", "left the house"), "4") == "done"
    writer.close()
    again = Writer(Database(sqlite_url), KEY)
    known = {
        name: (each.role, each.pin, each.is_revoked) for name, each in again.house.staff.items()
    }
    assert known == {
        "dora": (Role.DEALER, "three", False),
        "sue": (Role.SUPERVISOR, "two", True),
    }
    again.close()


def test_what_cannot_be_is_refused_and_changes_nothing(sqlite_url: str) -> None:
    writer = Writer(Database(sqlite_url), KEY)
    assert ask(writer, EnrolStaff("dora", Role.DEALER, "one"), "1") == "done"
    assert ask(writer, RevokeStaff("dora", "left the house"), "2") == "done"
    before = writer.house.head(PEOPLE)
    wrong: tuple[tuple[RosterRequest, str], ...] = (
        (EnrolStaff("dora", Role.MANAGER, "x"), "name-taken"),
        (EnrolStaff("attendant", Role.CAGE, "x"), "request-malformed"),
        (EnrolStaff("Dora", Role.CAGE, "x"), "request-malformed"),
        (EnrolStaff("gus", Role.GUEST, "x"), "request-malformed"),
        (ChangePin("dora", "x"), "no-such-person"),
        (ChangePin("nobody", "x"), "no-such-person"),
        (RevokeStaff("dora", "again"), "no-such-person"),
        (RevokeStaff("dora", " "), "who-and-why-wanted"),
    )
    for number, (what, code) in enumerate(wrong):
        assert ask(writer, what, f"no-{number}") == code, what
    assert ask(writer, EnrolStaff("new", Role.CAGE, "x"), "") == "id-wanted"
    assert writer.house.head(PEOPLE) == before
    writer.close()


def test_an_account_and_somebody_of_the_staff_have_not_one_name(sqlite_url: str) -> None:
    writer = Writer(Database(sqlite_url), KEY)
    assert ask(writer, EnrolStaff("dora", Role.DEALER, "one"), "1") == "done"
    assert ask(writer, OpenAccount("ann", Kind.PLAYER), "2") == "done"
    assert ask(writer, OpenAccount("dora", Kind.PLAYER), "3") == "name-taken"
    assert ask(writer, EnrolStaff("ann", Role.DEALER, "two"), "4") == "name-taken"
    assert ask(writer, RevokeStaff("dora", "left the house"), "5") == "done"
    assert ask(writer, OpenAccount("dora", Kind.PLAYER), "6") == "name-taken"
    assert writer.account("dora") is None
    writer.close()


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("dora", True),
        ("d2-x", True),
        ("do", False),
        ("-dora", False),
        ("dora-", False),
        ("döra", False),
    ],
)
def test_names(name: str, *, is_one: bool) -> None:
    assert is_staff_name(name) is is_one


@pytest.mark.parametrize(
    ("pin", "is_one"),
    [("2468", True), ("1111", False), ("123", False), ("12a4", False), ("1" * 13, False)],
)
def test_pins(pin: str, *, is_one: bool) -> None:
    assert is_pin(pin) is is_one


@pytest.mark.parametrize(
    ("who", "role", "person", "finding"),
    [
        ("dora", "dealer", Person(id="eve", role=Role.MANAGER, pin="x"), "had no right to make"),
        ("mary", "manager", Person(id="dora", role=Role.MANAGER, pin="x"), "on record already"),
        ("dora", "dealer", Person(id="dora", role=Role.DEALER, pin="x", is_revoked=True), "longer"),
        ("dora", "dealer", dora(None), "reset somebody's one-time codes"),
        ("mary", "manager", dora("other"), "set up one's one-time codes"),
        ("dora", "dealer", dora("other"), "replaced, and nobody had reset them"),
        ("dora", "dealer", dora("sealed", 8), "note that a one-time code was given"),
        ("house", "house", dora("sealed", 6), "used twice"),
    ],
)
def test_the_audit_finds_staff_that_nobody_with_the_right_has_made(
    sqlite_url: str, who: str, role: str, person: Person, finding: str
) -> None:
    writer = Writer(Database(sqlite_url), KEY)
    assert ask(writer, EnrolStaff("dora", Role.DEALER, "one"), "1") == "done"
    for actor, what in (
        (DORA, SetUpCodes("dora", "sealed", "one")),
        (HOUSE, UseCode("dora", "sealed", 7)),
    ):
        assert isinstance(writer.ask(Request(actor, what, type(what).__name__)), Done)
    writer.close()
    with Database(sqlite_url).reading() as connection:
        assert audit(connection).findings == ()
        body = encode(PersonRecord(who, role, person))
        head = reading.heads(connection, [PEOPLE])[PEOPLE]
        link = linked(head, PEOPLE, 0, None, body)
        connection.execute(insert(schema.journal).values(link._asdict()))
        moved = {"position": link.position, "hash": link.hash}
        connection.execute(update(schema.heads).where(schema.heads.c.chain == PEOPLE).values(moved))
        found = audit(connection).findings
        connection.rollback()
    assert any(finding in each.what for each in found), found


def test_whoever_was_revoked_does_nothing_more_in_that_role(sqlite_url: str) -> None:
    writer = Writer(Database(sqlite_url), KEY)
    assert ask(writer, EnrolStaff("mara", Role.MANAGER, "one"), "1") == "done"
    mara = Actor("mara", Role.MANAGER)
    assert isinstance(writer.ask(Request(mara, EnrolStaff("dora", Role.DEALER, "x"), "2")), Done)
    assert ask(writer, RevokeStaff("mara", "left the house"), "3") == "done"
    refused = writer.ask(Request(mara, EnrolStaff("dave", Role.DEALER, "x"), "4"))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.words) == ("not-permitted", "mara is staff no longer")
    writer.close()


def test_nobody_brings_back_whoever_was_revoked_without_the_key(sqlite_url: str) -> None:
    """A checkpoint that the house has signed binds who was staff, also when all commits fit."""
    writer = Writer(Database(sqlite_url), KEY)
    assert ask(writer, EnrolStaff("eve", Role.MANAGER, "one"), "1") == "done"
    before = writer.house.head(PEOPLE)
    assert ask(writer, RevokeStaff("eve", "left the house"), "2") == "done"
    writer.close()
    engine = Database(sqlite_url)
    with engine.reading() as connection:
        for (name,) in connection.exec_driver_sql(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).all():
            connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
        table = schema.journal
        gone = (table.c.chain == PEOPLE, table.c.position == before.position + 1)
        connection.execute(delete(table).where(*gone))
        back = {"position": before.position, "hash": before.hash}
        connection.execute(update(schema.heads).where(schema.heads.c.chain == PEOPLE).values(back))
        connection.commit()
    with pytest.raises(Unverified, match="people, entry 2"):
        Writer(Database(sqlite_url), KEY)


def test_codes_are_set_up_confirmed_used_once_and_reset(sqlite_url: str) -> None:
    writer = Writer(Database(sqlite_url), KEY)
    assert ask(writer, EnrolStaff("dora", Role.DEALER, "one"), "1") == "done"
    assert ask(writer, EnrolStaff("mary", Role.MANAGER, "two"), "2") == "done"
    said: tuple[tuple[Actor, RosterRequest, str], ...] = (
        (DORA, ChangePin("dora", "three", before="two"), "set-meanwhile"),
        (DORA, SetUpCodes("dora", "first", "two"), "set-meanwhile"),
        (MANAGER, ResetCodes("dora", "lost"), "nothing-to-do"),
        (HOUSE, UseCode("dora", "first", 5), "set-meanwhile"),
        (DORA, SetUpCodes("dora", "first", "one"), "done"),
        (DORA, SetUpCodes("dora", "second", "one"), "done"),
        (HOUSE, UseCode("dora", "first", 5), "set-meanwhile"),
        (HOUSE, UseCode("dora", "second", 5), "done"),
        (HOUSE, UseCode("dora", "second", 5), "code-used"),
        (HOUSE, UseCode("dora", "second", 4), "code-used"),
        (DORA, SetUpCodes("dora", "third", "one"), "codes-set"),
        (DORA, ResetCodes("dora", "lost"), "not-permitted"),
        (MANAGER, ResetCodes("dora", " "), "who-and-why-wanted"),
        (MANAGER, ResetCodes("mary", "lost"), "not-your-own"),
        (MANAGER, ResetCodes("dora", "lost"), "done"),
        (DORA, SetUpCodes("dora", "third", "one"), "done"),
        (HOUSE, UseCode("dora", "third", 6), "done"),
    )
    for number, (actor, what, wanted) in enumerate(said):
        answer = writer.ask(Request(actor, what, f"n-{number}"))
        assert isinstance(answer, Done | Refusal), answer
        assert ("done" if isinstance(answer, Done) else answer.code) == wanted, what
    writer.close()
    again = Writer(Database(sqlite_url), KEY)
    assert again.house.staff["dora"] == dora("third", 6)
    again.close()
    with Database(sqlite_url).reading() as connection:
        assert audit(connection).findings == ()
