"""`punto simulate`: rounds from real shoes, every wager tallied, or a strategy played."""

import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import punto
from punto.cli.output import Json, console, print_json, print_table
from punto.cli.play import print_play
from punto.cli.progress import cores, progress
from punto.errors import WrongInput

if TYPE_CHECKING:
    from punto.sim import Play, Simulation

Book = Annotated[str, typer.Argument(metavar="ID", help="A rulebook: ID, ID@version or a .toml.")]
Number = int | None
Rounds = Annotated[
    int, typer.Option(help="How many rounds are dealt, exactly; with a strategy, a session's most.")
]
Decks = Annotated[Number, typer.Option(help="Shoes of so many decks.")]
Seed = Annotated[
    Number, typer.Option(help="The same seed gives the same rounds; by default a new one.")
]
Workers = Annotated[Number, typer.Option(help="Processes that deal; by default one for each core.")]
Burn = Annotated[int, typer.Option(help="Cards burned at the beginning of a shoe.")]
Cut = Annotated[int, typer.Option(help="Cards behind the cut card.")]
Backend = Annotated[
    str, typer.Option(help="Who deals: processes, gpu (one graphics processor), or dask.")
]
Scheduler = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="The scheduler of a Dask cluster that deals.")
]
Played = Annotated[
    str | None, typer.Option(help="Play NAME, NAME:stake=10,wager=tie or FILE.py:FUNCTION.")
]
Sessions = Annotated[Number, typer.Option(help="So many sessions are played.")]
Session = Annotated[Number, typer.Option(help="Play the session with this number, from 0, alone.")]
Bankroll = Annotated[Number, typer.Option(help="What a session begins with.")]
Minimum = Annotated[Number, typer.Option(help="The least that a wager takes.")]
Maximum = Annotated[Number, typer.Option(help="The most that a wager takes.")]
Goal = Annotated[Number, typer.Option(help="A session ends when so much is won.")]
StopLoss = Annotated[Number, typer.Option(help="A session ends when so much is lost.")]
Checkpoint = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Ctrl-C leaves this file, and the same command goes on."),
]
Output = Annotated[
    Path | None,
    typer.Option("-o", "--output", metavar="FILE", help="Write results too: .json or .parquet."),
]
Force = Annotated[bool, typer.Option("--force", help="Write over a file that is there.")]
Plot = Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it too, as .svg.")]


def simulate_rounds(  # noqa: PLR0913 – one for each option
    rulebook: Book,
    *,
    rounds: Rounds,
    decks: Decks = None,
    seed: Seed = None,
    workers: Workers = None,
    burn: Burn = 0,
    cut: Cut = 14,
    backend: Backend = "processes",
    scheduler: Scheduler = None,
    strategy: Played = None,
    sessions: Sessions = None,
    session: Session = None,
    bankroll: Bankroll = None,
    minimum: Minimum = None,
    maximum: Maximum = None,
    goal: Goal = None,
    stop_loss: StopLoss = None,
    checkpoint: Checkpoint = None,
    output: Output = None,
    force: Force = False,
    plot: Plot = None,
    json: Json = False,
) -> None:
    """Deal rounds from real shoes, and tally every wager of the rulebook; or play a strategy."""
    _check_files(output, plot, force=force)
    if session is not None and sessions is not None:
        raise WrongInput("give the sessions or one session, not both")
    named: dict[str, Any] = {"strategy": strategy, "sessions": sessions, "session": session}
    named |= {"bankroll": bankroll, "minimum": minimum, "maximum": maximum}
    named |= {"goal": goal, "stop_loss": stop_loss, "decks": decks, "scheduler": scheduler}
    with progress(rounds * (sessions or 1), "rounds") as told, _told_of(checkpoint):
        found: Simulation | Play = punto.simulate(
            rulebook,
            rounds=rounds,
            seed=_seed(checkpoint) if seed is None else seed,
            workers=cores() if workers is None else workers,
            burn=burn,
            cut=cut,
            backend=backend,
            checkpoint=checkpoint,
            progress=told,
            **{key: value for key, value in named.items() if value is not None},
        )
    _write(found, output, plot)
    _show(found, is_json=json)
    if checkpoint is not None:  # all is told: nothing is left to go on with
        checkpoint.unlink()


def _check_files(output: Path | None, plot: Path | None, *, force: bool) -> None:
    """Refuse files that would not be written, before any work."""
    if plot is not None and plot.suffix.lower() != ".svg":
        raise WrongInput(f"a plot is written as .svg, not {plot.name!r}")
    if output is None:
        return
    from punto.lab.results_file import check_results_file

    check_results_file(output)
    if output.exists() and not force:
        raise WrongInput(f"{output} is there already: --force writes over it")


def _seed(checkpoint: Path | None) -> int:
    """Take a new seed, or the one of the run that was interrupted."""
    if checkpoint is None or not checkpoint.exists():
        return secrets.randbits(32)
    from punto.sim.checkpoint import seed_in

    return seed_in(checkpoint)


@contextmanager
def _told_of(checkpoint: Path | None) -> Iterator[None]:
    """Say after an interruption where the run goes on from."""
    try:
        yield
    except KeyboardInterrupt:
        if checkpoint is not None and checkpoint.exists():
            print(
                f"punto: interrupted: the same command goes on from {checkpoint}", file=sys.stderr
            )
        raise


def _write(found: "Simulation | Play", output: Path | None, plot: Path | None) -> None:
    from punto.lab.results_file import write_results

    if output is not None:
        write_results(found, output)
    if plot is not None:
        _draw(found, plot)


def _draw(found: "Simulation | Play", file: Path) -> None:
    from punto.lab.simulation_plot import plot
    from punto.sim import Simulation

    game = (found if isinstance(found, Simulation) else found.table).game
    exact = punto.odds(game.rulebook, decks=game.decks).wagers
    text = plot(found, {name: known.house_edge for name, known in exact.items()})
    try:
        file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise WrongInput(f"{file}: {error.strerror}") from None


def _show(found: "Simulation | Play", *, is_json: bool) -> None:
    from punto.lab.simulation_record import simulation_record
    from punto.sim import Simulation

    if is_json:
        print_json(simulation_record(found))
    elif isinstance(found, Simulation):
        _print(found)
    else:
        print_play(found)


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
        edge = f"{float(exact[name].house_edge):.4%}"
        hits = f"{tally.hit_frequency:.4%}"
        rows.append((name, f"{-tally.ev:.4%}", f"{tally.stderr:.4%}", edge, hits))
    print_table(columns, rows, numbers=columns[1:])
    pace = f"{found.rounds_per_second / 1e6:,.1f} million rounds a second"
    console().print(f"{found.seconds:.1f} s, {pace}, {found.workers} workers")
