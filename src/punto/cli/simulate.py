"""`punto simulate`: millions of rounds from real shoes, every wager tallied."""

import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

import punto
from punto.cli.output import Json, console, print_json, print_table

if TYPE_CHECKING:
    from punto.sim import Simulation


def simulate_rounds(  # noqa: PLR0913 – one for each option
    rulebook: Annotated[
        str, typer.Argument(metavar="ID", help="A rulebook: ID, ID@version or a .toml.")
    ],
    *,
    rounds: Annotated[int, typer.Option(help="How many rounds are dealt, exactly.")],
    decks: Annotated[int | None, typer.Option(help="Shoes of so many decks.")] = None,
    seed: Annotated[
        int | None, typer.Option(help="The same seed gives the same rounds; by default a new one.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes that deal; by default one for each core.")
    ] = None,
    burn: Annotated[int, typer.Option(help="Cards burned at the beginning of a shoe.")] = 0,
    cut: Annotated[int, typer.Option(help="Cards behind the cut card.")] = 14,
    backend: Annotated[
        str, typer.Option(help="Who deals: processes, or gpu (one graphics processor).")
    ] = "processes",
    json: Json = False,
) -> None:
    """Deal rounds from real shoes, and tally every wager of the rulebook."""
    with _progress(rounds) as told:
        found = punto.simulate(
            rulebook,
            rounds=rounds,
            decks=decks,
            seed=secrets.randbits(32) if seed is None else seed,
            workers=_cores() if workers is None else workers,
            burn=burn,
            cut=cut,
            backend=backend,
            progress=told,
        )
    if json:
        print_json(_as_json(found))
    else:
        _print(found)


def _cores() -> int:
    """Count the cores that this process may use, where the system tells."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _progress(rounds: int) -> Iterator[Callable[[int], None]]:
    """Show on a terminal how far it is, how fast, and how long it takes still."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress, TimeRemainingColumn

    columns = ("{task.percentage:3.0f} %", "{task.completed:,.0f} rounds", TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=rounds)
        yield lambda dealt: shown.advance(task, dealt)


def _as_json(found: "Simulation") -> dict[str, Any]:
    return {
        "rulebook": found.game.rulebook.id,
        "decks": found.game.decks,
        "rounds": found.rounds,
        "shoes": found.shoes,
        "seed": found.seed,
        "workers": found.workers,
        "backend": found.backend,
        "seconds": found.seconds,
        "rounds_per_second": found.rounds_per_second,
        "wagers": {
            name: {"ev": tally.ev, "stderr": tally.stderr, "outcomes": tally.outcomes}
            for name, tally in found.wagers.items()
        },
    }


def _print(found: "Simulation") -> None:
    game = found.game
    console().print(
        f"{game.rulebook.title}: {found.rounds:,} rounds of {found.shoes:,} shoes of"
        f" {game.decks} decks, seed {found.seed}"
    )
    exact = punto.odds(game.rulebook, decks=game.decks).wagers
    columns = ("wager", "edge", "standard error", "exact edge", "hit frequency")
    rows = []
    for name, tally in found.wagers.items():
        known = exact[name]
        edge = "" if known is None else f"{float(known.house_edge):.4%}"
        hits = f"{tally.hit_frequency:.4%}"
        rows.append((name, f"{-tally.ev:.4%}", f"{tally.stderr:.4%}", edge, hits))
    print_table(columns, rows, numbers=columns[1:])
    pace = f"{found.rounds_per_second / 1e6:,.1f} million rounds a second"
    console().print(f"{found.seconds:.1f} s, {pace}, {found.workers} workers")
