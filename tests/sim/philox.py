"""The generator and the shuffle once more, in plain integers of any size: the oracle."""

from collections.abc import Iterator
from itertools import islice
from math import prod

LOW = 2**32 - 1
WORD = 2**64
BATCH = 6


def block(seed: int, shoe: int, number: int) -> tuple[int, int, int, int]:
    """Philox4x32-10 of one counter and one key, by its definition."""
    counter = [number & LOW, number >> 32, shoe & LOW, shoe >> 32]
    key = [seed & LOW, seed >> 32]
    for _ in range(10):
        one, other = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
        counter = [
            (other >> 32) ^ counter[1] ^ key[0],
            other & LOW,
            (one >> 32) ^ counter[3] ^ key[1],
            one & LOW,
        ]
        key = [(key[0] + 0x9E3779B9) & LOW, (key[1] + 0xBB67AE85) & LOW]
    first, second, third, fourth = counter
    return first, second, third, fourth


def words(seed: int, shoe: int, tries: int = 0) -> Iterator[int]:
    """All words of a shoe; those that stand in for words given back so many times."""
    number = tries << 32
    while True:
        first, second, third, fourth = block(seed, shoe, number)
        yield second << 32 | first
        yield fourth << 32 | third
        number += 1


def shuffled(cards: list[int], dealt: int, seed: int, shoe: int) -> tuple[list[int], int]:
    """Shuffle the first cards of a shoe; give it, and how many words were given back."""
    cards, place, refused, word = [*cards], 0, 0, 0
    while place < dealt:
        count = BATCH if dealt - place >= BATCH else 1
        bounds = [len(cards) - place - at for at in range(count)]
        tries = 0
        while True:
            # The word as a fraction of 2**64; each bound takes a whole part from it.
            picks, rest = [], next(islice(words(seed, shoe, tries), word, None))
            for bound in bounds:
                pick, rest = divmod(rest * bound, WORD)
                picks.append(pick)
            if rest >= WORD % prod(bounds):
                break
            tries += 1
        refused += tries
        word += 1
        for pick in picks:
            cards[place], cards[place + pick] = cards[place + pick], cards[place]
            place += 1
    return cards, refused
