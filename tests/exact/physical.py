"""The third way: every sequence of physical cards of a tiny shoe, dealt and settled one by one."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations

from punto.cards import Card
from punto.rules import Rulebook, deal, facts_of

Tally = Mapping[str, Counter[str]]


def count_sequences(rulebook: Rulebook, cards: Sequence[Card]) -> Tally:
    """Count, for each wager, the ordered draws of up to six of these cards by what they pay."""
    tally: dict[str, Counter[str]] = {wager.id: Counter() for wager in rulebook.wagers}
    for drawn in permutations(cards, min(6, len(cards))):
        dealt = deal(drawn)
        facts = facts_of(dealt) if dealt.finished else None
        for wager in rulebook.wagers:
            pays = wager.line_for(facts).pays if facts else "void"
            tally[wager.id][pays] += 1
    return tally
