"""Says mutated frames to a house, seed after seed, where it hears messages.

The result is written to docs/evidence/frames.md: what was answered, and whether anything was
stored, was kept in memory, took long or failed.
"""

import argparse
import asyncio
import gc
import logging
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from punto.store import url_of
from scripts.commit import commit
from tests.server.here import open_house
from tests.server.test_frames import entries, fuzzer_of

PAGE: Final = Path(__file__).parent.parent / "docs" / "evidence" / "frames.md"
A_SEED: Final = 100_000
"""So many frames are made from one seed."""


@dataclass
class Found:
    """What came of all frames."""

    commit: str = field(default_factory=commit)
    """What is run is what was there at the beginning."""
    answers: Counter[str] = field(default_factory=Counter)
    frames: int = 0
    stored: int = 0
    longest: float = 0.0
    processor: float = 0.0
    blocks: list[int] = field(default_factory=list)
    """Of memory, after every seed."""
    failures: list[str] = field(default_factory=list)


class _Failures(logging.Handler):
    """Keeps what the house calls a mistake of its own."""

    def __init__(self, found: Found) -> None:
        super().__init__(logging.ERROR)
        self._found = found

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self._found.failures.append(record.getMessage())


async def campaign(url: str, frames: int, seed: int) -> Found:
    """Say them all to one house."""
    found = Found()
    logging.getLogger().addHandler(_Failures(found))
    logging.getLogger("punto.server").setLevel(logging.ERROR)
    async with open_house(url) as here:
        began = time.process_time()
        for number in range(-(-frames // A_SEED)):
            fuzzer = await fuzzer_of(here, seed + number, f"dora-{number}")
            before = entries(here)
            await fuzzer.run(min(A_SEED, frames - found.frames))
            found.stored += entries(here) - before
            found.answers += fuzzer.found.answers
            found.frames += fuzzer.found.frames
            found.longest = max(found.longest, fuzzer.found.longest)
            gc.collect()
            found.blocks.append(sys.getallocatedblocks())
            found.processor = time.process_time() - began
            # An interrupted campaign leaves what it has found until then.
            PAGE.write_text("\n".join(page(found, seed)) + "\n", "utf-8")
            sys.stderr.write(f"\r{found.frames:,} frames")
    return found


def page(found: Found, seed: int) -> Iterator[str]:
    """Write the whole page."""
    yield "# Mutated frames"
    yield ""
    yield "Written by `scripts/fuzz`. Every seed makes frames from the types of the protocol and"
    yield "changes what programs stumble over: numbers, texts, keys, nesting, JSON and bytes. They"
    yield "are said to one house by a spectator, by a terminal without credits and by a dealer, of"
    yield "whom every seed enrols another."
    yield ""
    yield from ("|  |  |", "|---|---|")
    yield f"| date | {datetime.now(UTC):%Y-%m-%d %H:%M} UTC |"
    yield f"| commit | {found.commit} |"
    yield f"| first seed | {seed} |"
    yield f"| **frames** | **{found.frames:,}** |"
    yield f"| **entries stored** | **{found.stored}** |"
    yield f"| **mistakes of the house** | **{len(found.failures) + found.answers['fault']}** |"
    yield f"| longest time for forty frames | {1_000 * found.longest:.0f} ms of the processor |"
    yield f"| blocks of memory after the first seed | {found.blocks[0]:,} |"
    yield f"| blocks of memory after the last seed | {found.blocks[-1]:,} |"
    yield f"| seconds of the processor | {found.processor:.0f} |"
    if found.failures:
        yield from ("", *(f"- {each}" for each in found.failures[:20]))
    yield from ("", "| answer | times |", "|---|---|")
    yield from (f"| `{name}` | {times:,} |" for name, times in found.answers.most_common())


def main() -> int:
    """Run the whole campaign and write its page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        found = asyncio.run(campaign(url_of(Path(place)), said.frames, said.seed))
    return bool(found.failures or found.stored or found.answers["fault"])


if __name__ == "__main__":
    raise SystemExit(main())
