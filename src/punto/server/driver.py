"""Who drives a shared table: asks the clock of the table what is due, and does it or waits.

The driver keeps nothing: what it does follows from the table as it is stored and from the time. So
it goes on after a crash where it was, and while nothing can be stored it waits and asks again.
"""

import asyncio
import logging
from typing import Final

from msgspec.structs import replace

from punto.coup.command import OpenBetting
from punto.house import Act, BringShoe, Done, HearBeacon
from punto.house.request import TableAction
from punto.server.async_writer import DRIVER, AsyncWriter, is_busy, is_set
from punto.server.beacon import Beacon, next_call
from punto.server.broadcast import TableBroadcast
from punto.server.config import TableConfig, clock_of, settings_of
from punto.server.house_time import HouseTime
from punto.server.presence import Presence
from punto.table.clock import Due, Moment, Wait, WantShoe, due
from punto.table.house_table import HouseTable

log = logging.getLogger("punto.server")

PATIENCE_MS: Final = 500
"""Milliseconds between two tries while the store cannot write."""


HALTED_MS: Final = 60_000
"""Milliseconds between two looks while no round may be begun."""


class Driver:
    """Drives one table for as long as the house is open."""

    def __init__(
        self,
        writer: AsyncWriter,
        broadcast: TableBroadcast,
        config: TableConfig,
        time: HouseTime,
        presence: Presence,
        beacon: Beacon | None = None,
    ) -> None:
        self._presence = presence
        self._writer = writer
        self._broadcast = broadcast
        self.config = config
        """How the table is to be; it is so as soon as no round is in play."""
        self._window_ms = config.window_ms
        """The longest window that the bets of now may have been opened with."""
        self._id = config.id
        self._time = time
        self._beacon = beacon
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Something happened at the table, or somebody watches: look again what is due."""
        self._woken.set()

    async def run(self) -> None:
        """Do what comes next, for ever."""
        while True:
            try:
                self._woken.clear()
                self._broadcast.tell_due(self._time.now_ms())
                house_table = self._broadcast.view.house_table
                if house_table.table.settings.has_dealer or not house_table.is_open:
                    await self._keep_settings()
                    self._broadcast.open_due(self._time.now_ms())
                await self._do(self._due())
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("table %s", self._id, extra={"table": self._id})
                await self._patience()

    def _due(self) -> Due:
        house_table = self._broadcast.view.house_table
        if house_table.contributing.shuffle is not None and house_table.table.undecided is None:
            return WantShoe()  # also where a dealer has begun the shuffle
        if not house_table.is_open or house_table.table.settings.has_dealer:
            return Wait(self._broadcast.closed_cards.until_ms)
        is_asked = not is_as_wanted(house_table, self.config)
        watched = bool(self._broadcast.watchers) or self._presence.is_watched(self._id)
        moment = Moment(
            now_ms=self._time.now_ms(),
            since_ms=self._broadcast.since_ms,
            watched=watched or self.config.plays_on or is_asked,
        )
        clock = clock_of(self.config)
        before_ms = self._window_ms if house_table.table.closes_at_ms is not None else 0
        self._window_ms = max(before_ms, clock.window_ms)
        # What was asked for waits for the end of the round: it comes, whether anybody bets or not.
        free_rounds = clock.free_rounds or is_asked
        clock = replace(clock, free_rounds=free_rounds, window_ms=self._window_ms)
        return due(house_table.table, clock, moment)

    async def _do(self, what: Due) -> None:
        match what:
            case Wait(until_ms):
                times = (until_ms, self._broadcast.totals_due_ms)
                next_ms = min((each for each in times if each is not None), default=None)
                await self._time.until(next_ms, self._woken)
            case WantShoe():
                await self._bring_shoe()
            case OpenBetting() if self._writer.halted is not None:
                await self._time.until(self._time.now_ms() + HALTED_MS, self._woken)
            case OpenBetting():
                await self._begin(what)
            case _:
                await self._act(what)

    async def _begin(self, action: TableAction) -> None:
        """Begin a shoe or a round; settings that changed while one was in play hold from now on."""
        version = self._broadcast.version
        await self._keep_settings()
        if self._broadcast.version == version:
            await self._act(action)

    async def _bring_shoe(self) -> None:
        """Begin the shuffle, wait for what is promised and called, and put the shoe there."""
        house_table, now_ms = self._broadcast.view.house_table, self._time.now_ms()
        until_ms = house_table.contributing.waits_until(now_ms)
        shuffle = house_table.contributing.shuffle
        if until_ms is None or shuffle is None:
            await self._begin(BringShoe(call=next_call(self._beacon, house_table, now_ms)))
        elif shuffle.call is None or shuffle.heard is not None:
            await self._time.until(until_ms, self._woken)
        elif now_ms < shuffle.call.at_ms:
            await self._time.until(min(until_ms, shuffle.call.at_ms), self._woken)
        else:
            heard = None if self._beacon is None else await self._beacon.heard(shuffle.call)
            if heard is not None:
                await self._act(HearBeacon(heard))
            else:
                await self._time.until(min(until_ms, now_ms + PATIENCE_MS), self._woken)

    async def _keep_settings(self) -> None:
        """Let the table be as it is wanted: between two rounds, and not while one is undecided."""
        house_table = self._broadcast.view.house_table
        if is_busy(house_table):
            return
        if self.config.open:
            await self._writer.open_table(self._id, settings_of(self.config))
        elif house_table.is_open:
            await self._writer.close_table(self._id, "closed by its settings")

    async def _act(self, action: TableAction) -> None:
        answer = await self._writer.ask(DRIVER, Act(self._id, (action,)))
        if not isinstance(answer, Done):
            log.warning("table %s: %s", self._id, answer.words, extra={"table": self._id})
            await self._patience()

    async def _patience(self) -> None:
        await self._time.until(self._time.now_ms() + PATIENCE_MS)


def is_as_wanted(house_table: HouseTable, config: TableConfig) -> bool:
    """Whether a table is open or closed, and set, as it is to be."""
    is_open = house_table.is_open == config.open
    return is_open and (not house_table.is_open or is_set(house_table, settings_of(config)))
