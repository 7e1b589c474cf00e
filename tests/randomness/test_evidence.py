"""Dealt cards, jointly at 99 %: ours pass, planted bad generators fail, and the battery is fair."""

from functools import cache
from typing import Final

import numpy as np
import pytest
import scipy  # type: ignore[import-untyped]

from punto.cards import DECKS, FRENCH
from punto.fair import order_of, shuffled, words
from tests.randomness import battery, generators
from tests.randomness.battery import CARDS, LEVEL, Finding, examined, examined_words, rejected
from tests.randomness.dealt import factory
from tests.randomness.generators import PLANTED, dealt_by, derived, raw_words, trusted

EIGHT: Final = 8  # decks
OURS: Final = {"french": 3_000, "elements": 1_500}
FAULTY: Final = 4_000
TRIALS, TRIAL_SHOES = 60, 1_000


# --- ours ---------------------------------------------------------------------------------------


def test_our_shoes_pass_together() -> None:
    """Both deck families and the words they are shuffled with are one family of tests."""
    findings = [
        *(f for name, shoes in OURS.items() for f in _of_ours(name, shoes)),
        *examined_words(raw_words(1_000_000)),
    ]
    assert len(findings) == 2 * len(battery.CARDS) + len(battery.WORDS)
    assert rejected(findings) == ()


def _of_ours(family: str, shoes: int) -> tuple[Finding, ...]:
    return examined(derived(DECKS[family], EIGHT, range(1, shoes + 1)))


@pytest.mark.parametrize("shoe", [1, 2, 77])
def test_the_raw_bytes_are_those_of_the_shuffle(shoe: int) -> None:
    order = shuffled(FRENCH.cards * EIGHT, words(generators.generator_of(shoe)))
    assert order == order_of(generators.reveal(shoe, EIGHT), FRENCH)
    source = words(generators.generator_of(shoe))
    assert raw_words(512 * shoe)[-512:].tolist() == [next(source) for _ in range(512)]


# --- planted ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_generator_is_caught(name: str) -> None:
    dealt = dealt_by(PLANTED[name], FRENCH, EIGHT, FAULTY, seed=1)
    new = np.sort(factory(FRENCH, EIGHT))
    assert (np.sort(dealt.cards, axis=0) == new[:, None]).all(), "it deals whole shoes, at least"
    assert rejected(examined(dealt))


@pytest.mark.parametrize("bit", range(32))
def test_a_stuck_bit_of_the_words_is_caught(bit: int) -> None:
    """A high bit changes no card that anyone could tell; it is found before it becomes one."""
    stuck = raw_words(10_000) | np.uint32(1 << bit)
    assert rejected(examined_words(stuck))


def test_words_that_follow_each_other_are_caught() -> None:
    """Every bit is fair, and every second word is the one before."""
    assert rejected(examined_words(np.repeat(raw_words(10_000), 2)))


# --- the battery itself -------------------------------------------------------------------------


@cache
def _trials() -> tuple[tuple[Finding, ...], ...]:
    """Put a trusted generator to the battery, again and again."""
    dealt = (dealt_by(trusted, FRENCH, EIGHT, TRIAL_SHOES, seed) for seed in range(TRIALS))
    return tuple(examined(shoes) for shoes in dealt)


def test_a_good_generator_is_rejected_once_in_a_hundred() -> None:
    """It may be as often as a rate of 1 % allows with 99.9 % confidence, and no more."""
    fallen = sum(bool(rejected(findings)) for findings in _trials())
    assert fallen <= scipy.stats.binom.ppf(0.999, TRIALS, LEVEL)


@pytest.mark.parametrize("place", range(len(CARDS)), ids=[test.name for test in CARDS])
def test_chances_are_what_they_say(place: int) -> None:
    """Uniform, at a level that all these tests together miss once in a thousand times."""
    chances = [findings[place].chance for findings in _trials()]
    # Those of a discrete test may be larger; "greater" speaks of the distribution function.
    side = "greater" if CARDS[place].discrete else "two-sided"
    uniform = scipy.stats.kstest(chances, "uniform", alternative=side)
    assert uniform.pvalue > 0.001 / len(CARDS)
