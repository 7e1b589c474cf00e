"""`punto admin settings`, `set`, `new`, `open`, `close` and `reread`: how tables are set."""

import tomllib
from typing import TYPE_CHECKING, Annotated

import typer

from punto.cli.opened import running_house
from punto.cli.output import Json, console, print_json, print_table
from punto.cli.place import Data, Url, database_of
from punto.errors import WrongInput

if TYPE_CHECKING:
    from punto.house import Done
    from punto.house.configuration import SettingChange, Value
    from punto.house.staff_request import SetTable

Table = Annotated[str, typer.Argument(help="The table, by its id.")]
Settings = Annotated[
    list[str], typer.Argument(metavar="KEY=VALUE…", help="As in the file; KEY= for the usual.")
]
Who = Annotated[str, typer.Option("--who", metavar="NAME", help="Who does this, for the record.")]
Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason, for the record.")]
RequestId = Annotated[
    str, typer.Option("--request", metavar="ID", help="Given again, the same is not done twice.")
]


# --- looking ------------------------------------------------------------------------------------


def show_settings(
    table: Annotated[str | None, typer.Argument(help="One table; all if none is given.")] = None,
    *,
    data: Data = None,
    database: Url = None,
    json: Json = False,
) -> None:
    """Show how tables are set, and where that is not as the file says."""
    from punto.store.opening import configuration_of

    books = database_of(data, database)
    books.require_schema()
    with books.reading() as connection:
        found = configuration_of(connection)
    if table is not None and table not in found.in_force:
        raise WrongInput(f"there is no table {table!r}")
    names = sorted(found.in_force) if table is None else [table]
    if json:
        print_json({name: dict(found.in_force[name]) for name in names})
        return
    rows = [
        (name, key, _shown(holds.get(key)), _shown(read.get(key)))
        for name in names
        for holds, read in [(found.in_force[name], found.in_file(name))]
        for key in sorted({*holds, *read})
    ]
    print_table(("table", "setting", "is", "in the file"), rows)


def _shown(value: "Value") -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "–" if value is None else str(value)


# --- changing -----------------------------------------------------------------------------------


def set_table(
    table: Table,
    settings: Settings,
    *,
    who: Who,
    why: Why,
    data: Data = None,
    database: Url = None,
    request: RequestId = "",
    json: Json = False,
) -> None:
    """Set a table of the running house otherwise, as soon as its round is over."""
    asked = _asked(table, dict(map(_parsed, settings)), who, why)
    _change(asked, request, data, database, json=json)


def new_table(
    table: Table,
    settings: Settings,
    *,
    who: Who,
    why: Why,
    data: Data = None,
    database: Url = None,
    request: RequestId = "",
    json: Json = False,
) -> None:
    """Make a table in the running house, and open it; name, rulebook and limits are wanted."""
    asked = _asked(table, dict(map(_parsed, settings)), who, why, new=True)
    _change(asked, request, data, database, json=json)


def open_table(
    table: Table,
    *,
    who: Who,
    why: Why,
    data: Data = None,
    database: Url = None,
    request: RequestId = "",
    json: Json = False,
) -> None:
    """Open a table of the running house that was closed."""
    _change(_asked(table, {"open": None}, who, why), request, data, database, json=json)


def close_table(
    table: Table,
    *,
    who: Who,
    why: Why,
    data: Data = None,
    database: Url = None,
    request: RequestId = "",
    json: Json = False,
) -> None:
    """Close a table of the running house, when its round is over and paid."""
    _change(_asked(table, {"open": False}, who, why), request, data, database, json=json)


def read_file_again(
    *,
    who: Who,
    why: Why,
    data: Data = None,
    database: Url = None,
    request: RequestId = "",
    json: Json = False,
) -> None:
    """Let the running house take over what was changed in its file."""
    from punto.house.staff_request import ReadFileAgain

    with running_house(data, database) as house:
        done = house.do(ReadFileAgain(who, why), request or _new_id())
    _tell(done, json=json)


def _asked(
    table: str, values: "dict[str, Value]", who: str, why: str, *, new: bool = False
) -> "SetTable":
    from punto.house.staff_request import SetTable

    return SetTable(table, values, who, why, new)


def _change(asked: "SetTable", request: str, data: Data, database: Url, *, json: bool) -> None:
    with running_house(data, database) as house:
        done = house.do(asked, request or _new_id())
    _tell(done, json=json)


def _new_id() -> str:
    from uuid import uuid4

    return uuid4().hex


def _parsed(setting: str) -> "tuple[str, Value]":
    """Read a value as the file has it; a word needs no quotes here."""
    key, sign, text = setting.partition("=")
    if not key or not sign:
        raise WrongInput(f"{setting!r} is no setting: KEY=VALUE, as minimum=100 or driver=dealer")
    if not text:
        return key, None
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return key, text
    if isinstance(value, list):
        return key, tuple(value)
    if not isinstance(value, bool | int | str):
        raise WrongInput(f"{key}: {text} is neither a number nor true, false or a word")
    return key, value


def _tell(done: "Done", *, json: bool) -> None:
    """Say what was changed, before and after."""
    from punto.house.record import decode_settings

    changes: tuple[SettingChange, ...] = decode_settings(done.link.body or b"").changes
    if json:
        told = [
            {"table": each.table, "key": each.key, "before": each.before, "after": each.after}
            for each in changes
        ]
        print_json({"changes": told, "again": done.again})
        return
    for each in changes:
        words = f"{each.table}: {each.key} {_shown(each.before)} → {_shown(each.after)}"
        console().print(words, soft_wrap=True)
    if not changes:
        console().print("the file was read; no setting is another")
