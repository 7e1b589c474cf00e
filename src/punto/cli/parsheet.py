"""`punto parsheet`: the sheet a regulator would sign."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Final

import typer

import punto
from punto.cli.progress import cores, progress
from punto.errors import WrongInput

_PRINTED: Final = Path("-")


def write_par_sheet(
    rulebook: Annotated[
        str, typer.Argument(metavar="ID", help="A rulebook: ID, ID@version or a .toml.")
    ],
    *,
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="FILE", help=".html, .md or .json; - prints Markdown."
        ),
    ],
    decks: Annotated[int | None, typer.Option(help="A full shoe of so many decks.")] = None,
    countability: Annotated[
        int | None,
        typer.Option(metavar="SHOES", help="Add what counting is worth, from so many shoes."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Write over a file that is there.")
    ] = False,
) -> None:
    """Write exact figures of every wager, with plots and what reproduces them."""
    is_printed = output == _PRINTED
    if not is_printed and output.exists() and not force:
        raise WrongInput(f"{output} is there already: --force writes over it")
    form = "md" if is_printed else output.suffix.removeprefix(".").lower()
    with progress(countability or 0, "shoes") if countability else nullcontext() as told:
        text = punto.par_sheet(
            rulebook,
            form,
            decks=decks,
            countability_shoes=countability,
            workers=cores(),
            progress=told,
        )
    if is_printed:
        print(text, end="")
        return
    try:
        output.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise WrongInput(f"{output}: {error.strerror}") from None
    print(output)
