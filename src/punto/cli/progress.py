"""How far a long command is, shown on a terminal; and how many cores it has."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


def cores() -> int:
    """Count the cores that this process may use, where the system tells."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def progress(total: int, unit: str) -> Iterator[Callable[[int], None]]:
    """Show on a terminal how far it is, how fast, and how long it takes still."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress, TimeRemainingColumn

    columns = (
        "{task.percentage:3.0f} %",
        f"{{task.completed:,.0f}} {unit}",
        f"{{task.fields[rate]}} {unit}/s",
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=total, rate="–")

        def told(done: int) -> None:
            shown.advance(task, done)
            shown.update(task, rate=f"{shown.tasks[task].speed or 0:,.0f}")

        yield told
