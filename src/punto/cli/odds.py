"""`punto odds`: exact edges of every wager, for full decks or any remaining shoe."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

import punto
from punto.cli.output import Json, console, print_json, print_table

if TYPE_CHECKING:
    from punto.exact import ShoeFigures, WagerFigures


def show_odds(
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
    json: Json = False,
) -> None:
    """Count every outcome of every wager exactly."""
    figures = punto.odds(rulebook, decks=decks, shoe=shoe, any_decks=any_decks)
    full = None if shoe is not None else decks or figures.rulebook.shoe.default_decks
    if json:
        print_json(_as_json(figures, full))
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
            wager: found and _wager_as_json(found) for wager, found in figures.wagers.items()
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
        "outcomes": [
            {"pays": outcome.pays, "net": str(outcome.net), "sequences": str(outcome.sequences)}
            for outcome in wager.outcomes
        ],
    }


def _notes(figures: "ShoeFigures") -> Iterator[str]:
    for wager, found in figures.wagers.items():
        if found is None:
            yield f"{wager} is about suits: give the shoe by card, such as As=3, to have its odds"
    if figures.void == figures.sequences:
        yield f"no round can be finished with {len(figures.composition)} cards: all void, edge 0"
    elif figures.void:
        yield "some rounds cannot be finished with so few cards: they are void, with net 0"


def _print(figures: "ShoeFigures", decks: int | None) -> None:
    shoe = f"{decks} decks, " if decks else ""
    cards, sequences = len(figures.composition), f"{figures.sequences:,} ordered draws"
    console().print(f"{figures.rulebook.title}: {shoe}{cards} cards, {sequences}")
    known = [found for found in figures.wagers.values() if found]
    print_table(
        ("wager", "edge", "per resolved bet", "SD", "hit frequency"),
        [_summary(wager) for wager in known],
        numbers=("edge", "per resolved bet", "SD", "hit frequency"),
    )
    print_table(
        ("wager", "pays", "sequences", "probability", "net"),
        [row for wager in known for row in _outcome_rows(wager)],
        numbers=("pays", "sequences", "probability", "net"),
    )
    for note in _notes(figures):
        console().print(note)


def _summary(wager: "WagerFigures") -> tuple[str, ...]:
    return (
        wager.wager.id,
        f"{float(wager.house_edge):.6%}",
        f"{float(wager.edge_per_resolved_bet):.6%}",
        f"{wager.sd:.6f}",
        f"{float(wager.hit_frequency):.6%}",
    )


def _outcome_rows(wager: "WagerFigures") -> Iterator[tuple[str, ...]]:
    for place, outcome in enumerate(wager.outcomes):
        yield (
            "" if place else wager.wager.id,
            outcome.pays,
            f"{outcome.sequences:,}",
            f"{outcome.sequences / wager.sequences:.6f}",
            f"{float(outcome.net * outcome.sequences / wager.sequences):+.6f}",
        )
