"""The audit of commits: every entry is listed once, with its hash, and in the order it was made."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, TypeAlias

from msgspec.structs import replace
from sqlalchemy import Connection

from punto.audit.chains import ChainsAudited
from punto.audit.finding import UNREADABLE, Advance, Finding, at
from punto.house.chain import ACCOUNTS, CAGE, CHECKPOINTS, COMMITS, RETENTION, Link
from punto.house.forward import BroughtForward
from punto.house.record import CommitRecord, decode_commit
from punto.store import reading

ListedHead: TypeAlias = tuple[str, int, str]
"""A chain with its last entry and that entry's hash."""

_UNLISTED: Final = frozenset({COMMITS, CHECKPOINTS})
"""The chains that are in no commit."""


class CommitsAudit:
    """Goes through the commits once, and gives what they list in its order."""

    def __init__(
        self, connection: Connection, chains: ChainsAudited, start: BroughtForward, advance: Advance
    ) -> None:
        self.findings: list[Finding] = []
        self.gap = ""
        """Why what comes now is not all that was stored before it; empty while it is."""
        self.older: dict[str, int] = {}
        """How far the chains of older books go: their tables have no money of their own."""
        self._connection = connection
        self._chains = chains
        self._sound = chains.sound
        self._start = start
        self._advance = advance
        self._listed: dict[str, int] = {}
        self._doubtful: set[str] = set()
        """The chains of which something else is listed than what is there."""
        self._is_cut_short = not chains.is_sound(COMMITS)
        """Whether there is more than what was read: then it may list what nothing else does."""

    @property
    def _are_wanted(self) -> bool:
        """Whether there must be commits: only books that are older than them have none."""
        return COMMITS in self._sound or CAGE in self._sound or ACCOUNTS not in self._sound

    def in_order(self) -> Iterator[Link]:
        """Give every entry that is not brought forward, in the order in which it was stored."""
        if not self._are_wanted:
            self.older = dict(self._sound)
            for chain in sorted(self._sound.keys() - {CHECKPOINTS, RETENTION}):
                yield from self._new(reading.links(self._connection, chain, 0, self._sound[chain]))
            return
        for link in reading.links(self._connection, COMMITS, 0, self._sound.get(COMMITS, 0)):
            self._advance()
            yield from self._commit(link)
        if not self._is_cut_short:
            self._want_all()
        elif not self._chains.is_sound(COMMITS):
            self._note_gap(f"commit {self._sound.get(COMMITS, 0) + 1} proves nothing")

    def _new(self, links: Iterator[Link]) -> Iterator[Link]:
        """Leave out what is brought forward: older books were cut before they were closed."""
        return (link for link in links if link.position > self._start.moved_through(link.chain))

    def _commit(self, link: Link) -> Iterator[Link]:
        try:
            record = decode_commit(link.body or b"")
        except UNREADABLE as error:
            self._found(link, f"cannot be read: {error}")
            self._note_gap(f"commit {link.position} cannot be read")
            self._is_cut_short = True
            return
        if _closes_older_books(link, record):
            self.older = {chain: position for chain, position, _ in record.heads if chain != CAGE}
        record = self._judged(link, record)
        if link.position <= self._start.moved_through(COMMITS):
            self._listed.update({chain: position for chain, position, _ in record.heads})
            self._compare_forward(link)
        else:
            yield from self._new(reading.listed(self._connection, record, self._listed))

    # --- what a commit lists --------------------------------------------------------------------

    def _judged(self, link: Link, record: CommitRecord) -> CommitRecord:
        """Give as much of a commit as holds."""
        chains = [chain for chain, _, _ in record.heads]
        if not chains or len(set(chains)) < len(chains):
            self._found(link, "lists a chain twice" if chains else "lists nothing")
            self._note_gap(f"commit {link.position} does not hold")
            return CommitRecord(heads=())
        good = tuple(head for head in record.heads if self._holds(link, head))
        if good == record.heads and not self.gap and not self._is_in_order(link, record):
            self._found(link, "its order is not that of the entries that it lists")
            self._note_gap(f"commit {link.position} does not hold")
        if good != record.heads:
            self._note_gap(f"commit {link.position} does not hold")
        return replace(record, heads=good, order=()) if self.gap else record

    def _is_in_order(self, link: Link, record: CommitRecord) -> bool:
        """Whether the order is of all that is new; the commit that closes older books has none."""
        if _closes_older_books(link, record):
            return True
        counts: Counter[int] = Counter()
        for place, count in record.order:
            counts[place] += count
        new = {
            place: position - self._listed.get(chain, 0)
            for place, (chain, position, _) in enumerate(record.heads)
        }
        return counts == new and all(count > 0 for _, count in record.order)

    def _holds(self, link: Link, head: ListedHead) -> bool:
        """Whether a commit lists the next entries of a chain; each fault is told once."""
        chain, position, mark = head
        last = self._listed.get(chain, 0)
        if chain in _UNLISTED:
            self._found(link, f"lists {chain}, which is in no commit")
        elif position <= last:
            self._found(link, f"lists entry {position} of {chain}, and entry {last} was before")
        elif position > self._sound.get(chain, 0):
            if self._chains.is_sound(chain):
                self._doubt(chain, position, f"missing; commit {link.position} lists it")
        else:
            if reading.hash_at(self._connection, chain, position) != _bytes(mark):
                # Written anew, and it holds in itself: what else is wrong with it is to be seen.
                self._doubt(chain, position, f"not the entry of commit {link.position}")
            return True
        return False

    def _doubt(self, chain: str, position: int, what: str) -> None:
        if chain not in self._doubtful:
            self._doubtful.add(chain)
            self.findings.append(at(chain, position, what))

    def _compare_forward(self, link: Link) -> None:
        """Want the accounts to be brought forward at the end of one commit, of all chains."""
        reached = {chain: head.position for chain, head in self._start.reached.items()}
        is_last = link.position == reached.pop(COMMITS)
        if is_last and not self.gap and reached != self._listed:
            what = f"does not bring forward what commit {link.position} ends with"
            self.findings.append(at(RETENTION, self._start.position, what))

    def _want_all(self) -> None:
        """Want every chain to end where a commit says so."""
        for chain in sorted(self._sound.keys() - _UNLISTED - self._chains.broken):
            listed = self._listed.get(chain, 0)
            if listed < self._sound[chain]:
                self.findings.append(at(chain, listed + 1, "no commit lists it"))
                self._note_gap(f"{chain}, entry {listed + 1} is in no commit")

    def _note_gap(self, why: str) -> None:
        self.gap = self.gap or why

    def _found(self, link: Link, what: str) -> None:
        self.findings.append(at(COMMITS, link.position, what))


def _closes_older_books(link: Link, record: CommitRecord) -> bool:
    is_first = link.position == 1 and not record.order
    return is_first and any(chain == ACCOUNTS for chain, _, _ in record.heads)


def _bytes(mark: str) -> bytes | None:
    try:
        return bytes.fromhex(mark)
    except ValueError:
        return None
