"""Every way for a round to go, by classes of starting hands and of third cards, made once.

The classes are those that the wagers tell apart (`punto.rules.sorting`), so that each way is
settled by one pay line of every wager.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from punto.cards import Deck
from punto.exact.enumeration import Integers, two_card_hands
from punto.exact.sorts import Groups, Sorts, groups_of, sorts_of
from punto.rules import Wager
from punto.rules.ending import ENDINGS
from punto.rules.needs import Detail
from punto.rules.sieve import Sieve
from punto.rules.sorting import WEIGHT, HandClass, Sorting, ThirdClass, sorting_of
from punto.rules.tableau import banker_draws, player_draws

Cases = npt.NDArray[np.uint64]

_Class = TypeVar("_Class", bound=Hashable)

_STOOD: Final = 10


class Ways(NamedTuple):
    """Ways to go, one row for each: classes of both hands, and of their third cards or `none`."""

    player: Integers
    banker: Integers
    player_third: Integers
    banker_third: Integers


class Plan(NamedTuple):
    """How wagers are counted with one deck."""

    detail: Detail
    third_class: Integers
    """By kind of card."""
    sorts: Sorts
    outcomes: Integers
    """One column for each set of pay lines, one line of every wager, that settle a round."""
    gathering: Groups
    """The cells of each column: those of two hands, then with one third card, then with two."""


@lru_cache(maxsize=64)
def plan_of(wagers: tuple[Wager, ...], deck: Deck) -> Plan:
    """Work out what is the same for every shoe."""
    sorting = sorting_of(wagers, deck)
    kinds = sorting.kinds
    two = two_card_hands(len(kinds))
    pairs = zip(two.first.tolist(), two.second.tolist(), strict=True)
    hand_class, hands = _numbered(sorting.hand(kinds[one], kinds[other]) for one, other in pairs)
    third_class, thirds = _numbered(map(sorting.third, kinds))
    every = _ways(hands, thirds)
    settling = _Settling(sorting, hands, [*thirds, sorting.no_third])
    outcomes, outcome = _together(settling.places(every))
    gathering = groups_of(_cells(every, len(hands), len(thirds)), outcome)
    return Plan(sorting.detail, third_class, sorts_of(hand_class, third_class), outcomes, gathering)


def _cells(ways: Ways, hands: int, thirds: int) -> Integers:
    """Number the ways as cells of three tables that lie one behind the other."""
    two_hands = ways.player * hands + ways.banker
    stood = (ways.player_third == thirds) & (ways.banker_third == thirds)
    both = (ways.player_third < thirds) & (ways.banker_third < thirds)
    third = np.minimum(ways.player_third, ways.banker_third)
    with_one = hands**2 + two_hands * thirds + third
    with_two = (two_hands * thirds + ways.player_third) * thirds + ways.banker_third
    cells: Integers = np.where(stood, two_hands, with_one)
    return np.where(both, hands**2 * (1 + thirds) + with_two, cells)


def _together(places: Iterator[Integers]) -> tuple[Integers, Integers]:
    """Number the sets of lines that settle some way together; one wager after the other."""
    outcomes, outcome = np.unique(next(places), return_inverse=True)
    outcomes = outcomes[None, :]
    for more in places:
        both, outcome = np.unique(outcome * (int(more.max()) + 1) + more, return_inverse=True)
        before, place = np.divmod(both, int(more.max()) + 1)
        outcomes = np.vstack([outcomes[:, before], place])
    return outcomes, outcome


def _numbered(each: Iterable[_Class]) -> tuple[Integers, list[_Class]]:
    """Number classes in the order in which they are met."""
    numbers: dict[_Class, int] = {}
    found = [numbers.setdefault(one, len(numbers)) for one in each]
    return np.array(found), list(numbers)


@cache
def _draws() -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Ask the tableau: who draws by both totals, and for the Banker by the Player's third card."""
    thirds = [*range(_STOOD), None]
    player = [[player_draws(p, b) for b in range(10)] for p in range(10)]
    banker = [[[banker_draws(p, b, t) for t in thirds] for b in range(10)] for p in range(10)]
    return np.array(player), np.array(banker)


