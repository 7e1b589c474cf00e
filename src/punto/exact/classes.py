"""Wagers on single cards: every two classes of starting hands, and of third cards.

What is left of a class of third cards once two hands are dealt is its number n, less those that the
hands hold, u and v. So all that is needed of two classes of hands are the sums of their weights w,
as they are and times u, v, u u', v v' and u v', for any two classes of third cards:

    one third card                Σ w (n − u − v)
    two of different classes      Σ w (n − u − v) (n' − u' − v')
    two of the same class         Σ w (n − u − v) (n − u − v − 1)

The weights are orders of four cards, so that 64-bit integers hold everything. Hands of one class
that hold third cards of the same classes are one sort, and sorts are weighed at once, as in
`starts`: with d(k) cards that make a hand of a sort with one certain card of kind k, and
P = Σ n(k) d(k) ordered pairs, two sorts A and B have

    P(A) P(B) − 4 Σ n(k) d_A(k) d_B(k) + 2 [A = B] P(A).
"""

from collections.abc import Sequence
from itertools import product
from math import perm
from typing import Final

import numpy as np

from punto.cards import Composition
from punto.exact.enumeration import ROUND_CARDS, Hands, Integers, two_card_hands
from punto.exact.ways import Groups, Plan, groups_of
from punto.rules.needs import Detail

_FIRST_CARDS: Final = 4
"""Every round has so many."""


def count_outcomes(plan: Plan, composition: Composition) -> Integers:
    """Count the sequences of each set of pay lines of a plan; fewer than four cards are void."""
    cards, drawn = len(composition), min(len(composition), ROUND_CARDS)
    if cards < _FIRST_CARDS:
        return np.zeros(plan.outcomes.shape[1], dtype=np.int64)
    after_four = perm(max(cards - 4, 0), max(drawn - 4, 0))
    after_five = perm(max(cards - 5, 0), max(drawn - 5, 0))
    sums = _Sums(plan, np.array(_counts(composition, plan.detail), dtype=np.int64))
    stood, player, banker, both = plan.stood, plan.player_drew, plan.banker_drew, plan.both_drew
    sequences = [
        sums.none(stood.player, stood.banker) * after_four,
        sums.one(player.player, player.banker, player.player_third) * after_five,
        sums.one(banker.player, banker.banker, banker.banker_third) * after_five,
        sums.two(both.player, both.banker, both.player_third, both.banker_third),
    ]
    return plan.gathering.added(np.concatenate(sequences))


def _counts(composition: Composition, detail: Detail) -> Sequence[int]:
    if detail is Detail.CARDS:
        assert composition.cards is not None, "a composition by rank does not know its suits"
        return composition.cards
    return composition.ranks if detail is Detail.RANKS else composition.points


class _Sums:
    """The sums above, by classes of hands a and b, and of third cards c and d."""

    def __init__(self, plan: Plan, counts: Integers) -> None:
        self._thirds = int(plan.third_class.max()) + 1
        self._n = np.bincount(plan.third_class, weights=counts).astype(np.int64)
        # Few cards are of few kinds, and the others would only be multiplied by nought.
        two = two_card_hands(len(counts))
        there = np.flatnonzero((counts[two.first] > 0) & (counts[two.second] > 0))
        of_hand = plan.hand_class[there]
        hands = Hands(two.first[there], two.second[there], two.same[there], two.orders[there])
        held = np.sort([plan.third_class[hands.first], plan.third_class[hands.second]], axis=0)
        sorts, sort_of = np.unique(self._key(of_hand, *held), return_inverse=True)
        weights = _weights(counts, hands, sort_of, len(sorts))
        of_hand, first = np.divmod(sorts // self._thirds, self._thirds)
        second = sorts % self._thirds
        every = np.arange(len(sorts))
        whole = groups_of(every, of_hand)
        holding = groups_of(
            np.tile(every, 2), np.concatenate([self._key(of_hand, c) for c in (first, second)])
        )
        pairs = product((first, second), repeat=2)
        holding_two = groups_of(
            np.tile(every, 4), np.concatenate([self._key(of_hand, c, d) for c, d in pairs])
        )
        classes = int(plan.hand_class.max()) + 1
        by_banker = _spread(whole, whole.added(weights.T), classes).T
        self._w = _spread(whole, whole.added(by_banker), classes)
        self._u = _spread(holding, holding.added(by_banker), classes * self._thirds)
        self._uu = _spread(holding_two, holding_two.added(by_banker), classes * self._thirds**2)
        self._uv = holding.added(holding.added(weights).T).T
        self._place = np.full(classes * self._thirds, -1)
        self._place[holding.numbers] = np.arange(len(holding.numbers))

    def _key(self, hand: Integers, *thirds: Integers) -> Integers:
        for third in thirds:
            hand = hand * self._thirds + third
        return hand

    def none(self, a: Integers, b: Integers) -> Integers:
        """No third card."""
        drawn: Integers = self._w[a, b]
        return drawn

    def one(self, a: Integers, b: Integers, c: Integers) -> Integers:
        """One third card, whoever takes it."""
        drawn: Integers = self._n[c] * self._w[a, b] - self._held(a, b, c)
        return drawn

    def two(self, a: Integers, b: Integers, c: Integers, d: Integers) -> Integers:
        """Two third cards, c and then d."""
        n, m = self._n[c], self._n[d]
        drawn: Integers = (
            n * m * self._w[a, b]
            - n * self._held(a, b, d)
            - m * self._held(a, b, c)
            + self._uu[self._key(a, c, d), b]
            + self._uu[self._key(b, c, d), a]
            + self._held_by_both(a, b, c, d)
            + self._held_by_both(a, b, d, c)
        )
        return drawn - np.where(c == d, self.one(a, b, c), 0)

    def _held(self, a: Integers, b: Integers, c: Integers) -> Integers:
        """Σ w (u + v). Hands weigh the same whichever is the Player's."""
        held: Integers = self._u[self._key(a, c), b] + self._u[self._key(b, c), a]
        return held

    def _held_by_both(self, a: Integers, b: Integers, c: Integers, d: Integers) -> Integers:
        """Σ w u v', where the Player holds c and the Banker d."""
        player, banker = self._place[self._key(a, c)], self._place[self._key(b, d)]
        occurs = (player >= 0) & (banker >= 0)
        return np.where(occurs, self._uv[player, banker], 0)


def _weights(counts: Integers, hands: Hands, sort_of: Integers, sorts: int) -> Integers:
    """Count orders of four cards by the sorts of both hands."""
    kinds, apart = len(counts), ~hands.same
    beside_first = counts[hands.second] - hands.same
    places = np.concatenate(
        [sort_of * kinds + hands.first, (sort_of * kinds + hands.second)[apart]]
    )
    partners = np.concatenate([beside_first, counts[hands.first][apart]])
    sums = np.bincount(places, weights=partners, minlength=sorts * kinds)  # below 2**10, as floats
    d = sums.reshape(sorts, kinds).astype(np.int64)
    pairs = d @ counts
    weights: Integers = np.outer(pairs, pairs) - 4 * ((d * counts) @ d.T)
    weights[np.diag_indices(sorts)] += 2 * pairs
    return weights


def _spread(groups: Groups, sums: Integers, size: int) -> Integers:
    """Put the sums where their groups belong; what does not occur is nought."""
    table = np.zeros((size, sums.shape[1]), dtype=np.int64)
    table[groups.numbers] = sums
    return table
