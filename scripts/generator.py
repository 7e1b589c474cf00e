"""Tests the words and shoes of the simulation's generator together at 99 %, and bad ones.

The result is written to docs/evidence/generator.md. It takes some minutes. With --raw nothing is
tested: the bytes that one shoe after another is shuffled with are written out.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import numpy as np

import punto
from scripts.commit import commit
from tests.randomness.battery import CARDS, LEVEL, Finding, examined, rejected
from tests.randomness.streams import PLANTED, Words, ours, shoes_of, streams
from tests.randomness.word_tests import WORD_TESTS, examined_stream

PAGE: Final = Path(__file__).parent.parent / "docs" / "evidence" / "generator.md"
PLANTED_BLOCKS: Final = 200_000
LEAST_SHOWN: Final = 1e-100
AT_ONCE: Final = 35_000
"""Blocks that are written at once: those of a thousand shoes."""

DIEHARDER: Final = (0, 2, 3, 8, 15, 16, 17, 100, 101, 102, 205, 206, 209)
"""Its tests that take minutes, not hours, and that its author does not call suspect."""

Findings = dict[str, tuple[Finding, ...]]


@dataclass(frozen=True)
class Campaign:
    """All that was found."""

    blocks: int
    shoes: int
    words: Findings
    cards: Findings
    planted: Findings
    dieharder: tuple[tuple[str, str, str], ...]

    @property
    def fallen(self) -> tuple[Finding, ...]:
        """What is rejected of ours: all words and cards are judged together."""
        return rejected(
            f for found in (self.words, self.cards) for each in found.values() for f in each
        )

    @property
    def passed(self) -> bool:
        """Whether ours is not rejected, and every planted generator is."""
        return not self.fallen and all(rejected(each) for each in self.planted.values())


def campaign(blocks: int, shoes: int, *, with_dieharder: bool) -> Campaign:
    """Make all words and shoes, and test them."""
    words = {name: examined_stream(each) for name, each in streams(ours, blocks).items()}
    planted = {
        name: tuple(f for s in streams(bad, PLANTED_BLOCKS).values() for f in examined_stream(s))
        for name, bad in PLANTED.items()
    }
    tests = tuple(dieharder()) if with_dieharder else ()
    return Campaign(blocks, shoes, words, dict(_cards(shoes)), planted, tests)


def _cards(shoes: int) -> Iterator[tuple[str, tuple[Finding, ...]]]:
    number, none = np.arange(shoes, dtype=np.uint64), np.zeros(shoes, dtype=np.uint64)
    tiger, elements = punto.rulebook("mbs-tiger"), punto.rulebook("mbs-elements")
    yield "shoe after shoe", examined(shoes_of(tiger, none, number))
    yield "of sessions", examined(shoes_of(tiger, none, number << np.uint64(32)))
    yield "of seeds", examined(shoes_of(tiger, number, none))
    yield "elements", examined(shoes_of(elements, none, number))


def dieharder() -> Iterator[tuple[str, str, str]]:
    """Run tests of dieharder over the raw stream: names, p-values, and what it says of them."""
    if shutil.which("dieharder") is None:
        sys.exit("punto: dieharder is not installed; on Debian: sudo apt install dieharder")
    for number in DIEHARDER:
        raw = [sys.executable, "-m", "scripts.generator", "--raw", str(10**15)]
        with subprocess.Popen(raw, stdout=subprocess.PIPE) as source:
            done = subprocess.run(
                ["dieharder", "-g", "200", "-d", str(number)],  # noqa: S607 – it is on the path
                stdin=source.stdout,
                capture_output=True,
                text=True,
                check=True,
            )
            source.kill()
        for line in done.stdout.splitlines():
            cells = [cell.strip() for cell in line.split("|")]
            if len(cells) == 6 and cells[5] in {"PASSED", "WEAK", "FAILED"}:
                yield f"{cells[0]}, {cells[1]}", cells[4], cells[5].lower()


# --- writing it down ----------------------------------------------------------------------------


def page(found: Campaign) -> Iterator[str]:
    """Write the whole page."""
    verdict = ", ".join(finding.name for finding in found.fallen) or "nothing"
    count = sum(len(each) for part in (found.words, found.cards) for each in part.values())
    yield "# Evidence for the simulation's generator"
    yield ""
    yield f"Written by `scripts/generator` on {datetime.now(UTC).date()}, at commit {commit()}."
    yield "Shoes are shuffled with Philox4x32-10 of (seed, shoe, block), which has the published"
    yield "answers of Random123 ([decision 0019](../decisions/0019-simulation.md))."
    yield f"{count} tests of words and of cards are judged together by Holm's method at"
    yield f"{100 * LEVEL:.1f} %. **Rejected: {verdict}.**"
    yield from ("", "## Words", "")
    yield f"{2 * found.blocks:,} words of each stream, in the orders in which simulations read them"
    yield "and across those; p-values."
    yield ""
    yield from _columns("test", list(WORD_TESTS), found.words)
    yield from ("", "## Shoes", "")
    yield f"{found.shoes:,} whole shoes of 8 decks: of one seed, shoe after shoe; the first of each"
    yield "session; the first of each seed; and of the deck of Elements. The tests are those of"
    yield "[the house's shoes](randomness.md), and what they compare with is there; p-values."
    yield ""
    yield from _columns("test", [test.name for test in CARDS], found.cards)
    yield from _planted(found)
    yield from _dieharder(found)


def _columns(head: str, names: Sequence[str], found: Findings) -> Iterator[str]:
    yield from _table([head, *found])
    for place, name in enumerate(names):
        yield _row([name, *(f"{each[place].chance:.4f}" for each in found.values())])


def _planted(found: Campaign) -> Iterator[str]:
    caught = sum(bool(rejected(each)) for each in found.planted.values())
    yield from ("", "## Planted generators", "")
    yield f"{2 * PLANTED_BLOCKS:,} words of each stream. Caught: {caught} of {len(found.planted)}."
    yield ""
    yield from _table(["generator", "caught by", "smallest p", "tests that reject it"])
    for name, findings in found.planted.items():
        fallen = rejected(findings)
        by = ", ".join(dict.fromkeys(each.name for each in fallen[:3])) or "nothing"
        least = min(each.chance for each in findings)
        shown = f"{least:.1e}" if least > LEAST_SHOWN else f"below {LEAST_SHOWN:.0e}"
        yield _row([name, by, shown, f"{len(fallen)} of {len(findings)}"])


def _dieharder(found: Campaign) -> Iterator[str]:
    yield from ("", "## dieharder", "")
    if not found.dieharder:
        yield "Not run: `--dieharder` does."
        return
    failed = sum(said == "failed" for _, _, said in found.dieharder)
    weak = sum(said == "weak" for _, _, said in found.dieharder)
    yield f"{len(found.dieharder)} results over the bytes of one shoe after another: {failed}"
    yield f"failed, {weak} weak (dieharder calls 1 of 100 good ones so)."
    yield ""
    yield from _table(["test", "p", "dieharder says"])
    yield from (_row(row) for row in found.dieharder)


def _table(heads: Sequence[str]) -> Iterator[str]:
    yield _row(heads)
    yield "|" + "---|" * len(heads)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


# --- the command --------------------------------------------------------------------------------


def raw_words() -> Iterator[Words]:
    """Give the words that one shoe after another is shuffled with, without end."""
    number = np.arange(AT_ONCE, dtype=np.uint64)
    shoe, block = np.divmod(number, np.uint64(35))
    seed = np.zeros(AT_ONCE, dtype=np.uint64)
    while True:
        yield ours(seed, shoe, block)
        shoe = shoe + np.uint64(AT_ONCE // 35)


def write_raw(count: int) -> None:
    """Write so many bytes, or as many as the reader wants."""
    try:
        for words in raw_words():
            if count <= 0:
                return
            sys.stdout.buffer.write(words.tobytes()[:count])
            count -= words.nbytes
    except BrokenPipeError:
        # Nobody reads any more; nor may Python try to flush once again at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """Run the whole campaign and write its page, or write raw bytes."""
    parser = argparse.ArgumentParser(prog="scripts/generator")
    parser.add_argument("--blocks", type=int, default=5_000_000, metavar="N")
    parser.add_argument("--shoes", type=int, default=50_000, metavar="N")
    parser.add_argument("--dieharder", action="store_true")
    parser.add_argument("--raw", type=int, metavar="N")
    given = parser.parse_args()
    if given.raw is not None:
        write_raw(given.raw)
        return
    found = campaign(given.blocks, given.shoes, with_dieharder=given.dieharder)
    text = "\n".join(page(found)) + "\n"
    PAGE.write_text(text, encoding="utf-8")
    print(text, end="")
    sys.exit(0 if found.passed else 1)


if __name__ == "__main__":
    main()
