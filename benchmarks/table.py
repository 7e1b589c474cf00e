"""A busy table. Bars: 20 µs a step; 5,000 bettors with 3 wagers each settle in 100 ms."""

import time
from collections.abc import Iterable

from benchmarks.yardstick import seconds, where, yardstick
from punto.coup.command import CloseBetting, OpenBetting, PlaceWager
from punto.refusal import Refusal
from punto.rules import find_rulebook
from punto.table import Limit, Settings, Table, TableCommand, step
from punto.table.command import OpenShoe
from punto.table.dealer import next_command

BETTORS = 5_000
WAGERS = ("banker", "tie", "tiger")


def done(table: Table, commands: Iterable[TableCommand]) -> Table:
    """Do commands that are all accepted."""
    for command in commands:
        outcome = step(table, command)
        assert not isinstance(outcome, Refusal), outcome
        table = outcome[0]
    return table


def opened() -> Table:
    """Open betting at a table of Tiger, with a shoe that the house has ordered."""
    rulebook = find_rulebook("mbs-tiger")
    limit = Limit(minimum=10, maximum=100_000, step=10)
    table = Table(settings=Settings(rulebook=rulebook, decks=8, limit=limit))
    order = tuple(str(card) for card in rulebook.deck.cards * 8)
    return done(table, [OpenShoe(order, "house"), OpenBetting()])


def main() -> None:
    """Print both figures against their bars, and how many yardsticks they are."""
    unit = seconds(yardstick, number=20_000)
    bets = [PlaceWager(f"terminal {n}", wager, 100) for n in range(BETTORS) for wager in WAGERS]
    start = time.perf_counter()
    table = done(opened(), bets)
    placing = (time.perf_counter() - start) / len(bets)
    table = done(table, [CloseBetting()])
    start = time.perf_counter()
    while (command := next_command(table)) is not None:
        table = done(table, [command])
    settling = time.perf_counter() - start
    print(where())
    print(f"yardstick: 100 additions in plain Python, {unit * 1e6:.2f} µs")
    print(f"{'figure':48} {'took':>10} {'bar':>8} {'yardsticks':>10}")
    name = f"one step: a wager, up to {len(bets):,} on the table"
    print(f"{name:48} {placing * 1e6:7.1f} µs {20:5} µs {placing / unit:10.1f}")
    name = f"deal and settle {BETTORS:,} bettors with {len(WAGERS)} wagers"
    print(f"{name:48} {settling * 1e3:7.1f} ms {100:5} ms {settling / unit:10.0f}")


if __name__ == "__main__":
    main()
