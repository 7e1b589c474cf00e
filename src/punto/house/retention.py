"""Dropping the bodies of old entries: never inside the period, never what is still needed.

The hashes stay, so the chains hold. What the dropped entries add up to is brought forward, and
that it was done, by whom and how far, is itself an entry of the journal.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from msgspec.structs import replace

from punto.house.answer import Denied
from punto.house.chain import ACCOUNTS, CHECKPOINTS, RETENTION, Link, table_of
from punto.house.context import Context, Past
from punto.house.folding import fold_batch, fold_link
from punto.house.forward import Forward, RetentionRecord, meter_lines
from punto.house.house import Change, Forgotten, House, chained, extended
from punto.house.record import decode_accounts, encode
from punto.house.request import DropOld, Request
from punto.house.snapshot import snapshot_of
from punto.ledger import Ledger, metered
from punto.ledger.invariant import open_transfers

PERIOD_DAYS: Final = 366
"""The fewest days that bodies are kept: a year for disputes, and a day more."""

MOST_AT_ONCE: Final = 50_000
"""About as many entries are dropped by one request; play waits as long as that takes."""

_DAY_MS: Final = 86_400_000
_WHOLE: Final = frozenset({CHECKPOINTS, RETENTION})
"""The chains whose bodies always stay: they are few, and say what the others are worth."""


def drop_old(house: House, request: Request, what: DropOld, context: Context) -> Change | Denied:
    """Drop what is older than so many days, as far as nothing needs it."""
    if what.days < PERIOD_DAYS:
        return Denied("period-too-short", f"entries are kept for {PERIOD_DAYS} days or more")
    start = context.past.forward()
    if start.position != house.head(RETENTION).position:
        return Denied("dropping-already", "old entries are being dropped just now")
    before_ms = context.now_ms - what.days * _DAY_MS
    end = _Carrying(house, start, before_ms, context.past).through_all()
    if end.house.heads == start.house.heads:
        return Denied("nothing-old", f"nothing older than {what.days} days can be dropped")
    return _change(house, request, context.now_ms, before_ms, start.house, end)


def _change(
    house: House, request: Request, now_ms: int, before_ms: int, start: House, end: Forward
) -> Change:
    state, heads = snapshot_of(end.house), end.house.heads
    through = {chain: head.position for chain, head in sorted(heads.items())}
    digest, meters = sha256(state).hexdigest(), meter_lines(end.meters)
    actor = request.actor
    record = RetentionRecord(
        actor.id, before_ms, through, digest, meters, request.digest, actor.role.value
    )
    link = chained(house, RETENTION, request, now_ms, encode(record))
    cuts = ((chain, start.head(chain).position, last) for chain, last in through.items())
    moved = tuple(cut for cut in cuts if cut[1] < cut[2])
    return Change(extended(house, link), (link,), forgotten=Forgotten(moved, state))


class _Carrying:
    """Folds old entries into the state that is brought forward in their place."""

    def __init__(self, house: House, start: Forward, before_ms: int, past: Past) -> None:
        self._forward = start
        self._chains = sorted(chain for chain in house.heads if chain not in _WHOLE)
        self._held = _held(house)
        self._before_ms = before_ms
        self._past = past
        self._covered: Mapping[str, int] = past.covered()
        self._left = MOST_AT_ONCE

    def through_all(self) -> Forward:
        """Go through every chain, as far as its entries may be dropped."""
        for chain in self._chains:
            self._forward = self._through(chain)
        return self._forward

    def _through(self, chain: str) -> Forward:
        """Give the state at the last good place to cut, however far the entries are old enough."""
        cut = forward = self._forward
        for link in self._past.links(chain, forward.house.head(chain).position, None):
            if not self._may_go(link):
                break
            forward = _folded(forward, link)
            self._left -= 1
            if _is_between_shoes(forward.house, chain):
                cut = forward
                if self._left <= 0:
                    break
        return cut

    def _may_go(self, link: Link) -> bool:
        is_old = link.at_ms < self._before_ms
        is_covered = link.position <= self._covered.get(link.chain, 0)
        return is_old and is_covered and not self._is_held(link)

    def _is_held(self, link: Link) -> bool:
        """Whether money still waits that this entry holds: in a round, or for a printer."""
        if link.chain != ACCOUNTS or not self._held:
            return False
        return any(entry.id in self._held for entry in decode_accounts(_body(link)).entries)


def _held(house: House) -> set[str]:
    ledgers = (Ledger(entries=kept.entries) for kept in house.kept.values())
    return {transfer.id for ledger in ledgers for transfer in open_transfers(ledger)}


def _is_between_shoes(house: House, chain: str) -> bool:
    """Whether a table may be cut here: a shoe that is not revealed yet is kept whole."""
    if chain == ACCOUNTS:
        return True
    floor = house.floors[table_of(chain)]
    return floor.unrevealed is None and not floor.table.in_play


def _folded(forward: Forward, link: Link) -> Forward:
    house, meters = forward.house, forward.meters
    if link.chain == ACCOUNTS:
        house, ledger, batch = fold_batch(house, _body(link))
        meters = metered(meters, ledger, batch.entries)
    else:
        house = fold_link(house, link)
    heads = house.heads.set(link.chain, link.head)
    return Forward(forward.position, replace(house, heads=heads), meters)


def _body(link: Link) -> bytes:
    assert link.body is not None, "what is dropped already is not read again"
    return link.body
