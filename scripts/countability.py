"""Writes what knowing the cards is worth on every wager of the five rulebooks, and beside others'.

The same seed gives the same figures, whatever the workers. See `scripts/countability`.
"""

import argparse
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import perf_counter
from typing import Final, NamedTuple

import msgspec
import numpy as np

import punto
from punto.exact.batch import evaluate
from punto.lab import Bettor, Countability, RunningCount, WagerCountability
from punto.lab.shoe_solver import count_says
from punto.rules import Rulebook
from punto.sim import Game
from scripts.commit import commit

PAGE: Final = Path("docs/evidence/countability.md")
BOOKS: Final = (
    "mbs-no-commission",
    "rws-non-commission",
    "zero-commission",
    "mbs-tiger",
    "mbs-elements",
)

HEAD: Final = """# Countability

Written by `scripts/countability`. Every round of simulated shoes of eight decks is solved exactly,
from the cards that nobody has seen before it; a shoe goes to its cut card, through the round that
shows it, and one round more. *Perfect* bets one unit on every round on which the expected value is
above zero. *Count* bets when the true count of its tags has reached the trigger
([how both are made](../mathematics.md#countability)). Units are expected values added up, so that
no luck of the bets is in them; the standard error is that of shoes. `zero-commission` is shuffled
for every round: there is nothing to count.

|  |  |
|---|---|
"""

FIRST_CARD: Final = """
## Published figures

The same program on what others have published, for eight decks and 14 cards behind the cut card.
Published figures carry no errors of their own; ours have the standard error that is shown.

- Jacobson's units are those of his simulation of 100 million shoes, with his tags. How he deals and
  his triggers are not in the text that we could read. We deal as is usual in the trade: a first
  card is turned over, and as many cards are burned unseen as it is worth, ten for a ten or a court
  card; behind the round that shows the cut card there is one more. Our triggers are the whole
  numbers at which these tags win most.
- The Wizard's counts are for Lucky 6 at 12:1 and 23:1, with his triggers. His 80.1 hands a shoe are
  met with eight cards burned and no round that begins behind the cut card.

Sources: Eliot Jacobson, *Co-Card Counting the Dragon and Panda Side Bets in EZ Baccarat*,
888casino.com; Michael Shackleford, *Card Counting the Lucky 6 Bet in Baccarat*, wizardofodds.com.

| wager | tags, A to T | trigger | figure | published | ours | standard error |
|---|---|---|---|---|---|---|
"""


class Published(NamedTuple):
    """What somebody has published about a count."""

    wager: str
    tags: tuple[int, ...]
    """Ace to ten."""
    trigger: int
    figures: dict[str, float]


JACOBSON: Final = (
    Published("dragon-7", (0, 0, 0, -1, -1, -1, -1, 2, 2, 0), 4, {"units a shoe": 0.597}),
    Published("panda-8", (1, 1, -2, -2, -2, -1, -1, -2, 4, 1), 11, {"units a shoe": 0.237}),
)
WIZARD: Final = (
    Published(
        "lucky-6",
        (0, 0, 0, 0, 0, -3, 1, 1, 1, 0),
        7,
        {"rounds bet, %": 3.09, "edge of a bet, %": 6.27, "units a shoe": 0.155},
    ),
    Published(
        "lucky-6",
        (-1, -1, -4, -1, -1, -18, 13, 12, 9, -2),
        48,
        {"rounds bet, %": 4.13, "edge of a bet, %": 7.00, "units a shoe": 0.23},
    ),
)


def main() -> None:
    """Solve, compare, write the page."""
    asked = _arguments()
    begun, used = perf_counter(), _processor_seconds()
    found = [
        punto.countability(book, decks=8, shoes=asked.shoes, seed=asked.seed, workers=asked.workers)
        for book in BOOKS
    ]
    clock, processor = perf_counter() - begun, _processor_seconds() - used
    published = [*_jacobson(asked.shoes, asked.seed, asked.workers), *_wizard(asked.shoes)]
    facts = {
        "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "commit": commit(),
        "shoes of each rulebook": f"{asked.shoes:,}",
        "seed": asked.seed,
        "workers": asked.workers,
        "seconds, all five rulebooks": f"{clock:.0f}, on a machine with other work to do",
        "seconds of processor time": f"{processor:.0f}",
    }
    head = "".join(f"| {name} | {value} |\n" for name, value in facts.items())
    parts = (HEAD, head, *map(_chapter, found), FIRST_CARD, *published)
    asked.page.write_text("".join(parts), encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shoes", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--page", type=Path, default=PAGE)
    return parser.parse_args()


def _processor_seconds() -> float:
    """Add up what this process and its workers that have ended took."""
    uses = (getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN))
    return sum(use.ru_utime + use.ru_stime for use in uses)


# --- the five rulebooks -------------------------------------------------------------------------


def _chapter(found: Countability) -> str:
    deepest, *_ = found.rounds_per_shoe
    rounds = found.rounds_per_shoe[deepest]
    wagers = list(found.wagers.values())
    return "".join(
        (
            f"\n## {found.game.rulebook.title} (`{found.game.rulebook.key}`)\n\n",
            f"{found.shoes:,} shoes in {found.seconds:.0f} s; {rounds:.2f} rounds a shoe with",
            f" {deepest} cards behind the cut card, to which the first table belongs.\n\n",
            "| wager | rounds with an edge, % | its mean, % | units a shoe | standard error",
            " | count bets, % | mean edge, % | units a shoe | of the perfect, % |\n",
            "|---|---|---|---|---|---|---|---|---|\n",
            *map(_row, wagers),
            "\n| units a shoe, cut at | ",
            " | ".join(f"{cut} perfect | count" for cut in found.rounds_per_shoe),
            " |\n|---|" + "---|---|" * len(found.rounds_per_shoe) + "\n",
            *map(_depths, wagers),
            "\n| wager | A | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | T and court cards | trigger |\n",
            "|" + "---|" * 12 + "\n",
            *filter(None, map(_tags, wagers)),
        )
    )


