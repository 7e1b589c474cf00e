"""The state of one round: what the events so far add up to."""

from enum import Enum
from functools import cached_property

import msgspec
from immutables import Map
from msgspec.structs import replace

from punto.cards import Card
from punto.coup.event import Bet
from punto.rules import Deal, Facts, Rulebook, Side, facts_of

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


class Coup(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One round of play under one rulebook."""

    number: int
    rulebook: Rulebook
    training: bool = False
    phase: Phase = Phase.READY
    closes_at_ms: int | None = None
    """The deadline of the bets; None where somebody closes them."""
    stakes: Map[Wager, int] = Map()
    dealt: Deal = Deal()
    """The hands so far."""
    aside: tuple[Card, ...] = ()
    """Cards that were drawn in error and set aside by hand."""
    surplus: tuple[Card, ...] = ()
    """Cards of a reconstruction that no hand calls for."""
    totals_announced: bool = False
    results: tuple[Bet, ...] = ()
    """What became of the wagers: of the losing ones when collected, of all when paid or void."""
    taken_back: tuple[Bet, ...] = ()
    """What had become of them before a round that was paid was void."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of both hands, in the order they left the shoe."""
        return self.dealt.cards

    @cached_property
    def facts(self) -> Facts:
        """What is true of the finished round."""
        return facts_of(self.dealt)

    def gone_on(self, phase: Phase, results: tuple[Bet, ...]) -> "Coup":
        """The same cards in the next phase: what was worked out of them stays known."""
        after = replace(self, phase=phase, results=results)
        after.__dict__.update(self.__dict__)
        return after

    @property
    def next_card_for(self) -> Side | None:
        """The hand that the next card is for; None when both are complete."""
        return self.dealt.next_for

    @property
    def totals_due(self) -> bool:
        """Whether the initial deal lies there and its totals are still to be announced."""
        return len(self.dealt.cards) == 4 and not self.totals_announced


def corrected(cards: tuple[Card, ...], place: int, card: Card) -> tuple[Card, ...]:
    """Put another card in the place of one that was read wrongly."""
    return (*cards[:place], card, *cards[place + 1 :])
