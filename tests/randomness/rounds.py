"""The first round of every shoe, dealt by the rules and compared with the exact counts."""

from collections import Counter
from typing import Final

import numpy as np

from punto.cards import Composition
from punto.exact import Ending, endings
from punto.rules.deal import deal
from tests.randomness import chance
from tests.randomness.dealt import Dealt

MOST_CARDS: Final = 6


def first_rounds(dealt: Dealt) -> float:
    """Judge how the first rounds end: both totals, and both numbers of cards.

    Rounds of different shoes are independent, and `punto.exact` counts every ending of a full
    shoe; the rarest endings come first and are put together.
    """
    ways = endings(Composition.of_decks(dealt.deck, dealt.decks))
    ordered = sorted(ways, key=lambda ending: (ways[ending], ending))
    seen = Counter(ending(dealt, shoe) for shoe in range(dealt.shoes))
    assert seen.keys() <= ways.keys(), "a round ended as no round can"
    weights = np.array([float(ways[each]) for each in ordered])
    return chance.of_counts(np.array([seen[each] for each in ordered]), weights / weights.sum())


def ending(dealt: Dealt, shoe: int) -> Ending:
    """Deal the first round of one shoe."""
    first = dealt.cards[:MOST_CARDS, shoe].tolist()
    hands = deal(dealt.deck.cards[card] for card in first)
    player, banker = hands.player, hands.banker
    return Ending(player.total, banker.total, len(player), len(banker))
