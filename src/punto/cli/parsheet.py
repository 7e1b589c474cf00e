"""`punto parsheet`: the sheet a regulator would sign."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

import punto
from punto.cli.progress import cores, progress
from punto.errors import WrongInput


def write_par_sheet(
    rulebook: Annotated[
        str, typer.Argument(metavar="ID", help="A rulebook: ID, ID@version or a .toml.")
    ],
    *,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help=".html, .md or .json")
    ],
    decks: Annotated[int | None, typer.Option(help="A full shoe of so many decks.")] = None,
    countability: Annotated[
        int | None,
        typer.Option(metavar="SHOES", help="Add what counting is worth, from so many shoes."),
    ] = None,
) -> None:
    """Write exact figures of every wager, with plots and what reproduces them."""
    form = output.suffix.removeprefix(".").lower()
    with progress(countability or 0, "shoes") if countability else nullcontext() as told:
        text = punto.par_sheet(
            rulebook,
            form,
            decks=decks,
            countability_shoes=countability,
            workers=cores(),
            progress=told,
        )
    try:
        output.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise WrongInput(f"{output}: {error.strerror}") from None
    print(output)
