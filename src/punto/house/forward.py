"""What is brought forward when the bodies of old entries are dropped, as books do at a year's end.

The entry of the retention chain holds the meters and a digest of the state, so that whoever
trusts the chain can begin there, without the key of the house.
"""

from hashlib import sha256
from typing import NamedTuple

import msgspec
from immutables import Map

from punto.errors import Unverified
from punto.house.chain import RETENTION, Link
from punto.house.house import House
from punto.house.snapshot import house_of
from punto.ledger import Meter, MeterKey, Meters


class Forward(NamedTuple):
    """The state at the place where old bodies end: what is kept is folded from here on."""

    position: int
    """The entry of the retention chain that says so; 0 while nothing was ever dropped."""
    house: House
    meters: Meters


NOTHING_DROPPED = Forward(0, House(), Map())


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


def meter_lines(meters: Meters) -> tuple[tuple[MeterKey, Meter], ...]:
    """Write meters down, in an order that does not depend on how they are kept."""
    return tuple(sorted(meters.items(), key=lambda item: _names(item[0])))


def _names(key: MeterKey) -> tuple[str, str, str]:
    return key.player, key.table, key.rulebook


def forward_of(link: Link, state: bytes) -> Forward:
    """Begin at a state, if a retention entry binds it."""
    record = decode_retention(link.body or b"")
    if sha256(state).hexdigest() != record.forward:
        raise Unverified(f"{RETENTION}, entry {link.position}: the state is not the one it binds")
    return Forward(link.position, house_of(state), Map(record.meters))
