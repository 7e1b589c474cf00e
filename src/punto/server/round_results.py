"""What became of the wagers of a round, sorted by whose they were."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from punto.coup.event import (
    Bet,
    BettingOpened,
    RoundSettledAgain,
    RoundVoided,
    WagersCollected,
    WagersPaid,
)
from punto.protocol import shown_bet
from punto.protocol.tell import YourResult
from punto.table.record import Recorded


class RoundResults:
    """The results of the last round of one table, until the next one opens."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._number = 0
        self._collected: list[Bet] = []
        self.last: dict[str, YourResult] = {}
        """What each bettor was told of the last round, until the next one opens."""

    def of(self, events: Iterable[Recorded]) -> dict[str, YourResult]:
        """Give everyone's result once all wagers of a round are collected and paid, or void."""
        found: dict[str, YourResult] = {}
        for event in events:
            match event:
                case BettingOpened(number):
                    self._number, self._collected, self.last = number, [], {}
                case WagersCollected(bets):
                    self._collected = list(bets)
                case WagersPaid(bets):
                    found = self._sorted((*self._collected, *bets), void=False)
                    self._collected, self.last = [], found
                case RoundSettledAgain(bets=bets):
                    self.last = found = self._sorted(bets, void=False)
                case RoundVoided(bets=bets, after_payment=after_payment):
                    found = self._sorted(bets, void=True)
                    if after_payment:
                        found = {key: self._taken_back(key, each) for key, each in found.items()}
                    self._collected, self.last = [], found
                case _:
                    pass
        return found

    def _sorted(self, bets: Sequence[Bet], *, void: bool) -> dict[str, YourResult]:
        by_account: dict[str, list[Bet]] = {}
        for bet in bets:
            by_account.setdefault(bet.bettor, []).append(bet)
        return {
            account: YourResult(
                table=self._name,
                round=self._number,
                void=void,
                bets=[shown_bet(bet) for bet in own],
                net=sum(bet.net for bet in own),
            )
            for account, own in by_account.items()
        }

    def _taken_back(self, account: str, result: YourResult) -> YourResult:
        """Void after payment: what had been won is lost again."""
        paid = self.last.get(account)
        return replace(result, net=-paid.net if paid else 0)
