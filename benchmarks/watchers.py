"""What a house keeps in memory: for a socket that watches, and for a session that was busy.

Bar: 30 kB for a watching connection. The house runs in a process of its own, with its clock still;
what its resident memory grows by is shared out among those who came, after some who came first.

    .venv/bin/python -m benchmarks.watchers
"""

import asyncio
import json
import resource
import tempfile
from pathlib import Path
from typing import Final

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.yardstick import where
from punto.client import join
from punto.client.http import bearing
from punto.testing.serving import ServedHouse, quick_house

FIRST: Final = 200
SOCKETS: Final = 1_000
GUESTS: Final = 40
REQUESTS: Final = 1_000
MOST_KB: Final = 30


def memory_of(house: ServedHouse) -> int:
    """Give the resident memory of a house, in bytes."""
    assert house.pid is not None, "it is open"
    status = Path(f"/proc/{house.pid}/status").read_text(encoding="ascii")
    return 1_024 * int(status.partition("VmRSS:")[2].split()[0])


async def watch(address: str, count: int) -> list[ClientConnection]:
    """Let so many watch a table, until each has seen it."""
    sockets = []
    for _ in range(count):
        socket = await connect(f"{address.replace('http', 'ws')}ws/watch", compression=None)
        await socket.send('{"type":"Watch","table":"mbs"}')
        while json.loads(await socket.recv())["type"] != "Snapshot":
            pass
        sockets.append(socket)
    return sockets


async def be_busy(address: str, count: int) -> None:
    """Let so many guests each ask for something very often, and go."""
    for _ in range(count):
        token = (await join(address)).session.token
        place = f"{address.replace('http', 'ws')}ws"
        async with connect(place, additional_headers=bearing(token), max_size=None) as socket:
            for number in range(REQUESTS):
                chip = {"type": "Chip", "id": f"{number}", "table": "zero", "wager": "player"}
                await socket.send(json.dumps({**chip, "amount": 100}))
            heard = 0
            while heard < REQUESTS:
                heard += json.loads(await socket.recv())["type"] in {"Accepted", "Refused"}


async def measure(house: ServedHouse) -> None:
    """Measure both, and say what was found."""
    first = await watch(house.address, FIRST)
    before = memory_of(house)
    sockets = await watch(house.address, SOCKETS)
    each = (memory_of(house) - before) / SOCKETS / 1_000
    print(f"a watching socket: {each:.1f} kB, bar {MOST_KB} ({SOCKETS} after {FIRST})")
    for socket in (*first, *sockets):
        await socket.close()
    await be_busy(house.address, 10)
    before = memory_of(house)
    await be_busy(house.address, GUESTS)
    each = (memory_of(house) - before) / GUESTS / 1_000
    print(f"a session after {REQUESTS} requests: {each:.0f} kB ({GUESTS} of them, all gone)")


def main() -> None:
    """Open a house, and measure it."""
    print(where())
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8_192, hard), hard))
    with (
        tempfile.TemporaryDirectory() as place,
        ServedHouse(Path(place), quick_house(), driven=True) as house,
    ):
        asyncio.run(measure(house))


if __name__ == "__main__":
    main()
