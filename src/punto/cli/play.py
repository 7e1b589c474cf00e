"""The report of `punto simulate --strategy`: sessions of a player, for people."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from punto.cli.output import console, print_table

if TYPE_CHECKING:
    from punto.sim import Play, Spread

_WORDS: Final = {
    "STAKED": "turnover",
    "DRAWDOWN": "largest drawdown",
    "WON": "longest run of wins",
    "LOST": "longest run of losses",
}
"""What is said of every session, where it has other words than its name."""

_SHOWN: Final = (5, 50, 95)
"""Percentiles for people; programs get more."""


def print_play(found: "Play") -> None:
    """Print the report."""
    table, terms = found.table, found.terms
    console().print(
        f"{table.game.rulebook.title}: {found.strategy.name}, {_sessions(found)} of"
        f" at most {terms.rounds:,} rounds, {table.rounds:,} rounds of {table.shoes:,} shoes of"
        f" {table.game.decks} decks, seed {table.seed}"
    )
    print_table(("", "figure"), _figures(found), numbers=("figure",))
    columns = ("per session", "mean", "SD", "least", *(f"{n} %" for n in _SHOWN), "most")
    print_table(columns, _spreads(found), numbers=columns[1:])
    pace = f"{table.rounds_per_second / 1e6:,.1f} million rounds a second"
    console().print(f"{table.seconds:.1f} s, {pace}, {table.workers} workers")
    if not found.strategy.is_compiled:
        obstacle = found.strategy.asked.obstacle
        console().print(f"The strategy runs in Python; it could not be compiled: {obstacle}")


def _sessions(found: "Play") -> str:
    count = len(found.sessions)
    return f"session {found.terms.session}" if count == 1 else f"{count:,} sessions"


def _figures(found: "Play") -> Iterator[tuple[str, str]]:
    from punto.sim import End

    low, high = found.interval
    yield "turnover", f"{found.staked:,}"
    yield "net", f"{found.net:,}"
    yield "edge", f"{found.edge:.4%}"
    yield "95 % of chance", f"{low:.4%} to {high:.4%}"
    if found.exact_edge is not None:
        yield "exact edge, full shoe", f"{found.exact_edge:.4%}"
    yield "risk of ruin", f"{found.risk_of_ruin:.4%} ± {found.risk_of_ruin_stderr:.4%}"
    for end in End:
        if end > 0 and found.ended(end):
            yield f"sessions ended by {end.name.lower().replace('_', '-')}", f"{found.ended(end):,}"


def _spreads(found: "Play") -> Iterator[tuple[str, ...]]:
    from punto.lab.simulation_record import SPREADS

    for at in SPREADS:
        yield _WORDS.get(at.name, at.name.lower()), *_cells(found.spread(at))
    if found.rounds_to_ruin is not None:
        yield "rounds to ruin", *_cells(found.rounds_to_ruin)


def _cells(spread: "Spread") -> Iterator[str]:
    yield from (f"{spread.mean:,.1f}", f"{spread.sd:,.1f}", f"{spread.least:,}")
    yield from (f"{spread.percentiles[number]:,}" for number in _SHOWN)
    yield f"{spread.most:,}"
