"""`punto countability`: what knowing the cards is worth, wager by wager, by depth of the shoe."""

import secrets
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

import punto
from punto.cli.output import Json, console, print_json, print_table
from punto.cli.progress import cores, progress
from punto.errors import WrongInput

if TYPE_CHECKING:
    from punto.lab import Bettor, Countability, WagerCountability

Book = Annotated[str, typer.Argument(metavar="ID", help="A rulebook: ID, ID@version or a .toml.")]
Decks = Annotated[int | None, typer.Option(help="Shoes of so many decks.")]
Shoes = Annotated[int, typer.Option(help="So many shoes are solved.")]
Seed = Annotated[
    int | None, typer.Option(help="The same seed gives the same shoes; by default a new one.")
]
Workers = Annotated[
    int | None, typer.Option(help="Processes that solve; by default one for each core.")
]
Burn = Annotated[int, typer.Option(help="Cards burned unseen at the beginning of a shoe.")]
Cut = Annotated[str | None, typer.Option(help="Cards behind the cut card, one or more: 14,26,52.")]


Backend = Annotated[
    str,
    typer.Option(help="Who solves: processes, gpu (endings on one graphics processor), or dask."),
]
Scheduler = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="The scheduler of a Dask cluster that solves.")
]


def show_countability(  # noqa: PLR0913 – one for each option
    rulebook: Book,
    *,
    decks: Decks = None,
    shoes: Shoes = 10_000,
    seed: Seed = None,
    workers: Workers = None,
    burn: Burn = 0,
    cut: Cut = None,
    backend: Backend = "processes",
    scheduler: Scheduler = None,
    json: Json = False,
) -> None:
    """Solve every round of simulated shoes exactly: how often a bettor who counts has the edge."""
    with progress(shoes, "shoes") as told:
        found = punto.countability(
            rulebook,
            decks=decks,
            shoes=shoes,
            seed=secrets.randbits(32) if seed is None else seed,
            workers=cores() if workers is None else workers,
            burn=burn,
            cuts=_cuts(cut),
            backend=backend,
            scheduler=scheduler,
            progress=told,
        )
    if json:
        print_json(_as_json(found))
    else:
        _print(found)


def _cuts(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    try:
        return tuple(map(int, text.split(",")))
    except ValueError:
        raise WrongInput(f"--cut {text!r}: whole numbers are wanted, as in 14,26,52") from None


def _as_json(found: "Countability") -> dict[str, Any]:
    from punto.lab import countability_record

    return {
        "rulebook": found.game.rulebook.id,
        "decks": found.game.decks,
        "workers": found.workers,
        "seconds": found.seconds,
        **countability_record(found),
    }


def _print(found: "Countability") -> None:
    game = found.game
    console().print(
        f"{game.rulebook.title}: every round of {found.shoes:,} shoes of {game.decks} decks,"
        f" seed {found.seed}. A unit on every round with an edge, by perfect knowledge,"
        " and by a running count."
    )
    perfect = ("has the edge", "of", "units a shoe", "±")
    counted = ("count bets", "at", "units", "captured")
    columns = ("wager", "cut", "rounds", *perfect, *counted)
    rows = [row for wager in found.wagers.values() for row in _rows(wager)]
    print_table(columns, rows, numbers=columns[1:])
    tags = ("wager", "tags by rank", "bet from a true count of")
    print_table(tags, map(_count_row, found.wagers.values()), numbers=tags[2:])
    pace = f"{found.shoes / found.seconds:,.0f} shoes a second"
    console().print(f"{found.seconds:.1f} s, {pace}, {found.workers} workers")


def _rows(wager: "WagerCountability") -> Iterator[tuple[str, ...]]:
    for place, depth in enumerate(wager.depths):
        perfect, counted = depth.perfect, depth.counted
        rounds = f"{perfect.rounds / perfect.shoes:.1f}"
        yield (
            "" if place else wager.wager.id,
            str(depth.cut),
            rounds,
            *_cells(perfect),
            f"{perfect.stderr:.4f}",
            *(("", "", "") if counted is None else _cells(counted)),
            "" if counted is None else f"{depth.captured:.1%}",
        )


def _cells(bettor: "Bettor") -> tuple[str, str, str]:
    return f"{bettor.share:.3%}", f"{bettor.mean_edge:.3%}", f"{bettor.units_per_shoe:.4f}"


def _count_row(wager: "WagerCountability") -> tuple[str, str, str]:
    if wager.count is None:
        return wager.wager.id, "none: every rank has the same effect", ""
    tags = " ".join(f"{rank.symbol}{tag:+d}" for rank, tag in wager.count.tags.items() if tag)
    return wager.wager.id, tags, f"{float(wager.count.trigger):.1f}"
