"""A rate limit: so many messages a second, a second's worth ahead. Who is faster is heard later.

Nothing is refused and nothing is lost: a client that is not read from has to wait, and nobody else
does. While somebody keeps to it, a message costs one subtraction.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

from punto.server.limit_hits import LimitHits
from punto.server.networks import place_of
from punto.server.traffic_config import TrafficConfig


class RateLimit:
    """Of one socket, or shared by all of an account or of an address."""

    __slots__ = (
        *("__weakref__", "_limit_hits", "_clock", "_limit", "_per_second", "_since", "_sleep"),
        "left",
    )

    def __init__(
        self,
        limit: str,
        per_second: int,
        limit_hits: LimitHits,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._limit = limit
        self._per_second = per_second
        self._limit_hits = limit_hits
        self._clock = clock
        self._sleep = sleep
        self._since = clock()
        self.left = per_second
        """How many more may come before the clock is looked at."""

    async def keep(self, address: str) -> None:
        """Wait until all that came too early is made up for; of many who wait, one counts on."""
        if self.left < 0 and self._early() > 0:
            self._limit_hits.note(self._limit, address)
        while self.left < 0:
            if (early := self._early()) > 0:
                await self._sleep(early)
            else:
                self._since = self._clock()
                self.left += self._per_second

    def _early(self) -> float:
        """Say how long it is until a second has passed since these messages began to come."""
        return self._since + 1.0 - self._clock()


class SharedRateLimits:
    """The rate limits of accounts or of addresses, for as long as a socket has them."""

    def __init__(self, limit: str, per_second: int, limit_hits: LimitHits) -> None:
        self._limit = limit
        self._per_second = per_second
        self._limit_hits = limit_hits
        self._by_name: WeakValueDictionary[str, RateLimit] = WeakValueDictionary()

    def of(self, name: str) -> RateLimit:
        """Give the rate limit that all of one name share."""
        shared = self._by_name.get(name)
        if shared is None:
            shared = RateLimit(self._limit, self._per_second, self._limit_hits)
            self._by_name[name] = shared
        return shared


class RateLimits:
    """Gives every socket the rate limits that it has to keep."""

    def __init__(self, limits: TrafficConfig, limit_hits: LimitHits) -> None:
        self._per_second = limits.messages_per_second
        self._limit_hits = limit_hits
        self._accounts = SharedRateLimits(
            "messages_per_account", limits.messages_per_account, limit_hits
        )
        self._addresses = SharedRateLimits(
            "messages_per_address", limits.messages_per_address, limit_hits
        )

    def of(self, account: str, address: str) -> tuple[RateLimit, ...]:
        """Give the rate limits of a socket, of its account if it has one, and of its address."""
        own = RateLimit("messages_per_second", self._per_second, self._limit_hits)
        shared = (self._accounts.of(account),) if account else ()
        return own, *shared, self._addresses.of(place_of(address))
