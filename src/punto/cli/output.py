"""Printing: JSON for programs, Rich tables for people."""

import csv
import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

if TYPE_CHECKING:
    from rich.console import Console

_NO_END: Final = 10_000

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
"""Whether a command answers a program instead of a person."""


def print_json(value: Any) -> None:  # noqa: ANN401 – JSON is whatever it is
    """Print JSON, readable, in the order of the contract."""
    print(json.dumps(value, indent=2))


def tell_done(told: dict[str, Any], words: str, *, json: bool) -> None:
    """Say that something was done, to a program or to a person."""
    if json:
        print_json(told)
    else:
        console().print(words, soft_wrap=True)


def print_csv(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print comma-separated values, as spreadsheets read them."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)


def console() -> "Console":
    """Make a console that takes text as it is: a title in brackets is no markup.

    A file or a pipe has no width: what is written there is as wide as it is.
    """
    from rich.console import Console

    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else _NO_END
    return Console(markup=False, highlight=False, emoji=False, width=width)


def print_section(heading: str, sentences: Iterable[str], *, numbered: bool = False) -> None:
    """Print a heading and a list of sentences under it; nothing if there are none."""
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 1))
    for number, sentence in enumerate(sentences, start=1):
        table.add_row(f" {number}." if numbered else " ·", Text(sentence))
    if table.row_count:
        console().print(f"\n{heading}", style="bold")
        console().print(table)


def print_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    title: str | None = None,
    numbers: Sequence[str] = (),
) -> None:
    """Print rows under columns; only words wrap, and what is too wide for the line is not cut."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    heading = Text(title, style="bold") if title else None
    table = Table(title=heading, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    lines = list(rows)
    for place, column in enumerate(columns):
        justify: Literal["left", "right"] = "right" if column in numbers else "left"
        whole = lines if place == 0 or justify == "right" else []
        least = max(map(len, [*column.split(), *(line[place] for line in whole)]), default=0)
        table.add_column(
            column, justify=justify, overflow="fold", no_wrap=place == 0, min_width=least
        )
    for line in lines:
        table.add_row(*(Text(cell) for cell in line))
    console().print(table, crop=False)
