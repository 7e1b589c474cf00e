"""The audit of payments: every bet of a paid round settled again by its rulebook."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from punto.cards import parse_card
from punto.coup import Bet, Coup
from punto.coup.event import RoundSettledAgain, WagersCollected, WagersPaid
from punto.rules import SettledBet, deal, settle


class SettlementAudit:
    """Holds what was collected until the round is paid, and then settles all of it again."""

    def __init__(self) -> None:
        self.bets = 0
        """How many bets have been settled again."""
        self._collected: tuple[Bet, ...] = ()

    def collected(self, event: WagersCollected) -> Iterator[str]:
        """Keep the losing bets; nothing else is collected."""
        self._collected = event.bets
        yield from _out_of_place(event.bets, {"lose"}, "collected")

    def paid(self, coup: Coup, event: WagersPaid) -> Iterator[str]:
        """Settle every stake of a round, and say which bets came out otherwise."""
        yield from _out_of_place(event.bets, {"win", "push"}, "paid")
        bets, self._collected = (*self._collected, *event.bets), ()
        yield from self._compared(coup, bets)

    def settled_again(self, coup: Coup, event: RoundSettledAgain) -> Iterator[str]:
        """Settle every stake on the reconstructed cards."""
        cards = tuple(parse_card(card) for card in event.cards)
        yield from self._compared(replace(coup, dealt=deal(cards)), event.bets)

    def _compared(self, coup: Coup, bets: Iterable[Bet]) -> Iterator[str]:
        recorded = {(bet.bettor, bet.wager): bet for bet in bets}
        for (bettor, wager), expected in _settled(coup).items():
            self.bets += 1
            bet = recorded.pop((bettor, wager), None)
            if bet != expected:
                yield _difference(coup, expected, bet)
        for bet in recorded.values():
            yield f"{_bet(bet)} is settled, and was never placed"


def _out_of_place(bets: Iterable[Bet], outcomes: set[str], done: str) -> Iterator[str]:
    for bet in bets:
        if bet.outcome not in outcomes:
            yield f"{_bet(bet)} is {done} with the outcome {bet.outcome}"


def _settled(coup: Coup) -> dict[tuple[str, str], Bet]:
    """Settle the stakes of each bettor by the rules alone, from the cards."""
    stakes: dict[str, dict[str, int]] = {}
    for (bettor, wager), stake in coup.stakes.items():
        stakes.setdefault(bettor, {})[wager] = stake
    return {
        (bettor, bet.wager): _as_recorded(bettor, bet)
        for bettor, bets in stakes.items()
        for bet in settle(coup.rulebook, coup.cards, bets).bets
    }


def _as_recorded(bettor: str, bet: SettledBet) -> Bet:
    return Bet(
        bettor=bettor,
        wager=bet.wager,
        stake=bet.stake,
        outcome=bet.outcome.value,
        pays=str(bet.pays) if bet.pays else None,
        returned=bet.returned,
        net=bet.net,
        clause=bet.clause,
    )


def _difference(coup: Coup, expected: Bet, bet: Bet | None) -> str:
    if bet is None:
        return f"{_bet(expected)} is not settled"
    fields = [name for name in Bet.__struct_fields__ if getattr(bet, name) != _of(expected, name)]
    rules = ", ".join(f"{name} {_of(expected, name)}" for name in fields)
    journal = ", ".join(f"{name} {_of(bet, name)}" for name in fields)
    return f"{_bet(bet)}: {coup.rulebook.key} says {rules}; the journal says {journal}"


def _of(bet: Bet, name: str) -> object:
    return getattr(bet, name)


def _bet(bet: Bet) -> str:
    return f"{bet.bettor}'s bet of {bet.stake} on {bet.wager}"
