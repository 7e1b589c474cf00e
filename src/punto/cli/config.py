"""`punto config check`: all that is wrong with a configuration, at once."""

import os
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="The configuration of a house.", rich_markup_mode=None)


@app.callback()
def _config() -> None:
    """Check the configuration of a house."""


@app.command("check")
def check_config(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Tables, limits, chips: TOML.")],
) -> int:
    """Say all that keeps a house from opening with a configuration; status 1 if there is any."""
    from punto.cli.serve import text_of
    from punto.server.config import defects_in

    defects = defects_in(text_of(file), str(file), os.environ)
    for defect in defects:
        print(defect)
    if not defects:
        print(f"{file}: no problems found")
    return 1 if defects else 0
