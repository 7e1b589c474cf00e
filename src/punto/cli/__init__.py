"""The command line: a thin face of `punto`'s own functions."""

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

import punto
from punto.cli import rulebook, rulebooks, settle
from punto.errors import WrongInput

__all__ = ["app", "main", "run"]

WRONG_INPUT = 2
INTERRUPTED = 130

app = typer.Typer(
    name="punto",
    help="A no-commission baccarat house in a box.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command("rulebooks")(rulebooks.list_rulebooks)
app.add_typer(rulebook.app, name="rulebook")
app.command("settle")(settle.settle_round)


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
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command: 0 done, 1 a failed check, 2 wrong input said in one line on stderr."""
    try:
        status = app(args=list(arguments), prog_name="punto", standalone_mode=False)
        sys.stdout.flush()
    except (WrongInput, typer.TyperException) as error:
        message = error.format_message() if isinstance(error, typer.TyperException) else str(error)
        print("punto:", " ".join(message.split()), file=sys.stderr)
        return WRONG_INPUT
    except typer.Abort:
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):
        # The reader has seen enough, as in `punto rulebooks | head`; say nothing more. Typer turns
        # a broken pipe into SystemExit where it is first to meet it, and nothing else.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status if isinstance(status, int) else 0
