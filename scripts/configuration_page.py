"""Makes docs/configuration.md: every setting, from the types that read it."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import typer.main
from msgspec import inspect as types
from msgspec.structs import fields

from punto.cli import app
from punto.server.beacon import BeaconConfig
from punto.server.config import HouseConfig, TableConfig, TerminalConfig, WagerLimit
from punto.server.config_section import Section
from punto.server.environment import variables
from punto.server.log_config import LogConfig
from punto.server.server_config import ServerConfig
from punto.server.traffic_config import TrafficConfig

PAGE: Final = Path(__file__).parent.parent / "docs" / "configuration.md"
SECTIONS: Final[dict[str, tuple[str, type[Section]]]] = {
    "The house": ("", HouseConfig),
    "`[server]`": ("server", ServerConfig),
    "`[traffic]`": ("traffic", TrafficConfig),
    "`[beacon]`": ("beacon", BeaconConfig),
    "`[log]`": ("log", LogConfig),
    "`[[terminals]]`": ("terminals", TerminalConfig),
    "`[[tables]]`": ("tables", TableConfig),
    "`[tables.limits.WAGER]`": ("tables.limits", WagerLimit),
}
_NOT_SET: Final = frozenset({"beside", "server", "traffic", "beacon", "log"})
"""What is no key of the file, or has a section of its own."""

_HEAD: Final = """# Configuration

Every setting, as the code reads it. Made by `scripts/docs`; do not edit.

A setting is taken from the first of these that has it:

1. an option of `punto serve`,
2. a variable of the environment,
3. the file that `--config` names, which is TOML (the usual one is `src/punto/server/house.toml`),
4. the usual value.

`punto config check FILE` names all that is wrong with a file and with the variables. A wrong
setting ends `punto serve` with one line and status 2, and nothing is written. In a variable, the
parts of a list are separated by commas. A variable that is nearly one of these, or begins as
those of a section (`PUNTO_SERVER_`, `PUNTO_TRAFFIC_`, `PUNTO_BEACON_`, `PUNTO_LOG_`) and is none,
is wrong; others are left alone.
Amounts are minor units (100 is 1.00), times milliseconds.
What can be changed while the house is open, and how, is in
[operations](operations.md#settings-of-tables); everything else is read at a start.

Secrets belong into the file, into the environment, or into a file of their own (`--key`,
`PGPASSFILE` for the password of PostgreSQL), and never on a command line, which everybody on the
machine can read: a URL with a password is refused there.
"""


def page() -> str:
    """Write the page."""
    return "\n".join([_HEAD, *_options(), *_settings()]) + "\n"


# --- options ------------------------------------------------------------------------------------


def _serve_options() -> Iterator[Any]:
    command: Any = typer.main.get_command(app)
    for each in command.commands["serve"].params:
        if each.name != "help":
            yield each


def _options() -> Iterator[str]:
    named = {f"--{path}" for path in _settable()}
    yield "## Options of `punto serve`\n"
    yield "Those that set something of the file are listed there. `PUNTO_KEY` holds the key itself,"
    yield "64 hexadecimal digits, and then no file is needed.\n"
    yield "| option | variable | what |"
    yield "|---|---|---|"
    for each in _serve_options():
        if each.opts[0] not in named:
            variable = f"`{each.envvar}`" if each.envvar else "–"
            yield f"| `{each.opts[0]}` | {variable} | {each.help} |"
    yield ""


def _settable() -> dict[str, tuple[str, ...]]:
    """Give the options that stand for a setting, and its keys."""
    found = {"-".join(v.keys[1:] if v.keys[0] == "server" else v.keys): v.keys for v in _known()}
    options = {each.opts[0] for each in _serve_options()}
    return {name: keys for name, keys in found.items() if f"--{name}" in options and len(keys) > 1}


def _known() -> Iterator[Any]:
    return variables(HouseConfig)


# --- settings -----------------------------------------------------------------------------------


def _settings() -> Iterator[str]:
    for title, (place, kind) in SECTIONS.items():
        yield f"## {title}\n"
        yield f"{inspect.getdoc(kind)}\n"
        yield "| key | value | usual | what | variable, option |"
        yield "|---|---|---|---|---|"
        told = documented(kind)
        for field in fields(kind):
            if field.name not in _NOT_SET:
                cells = (f"`{field.name}`", _kind(field.type), _usual(field), told[field.name])
                yield f"| {' | '.join((*cells, _elsewhere(place, field.name)))} |"
        yield ""


def _elsewhere(place: str, name: str) -> str:
    keys = (place, name) if place else (name,)
    found = [f"`{each.name}`" for each in _known() if each.keys == keys]
    found += [f"`--{option}`" for option, of in _settable().items() if of == keys]
    return ", ".join(found) or "–"


def documented(kind: type[Section]) -> dict[str, str]:
    """Read what the source says about every key, in the string below it."""
    source = inspect.getsource(kind)
    (tree,) = ast.parse(source).body
    assert isinstance(tree, ast.ClassDef), "a section of the file"
    found = {}
    for before, after in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(before, ast.AnnAssign) and isinstance(after, ast.Expr):
            assert isinstance(before.target, ast.Name), "a key"
            found[before.target.id] = ast.literal_eval(after.value)
    return found


def _kind(kind: Any) -> str:  # noqa: ANN401 – any type
    return _words(types.type_info(kind))


def _words(kind: types.Type) -> str:
    match kind:
        case types.UnionType(kinds):
            said = " or ".join(_words(e) for e in kinds if not isinstance(e, types.NoneType))
        case types.BoolType():
            said = "`true` or `false`"
        case types.IntType(ge=None, le=None):
            said = "a number"
        case types.IntType(ge=least, le=most):
            said = f"a number from {least:,} to {most:,}"
        case types.LiteralType(values):
            said = ", ".join(f"`{each}`" for each in values)
        case types.VarTupleType(item_type=types.StructType()) | types.DictType():
            said = "sections"
        case types.VarTupleType(item_type=item):
            said = f"a list: {_words(item)}"
        case types.StrType(max_length=most):
            said = "text" if most is None else f"text of {most} letters at most"
        case _:
            raise AssertionError(f"no words for {kind}")
    return said


def _usual(field: Any) -> str:  # noqa: ANN401 – msgspec's own
    if field.required:
        return "must be given"
    usual = field.default
    if usual in (None, (), "", msgspec.NODEFAULT):
        return "–"
    return f"`{msgspec.json.encode(usual).decode()}`"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
