"""Wagers on single cards: every two classes of starting hands, and of third cards.

What is left of a class of third cards once two hands are dealt is its number n, less those that the
hands hold, u and v. So all that is needed of two classes of hands are the sums of their weights w,
as they are and times u, v, u u', v v' and u v', for any two classes of third cards:

    one third card                Σ w (n − u − v)
    two of different classes      Σ w (n − u − v) (n' − u' − v')
    two of the same class         Σ w (n − u − v) (n − u − v − 1)

The weights are orders of four cards, so that 64-bit integers hold everything. Hands weigh the same
whichever is the Player's. `punto.exact.sorts` weighs them.
"""

from collections.abc import Sequence
from math import perm
from typing import Final

import numpy as np

from punto.cards import Composition
from punto.exact.enumeration import Integers
from punto.exact.sorts import Sorts
from punto.exact.tally import ROUND_CARDS
from punto.exact.ways import Plan
from punto.rules.needs import Detail

_FIRST_CARDS: Final = 4
"""Every round has so many."""


def count_outcomes(plan: Plan, composition: Composition) -> Integers:
    """Count the sequences of each set of pay lines of a plan; fewer than four cards are void."""
    cards, drawn = len(composition), min(len(composition), ROUND_CARDS)
    if cards < _FIRST_CARDS:
        return np.zeros(plan.outcomes.shape[1], dtype=np.int64)
    counts = np.array(_counts(composition, plan.detail), dtype=np.int64)
    left = np.bincount(plan.third_class, weights=counts).astype(np.int64)
    none, held, held_two = _held(plan.sorts, plan.sorts.weights(counts))
    one = left * none[:, :, None] - held
    two = _two(left, one, held, held_two)
    after_four = perm(max(cards - 4, 0), max(drawn - 4, 0))
    after_five = perm(max(cards - 5, 0), max(drawn - 5, 0))
    cells = [(none * after_four).ravel(), (one * after_five).ravel(), two.ravel()]
    return plan.gathering.added(np.concatenate(cells))


def _counts(composition: Composition, detail: Detail) -> Sequence[int]:
    if detail is Detail.CARDS:
        assert composition.cards is not None, "a composition by rank does not know its suits"
        return composition.cards
    return composition.ranks if detail is Detail.RANKS else composition.points


def _held(sorts: Sorts, weights: Integers) -> tuple[Integers, Integers, Integers]:
    """Σ w, Σ w (u + v) and Σ w (u + v) (u' + v'), by both hands and the third cards' classes."""
    hands, thirds = sorts.classes, sorts.thirds
    by_banker = sorts.by_class.spread(weights, hands).T
    w = sorts.by_class.spread(by_banker, hands)
    u = sorts.holding.spread(by_banker, hands * thirds).reshape(hands, thirds, hands)
    uu = sorts.holding_two.spread(by_banker, hands * thirds**2)
    uu = uu.reshape(hands, thirds, thirds, hands)
    by_banker = sorts.holding.spread(weights, hands * thirds).T
    uv = sorts.holding.spread(by_banker, hands * thirds).reshape(hands, thirds, hands, thirds)
    held = u.transpose(0, 2, 1) + u.transpose(2, 0, 1)
    held_two = uu.transpose(0, 3, 1, 2) + uu.transpose(3, 0, 1, 2)
    held_two += uv.transpose(0, 2, 1, 3)
    held_two += uv.transpose(0, 2, 3, 1)
    return w, held, held_two


def _two(left: Integers, one: Integers, held: Integers, held_two: Integers) -> Integers:
    """Multiply out what is left for two third cards, by both hands and both classes."""
    drawn: Integers = left[:, None] * one[:, :, None, :]
    drawn -= held[:, :, :, None] * left
    drawn += held_two
    every = np.arange(len(left))
    drawn[:, :, every, every] -= one
    return drawn
