"""The loop for rulebooks that look at single cards: every wager is settled as its round is dealt.

Each part of a round leaves some cases of a wager standing, as bits of a word (`punto.rules.sieve`).
All parts together leave those that decide which line pays.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from punto.cards import Card
from punto.compiler import called_from_python, compiled
from punto.rules import Rulebook, Side
from punto.rules.ending import ENDINGS, TRAITS, facts_at
from punto.rules.sieve import MOST_CASES, Sieve
from punto.sim.course import PAIR, RANK, USED, Course
from punto.sim.kernel import Counts, trait_of_start
from punto.sim.shoe import Shoe
from punto.sim.shuffle import Cards, shuffle

Words = npt.NDArray[np.uint64]

PLACES: Final = MOST_CASES + 1
"""Room for the lines of a wager, and for rounds that none is about."""

_WEIGHTS: Final = 43
"""Six cards weigh less than that for any fact of all cards together."""

_TOTAL, _THREE = np.uint64(15), np.uint64(3)
_PAIR_BIT, _SUITS = np.uint64(1 << PAIR), np.uint64(PAIR)
_RANK, _USED, _USED_BITS = np.uint64(RANK), np.uint64(USED), np.uint64((1 << USED) - 1)
_NOTHING: Final = np.uint64(0)


class Sifting(NamedTuple):
    """The cases that are left, one row for each wager."""

    player: Words
    banker: Words
    """By two cards, side by side."""
    player_third: Words
    banker_third: Words
    """By the number of a card; after the last one, for no card."""
    endings: Words
    starts: Words
    """By pairs and suits of the first four cards, as the other loop numbers them."""
    weights: npt.NDArray[np.int64]
    """By fact of all cards together, and by card."""
    by_weight: Words
    """By wager, by such a fact, and by what all cards weigh."""
    lines: Words
    """By wager and line: the cases of which one must be left, twice, and of which none may be."""
    lengths: npt.NDArray[np.int64]


def sifting_of(rulebook: Rulebook, course: Course) -> Sifting:
    """Make the words for every wager of a rulebook."""
    sieves = [Sieve(wager) for wager in rulebook.wagers]
    cards = dict(zip(course.codes.tolist()[::-1], rulebook.deck.cards[::-1], strict=True))
    known = [cards.get(code) for code in range(1 << course.shift)]
    facts = {name: sieve.of_all[name] for sieve in sieves for name in sieve.of_all}
    weights = [
        [fact.weight(card) if card else 0 for card in (*known, None)] for fact in facts.values()
    ]
    return Sifting(
        player=_rows(_starts(sieve, Side.PLAYER, known) for sieve in sieves),
        banker=_rows(_starts(sieve, Side.BANKER, known) for sieve in sieves),
        player_third=_rows(_thirds(sieve, Side.PLAYER, known) for sieve in sieves),
        banker_third=_rows(_thirds(sieve, Side.BANKER, known) for sieve in sieves),
        endings=_rows(map(_endings, sieves)),
        starts=_rows(map(_traits, sieves)),
        weights=np.array(weights, dtype=np.int64).reshape(len(facts), len(known) + 1),
        by_weight=np.array(
            [[_by_weight(sieve, name) for name in facts] for sieve in sieves], dtype=np.uint64
        ).reshape(len(sieves), len(facts), _WEIGHTS),
        lines=np.array([_lines(sieve) for sieve in sieves], dtype=np.uint64),
        lengths=np.array([len(sieve.lines) for sieve in sieves]),
    )


def _rows(words: Iterable[list[int]]) -> Words:
    return np.array(list(words), dtype=np.uint64)


def _endings(sieve: Sieve) -> list[int]:
    return [sieve.of_ending(facts_at(number, 0)) for number in range(ENDINGS)]


def _traits(sieve: Sieve) -> list[int]:
    return [sieve.of_trait(facts_at(0, trait_of_start(start))) for start in range(TRAITS)]


def _starts(sieve: Sieve, side: Side, known: Sequence[Card | None]) -> list[int]:
    return [
        sieve.of_start(side, one, other) if one and other else 0 for one in known for other in known
    ]


def _thirds(sieve: Sieve, side: Side, known: Sequence[Card | None]) -> list[int]:
    return [sieve.of_third(side, card) for card in (*known, None)]


def _by_weight(sieve: Sieve, name: str) -> list[int]:
    if name not in sieve.of_all:
        return [sieve.everything] * _WEIGHTS
    return [sieve.of_weight(name, weight) for weight in range(_WEIGHTS)]


def _lines(sieve: Sieve) -> list[tuple[int, int, int]]:
    """Ask twice for the case of the line itself where it has no cases of its own."""
    lines = [(line.own, line.any_of or line.own, line.none_of) for line in sieve.lines]
    return lines + [(0, 0, 0)] * (MOST_CASES - len(lines))


def no_line_counts(wagers: int) -> Counts:
    """Make room for the counts: by wager and line."""
    return np.zeros((wagers, PLACES), dtype=np.int64)


@called_from_python
def deal_sifted(
    seed: np.uint64,
    first: int,
    shoes: int,
    rounds: int,
    shoe: Shoe,
    course: Course,
    sifting: Sifting,
    counts: Counts,
) -> tuple[int, int]:
    """Deal shoes from one on, until they or the rounds are so many; give how many of both."""
    cards = np.empty(len(shoe.ordered), dtype=np.uint32)
    words = np.empty(shoe.shuffle.words, dtype=np.uint64)
    weights = np.empty(len(sifting.weights), dtype=np.int64)
    dealt, number, last = 0, first, np.uint64(shoe.last)
    while number < first + shoes and dealt < rounds:
        shuffle(cards, shoe.ordered, words, shoe.shuffle, seed, np.uint64(number))
        at, is_last = np.uint64(shoe.burn), False
        while dealt < rounds and at <= last and not is_last:
            is_last = bool(at >= np.uint64(shoe.stop))
            at += _settled(cards, at, course, sifting, weights, counts)
            dealt += 1
        number += 1
    return number - first, dealt


@compiled
def _settled(
    cards: Cards,
    at: np.uint64,
    course: Course,
    sifting: Sifting,
    weights: npt.NDArray[np.int64],
    counts: Counts,
) -> np.uint64:
    """Deal one round, count the line of every wager, and give how many cards it took."""
    shift, place = np.uint64(course.shift), np.int64(at)
    fifth, sixth = np.int64(cards[place + 4]), np.int64(cards[place + 5])
    player_two = np.uint64(cards[place]) << shift | np.uint64(cards[place + 2])
    banker_two = np.uint64(cards[place + 1]) << shift | np.uint64(cards[place + 3])
    player, banker = np.uint64(course.hands[player_two]), np.uint64(course.hands[banker_two])
    next_two = np.uint64(fifth) << shift | np.uint64(sixth)
    totals = np.int64(player & _TOTAL) * 1000 + np.int64(banker & _TOTAL) * 100
    ended = np.uint64(course.courses[totals + np.int64(course.thirds[next_two])])
    ending, used = np.int64(ended >> _USED), np.int64(ended & _USED_BITS)
    start = np.int64((player >> _SUITS & _THREE) << np.uint64(2) | banker >> _SUITS & _THREE)
    if player & banker & _PAIR_BIT and player >> _RANK == banker >> _RANK:
        start |= 16
    none = np.int64(1) << np.int64(course.shift)
    player_third = fifth if ending >= 200 else none
    banker_third = none if ending // 100 % 2 == 0 else (sixth if ending >= 200 else fifth)
    for fact in range(len(weights)):
        weights[fact] = 0
        for card in range(used):
            weights[fact] += sifting.weights[fact, cards[place + card]]
    for wager in range(len(sifting.lengths)):
        left = (
            sifting.player[wager, player_two]
            & sifting.banker[wager, banker_two]
            & sifting.player_third[wager, player_third]
            & sifting.banker_third[wager, banker_third]
            & sifting.endings[wager, ending]
            & sifting.starts[wager, start]
        )
        for fact in range(len(weights)):
            left &= sifting.by_weight[wager, fact, weights[fact]]
        counts[wager, _line(sifting.lines[wager], sifting.lengths[wager], left)] += 1
    return np.uint64(used)


@compiled
def _line(lines: Words, length: int, left: np.uint64) -> int:
    """Find the first line that holds."""
    for line in range(length):
        own, any_of, none_of = lines[line, 0], lines[line, 1], lines[line, 2]
        if left & own != _NOTHING and left & any_of != _NOTHING and left & none_of == _NOTHING:
            return line
    return length
