"""The audit of settings: each changed by somebody with the right to it, from what it was."""

from collections.abc import Iterator

from immutables import Map
from sqlalchemy import Connection

from punto.audit.authority import EntryAuthority
from punto.audit.finding import UNFOLDABLE, UNREADABLE, Finding, at
from punto.house.authority import Action, Subject
from punto.house.chain import SETTINGS
from punto.house.configuration import Configuration
from punto.house.record import SettingsRecord, decode_settings
from punto.store import reading


def audit_settings(connection: Connection, sound: int) -> Iterator[Finding]:
    """Go through the entries of the chain that hold; after one that cannot be told, stop."""
    known = Configuration()
    for link in reading.links(connection, SETTINGS, 0, sound):
        try:
            record = decode_settings(link.body or b"")
            wrong, after = list(_wrong(known, record)), known.after(record.changes, record.file)
        except (*UNREADABLE, *UNFOLDABLE) as error:
            yield at(SETTINGS, link.position, f"cannot be read: {error}")
            return
        for what in wrong:
            yield at(SETTINGS, link.position, what)
        known = after


def _wrong(known: Configuration, record: SettingsRecord) -> Iterator[str]:
    authority = EntryAuthority(record.who, record.role)
    yield from authority.wrong([(Action.CHANGE_SETTINGS, Subject())])
    if record.file is not None and record.changes != tuple(known.changes_of(record.file)):
        yield "what is applied is not what the file says otherwise than when it was last read"
    made = {change.table for change in record.changes} - set(known.in_force)
    ruled = {change.table for change in record.changes if change.key == "rulebook"}
    yield from (f"{table}: there is no such table" for table in sorted(made - ruled))
    for change in record.changes:
        holds = known.in_force.get(change.table, Map()).get(change.key)
        if holds != change.before:
            yield f"{change.table}: {change.key} was {holds}, and not {change.before}"
