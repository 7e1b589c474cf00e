"""The command line: a thin face of `punto`'s own functions."""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import typer

import punto
from punto.cli import (
    admin,
    audit,
    config,
    countability,
    odds,
    parsheet,
    replay,
    roads,
    rulebook,
    rulebooks,
    serve,
    settle,
    simulate,
)
from punto.errors import WrongInput
from punto.extras import named

__all__ = ["app", "main", "run"]

WRONG_INPUT = 2
INTERRUPTED = 130
LONGEST_COMPLAINT = 1_000

app = typer.Typer(
    name="punto",
    help="A no-commission baccarat house in a box.",
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command("serve")(serve.serve)
app.command("rulebooks")(rulebooks.list_rulebooks)
app.add_typer(rulebook.app, name="rulebook")
app.command("settle")(settle.settle_round)
app.command("odds")(odds.show_odds)
app.command("parsheet")(parsheet.write_par_sheet)
app.command("simulate")(simulate.simulate_rounds)
app.command("countability")(countability.show_countability)
app.command("roads")(roads.show_roads)
app.add_typer(audit.app, name="audit")
app.command("replay")(replay.replay_round)
app.add_typer(admin.app, name="admin")
app.add_typer(config.app, name="config")


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    if version:
        print(f"punto {punto.__version__}")
    elif context.invoked_subcommand is None:
        print(context.get_help())


def main() -> None:
    """Run the command line and leave with its status."""
    if hasattr(signal, "SIGPIPE"):
        # End as other tools do when the reader has seen enough, as in `punto rulebooks | head`.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        else:  # a terminal that cannot show ● shows ? instead of failing
            stream.reconfigure(errors="replace")
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command: 0 done, 1 a failed check, 2 wrong input said in one line on stderr."""
    if any(not _is_text(argument) for argument in arguments):
        return _complain("an argument is no text: UTF-8 is wanted")
    try:
        with _extras_named():
            status = app(args=list(arguments), prog_name="punto", standalone_mode=False)
        sys.stdout.flush()
    except WrongInput as error:
        return _complain(str(error))
    except typer.TyperException as error:
        return _complain(error.format_message())
    except typer.Abort:
        return INTERRUPTED
    except OSError as error:
        # What could not be written must not be tried again when the process ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _complain(f"cannot write: {error.strerror}")
    return status if isinstance(status, int) else 0


@contextmanager
def _extras_named() -> Iterator[None]:
    """Say which extra brings a module that a command did not find."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise named(error) from error


def _is_text(argument: str) -> bool:
    """Whether the bytes of an argument could be read; Python keeps others as lone surrogates."""
    return argument.isascii() or not any("\ud800" <= each <= "\udfff" for each in argument)


def _complain(message: str) -> int:
    """Say it in one line that cannot steer a terminal, however long or odd the input was."""
    plain = "".join(
        character if character.isprintable() else repr(character)[1:-1]
        for character in " ".join(message.split())
    )
    clipped = plain if len(plain) <= LONGEST_COMPLAINT else f"{plain[:LONGEST_COMPLAINT]}…"
    print("punto:", clipped, file=sys.stderr)
    return WRONG_INPUT
