"""Shuffling: Fisher and Yates from the front, six cards with every random word.

A word r is a fraction of 2**64. Multiplied by n it has a number below n as its whole part, and what
is left is as good a fraction as before, for the next card. N. Brackett-Rozinsky and D. Lemire,
"Batched Ranged Random Integer Generation" (2024), show that all orders are equally likely if a word
is given back whose last fraction is below 2**64 modulo the product of the six numbers.
"""

from collections.abc import Sequence
from math import prod
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from punto.compiler import compiled, wide_product
from punto.sim.generator import Words, fill_words, word_again

Cards = npt.NDArray[np.uint32]
"""Numbers of cards. Narrower ones are slower: a store of a byte holds up the load after it."""

BATCH: Final = 6
"""Cards that one word decides: even of ten decks of 65 cards a word is given back 1 time in 240."""

_ONE, _TWO, _THREE, _FOUR, _FIVE, _SIX = (np.uint64(number) for number in range(1, 7))


class Shuffle(NamedTuple):
    """What is worked out once for all shoes of one size."""

    least: Words
    """For each word that decides six cards, below which last fraction it is given back."""
    least_of_one: Words
    """The same for the words of the cards that are left over, one each."""
    words: int
    """The room for the words of a shoe: an even number of them."""


def shuffle_of(size: int, cards: int) -> Shuffle:
    """Prepare to shuffle so many cards, the first of a shoe of this size."""
    batches, left_over = divmod(cards, BATCH)
    tops = [size - BATCH * batch for batch in range(batches)]
    ones = [size - BATCH * batches - card for card in range(left_over)]
    words = batches + left_over
    sixes = [prod(range(top - BATCH + 1, top + 1)) for top in tops]
    return Shuffle(_modulo(sixes), _modulo(ones), words + words % 2)


def _modulo(products: Sequence[int]) -> Words:
    return np.array([(1 << 64) % each for each in products], dtype=np.uint64)


@compiled
def shuffle(
    cards: Cards, ordered: Cards, words: Words, plan: Shuffle, seed: np.uint64, shoe: np.uint64
) -> None:
    """Lay the cards of a shoe out, the first of them in the order that its number has."""
    for card in range(len(cards)):
        cards[np.uint64(card)] = ordered[np.uint64(card)]
    mix(cards, words, plan, seed, shoe)


@compiled
def mix(cards: Cards, words: Words, plan: Shuffle, seed: np.uint64, shoe: np.uint64) -> None:
    """Shuffle cards that lie as they were laid out; the words are those that decided."""
    least, least_of_one = plan.least, plan.least_of_one
    size = np.uint64(len(cards))
    fill_words(words, seed, shoe, np.uint64(0))
    for batch in range(len(least)):
        at, tries = np.uint64(batch), np.uint64(0)
        place = at * _SIX
        left = size - place
        while True:
            one, rest = wide_product(words[at], left)
            two, rest = wide_product(rest, left - _ONE)
            three, rest = wide_product(rest, left - _TWO)
            four, rest = wide_product(rest, left - _THREE)
            five, rest = wide_product(rest, left - _FOUR)
            six, rest = wide_product(rest, left - _FIVE)
            if rest >= least[at]:
                break
            tries += _ONE
            words[at] = word_again(seed, shoe, at, tries)
        _swap(cards, place, one)
        _swap(cards, place + _ONE, two)
        _swap(cards, place + _TWO, three)
        _swap(cards, place + _THREE, four)
        _swap(cards, place + _FOUR, five)
        _swap(cards, place + _FIVE, six)
    for card in range(len(least_of_one)):
        at, tries = np.uint64(len(least) + card), np.uint64(0)
        place = np.uint64(len(least)) * _SIX + np.uint64(card)
        while True:
            one, rest = wide_product(words[at], size - place)
            if rest >= least_of_one[np.uint64(card)]:
                break
            tries += _ONE
            words[at] = word_again(seed, shoe, at, tries)
        _swap(cards, place, one)


@compiled
def put_back(cards: Cards, ordered: Cards, words: Words, plan: Shuffle) -> None:
    """Lay the cards that were moved where they had been: few, where few were shuffled."""
    batches, size = len(plan.least), np.uint64(len(cards))
    for front in range(BATCH * batches + len(plan.least_of_one)):
        cards[np.uint64(front)] = ordered[np.uint64(front)]
    for batch in range(batches):
        place, rest = np.uint64(batch) * _SIX, words[np.uint64(batch)]
        for card in range(BATCH):
            at = place + np.uint64(card)
            further, rest = wide_product(rest, size - at)
            cards[at + further] = ordered[at + further]
    for card in range(len(plan.least_of_one)):
        at = np.uint64(batches) * _SIX + np.uint64(card)
        further, _ = wide_product(words[np.uint64(batches + card)], size - at)
        cards[at + further] = ordered[at + further]


@compiled
def _swap(cards: Cards, place: np.uint64, further: np.uint64) -> None:
    other = place + further
    card = cards[place]
    cards[place] = cards[other]
    cards[other] = card
