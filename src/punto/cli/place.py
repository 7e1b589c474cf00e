"""Where a house is kept: `--data DIR` or `--database URL`, and its key."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias
from urllib.parse import parse_qs, urlsplit

import typer

from punto.errors import WrongInput

if TYPE_CHECKING:
    from punto.store import Database, HouseKey


def _without_password(
    context: typer.Context, option: typer.CallbackParam, url: str | None
) -> str | None:
    """Refuse what everybody on this machine could read in the list of processes."""
    if url is not None and _is_typed(context, option.name):
        parts = urlsplit(url)
        if parts.password is not None or "password" in parse_qs(parts.query):
            hint = "put the URL into PUNTO_DATABASE, or the password into PGPASSFILE"
            raise WrongInput(
                f"a password on the command line is seen by all on this machine: {hint}"
            )
    return None if _is_outdone(context, option, "data") else url


def _unless_database(
    context: typer.Context, option: typer.CallbackParam, data: Path | None
) -> Path | None:
    """Let a database of the command line come before a directory of the environment."""
    return None if _is_outdone(context, option, "database") else data


def _is_outdone(context: typer.Context, option: typer.CallbackParam, other: str) -> bool:
    return _is_typed(context, other) and not _is_typed(context, option.name)


def _is_typed(context: typer.Context, name: str | None) -> bool:
    """Whether an option stands on the command line; those that do are read first."""
    source = context.get_parameter_source(name or "")
    return source is not None and source.name == "COMMANDLINE"


Data: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="DIR",
        envvar="PUNTO_DATA",
        callback=_unless_database,
        help="A data directory: SQLite, and the key.",
    ),
]
Url: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="PUNTO_DATABASE",
        callback=_without_password,
        help="A database: PostgreSQL or SQLite.",
    ),
]
KeyFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--key",
        metavar="FILE",
        envvar="PUNTO_KEY_FILE",
        help="The key; DIR/house.key or $PUNTO_KEY if not given.",
    ),
]


def database_of(data: Path | None, url: str | None) -> "Database":
    """Find the database: the one that is named, or where `punto serve` keeps it by itself."""
    from punto.store import Database, url_of

    if data is not None and url is not None:
        hint = "PUNTO_DATA and PUNTO_DATABASE count, too"
        raise WrongInput(f"give either --data DIR or --database URL, not both: {hint}")
    return Database(url_of(data or default_directory()) if url is None else url)


def found_key(data: Path | None, file: Path | None) -> "HouseKey | None":
    """Read the key of the house, if it is at hand; none is ever made here."""
    from punto.store.database import KEY_FILE
    from punto.store.key import key_in, known_key

    if file is not None:
        return key_in(file)
    return known_key((data or default_directory()) / KEY_FILE)


def serving_key(directory: Path, file: Path | None) -> "HouseKey":
    """Read the key that a house is opened with; only its usual file is made, the first time.

    Books that are there already have a key: another is not made for them.
    """
    from punto.store import kept_key
    from punto.store.database import FILE, KEY_FILE
    from punto.store.key import key_in, known_key

    if file is not None:
        return key_in(file)
    usual, books = directory / KEY_FILE, directory / FILE
    if known_key(usual) is None and books.exists() and books.stat().st_size:
        hint = "put it there, or keep another house elsewhere (--data)"
        raise WrongInput(f"{books} is there, and its key {usual} is not: {hint}")
    return kept_key(usual)


def default_directory() -> Path:
    """Name where a house keeps its books, or only its key, when nothing is said."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "punto"


def key_of(data: Path | None, file: Path | None) -> "HouseKey":
    """Read the key of the house, which is needed."""
    key = found_key(data, file)
    if key is None:
        raise WrongInput("the key of the house is needed: DIR/house.key, --key or $PUNTO_KEY")
    return key
