"""A public beacon: chance that nobody can know before its time, the house as little as anybody.

The form is drand's. What is checked here is that the value is the hash of the signature; whether
the signature is the beacon's own is left to whoever has its public key and a library for it.
"""

import asyncio
import logging
from hashlib import sha256
from typing import Annotated, Final, Protocol
from urllib.error import URLError
from urllib.request import urlopen

import msgspec
from msgspec import Meta

from punto.fair import BeaconRound
from punto.server.config_section import Section
from punto.table.contributing import BeaconCall
from punto.table.house_table import HouseTable

log = logging.getLogger("punto.server")

_QUICKNET: Final = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
_MARGIN_MS: Final = 1_000
"""So much later than all is shown the round is due: to be stored takes its time."""
_TIMEOUT_SECONDS: Final = 2.0
_MOST_BYTES: Final = 4_096


class BeaconConfig(Section, frozen=True):
    """A public source of chance, in drand's form, which every shared shoe is mixed with.

    Without `url` there is none; the rest is that of drand's chain `quicknet`.
    """

    url: Annotated[str, Meta(pattern="^(https?://[^ ]+)?$", max_length=200)] = ""
    """A relay, which is asked for `URL/CHAIN/public/ROUND`; no beacon where it is empty."""
    chain: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] = _QUICKNET
    """The hash of its chain."""
    genesis: Annotated[int, Meta(ge=0, le=2**40)] = 1_692_803_367
    """When its first round was due, in seconds since 1970."""
    period: Annotated[int, Meta(ge=1, le=60)] = 3
    """Seconds from one round to the next."""
    wait_seconds: Annotated[int, Meta(ge=1, le=60)] = 10
    """How long a round is waited for when it is due; then a shoe is mixed without, on record."""


class Beacon(Protocol):
    """Names the round that a shoe is mixed with, before it exists, and asks for it afterwards."""

    def call(self, after_ms: int) -> BeaconCall:
        """Name the first round that is due after a time."""

    async def heard(self, call: BeaconCall) -> BeaconRound | None:
        """Ask for a round; None where it is not there, or is none."""


def next_call(beacon: Beacon | None, house_table: HouseTable, now_ms: int) -> BeaconCall | None:
    """Name the round that a shuffle which begins now is to wait for; None without a beacon."""
    return None if beacon is None else beacon.call(now_ms + house_table.table.settings.reveal_ms)


class _Said(msgspec.Struct, frozen=True):
    round: int
    randomness: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    signature: Annotated[str, Meta(pattern="^([0-9a-f]{2}){1,128}$")]


class DrandBeacon:
    """A beacon that is asked over HTTP."""

    def __init__(self, config: BeaconConfig) -> None:
        self._config = config

    def call(self, after_ms: int) -> BeaconCall:
        """Name the first round that is due after a time, with room to store that."""
        genesis_ms, period_ms = self._config.genesis * 1_000, self._config.period * 1_000
        past = max(0, after_ms + _MARGIN_MS - genesis_ms) // period_ms + 1
        at_ms = genesis_ms + past * period_ms
        until_ms = at_ms + self._config.wait_seconds * 1_000
        return BeaconCall(self._config.chain, past + 1, at_ms, until_ms)

    async def heard(self, call: BeaconCall) -> BeaconRound | None:
        """Ask for a round, in a thread of its own."""
        try:
            text = await asyncio.to_thread(self._asked, call.round)
            said = msgspec.json.decode(text, type=_Said)
        except (URLError, OSError, ValueError) as error:
            log.warning("the beacon says nothing of round %d: %s", call.round, error)
            return None
        if said.round != call.round or _value(said) != said.randomness:
            log.warning("the beacon says of round %d what cannot be", call.round)
            return None
        return BeaconRound(call.chain, said.round, said.signature)

    def _asked(self, round_: int) -> bytes:
        address = f"{self._config.url.rstrip('/')}/{self._config.chain}/public/{round_}"
        with urlopen(address, timeout=_TIMEOUT_SECONDS) as answer:  # noqa: S310 – http, by its pattern
            found: bytes = answer.read(_MOST_BYTES)
            return found


def _value(said: _Said) -> str:
    return sha256(bytes.fromhex(said.signature)).hexdigest()
