"""What becomes of every bettor's wagers; a pay line is found once for a wager, not for a bet."""

from typing import Final

from punto.coup.event import Bet
from punto.coup.state import Coup
from punto.rules import Outcome, PayLine

_KNOWN: Final = "settled_bets"


def settled_bets(coup: Coup) -> tuple[Bet, ...]:
    """Settle every stake on the finished round; it is done once for collecting and paying."""
    known: tuple[Bet, ...] | None = coup.__dict__.get(_KNOWN)
    if known is None:
        known = coup.__dict__[_KNOWN] = _settled_bets(coup)
    return known


def _settled_bets(coup: Coup) -> tuple[Bet, ...]:
    """Go by bettors and wagers in their order, which is the same in every process."""
    facts, wagers = coup.facts, coup.rulebook.wager_by_id
    lines = {wager: wagers[wager].line_for(facts) for wager in {each for _, each in coup.stakes}}
    return tuple(
        [
            _settled(bettor, wager, stake, lines[wager])
            for (bettor, wager), stake in sorted(coup.stakes.items())
        ]
    )


def _settled(bettor: str, wager: str, stake: int, line: PayLine) -> Bet:
    payment = line.payment
    net = payment.net(stake)
    return Bet(
        bettor=bettor,
        wager=wager,
        stake=stake,
        outcome=payment.outcome.value,
        pays=None if payment.odds is None else line.pays,
        returned=stake + net,
        net=net,
        clause=line.clause,
    )


def voided_bets(coup: Coup, clause: str | None) -> tuple[Bet, ...]:
    """Give every stake back in full."""
    return tuple(
        Bet(
            bettor=bettor,
            wager=wager,
            stake=stake,
            outcome=Outcome.VOID.value,
            pays=None,
            returned=stake,
            net=0,
            clause=clause,
        )
        for (bettor, wager), stake in sorted(coup.stakes.items())
    )
