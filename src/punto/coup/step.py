"""One step of a round: ask whether a command is refused, do it, fold what happened.

Everything here is pure. Nothing raises but a programming error.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias, assert_never

from msgspec.structs import replace

from punto.cards import parse_card
from punto.coup.betting import bet_event, with_bet
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
    Reconstruct,
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
    CardsReconstructed,
    Event,
    ResultAnnounced,
    RoundSettledAgain,
    RoundVoided,
    TotalsAnnounced,
    WagerPlaced,
    WagersCollected,
    WagersPaid,
    WagerWithdrawn,
)
from punto.coup.refusing import refusal_of
from punto.coup.settling import settled_bets, voided_bets
from punto.coup.state import Coup, Phase, corrected
from punto.refusal import Refusal
from punto.rules import Outcome, Winner, deal


def step(coup: Coup, command: Command, now_ms: int | None = None) -> tuple[Event, ...] | Refusal:
    """Do a command: what happened, or why not. The state given is never changed.

    The time is wanted for bets where the round has a deadline.
    """
    refusal = refusal_of(coup, command, now_ms)
    return refusal if refusal is not None else (done(coup, command),)


_Seldom: TypeAlias = ProlongBetting | SetCardAside | CorrectCard | Reconstruct | VoidRound


def done(coup: Coup, command: Command) -> Event:
    """Do a command that is known not to be refused, without asking again.

    What a round always has comes first, here and in `fold`, and is known by its type alone: to
    look at a case of `match` takes six times as long.
    """
    if type(command) is DealCard:
        side = coup.next_card_for
        assert side is not None, "a card that no hand calls for is refused"
        return CardDealt(len(coup.cards), side, command.card)
    if type(command) is PlaceWager or type(command) is WithdrawWager:
        return bet_event(coup, command)
    if type(command) is OpenBetting:
        return BettingOpened(coup.number, coup.rulebook.key, coup.training, command.closes_at_ms)
    if type(command) is CloseBetting:
        return BettingClosed()
    if type(command) is AnnounceTotals:
        return TotalsAnnounced(coup.dealt.player.total, coup.dealt.banker.total)
    if type(command) is AnnounceResult:
        facts = coup.facts
        winner = Winner(facts.winner)
        return ResultAnnounced(winner, facts.player_total, facts.banker_total, facts.natural)
    if type(command) is CollectLosing:
        return WagersCollected(_with_outcome(coup, _COLLECTED))
    if type(command) is PayWinning:
        return WagersPaid(_with_outcome(coup, _PAID))
    return _done_seldom(coup, command)


def _done_seldom(coup: Coup, command: _Seldom) -> Event:
    match command:
        case ProlongBetting(closes_at_ms):
            return BettingProlonged(closes_at_ms)
        case SetCardAside(card, who, why):
            return CardSetAside(card, who, why)
        case CorrectCard(place, card, who, why):
            return CardCorrected(place, str(coup.cards[place]), card, who, why)
        case Reconstruct():
            return _reconstructed(coup, command)
        case VoidRound(reason, clause, who, why):
            paid = coup.phase is Phase.SETTLED
            bets = voided_bets(coup, clause)
            return RoundVoided(reason, clause, who, why, after_payment=paid, bets=bets)
        case _:
            assert_never(command)


def _reconstructed(coup: Coup, command: Reconstruct) -> CardsReconstructed | RoundSettledAgain:
    """Give the cards to the hands again, as far as they call for any."""
    cards, aside = _dealt_again(command.cards)
    if coup.phase is not Phase.SETTLED:
        return CardsReconstructed(cards, aside, command.who, command.why)
    again = replace(coup, dealt=deal(map(parse_card, cards)))
    facts = again.facts
    return RoundSettledAgain(
        cards=cards,
        aside=aside,
        winner=Winner(facts.winner),
        player=facts.player_total,
        banker=facts.banker_total,
        natural=facts.natural,
        bets=settled_bets(again),
        who=command.who,
        why=command.why,
    )


def _dealt_again(cards: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    used = deal([parse_card(card) for card in cards]).cards_used
    return cards[:used], cards[used:]


_COLLECTED: Final = frozenset({Outcome.LOSE.value})
_PAID: Final = frozenset({Outcome.WIN.value, Outcome.PUSH.value})


def _with_outcome(coup: Coup, outcomes: frozenset[str]) -> tuple[Bet, ...]:
    return tuple([bet for bet in settled_bets(coup) if bet.outcome in outcomes])


_SeldomEvent: TypeAlias = (
    BettingProlonged
    | CardSetAside
    | CardCorrected
    | CardsReconstructed
    | RoundSettledAgain
    | RoundVoided
)


def fold(coup: Coup, event: Event) -> Coup:
    """Add what happened to the state."""
    if type(event) is CardDealt:
        return replace(coup, dealt=coup.dealt.plus(parse_card(event.card)))
    if type(event) is WagerPlaced or type(event) is WagerWithdrawn:
        return with_bet(coup, event)
    if type(event) is BettingOpened:
        return replace(coup, phase=Phase.BETTING, closes_at_ms=event.closes_at_ms)
    if type(event) is BettingClosed:
        return replace(coup, phase=Phase.DEALING)
    if type(event) is TotalsAnnounced:
        return replace(coup, totals_announced=True)
    if type(event) is ResultAnnounced:
        return coup.gone_on(Phase.RESULT, coup.results)
    if type(event) is WagersCollected:
        return coup.gone_on(Phase.COLLECTED, event.bets)
    if type(event) is WagersPaid:
        return coup.gone_on(Phase.SETTLED, (*coup.results, *event.bets))
    return _folded_seldom(coup, event)


def _folded_seldom(coup: Coup, event: _SeldomEvent) -> Coup:
    match event:
        case BettingProlonged(closes_at_ms):
            return replace(coup, closes_at_ms=closes_at_ms)
        case CardSetAside(card):
            return replace(coup, aside=(*coup.aside, parse_card(card)))
        case CardCorrected(place, _, card):
            return replace(coup, dealt=deal(corrected(coup.cards, place, parse_card(card))))
        case CardsReconstructed(cards, aside):
            return _put_back(coup, cards, aside)
        case RoundSettledAgain(cards=cards, aside=aside, bets=bets):
            return replace(_put_back(coup, cards, aside), phase=Phase.SETTLED, results=bets)
        case RoundVoided(after_payment=after_payment, bets=bets):
            paid = coup.results if after_payment else ()
            return replace(coup, phase=Phase.VOID, results=bets, taken_back=paid)
        case _:
            assert_never(event)


def _put_back(coup: Coup, cards: tuple[str, ...], aside: tuple[str, ...]) -> Coup:
    """Go back to dealing; totals that were announced hold as long as they are the same ones."""
    put = tuple(map(parse_card, cards))
    same = coup.totals_announced and put[:4] == coup.cards[:4]
    return replace(
        coup,
        phase=Phase.DEALING,
        dealt=deal(put),
        surplus=tuple(map(parse_card, aside)),
        totals_announced=same or len(put) > 4,
    )


def replay(coup: Coup, events: Iterable[Event]) -> Coup:
    """Fold a run of events."""
    for event in events:
        coup = fold(coup, event)
    return coup
