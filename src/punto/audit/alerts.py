"""The audit of alerts: each acknowledged by somebody with the right to it."""

from collections.abc import Iterator

from sqlalchemy import Connection

from punto.audit.authority import EntryAuthority
from punto.audit.finding import UNREADABLE, Finding, at
from punto.house.authority import Action, Subject
from punto.house.chain import OFFICE
from punto.house.record import decode_alert
from punto.store import reading


def audit_alerts(connection: Connection, sound: int) -> Iterator[Finding]:
    """Go through the entries of the chain that hold."""
    for link in reading.links(connection, OFFICE, 0, sound):
        try:
            record = decode_alert(link.body or b"")
        except UNREADABLE as error:
            yield at(OFFICE, link.position, f"cannot be read: {error}")
            continue
        authority = EntryAuthority(record.who, record.role)
        for what in authority.wrong([(Action.ACKNOWLEDGE, Subject())]):
            yield at(OFFICE, link.position, what)
