"""The plain way: every two starting hands, then every third card, each with its exact weight.

The first four cards are counted as two unordered hands with the number of orders they stand for.
Third cards matter by value only, so the starting hands are gathered by the values in them, and the
tableau, asked once for every case, sends each (totals, third cards) to its ending. All numbers are
integers below 650**6 < 2**63, so 64-bit arithmetic is exact.
"""

from collections.abc import Iterator
from functools import cache
from math import perm
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from punto.cards import Composition
from punto.exact.tally import ROUND_CARDS
from punto.rules.ending import ENDINGS, TRAITS, Ending
from punto.rules.tableau import banker_draws, player_draws

Integers = npt.NDArray[np.int64]


class TraitTally(NamedTuple):
    """Ordered draws of `min(6, cards)` cards: how many end how, by trait of the first four."""

    cards: int
    sequences: int
    void: int
    counts: Integers
    """One row for each trait, one column for each ending."""


class Kinds(NamedTuple):
    """The kinds of card that are told apart: by value, by rank, or by rank and suit."""

    counts: Integers
    values: Integers
    ranks: Integers
    suits: Integers


def tally_values(composition: Composition) -> TraitTally:
    """Count endings only: cards are told apart by value."""
    values = np.arange(10, dtype=np.int64)
    counts = np.array(composition.points, dtype=np.int64)
    # Equal values are not equal ranks and suits: no pair or suit is claimed here.
    apart = Kinds(counts, values, np.full(10, -1), np.full(10, -1))
    return _tally(composition, _starts(apart))


def tally_ranks(composition: Composition) -> TraitTally:
    """Count endings together with pairs: cards are told apart by rank."""
    return _tally(composition, _starts(rank_kinds(composition)))


def tally_cards(composition: Composition) -> TraitTally:
    """Count endings together with pairs and suits; the composition must know its suits."""
    return _tally(composition, _starts(card_kinds(composition)))


def rank_kinds(composition: Composition) -> Kinds:
    """Tell cards apart by rank."""
    ranks = composition.deck.ranks
    counts = np.array(composition.ranks, dtype=np.int64)
    values = np.array([rank.points for rank in ranks], dtype=np.int64)
    return Kinds(counts, values, np.arange(len(ranks)), np.full(len(ranks), -1))


def card_kinds(composition: Composition) -> Kinds:
    """Tell cards apart by rank and suit."""
    assert composition.cards is not None, "a composition by rank does not know its suits"
    deck = composition.deck
    return Kinds(
        np.array(composition.cards, dtype=np.int64),
        np.array([card.points for card in deck.cards], dtype=np.int64),
        np.array([deck.ranks.index(card.rank) for card in deck.cards]),
        np.array([deck.suits.index(card.suit) for card in deck.cards]),
    )


# --- the first four cards -----------------------------------------------------------------------


class Hands(NamedTuple):
    """Every unordered two cards out of so many kinds."""

    first: Integers
    second: Integers
    same: npt.NDArray[np.bool_]
    orders: Integers


@cache
def two_card_hands(kinds: int) -> Hands:
    """List the unordered pairs of kinds; two different kinds can come in two orders."""
    first, second = np.triu_indices(kinds)
    same = first == second
    return Hands(first, second, same, np.where(same, 1, 2))


# The 55 hands of two values, sorted by their total, and where each total begins.
_HANDS = two_card_hands(10)
_BY_TOTAL: Final = np.argsort((_HANDS.first + _HANDS.second) % 10, kind="stable")
_FIRST, _SECOND = _HANDS.first[_BY_TOTAL], _HANDS.second[_BY_TOTAL]
_TOTALS: Final = (_FIRST + _SECOND) % 10
_TOTAL_BEGINS: Final = np.searchsorted(_TOTALS, np.arange(10))
_USED: Final = np.eye(10, dtype=np.int64)[_FIRST] + np.eye(10, dtype=np.int64)[_SECOND]
_PLACE: Final = np.zeros((10, 10), dtype=np.int64)
_PLACE[_FIRST, _SECOND] = _PLACE[_SECOND, _FIRST] = np.arange(55)


def _starts(kinds: Kinds) -> Integers:
    """Count ordered draws of four cards by trait and by the values in both hands."""
    # Few cards are of few kinds, and the others would only be multiplied by nought.
    kinds = Kinds(*(column[kinds.counts > 0] for column in kinds))
    hands = two_card_hands(len(kinds.counts))
    weights = start_weights(kinds.counts, hands)
    values = _PLACE[kinds.values[hands.first], kinds.values[hands.second]]
    traits = _start_traits(kinds, hands)
    cells = (traits * 55 + values[:, None]) * 55 + values[None, :]
    # Four cards of 650 have fewer than 2**53 orders, so the sums in floats are exact.
    sums = np.bincount(cells.ravel(), weights=weights.ravel(), minlength=TRAITS * 55 * 55)
    return sums.astype(np.int64).reshape(TRAITS, 55, 55)


