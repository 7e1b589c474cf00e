"""What a house that was loaded has stored: all that it said it had, and nothing that it refused."""

from pathlib import Path

from sqlalchemy import select

from benchmarks.load_terminal import Log
from punto.audit.report import audit
from punto.store import Database, schema, url_of


def kept(place: Path, log: Log) -> str:
    """Hold the books of a house that is closed against what was answered, in words."""
    with Database(url_of(place)).reading() as connection:
        stored = {
            row.request.partition("_")[2]
            for row in connection.execute(select(schema.journal.c.request))
            if row.request
        }
        found = audit(connection)
    lost, done = set(log.accepted) - stored, set(log.turned_away) & stored
    return (
        f"books: {len(log.accepted)} bets were accepted, {len(lost)} of them are not stored;"
        f" {len(log.turned_away)} were refused, {len(done)} of them are stored;"
        f" {len(found.findings)} findings of the audit"
    )
