"""Expected values of every wager for 10,000 shoes. Bars: 2 µs a shoe, 20 with suits, 1e-11.

All times are of the processor, in one thread.
"""

import os
from fractions import Fraction
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

import punto
from benchmarks.yardstick import processor_seconds, where
from punto.cards import Composition
from punto.compiler import called_from_python, compiled
from punto.exact import closed, figures
from punto.exact.batch import Batch, evaluate
from punto.exact.closed import Floats, Integers
from punto.rules import Rulebook, Wager
from punto.rules.condition import Condition
from punto.rules.ending import ENDINGS
from punto.rules.tableau import banker_draws, player_draws
from punto.rules.wager import PayLine

SHOES: Final = 10_000
LOOPED: Final = 500
"""Shoes for the loop over hands, whose time does not depend on how many there are."""

MOST_MICROSECONDS, LEAST_RATIO, WORST_ERROR = 2, 5, 1e-11
MOST_WITH_SUITS, MOST_MIXED = 20, 5_000
"""Microseconds a shoe where wagers ask for suits, and where one mixes them with the ending."""


def main() -> None:
    """Print microseconds a shoe, what a loop over hands takes, and the worst relative error."""
    if hasattr(os, "sched_setaffinity"):  # one core, whatever the libraries would like
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    rulebook = punto.rulebook("mbs-tiger")
    ranks = random_ranks()
    points = np.array([shoe.points for shoe in shoes_of(rulebook, ranks)])
    batch = evaluate(rulebook, ranks)  # compiles
    assert (loop_over_hands(points[:LOOPED]) == closed.endings(points[:LOOPED])).all()
    took = processor_seconds(lambda: evaluate(rulebook, ranks)) / SHOES
    looped = processor_seconds(lambda: loop_over_hands(points[:LOOPED]), repeat=3) / LOOPED
    error = worst_error(rulebook, ranks, batch)
    suited = with_suits(punto.rulebook("pairs"), 2_000)
    match = with_suits(punto.rulebook("majestic-match"), 50)
    mixed = with_suits(suited_winners(), 50)
    print(where())
    print(f"{rulebook.id}, {len(rulebook.wagers)} wagers, {SHOES} random shoes, one core")
    print(f"{'':44} {'figure':>9} {'bar':>9}")
    print(f"{'µs a shoe, every wager':44} {took * 1e6:9.2f} {MOST_MICROSECONDS:9}")
    print(f"{'µs a shoe, endings only, loop over hands':44} {looped * 1e6:9.2f}")
    print(f"{'µs a shoe, pairs, with suits':44} {suited * 1e6:9.2f} {MOST_WITH_SUITS:9}")
    print(f"{'µs a shoe, majestic-match':44} {match * 1e6:9.0f} {MOST_MIXED:9}")
    print(f"{'µs a shoe, a wager on suits and winner':44} {mixed * 1e6:9.0f} {MOST_MIXED:9}")
    print(f"{'times faster than the loop':44} {looped / took:9.1f} {LEAST_RATIO:9}")
    print(f"{'worst relative error of an expected value':44} {error:9.1e} {WORST_ERROR:9.0e}")


def random_ranks() -> Integers:
    """Shoes of all sizes up to ten decks of each rank."""
    chance = np.random.default_rng(2024)
    ceilings = chance.choice([4, 16, 32, 40], size=(SHOES, 1))
    ranks: Integers = chance.integers(0, ceilings, size=(SHOES, 13), endpoint=True)
    return ranks


def suited_winners() -> Rulebook:
    """A rulebook with one wager, that the winner's first two cards are of one suit."""
    lines = (
        PayLine(pays="3:1", when=Condition(winner="player", player_suited=True)),
        PayLine(pays="3:1", when=Condition(winner="banker", banker_suited=True)),
    )
    wager = Wager(id="suited-winner", name="Suited winner", lines=lines)
    return msgspec.structs.replace(punto.rulebook("mbs-tiger"), wagers=(wager,))


