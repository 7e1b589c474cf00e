"""Which cases of pay lines a round can leave standing, over all rounds that can be dealt."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product

from punto.cards import Deck
from punto.rules.ending import Ending
from punto.rules.needs import Detail, is_of_cards
from punto.rules.outcomes import reachable_facts
from punto.rules.sorting import HandClass, Sorting, sorting_of
from punto.rules.tableau import banker_draws, player_draws
from punto.rules.wager import UNMATCHED, PayLine, Wager

Part = tuple[int, int]
"""What some cards leave, and what they weigh for the facts of all cards together."""


def holding(wager: Wager, deck: Deck, *, decks: int) -> frozenset[tuple[bool, ...]]:
    """List which lines of a wager hold together, each for itself, over all rounds there are."""
    if not is_of_cards(wager):
        reachable = reachable_facts(deck, decks=decks)
        return frozenset(tuple([line.when.holds(f) for line in wager.lines]) for f in reachable)
    (sieve,) = sorting_of((wager,), deck).sieves
    left = reachable_cases((wager,), deck, decks=decks)
    return frozenset(tuple(line.holds(word) for line in sieve.lines) for (word,) in left)


def line_sets(wagers: Sequence[Wager], deck: Deck, *, decks: int) -> frozenset[tuple[PayLine, ...]]:
    """List which pay lines, one for each wager, can settle a round together."""
    if not any(map(is_of_cards, wagers)):
        reachable = reachable_facts(deck, decks=decks)
        return frozenset(tuple(wager.line_for(facts) for wager in wagers) for facts in reachable)
    sieves = sorting_of(tuple(wagers), deck).sieves
    places = [cache(sieve.place_of) for sieve in sieves]  # few words come up again and again
    together = frozenset(
        tuple([place_of(word) for place_of, word in zip(places, words, strict=True)])
        for words in reachable_cases(tuple(wagers), deck, decks=decks)
    )
    lines = [(*wager.lines, UNMATCHED) for wager in wagers]
    return frozenset(
        tuple([of_wager[place] for of_wager, place in zip(lines, row, strict=True)])
        for row in together
    )


@lru_cache(maxsize=256)
def reachable_cases(
    wagers: tuple[Wager, ...], deck: Deck, *, decks: int
) -> frozenset[tuple[int, ...]]:
    """List the cases, of every wager, that some round of so many decks leaves standing."""
    sorting = sorting_of(wagers, deck)
    return frozenset(map(sorting.split, set(_Reaching(sorting, decks).left())))


class _Reaching:
    """The parts of rounds, each kind once."""

    def __init__(self, sorting: Sorting, decks: int) -> None:
        self._sorting = sorting
        self._of_weights = cache(sorting.of_weights)
        self._hands: dict[int, set[HandClass]] = {total: set() for total in range(10)}
        for one, other in combinations_with_replacement(sorting.kinds, 2):
            if one is not other or sorting.detail is not Detail.CARDS or decks > 1:
                hand = sorting.hand(one, other)
                self._hands[hand.total].add(hand)
        stood = sorting.no_third
        self._player: dict[int | None, set[Part]] = {None: {(stood.as_player, 0)}}
        self._banker: dict[int | None, set[Part]] = {None: {(stood.as_banker, 0)}}
        for third in map(sorting.third, sorting.kinds):
            self._player.setdefault(third.value, set()).add((third.as_player, third.weights))
            self._banker.setdefault(third.value, set()).add((third.as_banker, third.weights))

    def left(self) -> Iterator[int]:
        """Go through all totals and third cards."""
        for player, banker in product(range(10), repeat=2):
            starts = self._starts(player, banker)
            for third, last in _draws(player, banker):
                yield from self._ended(starts, player, banker, third, last)

    def _starts(self, player: int, banker: int) -> set[Part]:
        of_trait = cache(self._sorting.of_trait)
        return {
            (
                one.as_player & other.as_banker & of_trait(one.start, other.start),
                one.weights + other.weights,
            )
            for one in self._hands[player]
            for other in self._hands[banker]
        }

    def _ended(
        self, starts: set[Part], player: int, banker: int, third: int | None, last: int | None
    ) -> set[int]:
        totals = (player + (third or 0)) % 10, (banker + (last or 0)) % 10
        ending = Ending(*totals, 2 + (third is not None), 2 + (last is not None))
        allowed = self._sorting.of_ending(ending.number)
        thirds = {
            (one & two & allowed, weight + more)
            for one, weight in self._player[third]
            for two, more in self._banker[last]
        }
        parts = {(s & t, weight + more) for s, weight in starts for t, more in thirds}
        return {left & self._of_weights(weights) for left, weights in parts}


def _draws(player: int, banker: int) -> Iterator[tuple[int | None, int | None]]:
    """List the third cards that can follow two totals."""
    for third in range(10) if player_draws(player, banker) else (None,):
        for last in range(10) if banker_draws(player, banker, third) else (None,):
            yield third, last
