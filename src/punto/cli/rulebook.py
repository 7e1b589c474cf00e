"""`punto rulebook show` and `punto rulebook check`."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

import punto
from punto.cards import Composition
from punto.cli.lesson import print_lesson
from punto.cli.output import Json, print_json
from punto.rules import Finding, Rulebook, defects_of, read_shape, tableau, warnings_of

app = typer.Typer(
    help="Read a rulebook, or check one of your own.",
    rich_markup_mode=None,
    invoke_without_command=True,
)


@app.callback()
def _start(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command("show")
def show_rulebook(
    rulebook: Annotated[str, typer.Argument(metavar="ID", help="ID, ID@version or a .toml.")],
    *,
    json: Json = False,
) -> None:
    """Print a rulebook so that one could learn the game from it."""
    found = punto.rulebook(rulebook)
    if json:
        table = {"player": tableau.PLAYER, "banker": tableau.BANKER}
        print_json({**msgspec.to_builtins(found), "key": found.key, "tableau": table})
    else:
        print_lesson(found)


@app.command("check")
def check_rulebook(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="A rulebook of your own.")],
) -> None:
    """Report all defects of a rulebook at once, and what else to look at."""
    rulebook = read_shape(punto.read_text(file), source=str(file))
    defects, warnings = defects_of(rulebook), list(warnings_of(rulebook))
    if not defects:
        warnings += _player_edges(rulebook)
    for defect in defects:
        print(f"defect   {defect}")
    for warning in warnings:
        print(f"warning  {warning}")
    print(f"{rulebook.key}: {_count(defects, 'defect')}, {_count(warnings, 'warning')}")
    raise typer.Exit(1 if defects else 0)


def _player_edges(rulebook: Rulebook) -> Iterator[Finding]:
    """Find the wagers that pay more than they take, on a full shoe of the usual size."""
    from punto.exact import figures

    decks = rulebook.shoe.default_decks
    shoe = figures(rulebook, Composition.of_decks(rulebook.deck, decks))
    for place, wager in enumerate(shoe.wagers.values()):
        if wager.ev > 0:
            edge = f"an edge of {float(wager.ev):.4%} with {decks} decks"
            yield Finding(f"wagers[{place}]", f"{wager.wager.id} gives the player {edge}")


def _count(findings: Sequence[Finding], noun: str) -> str:
    return f"{len(findings)} {noun}{'' if len(findings) == 1 else 's'}"
