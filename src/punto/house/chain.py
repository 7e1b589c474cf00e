"""A chain of journal entries: each holds the hash of the one before, so none can be changed alone.

The hash covers a digest of the body, not the body itself: a body may be dropped when its time is
over, and the chain still holds.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final, NamedTuple

from punto.fair import encoded

CAGE: Final = "cage"
"""The chain of what is done away from tables: accounts, credits, tickets, debts."""

STAFF: Final = "staff"
"""The chain of what was refused to staff away from the tables."""

PEOPLE: Final = "people"
"""The chain of who is staff: enrolled, given another PIN, revoked. Few entries, read at a start."""

PATRONS: Final = "patrons"
"""The chain of those who play and are on record: names, limits, exclusions. Read at a start."""

TERMINALS: Final = "terminals"
"""The chain of which browsers are Player Terminals: invited, enrolled, revoked. Read at a start."""

OFFICE: Final = "office"
"""The chain of alerts that somebody has acknowledged."""

SETTINGS: Final = "settings"
"""The chain of how tables are set: the file as it was read, and changes. Read at a start."""

SHIFTS: Final = "shifts"
"""The chain of shifts: what somebody has counted at a table or a till. Read at a start."""

COMMITS: Final = "commits/1"
"""The chain of the one who writes: an entry for every group that was stored together."""

ACCOUNTS: Final = "accounts"
"""In older books, the one chain of all money; it is closed, and stays as it was written."""

CHECKPOINTS: Final = "checkpoints"
RETENTION: Final = "retention"

CHAINS: Final = frozenset(
    {
        *(CAGE, STAFF, PEOPLE, PATRONS, TERMINALS, OFFICE, SETTINGS, SHIFTS),
        *(COMMITS, ACCOUNTS, CHECKPOINTS, RETENTION),
    }
)
"""All that are no table's."""

_DOMAIN: Final = b"punto journal 1"
_BEFORE: Final = encoded((_DOMAIN, bytes(32)))[:-32]
_DIGEST: Final = encoded((bytes(32),))[:-32]
"""What comes before the hash of the entry before, and before the digest: domain and lengths."""


class Head(NamedTuple):
    """The last entry of a chain."""

    position: int
    hash: bytes


EMPTY: Final = Head(0, bytes(32))
"""A chain before its first entry."""


class Link(NamedTuple):
    """One entry of a chain, as it is stored."""

    chain: str
    position: int
    at_ms: int
    request: str | None
    body: bytes | None
    digest: bytes
    hash: bytes

    @property
    def head(self) -> Head:
        """The head of the chain when this is its last entry."""
        return Head(self.position, self.hash)


class Break(NamedTuple):
    """Where a chain does not hold, and how."""

    chain: str
    position: int
    why: str

    def __str__(self) -> str:
        return f"{self.chain}, entry {self.position}: {self.why}"


def table_chain(table: str) -> str:
    """Name the chain of a table."""
    return f"table/{table}"


def is_of_table(chain: str) -> bool:
    """Whether a chain is that of a table."""
    return chain.startswith("table/")


def table_of(chain: str) -> str:
    """Tell the table from the name of its chain."""
    name = chain.partition("/")[2]
    assert table_chain(name) == chain, f"{chain} is the chain of no table"
    return name


def linked(head: Head, chain: str, at_ms: int, request: str | None, body: bytes) -> Link:
    """Make the entry that follows a head."""
    position, digest = head.position + 1, sha256(body).digest()
    mark = _hash(head.hash, chain, position, at_ms, request, digest)
    return Link(chain, position, at_ms, request, body, digest, mark)


def _hash(
    before: bytes, chain: str, position: int, at_ms: int, request: str | None, digest: bytes
) -> bytes:
    place = f"{chain} {position} {at_ms} {request or ''}".encode()
    # As `punto.fair.encoded` writes all four; but for the place, their lengths never change.
    length = len(place).to_bytes(4, "big")
    return sha256(_BEFORE + before + length + place + _DIGEST + digest).digest()


def breaks(chain: str, links: Iterable[Link], last: Head) -> Iterator[Break]:
    """Walk a chain in its order; give each place where it does not hold, up to its known end.

    After a break the walk goes on from what is stored, so that one change is one finding.
    """
    head = EMPTY
    for link in links:
        found = break_at(link, head)
        if found is not None:
            yield found
        head = link.head
    cut = break_after(chain, head, last)
    if cut is not None:
        yield cut


def break_after(chain: str, head: Head, last: Head) -> Break | None:
    """Tell how a chain does not go as far as its known end, if it does not."""
    if head == last:
        return None
    return Break(chain, head.position, f"ends here; its head is entry {last.position}")


def break_at(link: Link, before: Head) -> Break | None:
    """Tell how an entry does not follow from the one before, if it does not."""
    if link.position != before.position + 1:
        why = f"missing; entry {link.position} comes next"
        return Break(link.chain, before.position + 1, why)
    if link.body is not None and sha256(link.body).digest() != link.digest:
        return Break(link.chain, link.position, "its body does not match its digest")
    if not _follows(link, before):
        why = "its hash does not follow from the entry before"
        return Break(link.chain, link.position, why)
    return None


def _follows(link: Link, before: Head) -> bool:
    fields = (link.chain, link.position, link.at_ms, link.request, link.digest)
    return _hash(before.hash, *fields) == link.hash
