"""Somebody who may write to the database as they like, and knows how the journal is made."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, delete, insert, text, update

from punto.house.chain import ACCOUNTS, CHECKPOINTS, COMMITS, EMPTY, Link, linked
from punto.house.record import CommitRecord, decode_commit, encode
from punto.store import Database, reading, schema

_GUARDS = {
    "sqlite": (
        "DROP TRIGGER IF EXISTS journal_no_delete",
        "DROP TRIGGER IF EXISTS journal_no_update",
    ),
    "postgresql": (
        "DROP TRIGGER IF EXISTS journal_kept ON journal",
        "DROP TRIGGER IF EXISTS journal_not_truncated ON journal",
    ),
}

Change = Callable[[Link], bytes | None]
"""Gives the new body of an entry, or None where the entry is to be left out."""


class Tamperer:
    """Takes the guards off, and changes what is written."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        for guard in _GUARDS[connection.dialect.name]:
            connection.execute(text(guard))
        connection.execute(text("DROP INDEX IF EXISTS journal_request"))

    @contextmanager
    def undone(self) -> Iterator[None]:
        """Take everything back afterwards."""
        self.connection.execute(text("SAVEPOINT before"))
        try:
            yield
        finally:
            self.connection.execute(text("ROLLBACK TO SAVEPOINT before"))
            self.connection.execute(text("RELEASE SAVEPOINT before"))

    def links(self, chain: str) -> list[Link]:
        return list(reading.links(self.connection, chain))

    def put(self, chain: str, links: Iterable[Link]) -> None:
        """Put other entries in the place of a chain, and leave alike ones; its head stays."""
        table, new = schema.journal, set(links)
        before = set(self.links(chain))
        gone = [link.position for link in before - new]
        here = (table.c.chain == chain, table.c.position.in_(gone))
        self.connection.execute(delete(table).where(*here))
        rows = [link._asdict() for link in new - before]
        if rows:
            self.connection.execute(insert(table), rows)

    def rewrite(self, chain: str, change: Change) -> None:
        """Write a chain anew, with all hashes and its head: by itself it is without fault."""
        head, new = EMPTY, []
        for link in self.links(chain):
            body = change(link)
            if body is not None:
                new.append(linked(head, chain, link.at_ms, link.request, body))
                head = new[-1].head
        self.put(chain, new)
        table = schema.heads
        values = {"position": head.position, "hash": head.hash}
        self.connection.execute(update(table).where(table.c.chain == chain).values(values))

    def forge(self, chain: str, change: Change) -> None:
        """Write a chain anew, and with it all that binds it from inside."""
        self.rewrite(chain, change)
        self.commit_anew()

    def commit_anew(self) -> None:
        """List in the commits what is there now, and leave nothing that is signed."""
        self.forget_checkpoints()
        listing = _Listing(self)
        bodies = [listing.again(decode_commit(each.body or b"")) for each in self.links(COMMITS)]
        self._put_commits([*bodies, listing.rest()])

    def commit_rest(self) -> None:
        """List in one more commit what none lists."""
        bodies = [link.body for link in self.links(COMMITS)]
        listing = _Listing(self)
        for body in bodies:
            listing.pass_over(decode_commit(body or b""))
        self._put_commits([*bodies, listing.rest()])

    def _put_commits(self, bodies: list[bytes | None]) -> None:
        links = self.links(COMMITS)
        self.put(COMMITS, [*links, links[-1]._replace(position=len(links) + 1)])
        self.rewrite(COMMITS, lambda link: bodies[link.position - 1])

    def forget_checkpoints(self) -> None:
        """Take away what binds the chains from inside."""
        self.put(CHECKPOINTS, [])
        table = schema.heads
        self.connection.execute(delete(table).where(table.c.chain == CHECKPOINTS))


class _Listing:
    """Makes commits of entries that are not those of before."""

    def __init__(self, tamperer: Tamperer) -> None:
        chains = {*reading.chains(tamperer.connection)} - {COMMITS, CHECKPOINTS}
        self._links = {chain: tamperer.links(chain) for chain in sorted(chains)}
        self._at = dict.fromkeys(chains, 0)

    def again(self, record: CommitRecord) -> bytes | None:
        """List as many entries as before, as far as there are any."""
        names = [chain for chain, _, _ in record.heads]
        before = {chain: self._at.get(chain, 0) for chain in names}
        wanted = {chain: position - before[chain] for chain, position, _ in record.heads}
        if not record.order and ACCOUNTS in wanted:  # where older books are closed, all of it
            wanted[ACCOUNTS] = len(self._links[ACCOUNTS])
        runs = [(names[place], count) for place, count in record.order]
        return self._commit(runs or [*wanted.items()], has_order=bool(runs))

    def pass_over(self, record: CommitRecord) -> None:
        """Leave a commit as it is."""
        self._at.update({chain: position for chain, position, _ in record.heads})

    def rest(self) -> bytes | None:
        """List what no other commit does."""
        left = ((chain, len(links) - self._at[chain]) for chain, links in self._links.items())
        return self._commit([*left], has_order=True)

    def _commit(self, runs: list[tuple[str, int]], *, has_order: bool) -> bytes | None:
        order: list[tuple[str, int]] = []
        for chain, count in runs:
            there = min(count, len(self._links.get(chain, ())) - self._at.get(chain, 0))
            if there > 0:
                order.append((chain, there))
                self._at[chain] += there
        names = [*dict.fromkeys(chain for chain, _ in order)]
        heads = [self._links[chain][self._at[chain] - 1] for chain in names]
        record = CommitRecord(
            tuple((link.chain, link.position, link.hash.hex()) for link in heads),
            tuple((names.index(chain), count) for chain, count in order) if has_order else (),
        )
        return encode(record) if names else None


@contextmanager
def tampering(url: str) -> Iterator[Tamperer]:
    """Come in at night; what is changed stays changed."""
    database = Database(url)
    with database.engine.connect() as connection:
        if database.is_sqlite:
            connection.exec_driver_sql("BEGIN")
        yield Tamperer(connection)
        connection.commit()


def replaced(old: bytes, new: bytes) -> Change:
    """Change the first place where some text is found, in the first entry that has it."""
    is_done = False

    def change(link: Link) -> bytes:
        nonlocal is_done
        body = link.body or b""
        if is_done or old not in body:
            return body
        is_done = True
        return body.replace(old, new, 1)

    return change
