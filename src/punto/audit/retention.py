"""The audit of what is gone: bodies dropped after their time, and the state brought forward."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from sqlalchemy import Connection

from punto.audit.authority import EntryAuthority
from punto.audit.finding import UNREADABLE, Finding, at
from punto.errors import Unverified
from punto.house.authority import Action, Subject
from punto.house.chain import RETENTION
from punto.house.forward import NOTHING_DROPPED, BroughtForward, decode_retention
from punto.house.retention import PERIOD_DAYS
from punto.store import reading
from punto.store.forward import brought_forward

_DAY_MS: Final = 86_400_000


class RetentionAudited(NamedTuple):
    """Where the audit of ledger and tables begins, and what is to be said about it."""

    start: BroughtForward
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]


def audit_retention(connection: Connection) -> RetentionAudited:
    """Check that nothing was dropped before its time, and that what it came to is bound."""
    findings = [*_too_early(connection)]
    try:
        start = brought_forward(connection)
    except UNREADABLE as error:
        found = Finding(RETENTION, f"what was brought forward cannot be read: {error}")
        return RetentionAudited(NOTHING_DROPPED, (*findings, found), ())
    except Unverified as error:
        place, _, what = str(error).partition(": ")
        return RetentionAudited(NOTHING_DROPPED, (*findings, Finding(place, what)), ())
    return RetentionAudited(start, (*findings, *_off_chain(connection, start)), tuple(_gone(start)))


def _too_early(connection: Connection) -> Iterator[Finding]:
    for link in reading.links(connection, RETENTION):
        try:
            record = decode_retention(link.body or b"")
        except UNREADABLE as error:
            yield at(RETENTION, link.position, f"cannot be read: {error}")
            continue
        if record.before_ms > link.at_ms - PERIOD_DAYS * _DAY_MS:
            yield at(RETENTION, link.position, f"drops what is not {PERIOD_DAYS} days old")
        deed = Action.DROP_OLD, Subject()
        for wrong in EntryAuthority(record.who, record.role).wrong((deed,)):
            yield at(RETENTION, link.position, wrong)


def _off_chain(connection: Connection, start: BroughtForward) -> Iterator[Finding]:
    """Want the state to be of these chains."""
    heads = {*start.cuts.items(), *start.reached.items()}
    for chain, head in sorted(heads):
        if reading.hash_at(connection, chain, head.position) != head.hash:
            yield at(chain, head.position, "not the entry of the state that was brought forward")
    for chain in start.cuts:
        if start.cut(chain) > start.moved_through(chain):
            what = f"drops more of {chain} than it brings forward"
            yield at(RETENTION, start.position, what)


def _gone(start: BroughtForward) -> Iterator[str]:
    for chain, head in sorted(start.cuts.items()):
        yield (
            f"{chain}: entries up to {head.position} were dropped after their time;"
            " what they came to was brought forward"
        )
