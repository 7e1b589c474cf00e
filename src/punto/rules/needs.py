"""What a wager must be told of a round: its ending, its first four cards, or single cards."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from punto.rules.card_facts import CARD_FACTS, OF_SUITS, OF_VALUES
from punto.rules.wager import Wager

SUIT_FACTS: Final = frozenset({"player_suited", "banker_suited", "suited_pairs"})
PAIR_FACTS: Final = frozenset({"player_pair", "banker_pair", "pairs", "twin", "suited_pairs"})
START_FACTS: Final = SUIT_FACTS | PAIR_FACTS
"""Pairs and suits of the first cards decide these; single cards those of `CARD_FACTS`, and the
ending all others."""


_CLOSER_FACTS: Final = START_FACTS | CARD_FACTS.keys()
_EVERY_SUIT_FACT: Final = SUIT_FACTS | OF_SUITS
_RANK_FACTS: Final = _CLOSER_FACTS - OF_VALUES


class Detail(IntEnum):
    """How finely cards must be told apart."""

    VALUES = 0
    RANKS = 1
    CARDS = 2


def facts_named(wager: Wager) -> frozenset[str]:
    """List the facts that some line of the wager names."""
    return wager.named


def detail_of(wagers: Iterable[Wager]) -> Detail:
    """Say how finely cards must be told apart to settle all of these."""
    named = frozenset[str]().union(*map(facts_named, wagers))
    if named & _EVERY_SUIT_FACT:
        return Detail.CARDS
    return Detail.RANKS if named & _RANK_FACTS else Detail.VALUES


def is_of_endings(wager: Wager) -> bool:
    """Say whether the ending alone settles it."""
    return facts_named(wager).isdisjoint(_CLOSER_FACTS)


def is_of_starts(wager: Wager) -> bool:
    """Say whether the first four cards alone settle it."""
    return facts_named(wager) <= START_FACTS


def is_of_cards(wager: Wager) -> bool:
    """Say whether some line looks at single cards."""
    return not facts_named(wager).isdisjoint(CARD_FACTS)
