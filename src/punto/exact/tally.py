"""How often the rounds of one shoe end how, in plain integers: the third cards are drawn first.

Every order of six cards is one of the sequences, so it does not matter which of them are called
the third cards. For each two values of third cards, the first four come from what is left, and
there is a closed form for these. Let d_A(k) be the cards that make the total A with one certain
card of value k, and P(A) = Σ n(k) d_A(k) the ordered pairs. Four cards, of which the Player's two
make A and the Banker's two B, number

    P(A) P(B) − 4 Σ n(k) d_A(k) d_B(k) + 2 [A = B] P(A):

all choices of two pairs, less those that take the same card twice, and those that take the same two
cards were taken away twice.
"""

from collections.abc import Iterator
from itertools import product
from math import perm
from operator import mul
from typing import Final, NamedTuple

from punto.cards import Composition
from punto.rules.ending import ENDINGS, Ending
from punto.rules.tableau import banker_draws, player_draws

ROUND_CARDS: Final = 6
"""No round takes more cards."""

_VALUES: Final = range(10)
_EVERY_TOTALS: Final = tuple(product(_VALUES, repeat=2))


class Tally(NamedTuple):
    """Ordered draws of `min(6, cards)` cards: how many there are, are void, and end how."""

    sequences: int
    void: int
    endings: list[int]
    """By the number of the ending."""


class Course(NamedTuple):
    """How rounds go on with certain third cards: from which totals, and to which endings."""

    totals: tuple[tuple[int, int], ...]
    """Of the Player's first two cards, and of the Banker's."""
    ends: tuple[tuple[int, int], ...]
    """A place among these totals, and the number of an ending."""


def tally_of(composition: Composition) -> Tally:
    """Count all endings."""
    cards = len(composition)
    endings = [0] * ENDINGS
    for orders, left, course in _courses(list(composition.points), cards):
        starts = _starts(left, course.totals)
        for place, ending in course.ends:
            endings[ending] += orders * starts[place]
    sequences = perm(cards, min(cards, ROUND_CARDS))
    return Tally(sequences, sequences - sum(endings), endings)


def _courses(points: list[int], cards: int) -> Iterator[tuple[int, list[int], Course]]:
    """Go through all third cards: in how many orders they come, what they leave, what then happens.

    Cards that a short round does not look at count in every order.
    """
    drawn = min(cards, ROUND_CARDS)
    yield perm(max(cards - 4, 0), max(drawn - 4, 0)), points, _NONE
    unseen = perm(max(cards - 5, 0), max(drawn - 5, 0))
    for one, count in enumerate(points):
        left = _without(points, one)
        yield count * unseen, left, _ONE[one]
        for other in range(one + 1):
            yield count * left[other], _without(left, other), _TWO[one, other]


def _without(points: list[int], value: int) -> list[int]:
    left = points.copy()
    left[value] -= 1
    return left


def _starts(left: list[int], totals: tuple[tuple[int, int], ...]) -> list[int]:
    """Count the orders of four cards, by the totals that they make."""
    back = left[::-1] * 2
    partners = [back[9 - total : 19 - total] for total in _VALUES]
    for total in _VALUES[::2]:  # a card that makes it with its like is not its own partner
        partners[total][total // 2] -= 1
        partners[total][total // 2 + 5] -= 1
    weighed = [list(map(mul, left, row)) for row in partners]
    pairs = [sum(row) for row in weighed]
    return [
        pairs[player] * pairs[banker]
        - 4 * sum(map(mul, weighed[player], partners[banker]))
        + (2 * pairs[player] if player == banker else 0)
        for player, banker in totals
    ]


# --- who draws, asked of the tableau once -------------------------------------------------------


def _course(*ways: dict[tuple[int, int], Ending]) -> Course:
    totals = tuple(dict.fromkeys(both for way in ways for both in way))
    places = {both: place for place, both in enumerate(totals)}
    return Course(totals, tuple((places[t], e.number) for way in ways for t, e in way.items()))


def _both_stand() -> dict[tuple[int, int], Ending]:
    return {
        (player, banker): Ending(player, banker, 2, 2)
        for player, banker in _EVERY_TOTALS
        if not player_draws(player, banker) and not banker_draws(player, banker, None)
    }


def _player_draws(card: int) -> dict[tuple[int, int], Ending]:
    return {
        (player, banker): Ending((player + card) % 10, banker, 3, 2)
        for player, banker in _EVERY_TOTALS
        if player_draws(player, banker) and not banker_draws(player, banker, card)
    }


def _banker_draws(card: int) -> dict[tuple[int, int], Ending]:
    return {
        (player, banker): Ending(player, (banker + card) % 10, 2, 3)
        for player, banker in _EVERY_TOTALS
        if not player_draws(player, banker) and banker_draws(player, banker, None)
    }


def _both_draw(card: int, then: int) -> dict[tuple[int, int], Ending]:
    return {
        (player, banker): Ending((player + card) % 10, (banker + then) % 10, 3, 3)
        for player, banker in _EVERY_TOTALS
        if player_draws(player, banker) and banker_draws(player, banker, card)
    }


_NONE: Final = _course(_both_stand())
_ONE: Final = tuple(_course(_player_draws(card), _banker_draws(card)) for card in _VALUES)
_TWO: Final = {
    (one, other): _course(*(_both_draw(*two) for two in {(one, other), (other, one)}))
    for one in _VALUES
    for other in range(one + 1)
}
