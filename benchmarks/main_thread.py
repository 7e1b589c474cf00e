"""What a page costs its main thread, in processor time: its own, however busy a machine is."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple, TypedDict

from playwright.sync_api import Browser, Page

CATEGORIES: Final = ["toplevel", "devtools.timeline", "blink.user_timing"]


class Event(TypedDict, total=False):
    """One event of a trace; times in microseconds, `tdur` is processor time."""

    name: str
    cat: str
    ph: str
    pid: int
    tid: int
    ts: float
    dur: float
    tdur: float


class Cost(NamedTuple):
    """What a part of a round takes on the main thread."""

    longest_ms: float
    """The longest task without a break."""
    busy: float
    """The share of the time in which the thread works."""


class Trace:
    """What the main thread of one page did between marks that the page set."""

    def __init__(self, events: list[Event]) -> None:
        self._marks = sorted(
            (event["ts"], event["name"], event["pid"], event["tid"])
            for event in events
            if event.get("cat", "").startswith("blink.user_timing")
        )
        (_, _, pid, tid) = self._marks[0]
        own = (one for one in events if one.get("pid") == pid and one.get("tid") == tid)
        self._tasks = list(_outermost(event for event in own if event.get("ph") == "X"))

    def between(self, begin: str, end: str) -> Cost:
        """Add up all spans from one mark to the other."""
        spans = list(self._spans(begin, end))
        within = [
            task.get("tdur", 0) / 1000
            for task in self._tasks
            if any(since <= task["ts"] < until for since, until in spans)
        ]
        wall = sum(until - since for since, until in spans) / 1000
        return Cost(max(within, default=0), sum(within) / wall)

    def _spans(self, begin: str, end: str) -> Iterator[tuple[float, float]]:
        since = None
        for at, name, *_ in self._marks:
            if name == begin:
                since = at
            elif name == end and since is not None:
                yield since, at
                since = None


def _outermost(events: Iterator[Event]) -> Iterator[Event]:
    """Give the tasks that are part of no other."""
    free = 0.0
    tasks = (event for event in events if event["name"].endswith("RunTask"))
    for task in sorted(tasks, key=lambda one: (one["ts"], -one.get("dur", 0))):
        if task["ts"] >= free:
            free = task["ts"] + task.get("dur", 0)
            yield task


@contextmanager
def traced(browser: Browser, page: Page) -> Iterator[list[Trace]]:
    """Trace a page; the list holds the trace when it is over."""
    found: list[Trace] = []
    browser.start_tracing(page=page, categories=CATEGORIES)
    yield found
    found.append(Trace(json.loads(browser.stop_tracing())["traceEvents"]))


def mark(page: Page, name: str) -> None:
    """Set a mark that a trace can be cut at."""
    page.evaluate("(name) => performance.mark(name)", name)
