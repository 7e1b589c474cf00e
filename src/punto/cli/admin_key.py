"""`punto admin rotate-key`: another key signs from now on."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from punto.cli.output import Json, console, print_json
from punto.cli.place import Data, KeyFile, Url, database_of, default_directory
from punto.errors import WrongInput

if TYPE_CHECKING:
    from punto.store import HouseKey


def rotate_key(
    *, data: Data = None, database: Url = None, key: KeyFile = None, json: Json = False
) -> None:
    """Let another key sign from now on, in a house that is closed; the file gets it."""
    from punto.store.key import key_in
    from punto.store.rotation import rotate

    path = _file(data, key)
    old = key_in(path)
    coming = path.with_name(f"{path.name}.new")
    new = rotate(database_of(data, database), old, lambda made: _write(made, coming))
    coming.replace(path)
    if json:
        print_json({"before": old.public, "now": new.public})
        return
    said = f"{new.public} signs from now on, and no more {old.public}"
    console().print(f"{said}\n{path} is another: keep a copy of it", soft_wrap=True)


def _file(data: Path | None, key: Path | None) -> Path:
    """Find the file that is to hold the key; a variable cannot be written."""
    from punto.store.database import KEY_FILE
    from punto.store.key import VARIABLE

    if key is None and VARIABLE in os.environ:
        raise WrongInput(f"the key is in ${VARIABLE}: put it into a file, and name it with --key")
    return key or (data or default_directory()) / KEY_FILE


def _write(key: "HouseKey", path: Path) -> None:
    """Have the new key on the disk before the books want it."""
    from punto.store.key import write_key

    try:
        write_key(key, path)
    except FileExistsError:
        hint = "if the house refuses its key, this is the one; if not, it is none: remove it"
        raise WrongInput(f"{path} is there, from a change that was cut short: {hint}") from None
