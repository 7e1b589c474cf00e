"""`punto config check`: all that is wrong with a configuration, at once."""

import os
from pathlib import Path
from typing import Annotated

import typer

from punto.errors import WrongInput

app = typer.Typer(help="The configuration of a house.", rich_markup_mode=None)


@app.callback()
def _config() -> None:
    """Check the configuration of a house."""


@app.command("check")
def check_config(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Tables, limits, chips: TOML.")],
) -> int:
    """Say all that keeps a house from opening with a configuration; status 1 if there is any."""
    defects = _defects(file)
    for defect in defects:
        print(defect)
    if not defects:
        print(f"{file}: no problems found")
    return 1 if defects else 0


def _defects(file: Path) -> list[str]:
    from punto.cli.serve import text_of
    from punto.server.codes import codes_for
    from punto.server.config import defects_in, read_config

    said = text_of(file), str(file), os.environ
    if defects := defects_in(*said):
        return defects
    config = read_config(*said)
    try:
        codes_for(config.server.host, config, str(file))
    except WrongInput as error:
        return [str(error)]
    return []