def start_weights(counts: Integers, hands: Hands) -> Integers:
    """Multiply what is left of each kind as Player's two and Banker's two are taken."""
    first, second = hands.first, hands.second
    player = hands.orders * counts[first] * (counts[second] - hands.same)
    third = counts[first][None, :] - (first[:, None] == first) - (second[:, None] == first)
    fourth = (
        (counts[second] - hands.same)[None, :]
        - (first[:, None] == second)
        - (second[:, None] == second)
    )
    weights: Integers = player[:, None] * hands.orders[None, :] * third * fourth
    return weights


def _start_traits(kinds: Kinds, hands: Hands) -> Integers:
    """Number the trait of each two hands; a kind without rank or suit makes no pair or suit."""
    ranks, suits = kinds.ranks, kinds.suits
    pair = (ranks[hands.first] == ranks[hands.second]) & (ranks[hands.first] >= 0)
    suited = (suits[hands.first] == suits[hands.second]) & (suits[hands.first] >= 0)
    rank = np.where(pair, ranks[hands.first], -1)
    twin = (rank[:, None] == rank[None, :]) & pair[:, None]
    traits: Integers = (
        pair[:, None] * np.int64(1)
        + pair[None, :] * np.int64(2)
        + twin * np.int64(4)
        + suited[:, None] * np.int64(8)
        + suited[None, :] * np.int64(16)
    )
    return traits


# --- third cards --------------------------------------------------------------------------------


def _tally(composition: Composition, starts: Integers) -> TraitTally:
    cards = len(composition)
    drawn = min(cards, ROUND_CARDS)
    present = np.flatnonzero(starts.any(axis=(1, 2)))
    counts = np.zeros((TRAITS, ENDINGS), dtype=np.int64)
    left = np.array(composition.points) - _USED[:, None, :] - _USED[None, :, :]
    for trait in present:
        counts[trait] = _endings(starts[trait], left, cards=cards, drawn=drawn)
    sequences = perm(cards, drawn)
    return TraitTally(cards, sequences, sequences - int(counts.sum()), counts)


def _endings(starts: Integers, left: Integers, *, cards: int, drawn: int) -> Integers:
    """Send every start with its third cards to its ending.

    Cards that a short round does not look at count in every order.
    """
    unseen_after_four = perm(max(cards - 4, 0), max(drawn - 4, 0))
    unseen_after_five = perm(max(cards - 5, 0), max(drawn - 5, 0))
    one_more = starts[:, :, None] * left
    # Both draw only when the Player has 0 to 5 and the Banker 0 to 6.
    both_draw = np.s_[: _TOTAL_BEGINS[6], : _TOTAL_BEGINS[7]]
    after_one = left[both_draw][:, :, None, :] - np.eye(10, dtype=np.int64)
    two_more = one_more[both_draw][:, :, :, None] * after_one
    cells = np.concatenate(
        [
            _by_totals(starts, 10, 10).ravel() * unseen_after_four,
            _by_totals(one_more, 10, 10).ravel() * unseen_after_five,
            _by_totals(two_more, 6, 7).ravel(),
        ]
    )
    counts = np.zeros(ENDINGS, dtype=np.int64)
    counts[_ROUTES.endings] = np.add.reduceat(cells[_ROUTES.cells], _ROUTES.begins)
    return counts


def _by_totals(cells: Integers, player: int, banker: int) -> Integers:
    """Add up the hands of equal totals, so many totals of the Player and of the Banker."""
    rows = np.add.reduceat(cells, _TOTAL_BEGINS[:player], axis=0)
    both: Integers = np.add.reduceat(rows, _TOTAL_BEGINS[:banker], axis=1)
    return both


class Routes(NamedTuple):
    """Which cells of the count make which ending: the cells, sorted by their ending."""

    cells: Integers
    endings: Integers
    begins: Integers


def _routes() -> Routes:
    routes = sorted((ending.number, cell) for cell, ending in _every_route())
    numbers = np.array([number for number, _ in routes])
    endings, begins = np.unique(numbers, return_index=True)
    return Routes(np.array([cell for _, cell in routes]), endings, begins)


def _every_route() -> Iterator[tuple[int, Ending]]:
    """Follow the rules from both initial totals: 100 cells stand, 1,000 draw one card, then two.

    A cell of one card is (Player, Banker, card), of two (Player, Banker, Player's, Banker's).
    """
    for totals in range(100):
        player, banker = divmod(totals, 10)
        if not player_draws(player, banker):
            if not banker_draws(player, banker, None):
                yield totals, Ending(player, banker, 2, 2)
                continue
            for card in range(10):
                yield 100 + 10 * totals + card, Ending(player, (banker + card) % 10, 2, 3)
            continue
        for third in range(10):
            total = (player + third) % 10
            if not banker_draws(player, banker, third):
                yield 100 + 10 * totals + third, Ending(total, banker, 3, 2)
                continue
            for card in range(10):
                cell = 1_100 + ((7 * player + banker) * 10 + third) * 10 + card
                yield cell, Ending(total, (banker + card) % 10, 3, 3)


_ROUTES: Final = _routes()
