"""Simulates every rulebook and writes how far each pay line is from its exact probability.

The same seed gives the same page on every backend. See `scripts/frequencies`.
"""

import argparse
from collections.abc import Iterator
from datetime import UTC, datetime
from math import sqrt
from pathlib import Path
from typing import Final, NamedTuple

from scipy.stats import chi2  # type: ignore[import-untyped]

import punto
from punto.exact import figures
from punto.rules import Rulebook
from punto.sim import Simulation
from scripts.commit import commit

PAGE: Final = Path("docs/evidence/frequencies.md")
FAR: Final = 4.5
UNLIKELY: Final = 1e-6

HEAD: Final = """# Simulated frequencies against exact ones

Written by `scripts/frequencies`. Every rulebook is simulated with shoes of its usual number of
decks, and each pay line of each wager is compared with its exact probability. Wagers of one
rulebook share their rounds; p is of the chi-square of a wager's own lines. Rounds of one shoe
are not independent of each other; at these numbers the difference does not show.

|  |  |
|---|---|
"""


class Line(NamedTuple):
    """One wager: its rounds against what is exact."""

    rulebook: str
    wager: str
    lines: int
    furthest: float
    """Of its pay lines, in standard errors."""
    chance: float
    """That a chi-square is as large as that of all of its lines."""
    ev: float
    exact: float


def main() -> None:
    """Simulate, compare, write the page; fail if one is too far."""
    asked = _arguments()
    found = [
        punto.simulate(
            rulebook,
            rounds=asked.rounds,
            seed=asked.seed,
            workers=asked.workers,
            backend=asked.backend,
        )
        for rulebook in punto.rulebooks()
    ]
    lines = [line for each in found for line in _lines(each)]
    asked.page.write_text(_page(found, lines), encoding="utf-8")
    wrong = [line for line in lines if line.furthest > FAR or line.chance < UNLIKELY]
    for line in wrong:
        print(f"too far: {line}")
    raise SystemExit(bool(wrong))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10**10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--backend", default="processes")
    parser.add_argument("--page", type=Path, default=PAGE)
    return parser.parse_args()


def _lines(found: Simulation) -> Iterator[Line]:
    rulebook: Rulebook = found.game.rulebook
    exact = figures(rulebook, punto.full_shoe(rulebook, found.game.decks)).wagers
    for name, tally in found.wagers.items():
        wager = exact[name]
        assert wager is not None, "every shipped wager has its odds"
        shares = {each.pays: each.sequences / wager.sequences for each in wager.outcomes}
        counts = {pays: tally.outcomes[pays] for pays in shares}
        assert sum(counts.values()) == found.rounds, "no round is lost"
        means = {pays: share * found.rounds for pays, share in shares.items()}
        furthest = max(
            abs(counts[pays] - means[pays]) / sqrt(means[pays] * (1 - share))
            for pays, share in shares.items()
        )
        distance = sum((counts[pays] - mean) ** 2 / mean for pays, mean in means.items())
        chance = float(chi2.sf(distance, len(shares) - 1))
        yield Line(rulebook.id, name, len(shares), furthest, chance, tally.ev, float(wager.ev))


def _page(found: list[Simulation], lines: list[Line]) -> str:
    first = found[0]
    facts = {
        "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "commit": commit(),
        "rounds of each rulebook": f"{first.rounds:,}",
        "seed": first.seed,
        "backend": first.backend,
        "seconds of dealing": f"{sum(each.seconds for each in found):.1f}",
        "pay lines compared": sum(line.lines for line in lines),
        "furthest, in standard errors": f"{max(line.furthest for line in lines):.2f}",
        "least p": f"{min(line.chance for line in lines):.4f}",
    }
    head = "".join(f"| {name} | {value} |\n" for name, value in facts.items())
    rows = "".join(
        f"| {line.rulebook} | {line.wager} | {line.lines} | {line.furthest:.2f}"
        f" | {line.chance:.4f} | {line.ev:+.7f} | {line.exact:+.7f} |\n"
        for line in lines
    )
    columns = (
        "\n| rulebook | wager | lines | furthest line, standard errors | p of all lines"
        " | simulated | exact |\n|---|---|---|---|---|---|---|\n"
    )
    return HEAD + head + columns + rows


if __name__ == "__main__":
    main()
