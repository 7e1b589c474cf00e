"""The audit of a house: everything in its journal checked, without its key, from what is stored."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection

from punto.audit.alerts import audit_alerts
from punto.audit.chains import ChainsAudited, audit_chains
from punto.audit.commits import CommitsAudit
from punto.audit.finding import Advance, Finding, at
from punto.audit.ledger import LedgerAudit
from punto.audit.patrons import audit_patrons
from punto.audit.people import audit_people
from punto.audit.retention import RetentionAudited, audit_retention
from punto.audit.settings import audit_settings
from punto.audit.shifts import audit_shifts
from punto.audit.tables import Results, TableAudit
from punto.audit.terminals import audit_terminals
from punto.house.chain import (
    CHAINS,
    OFFICE,
    PATRONS,
    SETTINGS,
    STAFF,
    TERMINALS,
    Link,
    is_of_table,
    table_of,
)
from punto.house.forward import BroughtForward
from punto.house.undecided import Undecided
from punto.store import reading
from punto.store.checkpoint import Checkpoint
from punto.store.timestamp import utc


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """What was looked at, what does not hold, and what could not be looked at yet."""

    findings: tuple[Finding, ...]
    notes: tuple[str, ...]
    """What is no fault, and should be known."""
    house: str | None
    chains: int
    entries: int
    batches: int
    tables: int
    rounds: int
    bets: int
    """Bets settled again."""
    shoes: int
    """Shoes revealed, and derived again."""
    dealt_again: int
    not_yet: int
    results: tuple[Results, ...]
    undecided: tuple[Undecided, ...] = ()
    """The rounds that wait for a supervisor."""


def audit(
    connection: Connection,
    *,
    checkpoint: Checkpoint | None = None,
    advance: Advance = lambda: None,
) -> Audit:
    """Check chains, commits, ledger and tables of a house; every entry is looked at twice."""
    chains = audit_chains(connection, checkpoint, advance)
    dropped = audit_retention(connection)
    commits = CommitsAudit(connection, chains, dropped.start, advance)
    tables = {
        chain: _table(connection, chain, chains, dropped.start, advance)
        for chain in chains.sound
        if is_of_table(chain)
    }
    ledger = LedgerAudit(connection, tables, dropped.start, advance)
    ledger.go_through(commits, chains.sound)
    for table in tables.values():
        table.finish(chains.sound[table.chain])
    ledger.finish()
    journal = _Journal(chains, dropped, commits)
    return _summed_up(connection, journal, ledger, list(tables.values()))


def _table(
    connection: Connection,
    chain: str,
    chains: ChainsAudited,
    start: BroughtForward,
    advance: Advance,
) -> TableAudit:
    def read(after: int, through: int) -> Iterator[Link]:
        return reading.links(connection, chain, after, min(through, chains.sound[chain]))

    table = TableAudit(chain, read, is_whole=chains.is_sound(chain), advance=advance)
    house_table = start.tables.get(table_of(chain))
    if house_table is not None:
        table.begin_at(start.cut(chain), house_table)
    return table


def entries_to_look_at(connection: Connection) -> int:
    """Tell how often `advance` will be called, about."""
    return 2 * sum(head.position for head in reading.heads(connection).values())


class _Journal(NamedTuple):
    """What the journal itself is worth."""

    chains: ChainsAudited
    dropped: RetentionAudited
    commits: CommitsAudit

    @property
    def findings(self) -> tuple[Finding, ...]:
        found = *self.chains.findings, *self.commits.findings
        return *found, *self.dropped.findings, *_unknown(self.chains)


def _summed_up(
    connection: Connection,
    journal: _Journal,
    ledger: LedgerAudit,
    tables: list[TableAudit],
) -> Audit:
    chains = journal.chains
    arrivals = [arrival for table in tables for arrival in table.arrivals]
    people = audit_people(connection, chains.sound, arrivals)
    patrons = audit_patrons(connection, chains.sound.get(PATRONS, 0))
    terminals = audit_terminals(connection, chains.sound.get(TERMINALS, 0))
    alerts = audit_alerts(connection, chains.sound.get(OFFICE, 0))
    settings = audit_settings(connection, chains.sound.get(SETTINGS, 0))
    shifts = audit_shifts(connection, chains.sound)
    found = [*journal.findings, *ledger.findings, *people, *patrons, *terminals]
    found += [*alerts, *settings, *shifts]
    found += [finding for table in tables for finding in table.findings]
    return Audit(
        findings=tuple(dict.fromkeys(found)),
        notes=(*journal.dropped.notes, *_notes(journal, ledger, tables)),
        house=reading.house_value(connection, "public key"),
        chains=len(chains.sound),
        entries=chains.entries,
        batches=ledger.batches,
        tables=len(tables),
        rounds=sum(table.rounds for table in tables),
        bets=sum(table.settlements.bets for table in tables),
        shoes=sum(table.shoes.revealed for table in tables),
        dealt_again=sum(table.shoes.dealt_again for table in tables),
        not_yet=sum(table.shoes.not_yet for table in tables),
        results=tuple(_all_results(tables)),
        undecided=tuple(table.undecided for table in tables if table.undecided is not None),
    )


def _unknown(chains: ChainsAudited) -> Iterator[Finding]:
    for chain in chains.sound:
        if chain not in CHAINS and not is_of_table(chain):
            yield at(chain, 1, "the journal has no chain of this name")


def _notes(journal: _Journal, ledger: LedgerAudit, tables: Iterable[TableAudit]) -> Iterator[str]:
    for chain, sound in journal.chains.sound.items():
        if not journal.chains.is_sound(chain):
            yield f"{chain}: what comes after entry {sound} proves nothing, and was not looked at"
    if ledger.stopped:
        yield f"{ledger.stopped}: what was stored after that was not added up"
    if STAFF in journal.chains.sound:
        yield f"{STAFF}: {journal.chains.sound[STAFF]} requests were refused to staff"
    for table in tables:
        if table.shoes.not_yet:
            rounds = f"{table.shoes.not_yet} rounds" if table.shoes.not_yet > 1 else "1 round"
            yield f"{table.chain}: {rounds} cannot be dealt again before the shoe is revealed"
        if table.shoes.scanned:
            yield f"{table.chain}: {table.shoes.scanned} rounds were dealt from physical cards"
        if table.undecided is not None:
            yield _waits(table.undecided)


def _waits(undecided: Undecided) -> str:
    round_, found = f"{undecided.table}-{undecided.round}", undecided.found.replace("-", " ")
    since = f"since {utc(undecided.since_ms)}"
    said = f"{found}, reported by {undecided.who}: {undecided.why}"
    return f"{round_} waits for a supervisor {since}: {said}"


def _all_results(tables: Iterable[TableAudit]) -> Iterator[Results]:
    """Add up the results of tables that play by the same rulebook with as many decks."""
    total: dict[tuple[str, int], Results] = {}
    for table in tables:
        for key, each in table.results.items():
            total[key] = total[key].plus(each) if key in total else each
    yield from (total[key] for key in sorted(total))
