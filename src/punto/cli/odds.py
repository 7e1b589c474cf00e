"""`punto odds`: exact edges of every wager, for full decks or any remaining shoe."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

import punto
from punto.cards import MAX_DECKS
from punto.cli.output import Json, console, print_csv, print_json, print_table
from punto.errors import WrongInput

if TYPE_CHECKING:
    from punto.exact import ShoeFigures, WagerFigures

Csv = Annotated[bool, typer.Option("--csv", help="Print the table for a spreadsheet.")]


def show_odds(  # noqa: PLR0913 – one for each option
    rulebook: Annotated[
        str, typer.Argument(metavar="ID", help="A rulebook: ID, ID@version or a .toml.")
    ],
    *,
    decks: Annotated[int | None, typer.Option(help="A full shoe of so many decks.")] = None,
    any_decks: Annotated[
        bool, typer.Option("--any-decks", help="Explore decks that the rulebook does not allow.")
    ] = False,
    shoe: Annotated[
        str | None, typer.Option(help='What remains, "A=32,2=31,…", or by card, "As=8,…".')
    ] = None,
    seen: Annotated[str, typer.Option(help='Cards gone from a full shoe: "6s 6h 7d".')] = "",
    by_decks: Annotated[
        bool, typer.Option("--by-decks", help="Edges for every number of decks instead.")
    ] = False,
    removal: Annotated[
        bool, typer.Option("--removal", help="Effects of taking one card out instead.")
    ] = False,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """Count every outcome of every wager exactly."""
    if json + csv > 1 or by_decks + removal > 1:
        raise WrongInput("--json or --csv, and --by-decks or --removal: one of each")
    if by_decks:
        if decks is not None or shoe is not None or seen:
            raise WrongInput("--by-decks is about full shoes of every number of decks")
        table = _by_decks(rulebook, any_decks=any_decks)
        table.print(json=json, csv=csv)
        return
    figures = punto.odds(rulebook, decks=decks, shoe=shoe, seen=seen, any_decks=any_decks)
    if removal:
        _removal(figures).print(json=json, csv=csv)
        return
    is_full = shoe is None and not seen
    full = (decks or figures.rulebook.shoe.default_decks) if is_full else None
    if json:
        print_json(_as_json(figures, full))
    elif csv:
        print_csv(("wager", *_COLUMNS), [_cells(found) for found in figures.wagers.values()])
    else:
        _print(figures, full)


def _as_json(figures: "ShoeFigures", decks: int | None) -> dict[str, Any]:
    notes = list(_notes(figures))
    return {
        "rulebook": figures.rulebook.id,
        "decks": decks,
        "cards": len(figures.composition),
        "sequences": str(figures.sequences),
        "void_sequences": str(figures.void),
        "wagers": {
            wager.id: _wager_as_json(figures.wagers[wager.id])
            if wager.id in figures.wagers
            else None
            for wager in figures.rulebook.wagers
        },
        **({"notes": notes} if notes else {}),
    }


def _wager_as_json(wager: "WagerFigures") -> dict[str, Any]:
    return {
        "ev": str(wager.ev),
        "house_edge": float(wager.house_edge),
        "variance": str(wager.variance),
        "sd": wager.sd,
        "hit_frequency": float(wager.hit_frequency),
        "edge_per_resolved_bet": float(wager.edge_per_resolved_bet),
        "rtp": float(1 + wager.ev),
        "skewness": wager.skewness,
        "outcomes": [
            {"pays": outcome.pays, "net": str(outcome.net), "sequences": str(outcome.sequences)}
            for outcome in wager.outcomes
        ],
    }


def _notes(figures: "ShoeFigures") -> Iterator[str]:
    for wager in figures.unknown:
        yield f"{wager} is about suits: give the shoe by card, such as As=3, to have its odds"
    if figures.void == figures.sequences:
        yield f"no round can be finished with {len(figures.composition)} cards: all void, edge 0"
    elif figures.void:
        yield "some rounds cannot be finished with so few cards: they are void, with net 0"


def _print(figures: "ShoeFigures", decks: int | None) -> None:
    shoe = f"{decks} decks, " if decks else ""
    cards, sequences = len(figures.composition), f"{figures.sequences:,} ordered draws"
    console().print(f"{figures.rulebook.title}: {shoe}{cards} cards, {sequences}")
    from punto.exact.figures import COLUMNS, summary

    known = figures.wagers.values()
    print_table(
        ("wager", *COLUMNS),
        [(wager.wager.id, *summary(wager)) for wager in known],
        numbers=COLUMNS,
    )
    print_table(
        ("wager", "pays", "sequences", "probability", "net"),
        [row for wager in known for row in _outcome_rows(wager)],
        numbers=("pays", "sequences", "probability", "net"),
    )
    for note in _notes(figures):
        console().print(note)


_COLUMNS: Final = ("edge", "per_resolved_bet", "rtp", "sd", "skewness", "hit_frequency")


def _cells(wager: "WagerFigures") -> tuple[str, ...]:
    """Write the same with all digits, for a spreadsheet."""
    figures = (
        float(wager.house_edge),
        float(wager.edge_per_resolved_bet),
        float(1 + wager.ev),
        wager.sd,
        wager.skewness,
        float(wager.hit_frequency),
    )
    return wager.wager.id, *map(repr, figures)


def _outcome_rows(wager: "WagerFigures") -> Iterator[tuple[str, ...]]:
    for place, outcome in enumerate(wager.outcomes):
        yield (
            "" if place else wager.wager.id,
            outcome.pays,
            f"{outcome.sequences:,}",
            f"{outcome.sequences / wager.sequences:.6f}",
            f"{float(outcome.net * outcome.sequences / wager.sequences):+.6f}",
        )


class _Grid(NamedTuple):
    """Numbers by wager, and by deck count or rank."""

    rulebook: str
    name: str
    columns: tuple[str, ...]
    rows: dict[str, tuple[Fraction, ...]]
    digits: str

    def print(self, *, json: bool, csv: bool) -> None:
        """Print it in the form that was asked for."""
        if json:
            cells = {
                wager: dict(zip(self.columns, map(str, row), strict=True))
                for wager, row in self.rows.items()
            }
            print_json({"rulebook": self.rulebook, self.name: cells})
            return
        head = ("wager", *self.columns)
        if csv:
            print_csv(head, [(w, *(repr(float(n)) for n in row)) for w, row in self.rows.items()])
        else:
            lines = [
                (w, *(f"{float(n):{self.digits}}" for n in row)) for w, row in self.rows.items()
            ]
            print_table(head, lines, numbers=self.columns)


def _by_decks(name: str, *, any_decks: bool) -> _Grid:
    """Ask for the edges of full shoes, of as many decks as the rulebook allows."""
    from punto.exact.removal import edge_by_decks

    rulebook = punto.rulebook(name)
    allowed = range(rulebook.shoe.min_decks, rulebook.shoe.max_decks + 1)
    edges = edge_by_decks(rulebook, range(1, MAX_DECKS + 1) if any_decks else allowed)
    rows = {wager.id: tuple(each[wager.id] for each in edges.values()) for wager in rulebook.wagers}
    return _Grid(rulebook.id, "edge_by_decks", tuple(map(str, edges)), rows, ".4%")


def _removal(figures: "ShoeFigures") -> _Grid:
    """Ask what one card of each rank does to the expected values, in the shoe at hand."""
    from punto.exact.removal import effects_of_removal

    effects = effects_of_removal(figures.rulebook, figures.composition)
    ranks = tuple(rank.symbol for rank in next(iter(effects.values()), {}))
    rows = {wager: tuple(found.values()) for wager, found in effects.items()}
    return _Grid(figures.rulebook.id, "effects_of_removal", ranks, rows, "+.4%")
