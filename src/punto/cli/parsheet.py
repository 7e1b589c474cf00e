"""`punto parsheet`: the sheet a regulator would sign."""

from pathlib import Path
from typing import Annotated, Final

import typer

import punto
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
    force: Annotated[
        bool, typer.Option("--force", help="Write over a file that is there.")
    ] = False,
) -> None:
    """Write exact figures of every wager, with plots and what reproduces them."""
    if output == _PRINTED:
        print(punto.par_sheet(rulebook, "md", decks=decks), end="")
        return
    if output.exists() and not force:
        raise WrongInput(f"{output} is there already: --force writes over it")
    text = punto.par_sheet(rulebook, output.suffix.removeprefix(".").lower(), decks=decks)
    try:
        output.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise WrongInput(f"{output}: {error.strerror}") from None
    print(output)
