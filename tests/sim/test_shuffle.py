"""The generator is Philox by its published answers, and the shuffle is fair and its own."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
import scipy  # type: ignore[import-untyped]

from punto.compiler import called_from_python
from punto.sim.generator import Words, fill_words
from punto.sim.shuffle import Cards, Shuffle, shuffle, shuffle_of
from tests.sim.philox import block, shuffled, words

KNOWN = {
    "zeros": ((0, 0, 0), 0xE169C58D_6627E8D5, 0x9B00DBD8_BC57AC4C),
    "ones": ((2**64 - 1,) * 3, 0x41C83B0E_408F276D, 0x6D5451FD_A20BC7C6),
    "digits of pi": (
        (0x299F31D0_A4093822, 0x03707344_13198A2E, 0x85A308D3_243F6A88),
        0x94FDCCEB_D16CFE09,
        0x24126EA1_5001E420,
    ),
}
"""From the file of known answers of Random123 1.14, by seed, shoe and block."""


@called_from_python
def filled(seed: np.uint64, shoe: np.uint64, first: np.uint64, count: int) -> Words:
    found = np.empty(count, dtype=np.uint64)
    fill_words(found, seed, shoe, first)
    return found


@called_from_python
def in_order(ordered: Cards, plan: Shuffle, seed: np.uint64, shoe: np.uint64) -> Cards:
    cards = np.empty_like(ordered)
    shuffle(cards, ordered, np.empty(plan.words, dtype=np.uint64), plan, seed, shoe)
    return cards


def order(size: int, dealt: int, shoe: int, seed: int = 7) -> tuple[int, ...]:
    plan = shuffle_of(size, dealt)
    ordered = np.arange(size, dtype=np.uint32)
    return tuple(map(int, in_order(ordered, plan, np.uint64(seed), np.uint64(shoe))))


@pytest.mark.parametrize("name", KNOWN)
def test_the_published_answers(name: str) -> None:
    place, *answer = KNOWN[name]
    seed, shoe, first = place
    assert [*map(int, filled(np.uint64(seed), np.uint64(shoe), np.uint64(first), 2))] == answer
    low, high, third, fourth = block(*place)
    assert [high << 32 | low, fourth << 32 | third] == answer


def test_words_follow_one_another_by_block() -> None:
    found = filled(np.uint64(2**63 + 5), np.uint64(2**40 + 1), np.uint64(0), 12)
    wanted = words(2**63 + 5, 2**40 + 1)
    assert [*map(int, found)] == [next(wanted) for _ in range(12)]


@pytest.mark.parametrize(("size", "dealt"), [(6, 6), (52, 52), (416, 414), (416, 416), (650, 648)])
def test_the_order_of_a_shoe_is_what_plain_integers_make_of_its_number(
    size: int, dealt: int
) -> None:
    refused = 0
    for shoe in range(40):
        wanted, given_back = shuffled([*range(size)], dealt, 7, shoe)
        assert order(size, dealt, shoe) == tuple(wanted)
        refused += given_back
    assert refused > 0 or size < 650, "words were given back, and others taken"


@pytest.mark.parametrize("size", [4, 6])
def test_all_orders_are_equally_likely(size: int) -> None:
    shoes = 60 * 720
    seen = Counter(order(size, size, shoe) for shoe in range(shoes))
    orders = [*permutations(range(size))]
    expected = shoes / len(orders)
    distance = sum((seen[each] - expected) ** 2 / expected for each in orders)
    assert scipy.stats.chi2.sf(distance, len(orders) - 1) > 1e-4
    assert seen.keys() <= {*orders}
