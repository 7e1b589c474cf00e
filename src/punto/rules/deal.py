"""Dealing: which hand the next card goes to, and the two hands that a run of cards makes."""

from collections.abc import Iterable
from itertools import islice

import msgspec

from punto.cards import Card
from punto.rules.hand import Hand, Side
from punto.rules.tableau import banker_draws, player_draws


def next_side(player: Hand, banker: Hand) -> Side | None:
    """Say whose card comes next; None when the round has all its cards.

    First, third: Player. Second, fourth: Banker. Then the tableau.
    """
    dealt = len(player.cards) + len(banker.cards)
    if dealt < 4:
        return Side.BANKER if dealt % 2 else Side.PLAYER
    if len(banker.cards) > 2:
        return None
    third = player.third
    if third is None:
        if player_draws(player.total, banker.total):
            return Side.PLAYER
        return Side.BANKER if banker_draws(player.total, banker.total, None) else None
    draws = banker_draws(player.initial_total, banker.total, third.points)
    return Side.BANKER if draws else None


class Deal(msgspec.Struct, frozen=True):
    """Two hands, finished or as far as the cards went."""

    cards: tuple[Card, ...] = ()
    """Those of both hands, in the order they left the shoe."""
    player: Hand = Hand()
    banker: Hand = Hand()
    next_for: Side | None = Side.PLAYER
    """Whose card comes next; None when both hands are complete."""

    @property
    def finished(self) -> bool:
        """Whether the round has all its cards."""
        return self.next_for is None

    @property
    def cards_used(self) -> int:
        """How many cards left the shoe."""
        return len(self.cards)

    def plus(self, card: Card) -> "Deal":
        """Give the next card to its hand; one that no hand calls for is not looked at."""
        player, banker = self.player, self.banker
        if self.next_for is None:
            return self
        if self.next_for is Side.PLAYER:
            player = player.plus(card)
        else:
            banker = banker.plus(card)
        return Deal((*self.cards, card), player, banker, next_side(player, banker))


def deal(cards: Iterable[Card]) -> Deal:
    """Deal cards in the order they leave the shoe; what is left over is not looked at."""
    coming = iter(cards)
    first = tuple(islice(coming, 4))
    player, banker = Hand.of(first[0::2]), Hand.of(first[1::2])
    dealt = Deal(first, player, banker, next_side(player, banker))
    for card in coming:
        if dealt.next_for is None:
            break
        dealt = dealt.plus(card)
    return dealt
