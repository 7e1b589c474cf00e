"""The house as a value: all tables, all accounts, the heads of all chains.

Nothing here reads a clock or a database. A request makes a `Change`, which is stored or forgotten.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec
from immutables import Map
from msgspec.structs import replace

from punto.house.answer import NO_ROOM, Denied, denied_by_ledger
from punto.house.chain import ACCOUNTS, EMPTY, Head, Link, linked, table_of
from punto.house.record import AccountsRecord, encode
from punto.house.request import EndCashOut, Request, WriteOff
from punto.ledger import (
    Account,
    Batch,
    Ledger,
    Movement,
    OpenAccount,
    Post,
    Purpose,
    Transfer,
    Void,
    apply,
    collected,
    deciding,
    has_room,
    is_written,
)
from punto.table.floor import Floor

CAGE: Final = "cage"
"""The account through which all money comes and goes."""

NO_TABLE: Final = ""
"""The scope of entries that belong to no table."""


class Kept(msgspec.Struct, frozen=True):
    """The ledger's entries that may still be asked for: those of a table's round, or open ones."""

    round: str = ""
    entries: Map[str, Movement] = Map()


class House(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is folded from the journal, and the secrets of the promised shoes."""

    floors: Map[str, Floor] = Map()
    accounts: Map[str, Account] = Map()
    kept: Map[str, Kept] = Map()
    heads: Map[str, Head] = Map()
    secrets: Map[tuple[str, int], bytes] = Map()

    def __repr__(self) -> str:
        """Keep secrets out of logs."""
        return f"<house of {len(self.floors)} tables and {len(self.accounts)} accounts>"

    def ledger(self, scope: str) -> Ledger:
        """The accounts, with as much of the history as a scope needs."""
        return Ledger(self.accounts, self.kept.get(scope, Kept()).entries)

    def head(self, chain: str) -> Head:
        """The last entry of a chain."""
        return self.heads.get(chain, EMPTY)


class Forgotten(NamedTuple):
    """Bodies that are dropped, and the state that takes their place."""

    cuts: tuple[tuple[str, int, int], ...]
    """Chains, each with the entry after which and the one through which bodies go."""
    state: bytes


class Change(NamedTuple):
    """What a request makes of the house, and what must be stored before anyone is told."""

    house: House
    links: tuple[Link, ...]
    """The entry that answers the request comes first."""
    moved: tuple[tuple[Ledger, Batch], ...] = ()
    ticket: str | None = None
    forgotten: Forgotten | None = None
    has_more: bool = False
    denied: Denied | None = None
    """Why it was not done, where that itself is put on record."""


def extended(house: House, link: Link) -> House:
    """Add an entry to its chain."""
    return replace(house, heads=house.heads.set(link.chain, link.head))


def chained(house: House, chain: str, request: Request, now_ms: int, body: bytes) -> Link:
    """Make the entry of a request."""
    return linked(house.head(chain), chain, now_ms, request.key, body)


# --- money --------------------------------------------------------------------------------------


class Moved(NamedTuple):
    """The house after a batch, and the entry that says so."""

    house: House
    link: Link
    ledger: Ledger
    batch: Batch
    """With what was collected from those who owe."""


def moved(
    house: House,
    scope: str,
    ledger: Ledger,
    batch: Batch,
    request: Request,
    now_ms: int,
    cause: str = "",
) -> Moved | Denied:
    """Write a batch: under the request's own id, unless an entry of a table is its cause."""
    if not fits(house, ledger, batch):
        return NO_ROOM
    batch = collected(ledger, batch)
    ledger, results = apply(ledger, batch)
    if not is_written(results):
        return denied_by_ledger(deciding(results))
    digest = "" if cause else request.digest
    staff, why = _answered_for(request)
    body = encode(
        AccountsRecord(
            request.actor.id, batch.entries, digest, cause, staff, why, request.actor.role.value
        )
    )
    key = None if cause else request.key
    link = linked(house.head(ACCOUNTS), ACCOUNTS, now_ms, key, body)
    after = replace(
        house,
        accounts=ledger.accounts,
        kept=house.kept.set(scope, kept_after(house.kept.get(scope, Kept()), scope, batch)),
    )
    return Moved(extended(after, link), link, ledger, batch)


def fits(house: House, ledger: Ledger, batch: Batch) -> bool:
    """Whether the books have room for a batch, with every stake paid at the longest odds.

    Most fit at the longest that can be written. Only near the limit it is worth the while to look
    which ones the tables of this house really have.
    """
    return has_room(ledger, batch) or has_room(ledger, batch, _longest_odds(house))


def _longest_odds(house: House) -> int:
    rulebooks = (floor.table.settings.rulebook for floor in house.floors.values())
    return max((wager.most for each in rulebooks for wager in each.wagers), default=0)


def _answered_for(request: Request) -> tuple[str, str]:
    """Name who of the staff answers for a movement, and why it was made; a table says so itself."""
    what = request.what
    return (what.who, what.why) if isinstance(what, EndCashOut | WriteOff) else ("", "")


def kept_after(kept: Kept, scope: str, batch: Batch) -> Kept:
    """Keep what may still be asked for: a table's round until the next one, else what is open."""
    if scope == NO_TABLE:
        return Kept("", _still_open(kept.entries, batch))
    moves = [each for each in batch.entries if isinstance(each, Transfer)]
    rounds = [each.reference.round for each in moves] or [kept.round]
    if rounds[-1] != kept.round and not any(e.purpose is Purpose.WAGER for e in moves):
        return kept  # the correction of an earlier round
    entries = kept.entries if rounds[0] == kept.round else Map()
    new = {each.id: each for each in batch.entries if not isinstance(each, OpenAccount)}
    return Kept(rounds[-1], entries.update(new))


def _still_open(entries: Map[str, Movement], batch: Batch) -> Map[str, Movement]:
    for entry in batch.entries:
        match entry:
            case Transfer(is_pending=True):
                entries = entries.set(entry.id, entry)
            case Post(pending) | Void(pending) if pending in entries:
                entries = entries.delete(pending)
            case _:
                pass
    return entries


def scope_of(cause: str) -> str:
    """Tell the table from the cause of a batch, `table/tiger 17`."""
    return table_of(cause.rpartition(" ")[0]) if cause else NO_TABLE


def cause_of(link: Link) -> str:
    """Name an entry as the cause of a batch."""
    return f"{link.chain} {link.position}"


def known(ledger: Ledger, found: Iterable[Movement | None]) -> Ledger:
    """Add entries that were looked up."""
    more = {entry.id: entry for entry in found if entry is not None}
    return replace(ledger, entries=ledger.entries.update(more))
