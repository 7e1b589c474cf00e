"""The simulation's generator, jointly at 99 %: its words and shoes pass, planted bad ones fail."""

from typing import Final

import numpy as np
import pytest

import punto
from tests.randomness.battery import examined, rejected
from tests.randomness.streams import PLANTED, ours, philox, shoes_of, streams
from tests.randomness.word_tests import WORD_TESTS, examined_stream

BLOCKS: Final = 100_000
SHOES: Final = 1_500


def test_the_words_of_all_streams_pass_together() -> None:
    """Within a shoe, from shoe to shoe, from session to session and from seed to seed."""
    findings = [f for words in streams(ours, BLOCKS).values() for f in examined_stream(words)]
    assert len(findings) == 6 * len(WORD_TESTS)
    assert rejected(findings) == ()


def test_shoes_of_neighbouring_numbers_and_seeds_pass_together() -> None:
    number, tiger = np.arange(SHOES, dtype=np.uint64), punto.rulebook("mbs-tiger")
    of_one_seed = shoes_of(tiger, np.full(SHOES, 7, dtype=np.uint64), number)
    of_many_seeds = shoes_of(tiger, number, np.zeros(SHOES, dtype=np.uint64))
    new = np.sort(np.tile(np.arange(52), 8))
    assert (np.sort(of_one_seed.cards, axis=0) == new[:, None]).all(), "they are whole shoes"
    assert rejected([*examined(of_one_seed), *examined(of_many_seeds)]) == ()


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_generator_is_caught(name: str) -> None:
    found = streams(PLANTED[name], BLOCKS)
    assert rejected([f for words in found.values() for f in examined_stream(words)])


def test_written_anew_with_ten_rounds_it_is_the_same_generator() -> None:
    for name, words in streams(philox(10), 1_000).items():
        assert (words == streams(ours, 1_000)[name]).all(), name


@pytest.mark.parametrize("bit", [0, 1, 31, 32, 63])
def test_a_stuck_bit_is_caught(bit: int) -> None:
    words = streams(ours, 20_000)["shoe after shoe, the blocks of each"]
    assert rejected(examined_stream(words | np.uint64(1 << bit)))


def test_a_word_that_comes_again_is_caught() -> None:
    words = streams(ours, 20_000)["the first block of every shoe"].copy()
    words[12_345] = words[54]
    assert [finding.name for finding in rejected(examined_stream(words))] == ["equal words"]
