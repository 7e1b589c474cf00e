"""How shoes and counts lie in the memory of a graphics processor."""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from punto.cards import Card
from punto.rules import Rulebook
from punto.rules.ending import ENDINGS, TRAITS
from punto.rules.needs import Detail, detail_of
from punto.sim.game import Game
from punto.sim.kernel import ROW, Counts

LANES: Final = 32
_WORD: Final = 4
_PAST_THE_END: Final = 2
"""Words of a shoe that are read behind its last card."""


class Layout(NamedTuple):
    """What the kernel is compiled for, and what it is given."""

    defines: dict[str, int]
    ordered: npt.NDArray[np.uint32]
    """A shoe before it is shuffled, four cards to a word."""
    least: npt.NDArray[np.uint64]
    """For each word of a shoe, below which last fraction it is given back."""
    starts: tuple[int, ...]
    """By row of counts, the number that `kernel` gives to such first four cards."""
    courses: int
    """How many courses of a round there are."""

    @property
    def places(self) -> int:
        """How many counts there are."""
        return len(self.starts) * ENDINGS

    @property
    def shared(self) -> int:
        """Bytes of memory that all threads of a block share: counts, and courses of a round."""
        return 4 * self.places + 2 * self.courses

    @property
    def shared_by_warp(self) -> int:
        """Bytes of the shoes of one warp."""
        return self.ordered.nbytes * LANES

    def spread(self, counts: Counts) -> Counts:
        """Lay counts out as `kernel` does."""
        found = np.zeros((TRAITS, ROW), dtype=np.int64)
        found[list(self.starts), :ENDINGS] = counts.reshape(-1, ENDINGS)
        return found.ravel()


def layout_of(game: Game) -> Layout:
    """Lay out a game."""
    detail, shoe = detail_of(game.rulebook.wagers), game.shoe
    least = np.concatenate([shoe.shuffle.least, shoe.shuffle.least_of_one])
    starts = _starts(detail)
    defines = {
        "SIZE": len(shoe.ordered),
        "BATCHES": len(shoe.shuffle.least),
        "SINGLES": len(shoe.shuffle.least_of_one),
        "BURN": shoe.burn,
        "STOP": shoe.stop,
        "LAST": shoe.last,
        "SURE": shoe.sure,
        "LEAST_HIGH": int(least.max()) >> 32,
        "SUITS": int(detail is Detail.CARDS),
        "ROWS": len(starts),
    }
    return Layout(defines, _ordered(game, detail), least, starts, len(game.course.courses))


def _ordered(game: Game, detail: Detail) -> npt.NDArray[np.uint32]:
    deck = [_byte(game.rulebook, card, detail) for card in game.rulebook.deck.cards]
    cards = deck * game.decks
    room = _WORD * (-(-len(cards) // _WORD) + _PAST_THE_END)
    return np.array(cards + [0] * (room - len(cards)), dtype=np.uint8).view(np.uint32)


def _byte(rulebook: Rulebook, card: Card, detail: Detail) -> int:
    """Write a card: its value above its rank, or its rank above its suit.

    In the second form the ranks that count nothing come after the nine.
    """
    rank = rulebook.deck.ranks.index(card.rank)
    if detail is Detail.CARDS:
        above = card.points or 1 + rank
        return above << 3 | rulebook.deck.suits.index(card.suit)
    return card.points << 4 | (rank if detail is Detail.RANKS else 0)


def _starts(detail: Detail) -> tuple[int, ...]:
    """Number the rows as `row_of` in `deal.cu`; a twin is of two pairs."""
    if detail is Detail.VALUES:
        return (0,)
    if detail is Detail.RANKS:
        return (0b00000, 0b00100, 0b00001, 0b00101, 0b10101)
    apart = [
        player_suited << 3 | player << 2 | banker_suited << 1 | banker
        for player_suited in (0, 1)
        for banker_suited in (0, 1)
        for player in (0, 1)
        for banker in (0, 1)
    ]
    return (*apart, *(0b10101 | suited for suited in (0b0000, 0b0010, 0b1000, 0b1010)))
