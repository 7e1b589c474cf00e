"""The battery: every test, what it takes for granted, and the joint judgement."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from tests.randomness import bits, coupons, gaps, neighbours, places, rounds, runs, shoes
from tests.randomness.bits import Words
from tests.randomness.dealt import Dealt

LEVEL: Final = 0.01
"""How often a perfect generator may fail the whole battery: 99 % confidence, jointly."""


@dataclass(frozen=True, slots=True)
class Examination:
    """One test of dealt shoes."""

    name: str
    null: str
    """What it compares with, when every order of the cards is equally likely."""
    measure: Callable[[Dealt], float]
    discrete: bool = False
    """Its p-values come in steps, and are larger than uniform ones."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The p-value of one test."""

    name: str
    chance: float


CARDS: Final = (
    Examination(
        "cards at every place",
        "chi-square of a permutation matrix, (places − 1)(kinds − 1) degrees of freedom",
        lambda dealt: places.every_place(dealt, dealt.by_card),
    ),
    Examination(
        "ranks at every place",
        "as before",
        lambda dealt: places.every_place(dealt, dealt.by_rank),
    ),
    Examination(
        "cards at the first 16 places",
        "as before, the other places being one block",
        lambda dealt: places.first_places(dealt, dealt.by_card),
    ),
    Examination(
        "cards by block of a deck's length",
        "as before, by blocks",
        lambda dealt: places.deck_lengths(dealt, dealt.by_card),
    ),
    Examination(
        "points by block of a deck's length",
        "as before, by blocks",
        lambda dealt: places.deck_lengths(dealt, dealt.by_points),
    ),
    Examination(
        "suits at every place",
        "as before",
        lambda dealt: places.every_place(dealt, dealt.by_suit),
    ),
    Examination(
        "distance from the factory's order",
        "exact moments of sums over a permutation matrix",
        places.displacements,
    ),
    Examination(
        "successions of ranks",
        "exact moments of pairs of neighbours without replacement",
        lambda dealt: neighbours.successions(dealt, dealt.by_rank),
    ),
    Examination(
        "successions of suits",
        "as before",
        lambda dealt: neighbours.successions(dealt, dealt.by_suit),
    ),
    Examination(
        "same card 1 to 52 places on",
        "exact moments of Mantel's statistic, all distances together",
        lambda dealt: neighbours.same_kind(dealt, dealt.by_card),
    ),
    Examination(
        "same rank 1 to 52 places on",
        "as before",
        lambda dealt: neighbours.same_kind(dealt, dealt.by_rank),
    ),
    Examination(
        "serial correlation of points, 1 to 52 places",
        "as before, with products of points",
        neighbours.serial_correlation,
    ),
    Examination(
        "gaps between equal ranks",
        "exact means without replacement; Hotelling's T² over independent shoes",
        lambda dealt: gaps.gaps(dealt, dealt.by_rank),
    ),
    Examination(
        "runs of red and black",
        "exact distribution of Wald and Wolfowitz",
        lambda dealt: runs.runs(dealt, dealt.by_colour),
    ),
    Examination(
        "cards until every rank is seen",
        "exact distribution by inclusion and exclusion",
        lambda dealt: coupons.coupons(dealt, dealt.by_rank),
    ),
    Examination(
        "cards until every card is seen",
        "as before",
        lambda dealt: coupons.coupons(dealt, dealt.by_card),
    ),
    Examination(
        "endings of the first round",
        "exact counts of a full shoe",
        rounds.first_rounds,
    ),
    Examination(
        "shoe after shoe, any places apart",
        "exact moments of agreements, all shifts together",
        shoes.shifted,
    ),
    Examination(
        "same place 1 to 16 shoes later",
        "exact moments of agreements, all distances together",
        shoes.later,
    ),
    Examination(
        "neighbours kept in the next shoe",
        "mean nought given the shoes before; Student's t",
        shoes.kept_neighbours,
    ),
    Examination(
        "equal beginnings of shoes",
        "Poisson, with the exact mean of the birthday problem",
        shoes.beginnings,
        discrete=True,
    ),
    Examination(
        "equal shoes",
        "no two, but for a chance below 10⁻⁶⁰⁰",
        shoes.duplicates,
        discrete=True,
    ),
)

WORDS: Final = (
    ("each bit of the words", bits.each_bit),
    ("each bit and that of the next word", bits.each_bit_again),
)


def examined(dealt: Dealt) -> tuple[Finding, ...]:
    """Put shoes to every test of cards."""
    return tuple(Finding(test.name, test.measure(dealt)) for test in CARDS)


def examined_words(words: Words) -> tuple[Finding, ...]:
    """Put words to every test of bits. Each looks at another combination, so they are few."""
    return tuple(Finding(name, measure(words)) for name, measure in WORDS)


def rejected(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Judge all findings together: Holm's method.

    The smallest p-value must be below the level divided by the number of tests, the next below
    the level divided by one less, and so on until one is not. Whatever depends on what, a perfect
    generator is rejected with at most the chance of the level.
    """
    ordered = sorted(findings, key=lambda finding: finding.chance)
    for place, finding in enumerate(ordered):
        if finding.chance > LEVEL / (len(ordered) - place):
            return tuple(ordered[:place])
    return tuple(ordered)
