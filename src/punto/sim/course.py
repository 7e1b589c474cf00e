"""The course of a round, looked up: what two cards make, and how a round goes on from there.

Cards are numbered as finely as the wagers of a rulebook ask: by value, by rank, or each for itself.
"""

from itertools import product
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from punto.cards import Card
from punto.rules import Rulebook
from punto.rules.ending import Ending
from punto.rules.needs import Detail, detail_of
from punto.rules.tableau import banker_draws, player_draws

PAIR: Final = 4
SUITED: Final = 5
RANK: Final = 8
"""Places of bits in what two cards make; its total is below them. Suited comes right after pair."""

USED: Final = 3
"""So many bits of a course say how many cards it takes; the number of the ending is above them."""


class Course(NamedTuple):
    """The tables of one rulebook."""

    codes: npt.NDArray[np.uint32]
    """By the place of a card in its deck, its number."""
    shift: int
    """So many bits hold a number: two of them, side by side, are a place in the next two tables."""
    hands: npt.NDArray[np.uint16]
    """By the first two cards of a hand: its total, whether it is a pair, of one suit, its rank."""
    thirds: npt.NDArray[np.uint8]
    """By the fifth and the sixth card: their values, as one number below a hundred."""
    courses: npt.NDArray[np.uint16]
    """By both totals and those values: the ending, and how many cards were used."""


def course_of(rulebook: Rulebook, *, by_card: bool = False) -> Course:
    """Build the tables that settle every wager of a rulebook.

    Cards are told apart as finely as the wagers ask, or every one for itself.
    """
    detail = detail_of(rulebook.wagers)
    cards = rulebook.deck.cards
    told_apart = Detail.CARDS if by_card else detail
    codes = [_code(rulebook, place, told_apart) for place in range(len(cards))]
    shift = max(codes).bit_length()
    hands = np.zeros(1 << 2 * shift, dtype=np.uint16)
    thirds = np.zeros(1 << 2 * shift, dtype=np.uint8)
    for (one, card), (other, second) in product(zip(codes, cards, strict=True), repeat=2):
        hands[one << shift | other] = _hand(rulebook, card, second, detail)
        thirds[one << shift | other] = 10 * card.points + second.points
    return Course(np.array(codes, dtype=np.uint32), shift, hands, thirds, _courses())


def _code(rulebook: Rulebook, place: int, detail: Detail) -> int:
    card = rulebook.deck.cards[place]
    if detail is Detail.VALUES:
        return card.points
    return rulebook.deck.ranks.index(card.rank) if detail is Detail.RANKS else place


def _hand(rulebook: Rulebook, one: Card, other: Card, detail: Detail) -> int:
    """Say what two cards make, as far as they are told apart."""
    made = (one.points + other.points) % 10
    if detail >= Detail.RANKS and one.rank is other.rank:
        made |= 1 << PAIR | rulebook.deck.ranks.index(one.rank) << RANK
    if detail is Detail.CARDS and one.suit is other.suit:
        made |= 1 << SUITED
    return made


def _courses() -> npt.NDArray[np.uint16]:
    found = [
        _course(player, banker, fifth, sixth)
        for player, banker, fifth, sixth in product(range(10), repeat=4)
    ]
    return np.array(found, dtype=np.uint16)


def _course(player: int, banker: int, fifth: int, sixth: int) -> int:
    """Play a round on from two totals, with the values of the next two cards."""
    third = fifth if player_draws(player, banker) else None
    drawn = 2 if third is None else 3
    ending = Ending(player if third is None else (player + third) % 10, banker, drawn, 2)
    if banker_draws(player, banker, third):
        last = fifth if third is None else sixth
        ending = ending._replace(banker_total=(banker + last) % 10, banker_cards=3)
    return ending.number << USED | ending.player_cards + ending.banker_cards
