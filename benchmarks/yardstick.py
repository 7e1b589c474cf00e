"""What every figure is measured against, in the same run, so that machines can be compared."""

import platform
import time
import timeit
from collections.abc import Callable
from pathlib import Path

from scripts.commit import commit


def seconds(call: Callable[[], object], *, number: int, repeat: int = 7) -> float:
    """Time one call: the best of several runs, for the least noise of other work."""
    return min(timeit.repeat(call, number=number, repeat=repeat)) / number


def processor_seconds(call: Callable[[], object], *, repeat: int = 7) -> float:
    """Time one call in one thread, without the time in which others had the processor."""
    return min(timeit.repeat(call, timer=time.thread_time, number=1, repeat=repeat))


def yardstick() -> int:
    """Do a hundred additions in plain Python."""
    total = 0
    for number in range(100):
        total += number
    return total


def where() -> str:
    """Say on what commit and machine this was measured."""
    info = Path("/proc/cpuinfo")
    models = [
        line.partition(":")[2].strip()
        for line in (info.read_text(encoding="utf-8").splitlines() if info.exists() else [])
        if line.startswith("model name")
    ]
    processor = models[0] if models else platform.processor()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"commit {commit()}; {processor}, {len(models) or '?'} cores; {python}"
