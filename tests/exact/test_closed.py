"""The closed forms against the plain way, to the last integer."""

from collections.abc import Callable
from math import perm

import numba
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.cards import ELEMENTS, FRENCH, Composition
from punto.cards.deck import MAX_DECKS, Deck
from punto.compiler import called_from_python
from punto.exact import closed
from punto.exact.enumeration import TraitTally, tally_values
from punto.lanes import LANES
from punto.rules.ending import ENDINGS

BOTH = pytest.mark.parametrize("deck", [FRENCH, ELEMENTS], ids=lambda deck: deck.family)


def integers(shoe: Composition) -> npt.NDArray[np.int64]:
    tally: TraitTally = tally_values(shoe)
    counts: npt.NDArray[np.int64] = tally.counts.sum(axis=0)
    return counts


def assert_equal_to_the_integers(shoes: list[Composition]) -> None:
    counted = closed.endings(np.array([shoe.points for shoe in shoes]))
    for row, shoe in zip(counted, shoes, strict=True):
        assert (row == integers(shoe)).all(), shoe


def random_shoes(deck: Deck, number: int, *, seed: int) -> list[Composition]:
    """Shoes of every size: each rank holds up to a random share of its ten decks, or is absent."""
    chance = np.random.default_rng(seed)
    most = MAX_DECKS * len(deck.suits)
    ceilings = chance.choice([1, 2, 3, most // 4, most], size=(number, 1))
    counts = chance.integers(0, ceilings, size=(number, len(deck.ranks)), endpoint=True)
    counts *= chance.random(counts.shape) < chance.choice([0.2, 0.6, 1.0], size=(number, 1))
    return [Composition(deck, tuple(row)) for row in counts.tolist()]


@st.composite
def any_shoe(draw: st.DrawFn) -> Composition:
    deck = draw(st.sampled_from([FRENCH, ELEMENTS]))
    most = draw(st.sampled_from([1, 3, MAX_DECKS * len(deck.suits)]))
    ranks = draw(st.tuples(*[st.integers(0, most)] * len(deck.ranks)))
    return Composition(deck, ranks)


@BOTH
@pytest.mark.parametrize("decks", range(1, MAX_DECKS + 1))
def test_full_shoes(deck: Deck, decks: int) -> None:
    assert_equal_to_the_integers([Composition.of_decks(deck, decks)])


@BOTH
def test_thousands_of_random_shoes(deck: Deck) -> None:
    assert_equal_to_the_integers(random_shoes(deck, 1_500, seed=3))


@given(any_shoe())
def test_any_shoe(shoe: Composition) -> None:
    assert_equal_to_the_integers([shoe])


def test_shoes_of_fewer_than_six_cards() -> None:
    ones = [(0,) * r + (n,) + (0,) * (12 - r) for r in range(13) for n in range(6)]
    twos = [tuple(map(sum, zip(a, b, strict=True))) for a in ones for b in ones[::7]]
    assert_equal_to_the_integers([Composition(FRENCH, ranks) for ranks in twos])


def test_an_empty_shoe_has_no_endings() -> None:
    assert not closed.endings(np.zeros((1, 10), dtype=np.int64)).any()


def test_no_shoes() -> None:
    assert closed.endings(np.zeros((0, 10), dtype=np.int64)).shape == (0, ENDINGS)


@pytest.mark.parametrize("number", [1, LANES - 1, LANES, LANES + 1])
def test_a_shoe_does_not_mind_its_neighbours(number: int) -> None:
    points = np.array([shoe.points for shoe in random_shoes(FRENCH, number, seed=5)])
    together = closed.endings(points)
    for row, shoe in zip(together, points, strict=True):
        assert (row == closed.endings(shoe[None, :])[0]).all()


def test_gathered_endings_add_up() -> None:
    points = np.array([shoe.points for shoe in random_shoes(ELEMENTS, 100, seed=7)])
    places = np.arange(ENDINGS) % 3
    by_ending = closed.endings(points).astype(np.int64)
    for place in range(3):
        expected = by_ending[:, places == place].sum(axis=1)
        assert (closed.gathered(points, places)[place] == expected).all()


def test_the_bound_of_the_docstring() -> None:
    ten_decks = Composition.of_decks(ELEMENTS, MAX_DECKS)
    assert (len(ten_decks), max(ten_decks.points)) == (closed.MOST_CARDS, closed.MOST_OF_A_VALUE)
    assert 200 * 200 * perm(650, 4) < 0.79 * 2**53
    assert perm(650, 6) < 2**57
    assert perm(458, 6) < 2**53 < perm(459, 6)
    assert perm(650, 4) < 2**38


def test_the_largest_ending_of_lopsided_shoes_is_within_the_bound() -> None:
    """All of the 200 cards worth nothing, and as many of the other values as a shoe holds."""
    for others in range(0, 51, 10):
        shoe = Composition(ELEMENTS, (others,) * 9 + (50,) * 4)
        assert integers(shoe).max() < 2**53
        assert_equal_to_the_integers([shoe])


@pytest.mark.parametrize("points", [[201] + [0] * 9, [66] * 9 + [57], [-1] + [0] * 9])
def test_what_the_proof_does_not_cover_is_not_counted(points: list[int]) -> None:
    with pytest.raises(AssertionError):
        closed.endings(np.array([points]))


def test_without_a_place_for_compiled_code_it_is_compiled_every_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    njit = numba.njit

    def refuse_to_cache(
        function: Callable[..., object], *, cache: bool = False, **options: bool
    ) -> object:
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return njit(function, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(numba, "njit", refuse_to_cache)

    def double(number: int) -> int:
        return 2 * number

    assert called_from_python(double)(21) == 42
