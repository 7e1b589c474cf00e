"""Readers of histories, in a process of their own, for as long as others play."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Event
from time import perf_counter
from typing import Final

READERS: Final = 10
TOO_OFTEN: Final = 429


class Reading:
    """What they have read, once they are done."""

    pages = 0
    seconds = 0.0

    def __str__(self) -> str:
        each = self.seconds / self.pages * 1_000 if self.pages else 0.0
        return f"{READERS} readers, {self.pages} pages of history, {each:.0f} ms each"


@contextmanager
def reading(host: str, tokens: list[str]) -> Iterator[Reading]:
    """Let some read their histories over and over."""
    context, found = get_context("spawn"), Reading()
    over = context.Event()
    told: SimpleQueue[tuple[int, float]] = context.SimpleQueue()
    process = context.Process(target=_read_all, args=(host, tokens[:READERS], over, told))
    process.start()
    try:
        told.get()  # all of them read by now
        yield found
    finally:
        over.set()
        found.pages, found.seconds = told.get()
        process.join()


def _read_all(
    host: str, tokens: list[str], over: Event, told: "SimpleQueue[tuple[int, float]]"
) -> None:
    waits: list[float] = []
    begun = threading.Barrier(len(tokens) + 1)
    readers = [
        threading.Thread(target=_read, args=(host, each, over, waits, begun)) for each in tokens
    ]
    for each in readers:
        each.start()
    begun.wait()
    told.put((0, 0.0))
    for each in readers:
        each.join()
    told.put((len(waits), sum(waits)))


def _read(host: str, token: str, over: Event, waits: list[float], begun: threading.Barrier) -> None:
    asking = http.client.HTTPConnection(host, timeout=600)
    begun.wait()
    while not over.is_set():
        since = perf_counter()
        asking.request("GET", "/api/history", headers={"Authorization": f"Bearer {token}"})
        answer = asking.getresponse()
        body = answer.read()
        if answer.status == TOO_OFTEN:  # the house answers so many a minute, and no more
            over.wait(1.0)
            continue
        assert answer.status == 200, body
        waits.append(perf_counter() - since)
    asking.close()