def _row(wager: WagerCountability) -> str:
    depth = wager.depths[0]
    perfect, counted = depth.perfect, depth.counted
    cells = [*_cells(perfect), f"{perfect.stderr:.4f}"]
    if counted is None:
        cells += ["no count"] + 3 * [""]
    else:
        cells += [*_cells(counted), f"{100 * depth.captured:.1f}"]
    return f"| {wager.wager.id} | {' | '.join(cells)} |\n"


def _cells(bettor: Bettor) -> tuple[str, str, str]:
    share, edge = 100 * bettor.share, 100 * bettor.mean_edge
    return f"{share:.3f}", f"{edge:.3f}", f"{bettor.units_per_shoe:.4f}"


def _depths(wager: WagerCountability) -> str:
    cells = [
        "" if bettor is None else f"{bettor.units_per_shoe:.5f}"
        for depth in wager.depths
        for bettor in (depth.perfect, depth.counted)
    ]
    return f"| {wager.wager.id} | {' | '.join(cells)} |\n"


def _tags(wager: WagerCountability) -> str:
    if wager.count is None:
        return ""
    tags = [f"{tag:+d}" if tag else "0" for tag in list(wager.count.tags.values())[:10]]
    return f"| {wager.wager.id} | {' | '.join(tags)} | {float(wager.count.trigger):.1f} |\n"


# --- published ----------------------------------------------------------------------------------


def _jacobson(shoes: int, seed: int, workers: int) -> Iterator[str]:
    """Burn what a first card says: of thirteen ranks, four say ten."""
    counts = {each.wager: _count(each) for each in JACOBSON}
    found = [
        punto.countability(
            "ez",
            decks=8,
            shoes=max(1, shoes // 13) * (4 if burn == 10 else 1),
            seed=seed + burn,
            burn=burn,
            cuts=[14],
            counts=counts,
            workers=workers,
        )
        for burn in range(1, 11)
    ]
    for each in JACOBSON:
        bettors = [solved.wagers[each.wager].depths[0].counted for solved in found]
        known = [bettor for bettor in bettors if bettor is not None]
        all_shoes = sum(bettor.shoes for bettor in known)
        units = float(sum(bettor.units for bettor in known) / all_shoes)
        error = sum((bettor.stderr * bettor.shoes / all_shoes) ** 2 for bettor in known) ** 0.5
        yield from _compared(each, {"units a shoe": units}, {"units a shoe": error})


def _wizard(shoes: int) -> Iterator[str]:
    """Leave out the round behind the one that shows the cut card; a bet is solved, not a round."""
    game, piece = Game(_lucky_6_at_23(), 8, burn=8, cut=14), 1_000
    won: list[list[float]] = [[] for _ in WIZARD]
    rounds, units = 0, [0 * [0.0] for _ in WIZARD]
    for first in range(0, shoes, piece):
        listed = game.rounds_of(1, first, piece)
        numbers = np.repeat(np.arange(piece), listed.by_shoe)
        dealt = listed.left.sum(axis=1) - game.burn > game.cut
        rounds += int(dealt.sum())
        for place, each in enumerate(WIZARD):
            bets = dealt & count_says(game, _count(each), listed.left)
            values = evaluate(game.rulebook, listed.left[bets]).ev[:, -1]
            won[place] += values.tolist()
            units[place] += np.bincount(numbers[bets], values, minlength=piece).tolist()
    for each, values_won, by_shoe in zip(WIZARD, won, units, strict=True):
        ours = {
            "rounds bet, %": 100 * len(values_won) / rounds,
            "edge of a bet, %": 100 * float(np.mean(values_won)),
            "units a shoe": float(np.mean(by_shoe)),
        }
        error = float(np.std(by_shoe) / len(by_shoe) ** 0.5)
        yield from _compared(each, ours, {"units a shoe": error})


def _compared(each: Published, ours: dict[str, float], errors: dict[str, float]) -> Iterator[str]:
    tags = " ".join(f"{tag:+d}" if tag else "0" for tag in each.tags)
    for name, published in each.figures.items():
        error = f"{errors[name]:.4f}" if name in errors else ""
        yield f"| {each.wager} | {tags} | {each.trigger} | {name} | {published} "
        yield f"| {ours[name]:.4f} | {error} |\n"


def _count(each: Published) -> RunningCount:
    ranks = punto.rulebook("ez").deck.ranks
    tags: Sequence[int] = (*each.tags, *3 * each.tags[-1:])
    return RunningCount(dict(zip(ranks, tags, strict=True)), Fraction(each.trigger))


def _lucky_6_at_23() -> Rulebook:
    rulebook = punto.rulebook("lucky-6")
    *others, lucky = rulebook.wagers
    two, three = lucky.lines
    lines = (two, msgspec.structs.replace(three, pays="23:1"))
    wagers = (*others, msgspec.structs.replace(lucky, lines=lines))
    return msgspec.structs.replace(rulebook, wagers=wagers)


if __name__ == "__main__":
    main()
