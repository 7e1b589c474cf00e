"""One bet through the server, traced. Bars: at most 25 files and 220 calls of functions of ours.

A group of one, one watcher; a coroutine or generator that goes on is not counted again. Of several
bets the one with the fewest calls counts: now and then the house does something else meanwhile.
`-v` tells every function.

    .venv/bin/python -m benchmarks.one_bet
"""

import asyncio
import json
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

import punto
from benchmarks.yardstick import where
from punto.client import join
from punto.coup import Phase
from punto.protocol import ask
from punto.store import url_of
from tests.server.here import open_house
from tests.server.raw import Raw

SOURCE: Final = str(Path(punto.__file__).parent)
MOST_FILES: Final = 25
MOST_CALLS: Final = 220
TABLE: Final = "mbs"
TRIES: Final = 15


class Trace:
    """Counts the calls of our functions in all threads; a coroutine that goes on is none."""

    def __init__(self) -> None:
        self.calls: Counter[CodeType] = Counter()
        """Those of the bet that took the fewest."""
        self._now: Counter[CodeType] | None = None
        self._begun: dict[int, FrameType] = {}
        """Every frame that was seen, kept so that none is taken for another."""

    def begin(self) -> None:
        """Count from now on."""
        self._begun, self._now = {}, Counter()

    def end(self) -> None:
        """Count no more, and keep what was counted if it is less than before."""
        assert self._now is not None, "begun"
        if not self.calls or self._now.total() < self.calls.total():
            self.calls = self._now
        self._now = None

    @property
    def files(self) -> set[str]:
        """The files that the functions are in."""
        return {code.co_filename.removeprefix(SOURCE) for code in self.calls}

    def told(self) -> str:
        """List the functions, the most often called first."""
        most = self.calls.most_common()
        lines = (f"{n:4} {c.co_filename.removeprefix(SOURCE)}:{c.co_name}" for c, n in most)
        return "\n".join(lines)

    def see(self, frame: FrameType, event: str, _: Any) -> None:  # noqa: ANN401 – the interpreter's
        """Be told by the interpreter."""
        is_ours = event == "call" and frame.f_code.co_filename.startswith(SOURCE)
        now = self._now
        if is_ours and now is not None and id(frame) not in self._begun:
            self._begun[id(frame)] = frame
            now[frame.f_code] += 1


@contextmanager
def traced() -> Iterator[Trace]:
    """Trace this thread, and those that begin from now on."""
    trace, before = Trace(), sys.getprofile()
    threading.setprofile(trace.see)
    sys.setprofile(trace.see)
    try:
        yield trace
    finally:
        sys.setprofile(before)
        threading.setprofile(None)


async def scenario(url: str, trace: Trace) -> None:
    """Bet twice, because the first ones fill what is filled once, and then some times, traced."""
    async with open_house(url) as here:
        token = (await join(here.address)).session.token
        async with Raw(here.address, token) as socket:
            await socket.send(ask.Watch(table=TABLE))
            await socket.of("YourStakes")
            await here.until(TABLE, Phase.BETTING)
            for number in range(2):
                await bet(socket, f"warm-{number}")
            for number in range(TRIES):
                trace.begin()
                await bet(socket, f"traced-{number}")
                trace.end()


async def bet(socket: Raw, id_: str) -> None:
    """Bet in plain JSON, and wait for the answer and for what all who watch see of it."""
    said = {"type": "Chip", "id": id_, "table": TABLE, "wager": "banker", "amount": 200}
    await socket.send(json.dumps(said))
    answer = await socket.answer_to(id_)
    assert answer["type"] == "Accepted", answer
    version = answer["version"]
    await socket.until(lambda frame: frame["type"] == "Happened" and frame["version"] >= version)


def main() -> None:
    """Trace one bet, and say what it took."""
    print(where())
    with tempfile.TemporaryDirectory() as directory, traced() as trace:
        asyncio.run(scenario(url_of(Path(directory)), trace))
    files, calls = len(trace.files), trace.calls.total()
    print(f"one bet: {files} files, bar {MOST_FILES}; {calls} calls, bar {MOST_CALLS}")
    if "-v" in sys.argv:
        print(trace.told())


if __name__ == "__main__":
    main()
