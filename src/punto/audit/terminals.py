"""The audit of which browsers are terminals: each by a code, once, and by whoever may."""

from collections.abc import Iterator

from sqlalchemy import Connection

from punto.audit.authority import EntryAuthority
from punto.audit.finding import UNREADABLE, Finding, at
from punto.house.authority import Action, Subject
from punto.house.chain import TERMINALS
from punto.house.record import decode_terminal
from punto.people import Terminal
from punto.store import reading


def audit_terminals(connection: Connection, sound: int) -> Iterator[Finding]:
    """Go through the entries of the chain that hold."""
    known: dict[str, Terminal] = {}
    for link in reading.links(connection, TERMINALS, 0, sound):
        try:
            record = decode_terminal(link.body or b"")
        except UNREADABLE as error:
            yield at(TERMINALS, link.position, f"cannot be read: {error}")
            return
        terminal = record.terminal
        before = known.get(terminal.id, Terminal(id=terminal.id))
        action = _action(before, terminal)
        authority = EntryAuthority(record.who, record.role)
        for what in authority.wrong([(action, Subject(terminal.id))]):
            yield at(TERMINALS, link.position, what)
        if action is Action.ADMIT_TERMINAL and (not before.code or link.at_ms >= before.until_ms):
            what = f"{terminal.id} was enrolled, and no code for it was waiting"
            yield at(TERMINALS, link.position, what)
        known[terminal.id] = terminal


def _action(before: Terminal, terminal: Terminal) -> Action:
    """Tell which right it takes to make this of a terminal."""
    if terminal.enrolments == before.enrolments:
        return Action.INVITE_TERMINAL
    return Action.ADMIT_TERMINAL if terminal.is_enrolled else Action.REVOKE_TERMINAL
