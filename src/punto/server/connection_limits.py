"""Limits on connections: who is connected, from where, and whether one more may come in.

Files are short before memory is: a house that has none left could neither store nor answer. So a
connection is only kept while enough are left, and whoever is one too many is told so.
"""

import asyncio
import logging
import resource
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Final

from punto.server.limit_hits import LimitHits
from punto.server.networks import is_within, place_of, plain_address
from punto.server.traffic_config import TrafficConfig

log = logging.getLogger("punto.server")

SPARE_FILES: Final = 128
"""Kept for the books, for reading, for staff, and for telling those who are one too many."""

MOST_PARTING: Final = 32
"""So many of those may still be listening; with one more, the first of them is cut off."""


def files_allowed(wanted: int) -> int:
    """Ask the system for so many open files, and say how many it gives."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft


class ConnectionLimits:
    """Counts connections, in all and by address."""

    def __init__(
        self, limits: TrafficConfig, proxies: Sequence[str], limit_hits: LimitHits
    ) -> None:
        self.limits = limits
        self.limit_hits = limit_hits
        self.most = _most(limits.connections)
        self.most_of_one = max(1, min(limits.connections_per_address, self.most * 3 // 4))
        """Nobody alone can shut everybody else out."""
        self._proxies = proxies
        self._inside: dict[asyncio.Transport, str] = {}
        self._of_address: defaultdict[str, int] = defaultdict(int)
        self._parting: dict[asyncio.Transport, None] = {}

    @property
    def connections(self) -> Collection[asyncio.Transport]:
        """All connections that are open."""
        return self._inside.keys()

    def enter(self, connection: asyncio.Transport, address: str) -> bool:
        """Take a connection in, if there is room; a proxy that is named speaks for many."""
        if len(self._inside) >= self.most:
            self.limit_hits.note("connections", address)
            return False
        place = place_of(address)
        if self._of_address[place] >= self.most_of_one and not self._is_proxy(address):
            self.limit_hits.note("connections_per_address", address)
            return False
        self._inside[connection] = place
        self._of_address[place] += 1
        return True

    def leave(self, connection: asyncio.Transport) -> None:
        """Let a connection go, once, however often it is said to be gone."""
        place = self._inside.pop(connection, None)
        if place is None:
            return
        self._of_address[place] -= 1
        if not self._of_address[place]:
            del self._of_address[place]

    def begin_parting(self, connection: asyncio.Transport) -> None:
        """Keep a connection while somebody is told that there is no room; the oldest makes way."""
        self._parting[connection] = None
        if len(self._parting) > MOST_PARTING:
            next(iter(self._parting)).abort()

    def end_parting(self, connection: asyncio.Transport) -> None:
        """Keep it no longer."""
        self._parting.pop(connection, None)

    def _is_proxy(self, address: str) -> bool:
        plain = plain_address(address)
        return plain is not None and is_within(plain, self._proxies)


def _most(wanted: int) -> int:
    allowed = files_allowed(wanted + SPARE_FILES + MOST_PARTING)
    most = max(1, min(wanted, allowed - SPARE_FILES - MOST_PARTING))
    if most < wanted:
        words = "%d connections at most: the system lets the house have %d files open"
        log.warning(words, most, allowed)
    return most
