"""A table as its dealer needs it: whose wagers lie there, and what comes next."""

from collections.abc import Iterator

from punto.coup import Bet, Coup, Phase
from punto.coup.settling import settled_bets
from punto.protocol.console import ConsoleView, PlacedBet
from punto.rules import Deal, Outcome, Winner
from punto.table import due, next_step
from punto.table.cash import is_cash
from punto.table.house_table import HouseTable
from punto.table.state import Table

_TO_BE_PAID = (Phase.DEALING, Phase.RESULT, Phase.COLLECTED)


def console_view_of(name: str, house_table: HouseTable, version: int) -> ConsoleView:
    """Show a table to staff, under the name that clients know."""
    table = house_table.table
    coup = table.coup
    dealt = coup.dealt if coup else Deal()
    next_card_for = coup.next_card_for if coup and coup.phase is Phase.DEALING else None
    return ConsoleView(
        table=name,
        version=version,
        dealer=house_table.dealer,
        scanned=table.shoe is not None and table.shoe.scanned,
        results_only=table.settings.results_only,
        training=table.settings.training,
        due=due(table).value,
        next_step=next_step(table),
        next_side=next_card_for.value if next_card_for is not None else None,
        player=dealt.player.total,
        banker=dealt.banker.total,
        winner=Winner(coup.facts.winner).value if coup and dealt.finished else None,
        aside=[str(card) for card in coup.aside] if coup else [],
        bets=sorted(_bets(table, coup), key=_by_position) if coup else [],
    )


def _by_position(bet: PlacedBet) -> tuple[int, str, str]:
    return bet.position or 0, bet.bettor, bet.wager


def _bets(table: Table, coup: Coup) -> Iterator[PlacedBet]:
    """List all stakes, with what becomes of them as soon as both hands are complete."""
    is_due = coup.phase in _TO_BE_PAID and coup.dealt.finished
    known = settled_bets(coup) if is_due else coup.results
    settled = {(bet.bettor, bet.wager): bet for bet in known}
    for (bettor, wager), stake in coup.stakes.items():
        position = table.position_of_stake(bettor)
        yield _bet(bettor, wager, stake, position, settled.get((bettor, wager)))


def _bet(
    bettor: str, wager: str, stake: int, position: int | None, settled: Bet | None
) -> PlacedBet:
    cash = is_cash(bettor)
    return PlacedBet(
        bettor="" if cash else bettor,
        position=position,
        cash=cash,
        wager=wager,
        stake=stake,
        outcome=Outcome(settled.outcome).value if settled else None,
        returned=settled.returned if settled else None,
    )
