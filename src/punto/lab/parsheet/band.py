"""Confidence bands: how far the return of so many rounds may lie from its expectation."""

from dataclasses import dataclass
from math import sqrt
from typing import Final

from punto.exact import WagerFigures

ROUNDS: Final = (10**3, 10**4, 10**5, 10**6, 10**7)

Z: Final = {90: 1.6448536269514722, 95: 1.959963984540054, 99: 2.5758293035489004}
"""The standard normal lies between −z and z so many times in a hundred."""

CONFIDENCES: Final = (95, 99)

VOLATILITY_CONFIDENCE: Final = 90


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """Where the return of so many rounds lies, so many times in a hundred."""

    rounds: int
    confidence: int
    low: float
    high: float
    is_rough: bool
    """The rounds are too few, by Cochran's rule, for a normal approximation of this wager."""


def bands_of(figures: WagerFigures) -> tuple[Band, ...]:
    """Give the bands of every number of rounds, for each confidence."""
    return tuple(
        _band(figures, rounds=rounds, confidence=confidence)
        for confidence in CONFIDENCES
        for rounds in ROUNDS
    )


def _band(figures: WagerFigures, *, rounds: int, confidence: int) -> Band:
    rtp = float(1 + figures.ev)
    reach = Z[confidence] * figures.sd / sqrt(rounds)
    return Band(
        rounds=rounds,
        confidence=confidence,
        low=rtp - reach,
        high=rtp + reach,
        is_rough=rounds < 25 * figures.skewness**2,
    )


def volatility_index(figures: WagerFigures) -> float:
    """How far one round strays from its expectation, nine times in ten were it normal."""
    return Z[VOLATILITY_CONFIDENCE] * figures.sd
