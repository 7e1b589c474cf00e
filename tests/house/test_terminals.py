"""Terminals on record: invited, enrolled once, revoked; and what an auditor finds wrong."""

import pytest
from sqlalchemy import insert, update

from punto.audit.report import audit
from punto.house import (
    AdmitTerminal,
    BuyIn,
    CashOut,
    Done,
    EnrolStaff,
    EnrolTerminal,
    InviteTerminal,
    OpenAccount,
    Request,
    RevokeTerminal,
)
from punto.house.chain import TERMINALS, linked
from punto.house.record import TerminalRecord, encode
from punto.house.request import What
from punto.people import Actor, Role, Terminal
from punto.refusal import Refusal
from punto.store import Database, HouseKey, Writer, reading, schema

KEY = HouseKey(bytes(range(32)))
NOW = 1_000
MANAGER = Actor("mary", Role.MANAGER)
HOUSE = Actor("house", Role.HOUSE)
SELF = Actor("t-1", Role.TERMINAL, 1)
NEXT = Actor("t-1", Role.TERMINAL, 2)

Said = tuple[tuple[Actor, What, str], ...]


def asked(writer: Writer, said: Said) -> None:
    """Ask one thing after the other, and want each answered as written."""
    for number, (actor, what, wanted) in enumerate(said):
        answer = writer.ask(Request(actor, what, f"n-{number}"))
        assert isinstance(answer, Done | Refusal), answer
        assert ("done" if isinstance(answer, Done) else answer.code) == wanted, what


def test_a_code_enrols_once_and_whoever_is_revoked_asks_for_nothing(sqlite_url: str) -> None:
    writer = Writer(Database(sqlite_url), KEY, clock=lambda: NOW)
    asked(
        writer,
        (
            (MANAGER, OpenAccount("t-1"), "done"),
            (MANAGER, InviteTerminal("t-1", "mark", NOW + 1), "name-taken"),
            (MANAGER, EnrolTerminal("t-1"), "done"),
            (MANAGER, EnrolStaff("dora", Role.DEALER, "x"), "done"),
            (MANAGER, InviteTerminal("dora", "mark", NOW + 1), "name-taken"),
            (MANAGER, InviteTerminal("cage", "mark", NOW + 1), "request-malformed"),
            (MANAGER, InviteTerminal("far-too-long", "mark", NOW + 1), "request-malformed"),
            (MANAGER, RevokeTerminal("t-1", "lost"), "terminal-unknown"),
            (HOUSE, AdmitTerminal("t-1", ""), "terminal-unknown"),
            (MANAGER, InviteTerminal("t-1", "late", NOW), "done"),
            (HOUSE, AdmitTerminal("t-1", "late"), "terminal-unknown"),
            (MANAGER, InviteTerminal("t-1", "mark", NOW + 1), "done"),
            (MANAGER, EnrolStaff("t-1", Role.DEALER, "x"), "name-taken"),
            (HOUSE, AdmitTerminal("t-1", "another"), "terminal-unknown"),
            (HOUSE, AdmitTerminal("t-1", "mark"), "done"),
            (HOUSE, AdmitTerminal("t-1", "mark"), "terminal-unknown"),
            (SELF, CashOut("t-1"), "nothing-to-cash-out"),
            (MANAGER, InviteTerminal("t-1", "next", NOW + 1), "done"),
            (SELF, CashOut("t-1"), "nothing-to-cash-out"),
            (HOUSE, AdmitTerminal("t-1", "next"), "done"),
            (SELF, CashOut("t-1"), "not-enrolled"),
            (SELF, RevokeTerminal("t-1", "of the one after"), "not-enrolled"),
            (NEXT, CashOut("t-1"), "nothing-to-cash-out"),
            (MANAGER, RevokeTerminal("t-1", " "), "who-and-why-wanted"),
            (NEXT, RevokeTerminal("t-2", "mine"), "not-permitted"),
            (NEXT, RevokeTerminal("t-1", "taken out of use"), "done"),
            (NEXT, CashOut("t-1"), "not-enrolled"),
        ),
    )
    sale = Request(MANAGER, BuyIn("t-1", 100), "s-1", at=NEXT)
    sold = writer.ask(sale)
    assert isinstance(sold, Refusal)
    assert sold.code == "not-enrolled", "nothing is sold at it either, whoever stands there"
    unnamed = writer.ask(Request(MANAGER, InviteTerminal("t-1", "mark", NOW)))
    assert isinstance(unnamed, Refusal)
    assert unnamed.code == "id-wanted"
    writer.close()
    again = Writer(Database(sqlite_url), KEY)
    assert dict(again.house.terminals) == {"t-1": Terminal(id="t-1", enrolments=3)}
    assert again.house.terminals["t-1"].seal != Terminal(id="t-1", enrolments=1).seal
    again.close()
    with Database(sqlite_url).reading() as connection:
        assert audit(connection).findings == ()


@pytest.mark.parametrize(
    ("who", "role", "terminal", "finding"),
    [
        ("dora", "dealer", Terminal(id="t-1", code="x"), "let a browser become a terminal"),
        ("mary", "manager", Terminal(id="t-1", enrolments=1, is_enrolled=True), "make a browser"),
        ("house", "house", Terminal(id="t-1", enrolments=1, is_enrolled=True), "no code for it"),
        ("eve", "terminal", Terminal(id="t-1", enrolments=1), "terminal no longer"),
        ("", "", None, "cannot be read"),
    ],
)
def test_the_audit_finds_a_terminal_that_nobody_with_the_right_has_made(
    sqlite_url: str, who: str, role: str, terminal: Terminal | None, finding: str
) -> None:
    writer = Writer(Database(sqlite_url), KEY, clock=lambda: NOW)
    asked(writer, ((MANAGER, InviteTerminal("t-1", "mark", NOW), "done"),))
    writer.close()
    with Database(sqlite_url).reading() as connection:
        body = encode(TerminalRecord(who, role, terminal)) if terminal else b"{}"
        head = reading.heads(connection, [TERMINALS])[TERMINALS]
        link = linked(head, TERMINALS, NOW, None, body)
        connection.execute(insert(schema.journal).values(link._asdict()))
        moved = {"position": link.position, "hash": link.hash}
        chain = schema.heads.c.chain == TERMINALS
        connection.execute(update(schema.heads).where(chain).values(moved))
        found = audit(connection).findings
        connection.rollback()
    assert any(finding in each.what for each in found), found
