"""What is brought forward when the bodies of old entries are dropped, as books do at a year's end.

The entry of the retention chain holds the meters and a digest of the state, so that whoever
trusts the chain can begin there, without the key of the house.
"""

from hashlib import sha256
from typing import Final, NamedTuple

import msgspec
from immutables import Map

from punto.errors import Unverified
from punto.house.canonical import canonical
from punto.house.chain import EMPTY, RETENTION, Head, Link
from punto.house.folding import Balances
from punto.house.older_state import OlderState, accounts_in, tables_in, waiting_in
from punto.ledger import Account, Meter, MeterKey, Meters, Movement
from punto.table.carried import CarriedTable, carried, restored
from punto.table.house_table import HouseTable


class BroughtForward(NamedTuple):
    """The state at the commit up to which everything that moved is brought forward."""

    position: int
    """The entry of the retention chain that says so; 0 while nothing was ever dropped."""
    balances: Balances
    meters: Meters
    cuts: Map[str, Head]
    """Of each chain, the last entry whose body is gone; what comes after has one."""
    reached: Map[str, Head]
    """Of each chain, the last entry whose movements are brought forward. A chain that cannot be
    cut there keeps more bodies than it needs for the accounts."""
    tables: Map[str, HouseTable]
    """The tables that were cut, each as it was there."""

    def cut(self, chain: str) -> int:
        """Tell through which entry the bodies of a chain are gone."""
        return self.cuts.get(chain, EMPTY).position

    def moved_through(self, chain: str) -> int:
        """Tell through which entry all that moved is brought forward."""
        return self.reached.get(chain, EMPTY).position


NOTHING_DROPPED: Final = BroughtForward(0, Balances(), Map(), Map(), Map(), Map())


class RetentionRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """Bodies were dropped: whose deed, how old they were, through which entry of each chain."""

    who: str
    before_ms: int
    """Only what was written before this time may be gone."""
    through: dict[str, int]
    forward: str
    """SHA-256 of the state brought forward, in hexadecimal."""
    meters: tuple[tuple[MeterKey, Meter], ...]
    asked: str = ""
    role: str = ""
    """The role in which it was done; empty in entries of before roles were kept."""


decode_retention = msgspec.json.Decoder(RetentionRecord).decode


class ForwardState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is brought forward, in plain data."""

    cuts: dict[str, tuple[int, bytes]]
    reached: dict[str, tuple[int, bytes]]
    accounts: list[Account]
    waiting: list[Movement]
    tables: list[CarriedTable] = msgspec.field(name="floors")


class _Older(msgspec.Struct, frozen=True):
    """What only a state of older books has."""

    heads: msgspec.Raw = msgspec.Raw()


_decode_state = msgspec.json.Decoder(ForwardState).decode
_decode_older = msgspec.json.Decoder(OlderState).decode
_heads_of_older = msgspec.json.Decoder(_Older).decode


def state_of(forward: BroughtForward) -> bytes:
    """Write what is brought forward down. Equal states give equal bytes."""
    accounts, waiting = forward.balances
    return canonical(
        ForwardState(
            cuts={chain: (*head,) for chain, head in sorted(forward.cuts.items())},
            reached={chain: (*head,) for chain, head in sorted(forward.reached.items())},
            accounts=[accounts[key] for key in sorted(accounts)],
            waiting=[waiting[key] for key in sorted(waiting)],
            tables=[carried(forward.tables[key]) for key in sorted(forward.tables)],
        )
    )


def forward_of(link: Link, state: bytes) -> BroughtForward:
    """Begin at a state, if a retention entry binds it."""
    record = decode_retention(link.body or b"")
    if sha256(state).hexdigest() != record.forward:
        raise Unverified(f"{RETENTION}, entry {link.position}: the state is not the one it binds")
    plain = _state_in(state)
    return BroughtForward(
        link.position,
        Balances(
            Map({each.id: each for each in plain.accounts}),
            Map({each.id: each for each in plain.waiting}),
        ),
        Map(record.meters),
        Map({chain: Head(*head) for chain, head in plain.cuts.items()}),
        Map({chain: Head(*head) for chain, head in plain.reached.items()}),
        Map({each.id: restored(each) for each in plain.tables}),
    )


def _state_in(body: bytes) -> ForwardState:
    """Read a state, also one of older books: all of it was cut at one place."""
    if not bytes(_heads_of_older(body).heads):
        return _decode_state(body)
    older = _decode_older(body)
    waiting: list[Movement] = [*waiting_in(older)]
    return ForwardState(older.heads, older.heads, accounts_in(older), waiting, tables_in(older))


def meter_lines(meters: Meters) -> tuple[tuple[MeterKey, Meter], ...]:
    """Write meters down, in an order that does not depend on how they are kept."""
    return tuple(sorted(meters.items(), key=lambda item: _names(item[0])))


def _names(key: MeterKey) -> tuple[str, str, str]:
    return key.player, key.table, key.rulebook
