"""Tests the dealt cards of many shoes together at 99 %, and bad generators, which must fail.

The result is written to docs/evidence/randomness.md. It takes a few minutes on two cores. With
--raw nothing is tested: the bytes that shoes are shuffled with are written out, for programs such
as dieharder.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import numpy as np
from rich.console import Console
from rich.progress import track
from scipy import stats  # type: ignore[import-untyped]

from punto.cards import DECKS, FRENCH
from scripts.commit import commit
from tests.randomness.battery import (
    CARDS,
    LEVEL,
    Finding,
    examined,
    examined_words,
    rejected,
)
from tests.randomness.dealt import Bytes, Dealt
from tests.randomness.generators import (
    FINER,
    PLANTED,
    dealt_by,
    derived,
    raw_blocks,
    raw_words,
    trusted,
)

PAGE: Final = Path(__file__).parent.parent / "docs" / "evidence" / "randomness.md"
DECKS_IN_SHOE: Final = 8
PROCESSES: Final = 2
AT_ONCE: Final = 1000
RAW_WORDS: Final = 10_000_000
PLANTED_SHOES: Final = 20_000
TRIALS: Final = 1000
TRIAL_SHOES: Final = 1000
LEAST_SHOWN: Final = 1e-100
"""Smaller p-values say nothing more, and depend on how the tail is computed."""

Given = TypeVar("Given")
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """All that was found."""

    shoes: int
    ours: dict[str, tuple[Finding, ...]]
    words: tuple[Finding, ...]
    planted: dict[str, tuple[Finding, ...]]
    finer: dict[str, tuple[Finding, ...]]
    trials: tuple[tuple[Finding, ...], ...]

    @property
    def fallen(self) -> tuple[Finding, ...]:
        """What is rejected of ours: both deck families and the words are judged together."""
        return rejected([*(f for each in self.ours.values() for f in each), *self.words])

    @property
    def passed(self) -> bool:
        """Whether ours is not rejected, and every planted generator is."""
        return not self.fallen and all(rejected(each) for each in self.planted.values())


# --- running it ---------------------------------------------------------------------------------


def campaign(shoes: int) -> Campaign:
    """Make all shoes and test them."""
    with ProcessPoolExecutor(PROCESSES) as pool:
        every = partial(_every, pool)
        dealt = [Dealt(DECKS[name], DECKS_IN_SHOE, _derived(every, name, shoes)) for name in DECKS]
        ours = dict(zip(DECKS, every("their tests", examined, dealt), strict=True))
        planted = every("planted generators", _examined_planted, PLANTED)
        finer = every("finer faults", _examined_planted, FINER)
        return Campaign(
            shoes=shoes,
            ours=ours,
            words=examined_words(raw_words(RAW_WORDS)),
            planted=dict(zip(PLANTED, planted, strict=True)),
            finer=dict(zip(FINER, finer, strict=True)),
            trials=tuple(every("a trusted generator", _examined_trusted, range(TRIALS))),
        )


def _every(
    pool: ProcessPoolExecutor, title: str, make: Callable[[Given], Made], given: Iterable[Given]
) -> list[Made]:
    given = list(given)
    made = pool.map(make, given)
    console = Console(stderr=True)
    return list(track(made, title, total=len(given), console=console))


def _derived(every: Callable[..., list[Bytes]], family: str, shoes: int) -> Bytes:
    parts = [
        (family, range(start, min(start + AT_ONCE, shoes + 1)))
        for start in range(1, shoes + 1, AT_ONCE)
    ]
    return np.concatenate(every(f"{family} shoes", _part, parts), axis=1)


def _part(given: tuple[str, range]) -> Bytes:
    family, numbers = given
    return derived(DECKS[family], DECKS_IN_SHOE, numbers).cards


def _examined_planted(name: str) -> tuple[Finding, ...]:
    maker = (PLANTED | FINER)[name]
    return examined(dealt_by(maker, FRENCH, DECKS_IN_SHOE, PLANTED_SHOES, seed=1))


def _examined_trusted(seed: int) -> tuple[Finding, ...]:
    return examined(dealt_by(trusted, FRENCH, DECKS_IN_SHOE, TRIAL_SHOES, seed))


# --- writing it down ----------------------------------------------------------------------------


def page(found: Campaign) -> Iterator[str]:
    """Write the whole page."""
    yield "# Evidence that shoes are random"
    yield ""
    yield f"Written by `scripts/randomness` on {datetime.now(UTC).date()}, at commit {commit()}."
    yield "What the tests are, and what they can and cannot show, is in"
    yield "[fairness.md](../fairness.md#evidence)."
    yield from _of_ours(found)
    yield from _of_words(found)
    yield from _of_planted(found)
    yield from _of_finer(found)
    yield from _of_trials(found)


def _of_ours(found: Campaign) -> Iterator[str]:
    tests = sum(map(len, found.ours.values())) + len(found.words)
    verdict = ", ".join(finding.name for finding in found.fallen) or "nothing"
    yield from ("", "## Our shoes", "")
    yield f"{found.shoes:,} shoes of {DECKS_IN_SHOE} decks of each family, derived by `punto.fair`"
    yield f"from the secrets 1 to {found.shoes:,}. {tests} tests are judged together by Holm's"
    yield f"method at {_percent(LEVEL)}. **Rejected: {verdict}.**"
    yield ""
    yield from _table(["test", "compared with", *(f"p, {name}" for name in found.ours)])
    for place, test in enumerate(CARDS):
        chances = (f"{findings[place].chance:.4f}" for findings in found.ours.values())
        yield _row([test.name, test.null, *chances])


def _of_words(found: Campaign) -> Iterator[str]:
    yield from ("", f"{RAW_WORDS:,} words that shoes are shuffled with:", "")
    yield from _table(["test", "p"])
    yield from (_row([finding.name, f"{finding.chance:.4f}"]) for finding in found.words)


def _of_planted(found: Campaign) -> Iterator[str]:
    caught = sum(bool(rejected(findings)) for findings in found.planted.values())
    yield from ("", "## Planted generators", "")
    yield f"{PLANTED_SHOES:,} French shoes of each. Caught: {caught} of {len(found.planted)}."
    yield ""
    yield from _catches(found.planted)


def _of_finer(found: Campaign) -> Iterator[str]:
    yield from ("", "## Finer faults", "")
    yield "Smaller and smaller faults, in as many shoes. Where nothing is seen, statistics of so"
    yield "many shoes end; that our draws are not of these kinds is shown by the tests of the"
    yield "code itself."
    yield ""
    yield from _catches(found.finer)


def _catches(generators: dict[str, tuple[Finding, ...]]) -> Iterator[str]:
    yield from _table(["generator", "caught by", "smallest p", "tests that reject it"])
    for name, findings in generators.items():
        fallen = rejected(findings)
        by = ", ".join(finding.name for finding in fallen[:3]) or "nothing"
        smallest = min(finding.chance for finding in findings)
        shown = f"{smallest:.1e}" if smallest > LEAST_SHOWN else f"below {LEAST_SHOWN:.0e}"
        yield _row([name, by, shown, f"{len(fallen)} of {len(findings)}"])


def _of_trials(found: Campaign) -> Iterator[str]:
    fallen = sum(bool(rejected(findings)) for findings in found.trials)
    yield from ("", "## The battery itself", "")
    uneven = ", ".join(finding.name for finding in rejected(uniformity(found).values()))
    yield f"{TRIALS:,} times {TRIAL_SHOES:,} French shoes, permuted by numpy with PCG64. Rejected:"
    yield f"{fallen}, which is {_percent(fallen / TRIALS)}, where at most {_percent(LEVEL)} is"
    yield "meant. Of each test, how often its p-value was below 1 % and below 10 %, and the p-value"
    yield "of Kolmogorov and Smirnov for its being uniform. These again judged together: rejected"
    yield f"is {uneven or 'nothing'}."
    yield ""
    yield from _table(["test", "below 1 %", "below 10 %", "uniform"])
    for place, test in enumerate(CARDS):
        chances = np.array([findings[place].chance for findings in found.trials])
        shares = (_percent(float(np.mean(chances < level))) for level in (0.01, 0.1))
        finding = uniformity(found).get(test.name)
        yield _row([test.name, *shares, f"{finding.chance:.3f}" if finding else "discrete"])


def uniformity(found: Campaign) -> dict[str, Finding]:
    """Judge whether the p-values of each test are uniform; those of discrete ones need not be."""
    return {
        test.name: Finding(
            test.name,
            float(stats.kstest([each[place].chance for each in found.trials], "uniform").pvalue),
        )
        for place, test in enumerate(CARDS)
        if not test.discrete
    }


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _table(heads: Sequence[str]) -> Iterator[str]:
    yield _row(heads)
    yield "|" + "---|" * len(heads)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


# --- the command --------------------------------------------------------------------------------


def write_raw(count: int) -> None:
    """Write so many bytes, or as many as the reader wants."""
    try:
        for block in raw_blocks():
            if count <= 0:
                break
            sys.stdout.buffer.write(block[:count])
            count -= len(block)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # Nobody reads any more; nor may Python try to flush once again at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """Run the whole campaign and write its page, or write raw bytes."""
    parser = argparse.ArgumentParser(prog="scripts/randomness")
    parser.add_argument("--shoes", type=int, default=200_000, metavar="N")
    parser.add_argument("--raw", type=int, metavar="N")
    given = parser.parse_args()
    if given.raw is not None:
        write_raw(given.raw)
        return
    found = campaign(given.shoes)
    text = "\n".join(page(found)) + "\n"
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(text, encoding="utf-8")
    print(text, end="")
    sys.exit(0 if found.passed else 1)


if __name__ == "__main__":
    main()
