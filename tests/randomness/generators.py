"""Where shoes come from: our own derivation, one to be trusted, and planted bad ones."""

from collections.abc import Callable, Iterator
from functools import cmp_to_key
from itertools import islice
from typing import Final

import numpy as np
import numpy.typing as npt

from punto.cards import Deck
from punto.fair import HmacDrbg, Reveal, order_of
from punto.fair.encoding import encoded
from punto.fair.shoe import DOMAIN
from tests.randomness.bits import Words
from tests.randomness.dealt import Bytes, Dealt, factory

Chance = np.random.Generator
Maker = Callable[[Deck, int, int, Chance], Bytes]
"""Makes so many shoes of so many decks: places by shoes."""

Numbers = npt.NDArray[np.integer]
"""One number for each shoe."""

TABLE: Final = "evidence"


# --- our own ------------------------------------------------------------------------------------


def reveal(shoe: int, decks: int) -> Reveal:
    """Choose the secret of a shoe: its number, in 32 bytes.

    It is a fixed list, so that a run can be repeated, and the least random one there is: what
    randomness is found comes from the derivation.
    """
    return Reveal(table=TABLE, shoe=shoe, decks=decks, secret=shoe.to_bytes(32, "big"))


def derived(deck: Deck, decks: int, numbers: range) -> Dealt:
    """Derive shoes as the house does."""
    # Equal cards are one object here, and its identity is quicker to look up than its value.
    number = {id(card): place for place, card in enumerate(deck.cards)}
    rows = [bytes(number[id(c)] for c in order_of(reveal(n, decks), deck)) for n in numbers]
    by_shoe = np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(len(rows), -1)
    return Dealt(deck, decks, np.ascontiguousarray(by_shoe.T))


def generator_of(shoe: int) -> HmacDrbg:
    """Set up the generator of a shoe, as the derivation does."""
    given = reveal(shoe, 8)
    place = encoded((DOMAIN, given.table.encode(), str(shoe).encode()))
    return HmacDrbg.of(given.secret, encoded((given.outside,)), place)


def raw_blocks() -> Iterator[bytes]:
    """Give the bytes that one shoe after another is shuffled with, without end."""
    shoe = 0
    while True:
        shoe += 1
        pieces = generator_of(shoe).generate(1024)
        for _ in range(2):  # a shoe of eight decks takes most of two blocks
            yield b"".join(islice(pieces, 32))