def _ways(hands: Sequence[HandClass], thirds: Sequence[ThirdClass]) -> Ways:
    """List how rounds go: both stand, the Player draws, the Banker draws, and both draw."""
    totals = np.array([hand.total for hand in hands])
    values = np.array([third.value for third in thirds])
    none, by_third = len(thirds), np.arange(len(thirds))
    player_draws_on, banker_draws_on = _draws()
    first, second = np.indices((len(hands), len(hands)))
    draws = player_draws_on[totals[first], totals[second]]
    then = banker_draws_on[totals[first], totals[second]]
    after = then[:, :, values] & draws[:, :, None]
    stood = np.nonzero(~draws & ~then[:, :, _STOOD])
    alone = np.nonzero(draws[:, :, None] & ~after)
    banker = np.nonzero((~draws & then[:, :, _STOOD])[:, :, None] & (by_third >= 0))
    both = np.nonzero(after[:, :, :, None] & (by_third >= 0))
    four = (
        Ways(stood[0], stood[1], np.full(len(stood[0]), none), np.full(len(stood[0]), none)),
        Ways(alone[0], alone[1], alone[2], np.full(len(alone[0]), none)),
        Ways(banker[0], banker[1], np.full(len(banker[0]), none), banker[2]),
        Ways(*both),
    )
    return Ways(*(np.concatenate(column) for column in zip(*four, strict=True)))


class _Settling:
    """The cases that each class leaves of each wager, as words, and the lines that they decide."""

    def __init__(
        self, sorting: Sorting, hands: Sequence[HandClass], thirds: Sequence[ThirdClass]
    ) -> None:
        self._sorting = sorting
        self._totals = np.array([hand.total for hand in hands])
        self._values = np.array([max(third.value, 0) for third in thirds])
        self._none = len(thirds) - 1
        self._hands = [self._words(getattr(hand, side) for hand in hands) for side in _SIDES]
        self._thirds = [self._words(getattr(third, side) for third in thirds) for side in _SIDES]
        self._endings = self._words(map(sorting.of_ending, range(ENDINGS)))
        self._start, starts = _numbered(hand.start for hand in hands)
        self._traits = self._words(sorting.of_trait(p, b) for p in starts for b in starts)
        self._kinds_of_start = len(starts)
        self._hand_weights = [hand.weights for hand in hands]
        self._third_weights = [third.weights for third in thirds]

    def _words(self, left: Iterable[int]) -> Cases:
        """Make a row of machine words for each wager, one word for each class."""
        return np.array([self._sorting.split(each) for each in left], dtype=np.uint64).T

    def places(self, ways: Ways) -> Iterator[Integers]:
        """Say of each wager which of its lines settles each way to go."""
        start = self._start[ways.player] * self._kinds_of_start + self._start[ways.banker]
        ending = self._ending(ways)
        weighed = [self._by_weight(place, ways) for place in range(len(self._sorting.of_all))]
        for number, sieve in enumerate(self._sorting.sieves):
            left = self._hands[0][number][ways.player] & self._hands[1][number][ways.banker]
            left &= self._thirds[0][number][ways.player_third]
            left &= self._thirds[1][number][ways.banker_third]
            left &= self._endings[number][ending] & self._traits[number][start]
            for words, weights in weighed:
                left &= words[number][weights]
            yield _first_line(sieve, left)

    def _ending(self, ways: Ways) -> Integers:
        """Number the endings, as `Ending.number` does."""
        hands = (ways.player, ways.player_third), (ways.banker, ways.banker_third)
        player, banker = ((self._totals[h] + self._values[t]) % 10 for h, t in hands)
        drew = [third != self._none for _, third in hands]
        numbers: Integers = 100 * (2 * drew[0] + drew[1]) + 10 * player + banker
        return numbers

    def _by_weight(self, place: int, ways: Ways) -> tuple[Cases, Integers]:
        """Give the words by weight for one fact of all cards, and what each way weighs."""
        hands, thirds = (
            np.array([each >> WEIGHT * place & (1 << WEIGHT) - 1 for each in packed])
            for packed in (self._hand_weights, self._third_weights)
        )
        weights = hands[ways.player] + hands[ways.banker]
        weights = weights + thirds[ways.player_third] + thirds[ways.banker_third]
        most = int(weights.max(initial=0))
        words = self._words(self._sorting.of_weight(place, each) for each in range(most + 1))
        return words, weights


_SIDES: Final = ("as_player", "as_banker")


def _first_line(sieve: Sieve, left: Cases) -> Integers:
    """Find the first line that holds, of every word."""
    places = np.full(len(left), len(sieve.lines))
    for place, line in reversed(list(enumerate(sieve.lines))):
        own, any_of, none_of = (left & np.uint64(bits) != 0 for bits in line)
        places[own & (any_of | (line.any_of == 0)) & ~none_of] = place
    return places
