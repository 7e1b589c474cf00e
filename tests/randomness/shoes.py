"""What shoes have to do with each other: nothing."""

from collections import Counter
from functools import cache
from math import comb, factorial, perm
from typing import Final

import numpy as np

from tests.randomness import chance
from tests.randomness.chance import Moments
from tests.randomness.dealt import Dealt, Integers

SHOES_APART: Final = 16
"""A shoe is compared with so many that follow it."""

MOST_EXPECTED: Final = 5.0
"""Beginnings are compared so far that about so many pairs agree by chance: few enough to be rare,
and enough to be missed."""


def shifted(dealt: Dealt) -> float:
    """Judge how often a shoe repeats the shoe before, any number of places later."""
    places, pairs = dealt.places, dealt.shoes - 1
    counts = agreements(dealt, range(places), later=1)
    return chance.of_sums(counts, shift_moments(len(dealt.deck), dealt.decks), pairs)


def agreements(dealt: Dealt, shifts: range, *, later: int) -> Integers:
    """Count the cards that lie so many places on in a later shoe, round the end to the start."""
    now = np.ascontiguousarray(dealt.cards[:, :-later])
    then = np.tile(dealt.cards[:, later:], (2, 1))
    return np.array([np.count_nonzero(now == then[shift:][: dealt.places]) for shift in shifts])


@cache
def shift_moments(kinds: int, decks: int) -> Moments:
    """Give the moments of the agreements of two shoes of n = K·m cards, for all n shifts.

    Whatever the first shoe is, the second agrees with it at m places on average: a sum over a
    random permutation matrix, with variance m(n − m)/(n − 1). Two shifts have the mean covariance
    −m(n − m)/(n − 1)², since all shifts together always agree n·m times. Given any shoe, what it
    shares with the one before and what with the one after are independent; so the sum over all
    neighbouring shoes has the moments of one pair times their number.
    """
    places = kinds * decks
    alone = decks * (places - decks) / (places - 1)
    correlation = np.where(np.eye(places, dtype=bool), 1.0, -1 / (places - 1))
    return Moments(np.full(places, float(decks)), alone * correlation)


def later(dealt: Dealt) -> float:
    """Judge how often a card lies at the same place 1, 2, … shoes later.

    Two different pairs of shoes share one shoe at most, and are independent given that; so all
    counts are uncorrelated, and the variance of each is that of one pair times their number.
    """
    apart = range(1, SHOES_APART + 1)
    counts = np.concatenate([agreements(dealt, range(1), later=shoes) for shoes in apart])
    pairs = dealt.shoes - np.array(apart)
    alone = dealt.decks * (dealt.places - dealt.decks) / (dealt.places - 1)
    statistic = ((counts - pairs * dealt.decks) ** 2 / (pairs * alone)).sum()
    return chance.of_chi_square(float(statistic), SHOES_APART)


def kept_neighbours(dealt: Dealt) -> float:
    """Judge how often neighbours of a shoe are neighbours again in the next, in the same order.

    In the next shoe two different cards of m each are neighbours m²/n times on average, whatever
    this shoe is. So the excess, added up over the neighbours of this shoe, has a mean of nought
    given all shoes so far. Such terms are uncorrelated, and their own scatter tells how large
    their sum may be.
    """
    excess = np.array([kept(dealt, shoe) for shoe in range(dealt.shoes - 1)])
    return chance.of_means(excess[:, None], np.zeros(1))


def kept(dealt: Dealt, shoe: int) -> float:
    """Count the neighbours of one shoe that the next one keeps, less what is due to chance."""
    kinds, places = len(dealt.deck), dealt.places
    both = dealt.cards[:, shoe : shoe + 2].astype(np.int64)
    now, then = (both[:-1] * kinds + both[1:]).T
    again = np.bincount(then, minlength=kinds * kinds)
    again[:: kinds + 1] = 0  # a card followed by its like has another mean
    different = np.count_nonzero(now % (kinds + 1))
    return float(again[now].sum()) - different * dealt.decks**2 / places


def beginnings(dealt: Dealt) -> float:
    """Judge how many pairs of shoes begin with the same cards: the birthday problem."""
    length = 1
    while beginning_mean(dealt, length) > MOST_EXPECTED:
        length += 1
    alike = Counter(map(bytes, np.ascontiguousarray(dealt.cards[:length].T)))
    found = sum(comb(count, 2) for count in alike.values())
    return chance.of_rare(found, beginning_mean(dealt, length))


def beginning_mean(dealt: Dealt, length: int) -> float:
    """Give the mean number of pairs of shoes whose first so many cards agree."""
    return comb(dealt.shoes, 2) * agreement_chance(len(dealt.deck), dealt.decks, length)


def agreement_chance(kinds: int, decks: int, length: int) -> float:
    """Give the chance that two shoes agree in so many places.

    A beginning with c cards of a kind of m has m(m − 1)…(m − c + 1) ways for these, and twice as
    many factors in two shoes. The ways of all beginnings are added up as the coefficients of an
    exponential series, one factor a kind.
    """
    of_kind = [perm(decks, used) ** 2 / factorial(used) for used in range(length + 1)]
    series = np.array([1.0])
    for _ in range(kinds):
        series = np.convolve(series, of_kind)[: length + 1]
    return float(series[length]) * factorial(length) / perm(kinds * decks, length) ** 2


def duplicates(dealt: Dealt) -> float:
    """Bound the chance of as many equal shoes: two shoes of 416 cards agree once in 10⁶⁰⁰."""
    different = len(set(map(bytes, np.ascontiguousarray(dealt.cards.T))))
    arrangements = factorial(dealt.places) // factorial(dealt.decks) ** len(dealt.deck)
    return 1.0 if different == dealt.shoes else min(1.0, comb(dealt.shoes, 2) / arrangements)
