"""The simulation's generator as streams: words and shoes keyed by seed and number, and bad ones.

`philox` is the same generator written once more, for many numbers at a time and with any number of
rounds: with ten it must give the simulation's words, with few it must be caught.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from punto.cards import Deck
from punto.compiler import called_from_python
from punto.rules import Rulebook
from punto.sim import Game
from punto.sim.generator import fill_words
from punto.sim.kernel import order_of
from tests.randomness.dealt import Dealt

Words = npt.NDArray[np.uint64]
Source = Callable[[Words, Words, Words], Words]
"""Both words of each (seed, shoe, block), a row for each."""

LOW: Final = np.uint64(0xFFFFFFFF)
HALF: Final = np.uint64(32)
_MULTIPLIERS: Final = (np.uint64(0xD2511F53), np.uint64(0xCD9E8D57))
_BLOCKS: Final = np.uint64(35)
"""So many blocks shuffle a shoe of eight decks."""
_WEYL: Final = (np.uint64(0x9E3779B9), np.uint64(0xBB67AE85))


def ours(seeds: Words, shoes: Words, blocks: Words) -> Words:
    """Ask the generator itself."""
    words = np.empty((len(seeds), 2), dtype=np.uint64)
    _fill(words, seeds, shoes, blocks)
    return words


@called_from_python
def _fill(words: Words, seeds: Words, shoes: Words, blocks: Words) -> None:
    for place in range(len(words)):
        fill_words(words[place], seeds[place], shoes[place], blocks[place])


def philox(rounds: int) -> Source:
    """Write the generator anew, with so many rounds."""

    def made(seeds: Words, shoes: Words, blocks: Words) -> Words:
        x0, x1, x2, x3 = blocks & LOW, blocks >> HALF, shoes & LOW, shoes >> HALF
        key_0, key_1 = seeds & LOW, seeds >> HALF
        for _ in range(rounds):
            one, other = _MULTIPLIERS[0] * x0, _MULTIPLIERS[1] * x2
            x0, x2 = other >> HALF ^ x1 ^ key_0, one >> HALF ^ x3 ^ key_1
            x1, x3 = other & LOW, one & LOW
            key_0, key_1 = key_0 + _WEYL[0] & LOW, key_1 + _WEYL[1] & LOW
        return np.stack([x1 << HALF | x0, x3 << HALF | x2], axis=1)

    return made


def one_key(seeds: Words, shoes: Words, blocks: Words) -> Words:
    """Add seed and shoe up first: shoe 1 of seed 0 is shoe 0 of seed 1."""
    return philox(10)(seeds + shoes, np.zeros_like(shoes), blocks)


def congruential(seeds: Words, shoes: Words, blocks: Words) -> Words:
    """Count along a linear congruential generator, whose low bits have short periods."""
    state = (seeds << HALF) + (shoes << np.uint64(8)) + blocks
    first = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
    second = first * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
    return np.stack([first, second], axis=1)


PLANTED: Final[dict[str, Source]] = {
    "two rounds instead of ten": philox(2),
    "three rounds instead of ten": philox(3),
    "seed and shoe added up": one_key,
    "a congruential generator by its number": congruential,
}
"""Every one of these must be caught."""


def streams(source: Source, count: int) -> dict[str, Words]:
    """Read so many blocks in the orders in which simulations read them, and across those."""
    number, none = np.arange(count, dtype=np.uint64), np.zeros(count, dtype=np.uint64)
    by_shoe, in_shoe = np.divmod(number, _BLOCKS)
    high, low = np.divmod(number, np.uint64(256))
    seed = none + np.uint64(7)
    found = {
        "one shoe, block after block": source(seed, none + np.uint64(11), number),
        "shoe after shoe, the blocks of each": source(seed, by_shoe, in_shoe),
        "the first block of every shoe": source(seed, number, none),
        "the first shoe of every session": source(seed, number << HALF, none),
        "the first shoe of every seed": source(number, none, none),
        "256 seeds and their shoes, side by side": source(low, high, none),
    }
    return {name: words.ravel() for name, words in found.items()}


def shoes_of(rulebook: Rulebook, seeds: Words, numbers: Words) -> Dealt:
    """Shuffle whole shoes as the simulation does, for each seed and number."""
    game = Game(rulebook, 8, burn=0, cut=0)
    cards = [
        order_of(seed, number, game._shoe_by_place)
        for seed, number in zip(seeds, numbers.tolist(), strict=True)
    ]
    deck: Deck = rulebook.deck
    return Dealt(deck, 8, np.array(cards, dtype=np.uint8).T.copy())
