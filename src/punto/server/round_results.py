"""What became of the wagers of a round, as each bettor is told."""

from collections.abc import Iterable, Mapping

from punto.coup import Coup, Phase
from punto.coup.event import Bet
from punto.protocol import shown_bet
from punto.protocol.tell import YourResult
from punto.table import Table
from punto.table.state import OVER


def results_at(name: str, table: Table) -> dict[str, YourResult]:
    """Give everyone's result of the round that is just over; while one is played, none."""
    coup = table.coup
    if coup is None or coup.phase not in OVER:
        return {}
    return {
        bettor: YourResult(
            table=name,
            round=coup.number,
            void=coup.phase is Phase.VOID,
            bets=[shown_bet(bet) for bet in bets],
            net=_net(coup, bettor, bets),
        )
        for bettor, bets in _by_bettor(coup.results).items()
    }


def _by_bettor(bets: Iterable[Bet]) -> Mapping[str, list[Bet]]:
    found: dict[str, list[Bet]] = {}
    for bet in bets:
        found.setdefault(bet.bettor, []).append(bet)
    return found


def _net(coup: Coup, bettor: str, bets: Iterable[Bet]) -> int:
    """Add up what was won; of a round that was void after payment, that is lost again."""
    won = sum(bet.net for bet in bets)
    return won - sum(bet.net for bet in coup.taken_back if bet.bettor == bettor)
