"""Makes the page of all commands from the commands themselves."""

from collections.abc import Iterator
from typing import Any

import typer

from punto.cli import app

Command = Any  # what Typer makes of a function; its classes are no part of its interface


def page() -> str:
    """Write the page: every command with what it takes, groups before their commands."""
    root = typer.main.get_command(app)
    return "\n".join(_lines("punto", root)) + "\n"


def _lines(name: str, command: Command, depth: int = 1) -> Iterator[str]:
    title = "Commands" if depth == 1 else f"`{name}`"
    yield from (f"{'#' * depth} {title}", "", _words(command.help or ""), "")
    if depth == 1:
        yield from (_FIRST_WORDS, "")
    inner = getattr(command, "commands", {})
    if not inner:
        yield from ("```text", _usage(name, command), "```", "")
    yield from _table("argument", [p for p in command.params if p.param_type_name == "argument"])
    yield from _table("option", [p for p in command.params if p.param_type_name == "option"])
    for each, found in inner.items():
        yield from _lines(f"{name} {each}", found, depth + 1)


_FIRST_WORDS = (
    "Each command is named as `punto …`; in a checkout it is `scripts/punto …`. `--help` shows the "
    "same in a terminal. Status 0 means done, 1 that a check has failed, 2 wrong input, with one "
    "line that says what to do. This page is made from the commands themselves."
)


def _usage(name: str, command: Command) -> str:
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    names = [_metavar(p) if p.required else f"[{_metavar(p)}]" for p in arguments]
    needed = [f"{p.opts[0]} {_metavar(p)}" for p in command.params if _is_needed_option(p)]
    return " ".join([name, *names, *needed, "[OPTIONS]"])


def _is_needed_option(parameter: Command) -> bool:
    return bool(parameter.param_type_name == "option" and parameter.required)


def _metavar(parameter: Command) -> str:
    return str(parameter.metavar or parameter.name.upper())


def _table(kind: str, parameters: list[Command]) -> Iterator[str]:
    shown = [one for one in parameters if not getattr(one, "hidden", False)]
    if not shown:
        return
    yield from (f"| {kind} | what | default |", "|---|---|---|")
    for one in shown:
        yield f"| {_spelt(one)} | {_words(one.help or '')} | {_default(one)} |"
    yield ""


def _spelt(parameter: Command) -> str:
    if parameter.param_type_name == "argument":
        return f"`{_metavar(parameter)}`"
    value = "" if parameter.is_flag else f" {_metavar(parameter)}"
    return ", ".join(f"`{name}{value}`" for name in [*parameter.opts, *parameter.secondary_opts])


def _default(parameter: Command) -> str:
    if parameter.required:
        return "needed"
    if parameter.default in {None, False, ()} or callable(parameter.default):
        return ""
    return f"`{parameter.default}`"


def _words(text: str) -> str:
    """Keep a sentence in its cell, and signs that would mean something else as they are."""
    return " ".join(text.split()).replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")
