"""The battery compares with exact figures; here every order of a small shoe is counted instead."""

from itertools import product
from math import comb

import numpy as np
import pytest

from punto.cards import FRENCH, Deck
from tests.randomness import coupons, gaps, neighbours, places, runs, shoes
from tests.randomness.battery import Finding, rejected
from tests.randomness.chance import Moments
from tests.randomness.dealt import Dealt, Floats, Integers, Kinds, factory

SMALL = Deck("small", FRENCH.ranks[8:10], FRENCH.suits[:2])  # nines and tens
SMALLER = Deck("smaller", FRENCH.ranks[:3], FRENCH.suits[:1])
TWO = 2  # decks


def every_order(left: tuple[int, ...]) -> list[tuple[int, ...]]:
    """List every different order of cards, given by how many there are of each."""
    if not any(left):
        return [()]
    chosen = (card for card, count in enumerate(left) if count)
    return [
        (card, *rest)
        for card in chosen
        for rest in every_order((*left[:card], left[card] - 1, *left[card + 1 :]))
    ]


def of_orders(deck: Deck, *orders: tuple[int, ...]) -> Dealt:
    return Dealt(deck, TWO, np.array(orders, dtype=np.uint8).T.copy())


def every_shoe(deck: Deck) -> list[Dealt]:
    return [of_orders(deck, order) for order in every_order((TWO,) * len(deck))]


SHOES = every_shoe(SMALL)
ALL = of_orders(SMALL, *every_order((TWO,) * len(SMALL)))


def counted(numbers: list[Integers] | list[Floats]) -> Moments:
    """Take the moments of numbers that are equally likely."""
    return Moments(np.mean(numbers, axis=0), np.cov(numbers, rowvar=False, bias=True))


def assert_same(counted: Moments, given: Moments) -> None:
    assert counted.mean == pytest.approx(given.mean)
    assert counted.covariance == pytest.approx(given.covariance)


def test_every_order_of_a_small_shoe_is_there() -> None:
    assert len(SHOES) == comb(8, 2) * comb(6, 2) * comb(4, 2)


@pytest.mark.parametrize("blocks", [[0, 1, 2, 3, 4, 5, 6, 7], [0, 0, 1, 1, 1, 1, 1, 2]])
@pytest.mark.parametrize("kinds", [ALL.by_card, ALL.by_rank], ids=["cards", "ranks"])
def test_frequencies(blocks: list[int], kinds: Kinds) -> None:
    """The mean of a chi-square is its degrees of freedom."""
    found = [places.frequency_statistic(shoe, kinds, np.array(blocks)) for shoe in SHOES]
    assert np.mean(found) == pytest.approx(blocks[-1] * (kinds.count - 1))


def test_frequencies_of_kinds_of_different_sizes() -> None:
    kinds = Kinds((0, 0, 0, 1))
    found = [places.frequency_statistic(shoe, kinds, np.arange(8)) for shoe in SHOES]
    assert np.mean(found) == pytest.approx(7)


def test_displacements() -> None:
    found = [places.displacement_counts(shoe) for shoe in SHOES]
    assert_same(counted(found), places.displacement_moments(len(SMALL), TWO))


@pytest.mark.parametrize("kinds", [ALL.by_card, ALL.by_suit], ids=["cards", "suits"])
def test_successions(kinds: Kinds) -> None:
    found = [neighbours.succession_counts(shoe, kinds) for shoe in SHOES]
    assert_same(counted(found), neighbours.succession_moments(kinds.sizes(TWO)))


@pytest.mark.parametrize("kinds", [ALL.by_card, ALL.by_suit], ids=["cards", "suits"])
def test_pairs_of_one_kind(kinds: Kinds) -> None:
    found = [neighbours.same_counts(shoe, kinds) for shoe in SHOES]
    likeness = np.eye(kinds.count)
    assert_same(counted(found), neighbours.pair_moments(kinds.sizes(TWO), likeness, 4))


def test_products_of_points() -> None:
    points = np.linspace(-4.5, 4.5, 10)  # four nines, four tens
    found = [neighbours.product_sums(shoe, points) for shoe in SHOES]
    sizes = ALL.by_points.sizes(TWO)
    assert_same(counted(found), neighbours.pair_moments(sizes, np.outer(points, points), 4))


@pytest.mark.parametrize("kinds", [ALL.by_card, ALL.by_rank], ids=["cards", "ranks"])
def test_gaps(kinds: Kinds) -> None:
    found = gaps.gap_counts(ALL, kinds).mean(axis=0)[:7]
    sizes = kinds.sizes(TWO)
    assert found == pytest.approx(np.array([gaps.gap_mean(sizes, gap) for gap in range(1, 8)]))


@pytest.mark.parametrize(
    ("numbers", "chances"),
    [
        (coupons.cards_taken(ALL, ALL.by_card), coupons.coupon_chances((2, 2, 2, 2))),
        (coupons.cards_taken(ALL, ALL.by_rank), coupons.coupon_chances((4, 4))),
        (runs.run_counts(ALL, ALL.by_rank), runs.run_chances((4, 4))),
        (runs.run_counts(ALL, Kinds((0, 1, 1, 1))), runs.run_chances((2, 6))),
    ],
    ids=["cards", "ranks", "runs", "unequal runs"],
)
def test_whole_distributions(numbers: Integers, chances: Floats) -> None:
    assert np.bincount(numbers, minlength=9) / ALL.shoes == pytest.approx(chances)


# --- two shoes ----------------------------------------------------------------------------------

ORDERS = every_order((TWO,) * len(SMALLER))
PAIRS = [of_orders(SMALLER, *pair) for pair in product(ORDERS, repeat=2)]


def test_agreements_of_two_shoes() -> None:
    found = [shoes.agreements(pair, range(6), later=1) for pair in PAIRS]
    assert_same(counted(found), shoes.shift_moments(len(SMALLER), TWO))


def test_neighbours_are_kept_by_chance_whatever_the_first_shoe() -> None:
    for first in ORDERS:
        excess = [shoes.kept(of_orders(SMALLER, first, second), 0) for second in ORDERS]
        assert np.mean(excess) == pytest.approx(0)


@pytest.mark.parametrize("length", [1, 2, 3, 6])
def test_equal_beginnings(length: int) -> None:
    equal = sum(one[:length] == other[:length] for one, other in product(ORDERS, repeat=2))
    chance = shoes.agreement_chance(len(SMALLER), TWO, length)
    assert equal / len(ORDERS) ** 2 == pytest.approx(chance)


def test_equal_shoes_are_found() -> None:
    assert shoes.duplicates(of_orders(FRENCH, *_two_full_shoes(same=False))) == 1
    assert shoes.duplicates(of_orders(FRENCH, *_two_full_shoes(same=True))) < 1e-100


def _two_full_shoes(*, same: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    new = tuple(factory(FRENCH, TWO).tolist())
    return new, new if same else new[::-1]


# --- the joint judgement ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chances", "fallen"),
    [
        # 0.01/4, 0.01/3, 0.01/2 and 0.01 are the steps.
        ([0.001, 0.002, 0.006, 0.008], [0.001, 0.002]),
        ([0.003, 0.003, 0.003, 0.003], []),
        ([0.0025, 0.0033, 0.005, 0.01], [0.0025, 0.0033, 0.005, 0.01]),
        ([0.5, 0.0001, 0.5, 0.5], [0.0001]),
        ([], []),
    ],
)
def test_holm(chances: list[float], fallen: list[float]) -> None:
    assert [f.chance for f in rejected(Finding("", chance) for chance in chances)] == fallen
