"""The terminals that load a house see what others do, and come back without a gap."""

import asyncio
from functools import partial
from urllib.parse import urlsplit

from benchmarks.load_terminal import Log, Terminal
from punto.client import join
from punto.coup import Phase
from tests.server.here import open_house
from tests.server.waiting import until


def itself(terminal: Terminal) -> Terminal:
    return terminal


def test_light_terminals_watch_bet_are_paid_and_come_back(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            place, log = urlsplit(here.address), Log()
            port = place.port or 0
            tokens = [(await join(here.address)).session.token for _ in range(3)]
            terminals = [Terminal(log, "mbs", token, place.netloc) for token in tokens]

            async def come() -> None:
                loop = asyncio.get_running_loop()
                for each in terminals:
                    each.ready.clear()
                    await loop.create_connection(partial(itself, each), "127.0.0.1", port)
                    await asyncio.wait_for(each.ready.wait(), 60)

            await come()
            await here.until("mbs", Phase.BETTING)
            for each in terminals:
                each.bet()
            await until(lambda: len(log.bets) >= len(terminals))
            for each in terminals:
                each.is_leaving = True
                assert each.transport is not None
                each.transport.abort()
            await here.until("mbs", Phase.SETTLED)
            await come()
            await here.until("mbs", Phase.BETTING)
            for each in terminals:
                each.bet()
            await until(lambda: len(log.bets) >= 2 * len(terminals))
            await here.until("mbs", Phase.SETTLED)
            await until(lambda: len(log.private) >= len(terminals))
            assert (log.gaps, log.lost, log.refused) == (0, 0, {})

    asyncio.run(scenario())
