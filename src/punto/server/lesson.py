"""A table's rulebook, taught: who draws, and a round that its own rules have worked out."""

from typing import Final

from punto.cards import Card, Deck
from punto.protocol.info import Example, Lesson
from punto.protocol.reason import reasons_at_third, reasons_at_totals
from punto.protocol.tell import Bet
from punto.rules import Outcome, SettledBet, Settlement, deal, settle
from punto.rules.tableau import NATURAL, banker_draws, player_draws
from punto.table import Settings

_THIRDS: Final = (*range(10), None)

_ROUNDS: Final = ("4TT3A3", "4TT3A4")
"""Ranks as they leave the shoe: both hands draw, and the Banker wins with six, or with seven."""

_BANKER: Final = "banker"


def lesson(settings: Settings) -> Lesson:
    """Teach the game that is played under these settings."""
    rule = settings.rulebook.deal
    return Lesson(
        player_draws=[player_draws(total, 0) for total in range(NATURAL)],
        banker_draws=[
            [banker_draws(0, total, third) for third in _THIRDS] for total in range(NATURAL)
        ],
        player_clause=rule.player_clause,
        banker_clause=rule.banker_clause,
        natural_clause=rule.natural_clause,
        example=_example(settings),
    )


def _example(settings: Settings) -> Example:
    """Work out the round in which the Banker is paid least: what a rulebook is special in."""
    rulebook = settings.rulebook
    stakes = {wager.id: settings.limit_of[wager.id].minimum for wager in rulebook.wagers}
    rounds = [_cards(rulebook.deck, ranks) for ranks in _ROUNDS]
    cards = min(rounds, key=lambda each: _paid(settle(rulebook, each, stakes)))
    settled, dealt = settle(rulebook, cards, stakes), deal(cards)
    assert settled.winner is not None, "both hands are complete"
    return Example(
        player_cards=[*map(str, settled.player.cards)],
        banker_cards=[*map(str, settled.banker.cards)],
        player=settled.player.total,
        banker=settled.banker.total,
        winner=settled.winner.value,
        reasons=[*reasons_at_totals(rulebook, dealt), *reasons_at_third(rulebook, dealt)],
        bets=[_bet(bet) for bet in settled.bets if _teaches(bet)],
    )


def _cards(deck: Deck, ranks: str) -> list[Card]:
    """Take a card of each rank, from one suit after the other."""
    of_rank = [[card for card in deck.cards if str(card)[0] == rank] for rank in ranks]
    return [cards[place % len(cards)] for place, cards in enumerate(of_rank)]


def _paid(settled: Settlement) -> int:
    return sum(bet.net for bet in settled.bets if bet.wager == _BANKER)


def _teaches(bet: SettledBet) -> bool:
    return bet.wager == _BANKER or bet.outcome is Outcome.WIN


def _bet(bet: SettledBet) -> Bet:
    return Bet(
        wager=bet.wager,
        stake=bet.stake,
        outcome=bet.outcome.value,
        pays=str(bet.pays) if bet.pays else None,
        returned=bet.returned,
        net=bet.net,
        clause=bet.clause,
    )
