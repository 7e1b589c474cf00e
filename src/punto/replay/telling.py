"""What happened at a table, in words; and which rule decided on third cards, with its clause."""

from collections.abc import Iterator
from typing import assert_never

import msgspec

from punto.coup.deadline import time_of_day
from punto.coup.event import (
    Bet,
    BettingClosed,
    BettingOpened,
    BettingProlonged,
    CardCorrected,
    CardDealt,
    CardSetAside,
    CardsReconstructed,
    ResultAnnounced,
    RoundSettledAgain,
    RoundVoided,
    TotalsAnnounced,
    WagerPlaced,
    WagersCollected,
    WagersPaid,
    WagerWithdrawn,
)
from punto.replay.round_events import RoundEvent
from punto.rules import Deal, Hand
from punto.rules.rulebook import DealRule
from punto.rules.tableau import is_natural, player_draws
from punto.table.event import (
    EarlierRoundVoided,
    IrregularityRuled,
    ResultDropped,
    ResultRecorded,
    SupervisorDecided,
)


def told(event: RoundEvent, place: int) -> str:  # noqa: C901, PLR0911, PLR0912 – one match shows all
    """Say what an event means; `place` is that of the next card in its shoe."""
    match event:
        case BettingOpened(training=training, closes_at_ms=closes_at_ms):
            opens = "betting opens, in training" if training else "betting opens"
            return opens if closes_at_ms is None else f"{opens}, until {time_of_day(closes_at_ms)}"
        case BettingProlonged(closes_at_ms):
            return f"bets are taken for longer, until {time_of_day(closes_at_ms)}"
        case WagerPlaced(bettor, wager, amount, stake):
            more = f", which makes {stake}" if stake != amount else ""
            return f"{bettor} stakes {amount} on {wager}{more}"
        case WagerWithdrawn(bettor, wager, stake):
            return f"{bettor} takes {stake} back from {wager}"
        case BettingClosed():
            return "no more bets"
        case CardDealt(_, side, card):
            return f"{card} to the {side.value.title()}, card {place} of the shoe"
        case CardSetAside(card, who, why):
            return f"{card}, card {place} of the shoe, is set aside by {who}: {why}"
        case CardCorrected(at, before, card, who, why):
            return f"card {at + 1} is {card}, not {before}, says {who}: {why}"
        case CardsReconstructed(cards, aside, who, why):
            return f"the cards are {_laid(cards, aside)}, says {who}: {why}"
        case TotalsAnnounced(player, banker):
            return f"Player has {player}, Banker has {banker}"
        case ResultAnnounced(winner, player, banker):
            return f"result: {winner.value.title()}, Player {player}, Banker {banker}"
        case WagersCollected(bets):
            return f"losing wagers are collected{_counted(bets)}"
        case WagersPaid(bets):
            return f"winning wagers are paid, pushed ones given back{_counted(bets)}"
        case RoundSettledAgain():
            return _settled_again(event)
        case RoundVoided(reason, clause, who, why):
            return f"the round is void: {reason}{_cited(clause)}, says {who}: {why}"
        case IrregularityRuled():
            found = event.found.value.replace("-", " ")
            return f"{event.who} reports {found} ({event.why}): {event.words}{_cited(event.clause)}"
        case EarlierRoundVoided():
            said = f"{event.reason}{_cited(event.clause)}, says {event.who}: {event.why}"
            return f"the round is void, after others had followed: {said}"
        case SupervisorDecided(_, void, who, why):
            return f"{who} decides that the round {'is void' if void else 'stands'}: {why}"
        case ResultRecorded(winner=winner, who=who):
            return f"{who} records the result {winner.value.title()}"
        case ResultDropped(_, who, why):
            return f"{who} takes the result back: {why}"
        case _:
            assert_never(event)


def _settled_again(event: RoundSettledAgain) -> str:
    cards, said = _laid(event.cards, event.aside), f"{event.who}: {event.why}"
    result = f"result: {event.winner.value.title()}; wagers are settled again"
    return f"the cards are {cards}, says {said}; {result}{_counted(event.bets)}"


def _laid(cards: tuple[str, ...], aside: tuple[str, ...]) -> str:
    rest = f", with {' '.join(aside)} set aside" if aside else ""
    return f"{' '.join(cards)}{rest}"


def _counted(bets: tuple[Bet, ...]) -> str:
    return f": {len(bets)}" if bets else ": none"


def _cited(clause: str | None) -> str:
    return f" [{clause}]" if clause else ""


# --- third cards --------------------------------------------------------------------------------


class ThirdCard(msgspec.Struct, frozen=True):
    """What decided on a third card, and the clause that says so."""

    words: str
    clause: str | None


def third_cards(dealt: Deal, rule: DealRule) -> Iterator[ThirdCard]:
    """Say why each hand drew or stood, once the first four cards lie there."""
    player, banker = dealt.player, dealt.banker
    if len(player.cards) < 2 or len(banker.cards) < 2:
        return
    have = player.initial_total, banker.initial_total
    if is_natural(*have):
        yield ThirdCard(f"Player {have[0]}, Banker {have[1]}: a natural", rule.natural_clause)
        return
    draws = player_draws(*have)
    done = "draws a third card" if draws else "stands"
    yield ThirdCard(f"Player has {have[0]} and {done}", rule.player_clause)
    if dealt.finished:
        yield _bankers(player, banker, rule)


def _bankers(player: Hand, banker: Hand, rule: DealRule) -> ThirdCard:
    done = "draws a third card" if banker.third else "stands"
    if player.third is None:
        clause = rule.player_stood_clause or rule.banker_clause
        return ThirdCard(f"Banker has {banker.initial_total}, the Player stood: {done}", clause)
    third = f"the Player’s third card counts {player.third.points}"
    return ThirdCard(f"Banker has {banker.initial_total}, {third}: {done}", rule.banker_clause)
