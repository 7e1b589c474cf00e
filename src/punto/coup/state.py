"""The state of one round: what the events so far add up to."""

from enum import Enum

import msgspec
from immutables import Map

from punto.cards import Card
from punto.rules import Deal, Facts, Rulebook, Side, deal, facts_of, next_side

Wager = tuple[str, str]
"""Bettor and wager id."""


class Phase(Enum):
    """Where a round stands."""

    READY = "ready"
    BETTING = "betting"
    DEALING = "dealing"
    RESULT = "result"
    COLLECTED = "collected"
    SETTLED = "settled"
    VOID = "void"


class Coup(msgspec.Struct, frozen=True, kw_only=True):
    """One round of play under one rulebook."""

    number: int
    rulebook: Rulebook
    training: bool = False
    phase: Phase = Phase.READY
    stakes: Map[Wager, int] = Map()
    cards: tuple[Card, ...] = ()
    aside: tuple[Card, ...] = ()
    totals_announced: bool = False

    @property
    def dealt(self) -> Deal:
        """The hands so far."""
        return deal(self.cards)

    @property
    def facts(self) -> Facts:
        """What is true of the finished round."""
        return facts_of(self.dealt)

    @property
    def next_card_for(self) -> Side | None:
        """The hand that the next card is for; None when both are complete."""
        dealt = self.dealt
        return next_side(dealt.player, dealt.banker)

    @property
    def totals_due(self) -> bool:
        """Whether the initial deal lies there and its totals are still to be announced."""
        return len(self.cards) == 4 and not self.totals_announced


def corrected(cards: tuple[Card, ...], place: int, card: Card) -> tuple[Card, ...]:
    """Put another card in the place of one that was read wrongly."""
    return (*cards[:place], card, *cards[place + 1 :])
