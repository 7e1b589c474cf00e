"""`punto admin shifts` and `shift`: what was counted at tables and tills, and what was missing."""

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from punto.cli.opened import opened_house
from punto.cli.output import Json, console, print_json, print_table
from punto.cli.place import Data, KeyFile, Url, database_of

if TYPE_CHECKING:
    from punto.protocol.shift import ShiftInfo

Day = Annotated[
    str | None, typer.Argument(metavar="DAY", help="2026-03-14; this one if none is given.")
]


class Count(Enum):
    """What a count is for."""

    OPEN = "open"
    CLOSE = "close"


def show_shifts(
    day: Day = None, *, data: Data = None, database: Url = None, json: Json = False
) -> None:
    """List the shifts of a gaming day: counts, what moved between them, and what was missing."""
    from punto.office.gaming_day import day_named, gaming_day
    from punto.office.shift_book import ShiftBook
    from punto.server.shift_report import shift_info
    from punto.store.terms import bounds
    from punto.store.timestamp import utc_ms

    books = database_of(data, database)
    books.require_schema()
    with books.reading() as connection:
        hour = bounds(connection).day_turns
        wanted = gaming_day(utc_ms(), hour) if day is None else day_named(day, hour)
        shifts = [shift_info(each) for each in ShiftBook().of_day(connection, wanted)]
    if json:
        print_json({"day": wanted.name, "shifts": msgspec.to_builtins(shifts)})
    else:
        print_shifts(shifts)


def print_shifts(shifts: "Sequence[ShiftInfo]") -> None:
    """Print shifts, a line each."""
    from punto.server.shift_report import SHIFT_COLUMNS, shift_row

    print_table(SHIFT_COLUMNS, [shift_row(each) for each in shifts])


def count_shift(  # noqa: PLR0913 – one for each option
    count: Annotated[Count, typer.Argument(help="Does the shift begin, or end?")],
    place: Annotated[
        str, typer.Argument(metavar="PLACE", help="table/TABLE, or till/NAME at the cage.")
    ],
    counted: Annotated[
        int, typer.Argument(metavar="COUNTED", min=0, help="What lies there, in minor units.")
    ],
    *,
    who: Annotated[str, typer.Option("--who", metavar="NAME", help="Who has counted it.")],
    note: Annotated[str, typer.Option("--note", metavar="TEXT", help="A word on it.")] = "",
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    json: Json = False,
) -> None:
    """Open or close a shift with what was counted in the float of a table or in a till."""
    from uuid import uuid4

    from punto.house import CloseShift, OpenShift
    from punto.house.record import decode_shift

    kind = OpenShift if count is Count.OPEN else CloseShift
    with opened_house(data, database, key) as house:
        what = kind(place=place, counted=counted, who=who, note=note)
        done = house.do(what, uuid4().hex)
    shift = decode_shift(done.link.body or b"").shift
    if json:
        print_json(msgspec.to_builtins(shift))
        return
    ended = "opened" if shift.closed is None else "closed"
    console().print(f"shift {shift.number} of {place} is {ended} with {counted}", soft_wrap=True)
