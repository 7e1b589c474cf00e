"""One step of a round: ask whether a command is refused, do it, fold what happened.

Everything here is pure. Nothing raises but a programming error.
"""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from punto.cards import parse_card
from punto.coup.command import (
    AnnounceResult,
    AnnounceTotals,
    CloseBetting,
    CollectLosing,
    Command,
    CorrectCard,
    DealCard,
    OpenBetting,
    PayWinning,
    PlaceWager,
    ProlongBetting,
    SetCardAside,
    VoidRound,
    WithdrawWager,
)
from punto.coup.event import (
    Bet,
    BettingClosed,
    BettingOpened,
    BettingProlonged,
    CardCorrected,
    CardDealt,
    CardSetAside,
    Event,
    ResultAnnounced,
    RoundVoided,
    TotalsAnnounced,
    WagerPlaced,
    WagersCollected,
    WagersPaid,
    WagerWithdrawn,
)
from punto.coup.refusal import Refusal
from punto.coup.refusing import refusal_of
from punto.coup.settling import settled_bets, voided_bets
from punto.coup.state import Coup, Phase, corrected
from punto.rules import Outcome, Winner


def step(coup: Coup, command: Command, now_ms: int | None = None) -> tuple[Event, ...] | Refusal:
    """Do a command: what happened, or why not. The state given is never changed.

    The time is wanted for bets where the round has a deadline.
    """
    refusal = refusal_of(coup, command, now_ms)
    return refusal if refusal is not None else (_happening(coup, command),)


def _happening(coup: Coup, command: Command) -> Event:
    match command:
        case OpenBetting(closes_at_ms):
            return BettingOpened(coup.number, coup.rulebook.key, coup.training, closes_at_ms)
        case ProlongBetting(closes_at_ms):
            return BettingProlonged(closes_at_ms)
        case PlaceWager(bettor, wager, amount):
            stake = coup.stakes.get((bettor, wager), 0) + amount
            return WagerPlaced(bettor, wager, amount, stake)
        case WithdrawWager(bettor, wager):
            return WagerWithdrawn(bettor, wager, coup.stakes[bettor, wager])
        case CloseBetting():
            return BettingClosed()
        case DealCard(card):
            side = coup.next_card_for
            assert side is not None, "a card that no hand calls for is refused"
            return CardDealt(len(coup.cards), side, card)
        case SetCardAside(card, who, why):
            return CardSetAside(card, who, why)
        case CorrectCard(place, card, who, why):
            return CardCorrected(place, str(coup.cards[place]), card, who, why)
        case AnnounceTotals():
            return TotalsAnnounced(coup.dealt.player.total, coup.dealt.banker.total)
        case AnnounceResult():
            facts = coup.facts
            winner = Winner(facts.winner)
            return ResultAnnounced(winner, facts.player_total, facts.banker_total, facts.natural)
        case CollectLosing():
            return WagersCollected(_with_outcome(coup, {Outcome.LOSE}))
        case PayWinning():
            return WagersPaid(_with_outcome(coup, {Outcome.WIN, Outcome.PUSH}))
        case VoidRound(reason, clause, who, why):
            paid = coup.phase is Phase.SETTLED
            bets = voided_bets(coup, clause)
            return RoundVoided(reason, clause, who, why, after_payment=paid, bets=bets)
        case _:
            assert_never(command)


def _with_outcome(coup: Coup, outcomes: Iterable[Outcome]) -> tuple[Bet, ...]:
    named = {outcome.value for outcome in outcomes}
    return tuple(bet for bet in settled_bets(coup) if bet.outcome in named)


def fold(coup: Coup, event: Event) -> Coup:
    """Add what happened to the state."""
    match event:
        case BettingOpened(closes_at_ms=closes_at_ms):
            return replace(coup, phase=Phase.BETTING, closes_at_ms=closes_at_ms)
        case BettingProlonged(closes_at_ms):
            return replace(coup, closes_at_ms=closes_at_ms)
        case WagerPlaced(bettor, wager, _, stake):
            return replace(coup, stakes=coup.stakes.set((bettor, wager), stake))
        case WagerWithdrawn(bettor, wager):
            return replace(coup, stakes=coup.stakes.delete((bettor, wager)))
        case BettingClosed():
            return replace(coup, phase=Phase.DEALING)
        case CardDealt(_, _, card):
            return replace(coup, cards=(*coup.cards, parse_card(card)))
        case CardSetAside(card):
            return replace(coup, aside=(*coup.aside, parse_card(card)))
        case CardCorrected(place, _, card):
            return replace(coup, cards=corrected(coup.cards, place, parse_card(card)))
        case TotalsAnnounced():
            return replace(coup, totals_announced=True)
        case ResultAnnounced():
            return replace(coup, phase=Phase.RESULT)
        case WagersCollected():
            return replace(coup, phase=Phase.COLLECTED)
        case WagersPaid():
            return replace(coup, phase=Phase.SETTLED)
        case RoundVoided():
            return replace(coup, phase=Phase.VOID)
        case _:
            assert_never(event)


def replay(coup: Coup, events: Iterable[Event]) -> Coup:
    """Fold a run of events."""
    for event in events:
        coup = fold(coup, event)
    return coup