def with_suits(rulebook: Rulebook, count: int) -> float:
    """Time every wager of a rulebook on shoes whose suits are known."""
    rows = np.random.default_rng(2024).integers(0, 8, size=(count, 52), endpoint=True)
    ranks = rows.reshape(count, 4, 13).sum(axis=1).tolist()  # a deck comes suit by suit
    shoes = [
        Composition(rulebook.deck, tuple(by_rank), tuple(row))
        for by_rank, row in zip(ranks, rows.tolist(), strict=True)
    ]
    evaluate(rulebook, shoes[:1])
    return processor_seconds(lambda: evaluate(rulebook, shoes), repeat=3) / count


def shoes_of(rulebook: Rulebook, ranks: Integers) -> list[Composition]:
    return [Composition(rulebook.deck, tuple(row)) for row in ranks.tolist()]


def worst_error(rulebook: Rulebook, ranks: Integers, batch: Batch) -> float:
    """Compare every expected value with the exact fraction."""
    errors = [0.0]
    for row, shoe in enumerate(shoes_of(rulebook, ranks)):
        for column, counted in enumerate(figures(rulebook, shoe).wagers.values()):
            assert counted is not None
            found = Fraction(float(batch.ev[row, column]))
            errors.append(float(abs((found - counted.ev) / counted.ev)) if counted.ev else 0.0)
    return max(errors)


# --- the yardstick: a loop over hands, compiled alike, that asks the same tableau ----------------

Booleans = npt.NDArray[np.bool_]

PLAYER_DRAWS: Final = np.array([[player_draws(a, b) for b in range(10)] for a in range(10)])
BANKER_DRAWS: Final = np.array(
    [
        [[banker_draws(a, b, third) for third in (*range(10), None)] for b in range(10)]
        for a in range(10)
    ]
)


def loop_over_hands(points: Integers) -> Floats:
    """Count endings by every two starting hands and every third card, shoe after shoe."""
    counts = np.zeros((len(points), ENDINGS))
    _loop(points.astype(np.float64), PLAYER_DRAWS, BANKER_DRAWS, counts)
    return counts


@called_from_python
def _loop(points: Floats, player_draws: Booleans, banker_draws: Booleans, counts: Floats) -> None:
    for shoe in range(len(points)):
        left = points[shoe].copy()
        cards = left.sum()
        for first in range(10):
            for second in range(first, 10):
                player = _take(left, first) * _take(left, second) * (1 + (first != second))
                if player > 0:
                    total = (first + second) % 10
                    _banker_hands(
                        left, cards, total, player, player_draws, banker_draws, counts[shoe]
                    )
                left[first] += 1
                left[second] += 1


@compiled
def _take(left: Floats, card: int) -> float:
    """Take a card and say how many there were."""
    left[card] -= 1
    before: float = left[card] + 1
    return before


@compiled
def _banker_hands(
    left: Floats,
    cards: float,
    player: int,
    weight: float,
    player_draws: Booleans,
    banker_draws: Booleans,
    counts: Floats,
) -> None:
    for first in range(10):
        for second in range(first, 10):
            ways = weight * _take(left, first) * _take(left, second) * (1 + (first != second))
            banker = (first + second) % 10
            draws = banker_draws[player, banker]
            if ways > 0 and player_draws[player, banker]:
                _third_cards(left, cards, player, banker, ways, draws, counts)
            elif ways > 0 and draws[10]:
                for card in range(10):
                    ending = 100 + 10 * player + (banker + card) % 10
                    counts[ending] += ways * left[card] * max(cards - 5, 1)
            elif ways > 0:
                unseen = max(cards - 4, 1) * max(cards - 5, 1)
                counts[10 * player + banker] += ways * unseen
            left[first] += 1
            left[second] += 1


@compiled
def _third_cards(
    left: Floats,
    cards: float,
    player: int,
    banker: int,
    weight: float,
    draws: Booleans,
    counts: Floats,
) -> None:
    for third in range(10):
        total = (player + third) % 10
        ways = weight * left[third]
        if not draws[third]:
            counts[200 + 10 * total + banker] += ways * max(cards - 5, 1)
            continue
        left[third] -= 1
        for card in range(10):
            counts[300 + 10 * total + (banker + card) % 10] += ways * left[card]
        left[third] += 1


if __name__ == "__main__":
    main()
