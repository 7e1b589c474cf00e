"""A shoe as it is simulated: what is in it, what is burned, and when it is over."""

from typing import Final, NamedTuple

import numpy as np

from punto.errors import WrongInput
from punto.rules import Rulebook
from punto.rules.rulebook import Shuffle as ShuffleFor
from punto.sim.course import Course
from punto.sim.shuffle import Cards, Shuffle, shuffle_of

MOST_CARDS: Final = 6
LEAST_CARDS: Final = 4
"""What a round takes at most and at least; it begins only where it can be finished."""


class Shoe(NamedTuple):
    """All that is the same for every shoe of a simulation."""

    ordered: Cards
    """The numbers of its cards before they are shuffled, deck by deck."""
    burn: int
    stop: int
    """Where the cut card is: the round that reaches it is the last but one."""
    last: int
    """The last place at which a round can begin."""
    sure: int
    """So many rounds are dealt before the cut card can appear."""
    most: int
    """So many rounds it has at most."""
    shuffle: Shuffle


def shoe_of(rulebook: Rulebook, course: Course, *, decks: int, burn: int, cut: int) -> Shoe:
    """Lay out the shoes of a game; one that is shuffled for every round is a shoe of one round."""
    size = decks * len(rulebook.deck)
    if burn < 0 or cut < 0 or burn + cut + MOST_CARDS > size:
        raise WrongInput(f"burning {burn} and cutting {cut} leaves no round of {size} cards")
    is_for_one = rulebook.shoe.shuffle is ShuffleFor.ROUND
    stop = burn if is_for_one else size - cut
    last = size - MOST_CARDS
    dealt = min(size, burn + MOST_CARDS if is_for_one else stop + 2 * MOST_CARDS)
    return Shoe(
        ordered=np.tile(course.codes, decks),
        burn=burn,
        stop=stop,
        last=last,
        sure=max(0, min(stop, last) - burn) // MOST_CARDS,
        most=-(-max(0, stop - burn) // LEAST_CARDS) + 1,
        shuffle=shuffle_of(size, dealt),
    )