def raw_words(count: int) -> Words:
    """Read the words of the raw bytes."""
    blocks = b"".join(islice(raw_blocks(), -(-count // 256)))
    return np.frombuffer(blocks, dtype=">u4")[:count].astype(np.uint32)


# --- to be trusted ------------------------------------------------------------------------------


def trusted(deck: Deck, decks: int, shoes: int, chance: Chance) -> Bytes:
    """Permute with numpy and PCG64, which share nothing with our derivation."""
    by_shoe = np.tile(factory(deck, decks), (shoes, 1))
    return np.ascontiguousarray(chance.permuted(by_shoe, axis=1).T)


# --- planted: shuffles --------------------------------------------------------------------------


def exchanged(cards: Bytes, draws: Iterator[tuple[int, Numbers]]) -> Bytes:
    """Exchange, in all shoes at once, the card at each place with the one that was drawn."""
    shoe = np.arange(cards.shape[1])
    for place, other in draws:
        kept = cards[place].copy()
        cards[place] = cards[other, shoe]
        cards[other, shoe] = kept
    return cards


def fresh(deck: Deck, decks: int, shoes: int) -> Bytes:
    """Give new shoes, not shuffled."""
    return np.repeat(factory(deck, decks)[:, None], shoes, axis=1)


def fisher_yates(draw: Callable[[Chance, int, int], Numbers]) -> Maker:
    """Shuffle as we do, with another way to draw a number below a count for so many shoes."""

    def made(deck: Deck, decks: int, shoes: int, chance: Chance) -> Bytes:
        cards = fresh(deck, decks, shoes)
        places = range(len(cards) - 1, 0, -1)
        return exchanged(cards, ((place, draw(chance, place + 1, shoes)) for place in places))

    return made


def modulo(bits: int) -> Maker:
    """Take the rest of a division, and throw nothing away."""
    return fisher_yates(lambda chance, below, shoes: chance.integers(2**bits, size=shoes) % below)


def stuck(bit: int) -> Maker:
    """Set one bit of every word."""
    return fisher_yates(
        lambda chance, below, shoes: (chance.integers(2**32, size=shoes) | 1 << bit) % below
    )


def never_itself() -> Maker:
    """Draw below one less, so that no card is exchanged with itself: Sattolo's cycles."""
    return fisher_yates(lambda chance, below, shoes: chance.integers(below - 1, size=shoes))


def any_place(deck: Deck, decks: int, shoes: int, chance: Chance) -> Bytes:
    """Exchange every card with any of all: n to the power of n ways for n! orders."""
    cards = fresh(deck, decks, shoes)
    count = len(cards)
    return exchanged(cards, ((place, chance.integers(count, size=shoes)) for place in range(count)))


def short_by_one(deck: Deck, decks: int, shoes: int, chance: Chance) -> Bytes:
    """Shuffle forwards, and forget the last place."""
    cards = fresh(deck, decks, shoes)
    last = len(cards) - 1
    return exchanged(
        cards, ((place, chance.integers(place, last, size=shoes)) for place in range(last))
    )


def low_bits(deck: Deck, decks: int, shoes: int, chance: Chance) -> Bytes:
    """Draw with the low bits of a linear congruential generator, which have short periods."""
    cards = fresh(deck, decks, shoes)
    state = chance.integers(2**32, size=shoes, dtype=np.uint32)

    def draws() -> Iterator[tuple[int, Numbers]]:
        nonlocal state
        for place in range(len(cards) - 1, 0, -1):
            state = state * np.uint32(1664525) + np.uint32(1013904223)
            yield place, state % np.uint32(place + 1)

    return exchanged(cards, draws())


# --- planted: sorting ---------------------------------------------------------------------------


def sorted_by_key(bits: int) -> Maker:
    """Sort by a random key of so many bits; cards with the same key stay in order."""

    def made(deck: Deck, decks: int, shoes: int, chance: Chance) -> Bytes:
        new = factory(deck, decks)
        keys = chance.integers(2**bits, size=(len(new), shoes))
        return new[np.argsort(keys, axis=0, kind="stable")]

    return made


def random_comparison(deck: Deck, decks: int, shoes: int, chance: Chance) -> Bytes:
    """Sort with a comparison that answers at random."""
    new = factory(deck, decks).tolist()
    coins = iter(chance.integers(2, size=shoes * len(new) * 10).tolist())
    key = cmp_to_key(lambda _, __: 2 * next(coins) - 1)
    return np.array([sorted(new, key=key) for _ in range(shoes)], dtype=np.uint8).T.copy()


# --- planted: shoes that know each other --------------------------------------------------------


def short_seed(deck: Deck, decks: int, shoes: int, chance: Chance) -> Bytes:
    """Choose every shoe from 65,536: a seed of 16 bits."""
    seeds, which = np.unique(chance.integers(2**16, size=shoes), return_inverse=True)
    return np.ascontiguousarray(trusted(deck, decks, len(seeds), chance)[:, which])


def part_reused(deck: Deck, decks: int, shoes: int, chance: Chance) -> Bytes:
    """Shuffle the shoe before, except for the last quarter."""
    cards = trusted(deck, decks, shoes, chance)
    moved = len(cards) * 3 // 4
    for shoe in range(1, shoes):
        cards[:, shoe] = cards[:, shoe - 1]
        cards[:moved, shoe] = chance.permutation(cards[:moved, shoe])
    return cards


def riffled(times: int) -> Maker:
    """Riffle the shoe before. Seven times is enough for one deck and not for eight."""

    def made(deck: Deck, decks: int, shoes: int, chance: Chance) -> Bytes:
        cards = trusted(deck, decks, shoes, chance)
        for shoe in range(1, shoes):
            order = cards[:, shoe - 1]
            for halves in chance.integers(2, size=(times, len(cards))):
                # A riffle backwards: those of one half come out first, in their order.
                order = order[np.argsort(halves, kind="stable")]
            cards[:, shoe] = order
        return cards

    return made


def dealt_by(maker: Maker, deck: Deck, decks: int, shoes: int, seed: int) -> Dealt:
    """Make shoes with a generator other than ours."""
    return Dealt(deck, decks, maker(deck, decks, shoes, np.random.default_rng(seed)))


PLANTED: Final[dict[str, Maker]] = {
    "modulo of one byte": modulo(8),
    "exchange with any of all places": any_place,
    "exchange never with itself": never_itself(),
    "last place forgotten": short_by_one,
    "lowest bit stuck": stuck(0),
    "fourth bit stuck": stuck(3),
    "sixth bit stuck": stuck(5),
    "low bits of a congruential generator": low_bits,
    "sort by a random key of 8 bits": sorted_by_key(8),
    "sort by a random comparison": random_comparison,
    "seed of 16 bits": short_seed,
    "last quarter of the shoe before kept": part_reused,
    "shoe before riffled seven times": riffled(7),
}
"""Every one of these must be caught."""

FINER: Final[dict[str, Maker]] = {
    "modulo of 10 bits": modulo(10),
    "modulo of 12 bits": modulo(12),
    "modulo of 16 bits": modulo(16),
    "tenth bit stuck": stuck(9),
    "sort by a random key of 12 bits": sorted_by_key(12),
    "sort by a random key of 16 bits": sorted_by_key(16),
    "shoe before riffled twelve times": riffled(12),
}
"""Smaller and smaller faults, to show where statistics end and reading the code begins."""
