"""Alerts: who has seen one goes on record, once, and only of those who may."""

import pytest
from sqlalchemy import insert, update

from punto.audit.report import audit
from punto.house import Acknowledge, Done, Request
from punto.house.chain import OFFICE, Link, linked
from punto.house.record import AlertRecord, decode_alert, encode
from punto.people import Actor, Role
from punto.refusal import Refusal
from punto.store import Database, HouseKey, Writer, reading, schema

KEY = HouseKey(bytes(range(32)))
SUE = Actor("sue", Role.SUPERVISOR)


def test_an_alert_is_acknowledged_once_and_only_by_its_name(sqlite_url: str) -> None:
    writer = Writer(Database(sqlite_url), KEY)
    seen = Request(SUE, Acknowledge("round:tiger-1"), "a")
    first, again = writer.ask(seen), writer.ask(seen)
    assert isinstance(first, Done)
    assert isinstance(again, Done)
    assert (first.again, again.again, again.link) == (False, True, first.link)
    refusals = {
        Request(SUE, Acknowledge("round:tiger-1")): "id-wanted",
        Request(SUE, Acknowledge("two words"), "b"): "request-malformed",
        Request(SUE, Acknowledge("x" * 81), "c"): "request-malformed",
        Request(SUE, Acknowledge("round:tiger-2"), "a"): "id-clash",
    }
    for request, code in refusals.items():
        answer = writer.ask(request)
        assert isinstance(answer, Refusal)
        assert answer.code == code
    writer.close()
    with Database(sqlite_url).reading() as connection:
        (link,) = reading.links(connection, OFFICE)
        assert audit(connection).findings == ()
    record = decode_alert(link.body or b"")
    assert (record.who, record.role, record.alert) == ("sue", "supervisor", "round:tiger-1")


@pytest.mark.parametrize(
    ("body", "finding"),
    [
        (encode(AlertRecord("cass", "cage", "round:tiger-1")), "had no right to acknowledge"),
        (b"{}", "cannot be read"),
    ],
)
def test_the_audit_finds_an_alert_that_nobody_with_the_right_has_seen(
    sqlite_url: str, body: bytes, finding: str
) -> None:
    writer = Writer(Database(sqlite_url), KEY)
    assert isinstance(writer.ask(Request(SUE, Acknowledge("round:tiger-1"), "a")), Done)
    writer.close()
    with Database(sqlite_url).reading() as connection:
        link: Link = linked(reading.heads(connection, [OFFICE])[OFFICE], OFFICE, 0, None, body)
        connection.execute(insert(schema.journal).values(link._asdict()))
        moved = {"position": link.position, "hash": link.hash}
        connection.execute(update(schema.heads).where(schema.heads.c.chain == OFFICE).values(moved))
        found = audit(connection).findings
        connection.rollback()
    assert any(finding in each.what for each in found), found
