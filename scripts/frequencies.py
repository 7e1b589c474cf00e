"""Simulates every listed rulebook and writes how far each pay line is from its exact probability.

The same seed gives the same page on every backend. See `scripts/frequencies`.
"""

import argparse
from collections.abc import Iterator
from datetime import UTC, datetime
from math import sqrt
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from scipy.stats import chi2  # type: ignore[import-untyped]

import punto
from punto.exact import figures
from punto.rules import Rulebook
from punto.rules.rulebook import Shuffle
from punto.sim import Simulation
from scripts.commit import commit

PAGE: Final = Path("docs/evidence/frequencies.md")
FAR: Final = 4.5
UNLIKELY: Final = 1e-6

HEAD: Final = """# Simulated frequencies against exact ones

Written by `scripts/frequencies`. Exact odds are those of a round from a full shoe. So every
listed rulebook is simulated twice with its usual number of decks: with a new shoe for every
round, where each pay line of each wager has to be as frequent as it is probable; and with real
shoes, dealt until the cut card.

Wagers of one rulebook share their rounds. p is of the chi-square of all lines of a wager.

|  |  |
|---|---|
"""

CUT: Final = """
## The effect of the cut card

A shoe whose rounds take few cards has more rounds before the cut card comes. Rounds of few
cards are therefore a little more frequent in play than from a full shoe: a round that is picked
at random is not a round that is as good as the first. With a fixed number of rounds a shoe
there would be no such effect. What follows is what a stake of one nets on average, in
millionths, with real shoes (burn 0, 14 cards behind the cut card), less what is exact for the
first round, with its standard error.

| rulebook | wager | exact | effect of the cut card, millionths | standard error |
|---|---|---|---|---|
"""


class Line(NamedTuple):
    """One wager: its rounds against what is exact."""

    rulebook: str
    wager: str
    rounds: int
    lines: int
    furthest: float
    """Of its pay lines, in standard errors."""
    chance: float
    """That a chi-square is as large as that of all of its lines."""
    ev: float
    stderr: float
    exact: float


def main() -> None:
    """Simulate, compare, write the page; fail if one is too far."""
    asked = _arguments()
    books = punto.rulebooks()
    fresh = [_simulated(_with_a_shoe_for_every_round(rulebook), asked) for rulebook in books]
    real = [
        _simulated(rulebook, asked) for rulebook in books if rulebook.shoe.shuffle is Shuffle.SHOE
    ]
    lines = [line for each in fresh for line in _lines(each)]
    played = [line for each in real for line in _lines(each)]
    asked.page.write_text(_page(fresh, lines) + _effects(played), encoding="utf-8")
    wrong = [line for line in lines if line.furthest > FAR or line.chance < UNLIKELY]
    for line in wrong:
        print(f"too far: {line}")
    raise SystemExit(bool(wrong))


def _with_a_shoe_for_every_round(rulebook: Rulebook) -> Rulebook:
    shoe = msgspec.structs.replace(rulebook.shoe, shuffle=Shuffle.ROUND)
    return msgspec.structs.replace(rulebook, shoe=shoe)


def _simulated(rulebook: Rulebook, asked: argparse.Namespace) -> Simulation:
    return punto.simulate(
        rulebook,
        rounds=asked.rounds,
        seed=asked.seed,
        workers=asked.workers,
        backend=asked.backend,
    )


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
        ev, stderr = tally.ev, tally.stderr
        yield Line(
            rulebook.id,
            name,
            found.rounds,
            len(shares),
            furthest,
            chance,
            ev,
            stderr,
            float(wager.ev),
        )


def _page(found: list[Simulation], lines: list[Line]) -> str:
    first = found[0]
    facts = {
        "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "commit": commit(),
        "rounds, all wagers of a rulebook each": f"{sum(each.rounds for each in found):,}",
        "seed": first.seed,
        "backend": first.backend,
        "seconds of dealing": f"{sum(each.seconds for each in found):.1f}",
        "pay lines compared": sum(line.lines for line in lines),
        "furthest, in standard errors": f"{max(line.furthest for line in lines):.2f}",
        "least p": f"{min(line.chance for line in lines):.4f}",
    }
    head = "".join(f"| {name} | {value} |\n" for name, value in facts.items())
    rows = "".join(
        f"| {line.rulebook} | {line.wager} | {line.rounds:,} | {line.lines} | {line.furthest:.2f}"
        f" | {line.chance:.4f} | {line.ev:+.7f} | {line.exact:+.7f} |\n"
        for line in lines
    )
    columns = (
        "\n| rulebook | wager | rounds | lines | furthest line, standard errors | p of all lines"
        " | simulated | exact |\n|---|---|---|---|---|---|---|---|\n"
    )
    return HEAD + head + columns + rows


def _effects(lines: list[Line]) -> str:
    return CUT + "".join(
        f"| {line.rulebook} | {line.wager} | {line.exact:+.7f}"
        f" | {1e6 * (line.ev - line.exact):+.1f} | {1e6 * line.stderr:.1f} |\n"
        for line in lines
    )


if __name__ == "__main__":
    main()
