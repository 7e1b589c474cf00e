"""From a statistic to a p-value. Too even is as bad as too uneven, so both tails count."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import scipy  # type: ignore[import-untyped]

from tests.randomness.dealt import Floats, Integers

FEWEST_EXPECTED: Final = 10.0
"""Cells that would hold fewer are put together: below that a count is not nearly normal."""


@dataclass(frozen=True)
class Moments:
    """Mean and covariance of some numbers of one shoe, drawn without replacement, exactly."""

    mean: Floats
    covariance: Floats

    @cached_property
    def standardised(self) -> Floats:
        """Combinations of the numbers that are uncorrelated and have variance one.

        Directions in which nothing can vary (the counts of a table always add up) are left out.
        """
        variances, directions = np.linalg.eigh(self.covariance)
        free = variances > variances[-1] * 1e-9
        return np.asarray(directions[:, free] / np.sqrt(variances[free]))


def of_chi_square(statistic: float, freedom: int) -> float:
    """Both tails of a chi-square."""
    return _both(scipy.stats.chi2.cdf(statistic, freedom), scipy.stats.chi2.sf(statistic, freedom))


def of_sums(sums: Floats | Integers, moments: Moments, shoes: int) -> float:
    """Judge the sums over so many uncorrelated shoes of numbers whose moments are known.

    By the central limit theorem the sums are nearly normal, with a degree of freedom for every
    combination that can vary.
    """
    combined = (sums - shoes * moments.mean) @ moments.standardised
    return of_chi_square(float(combined @ combined) / shoes, combined.size)


def of_means(rows: Floats, mean: Floats) -> float:
    """Judge numbers of which only the means are known exactly: Hotelling's T².

    `rows` has one row for each shoe. Shoes are independent, so their own scatter tells the
    covariance; that it is an estimate is what the F distribution allows for.
    """
    shoes, width = rows.shape
    off = rows.mean(axis=0) - mean
    scatter = np.atleast_2d(np.cov(rows, rowvar=False))
    squared = shoes * off @ np.linalg.pinv(scatter, hermitian=True) @ off
    statistic = float(squared) * (shoes - width) / (width * (shoes - 1))
    freedom = (width, shoes - width)
    return _both(scipy.stats.f.cdf(statistic, *freedom), scipy.stats.f.sf(statistic, *freedom))


def of_counts(observed: Integers, probabilities: Floats) -> float:
    """Judge one result a shoe, of a distribution known exactly: Pearson's chi-square.

    Neighbouring results are put together, from the first on, until each cell is large enough.
    """
    expected = probabilities * observed.sum()
    starts = _cells(expected)
    seen, due = np.add.reduceat(observed, starts), np.add.reduceat(expected, starts)
    return of_chi_square(float(((seen - due) ** 2 / due).sum()), len(starts) - 1)


def of_rare(count: int, mean: float) -> float:
    """Judge a count of rare events: Poisson. It is discrete, so p-values are rather too large."""
    return _both(scipy.stats.poisson.cdf(count, mean), scipy.stats.poisson.sf(count - 1, mean))


def _both(low: float, high: float) -> float:
    return min(1.0, 2 * min(float(low), float(high)))


def _cells(expected: Floats) -> list[int]:
    starts, held, left = [0], 0.0, float(expected.sum())
    for place, count in enumerate(expected.tolist()):
        if min(held, left) >= FEWEST_EXPECTED:
            starts.append(place)
            held = 0.0
        held += count
        left -= count
    return starts
