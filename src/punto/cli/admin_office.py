"""`punto admin day`, `events`, `find-ticket` and `acknowledge`: the back office, in words."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from punto.cli.admin_shift import print_shifts
from punto.cli.opened import opened_house
from punto.cli.output import Json, console, print_json, print_table
from punto.cli.place import Data, KeyFile, Url, database_of, key_of
from punto.errors import WrongInput

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from punto.protocol.office import DayReport, Takings
    from punto.store import Database


EVENTS = 50
"""How many events are told at a time, or a few more."""


# --- the gaming day -----------------------------------------------------------------------------


def show_day(
    day: Annotated[
        str | None, typer.Argument(metavar="DAY", help="2026-03-14; this one if none is given.")
    ] = None,
    *,
    hour: Annotated[
        int | None,
        typer.Option("--hour", min=0, max=23, help="Another turn of the day, in UTC."),
    ] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write it for a spreadsheet.")
    ] = None,
    data: Data = None,
    database: Url = None,
    json: Json = False,
) -> None:
    """Report on a gaming day: takings against theory, the cage, and who stood there."""
    from punto.server.day_report import as_csv

    books = database_of(data, database)
    books.require_schema()
    with books.reading() as connection:
        report = _report(connection, day, hour)
    if csv is not None:
        try:
            csv.write_text(as_csv(report), encoding="utf-8")
        except OSError as error:
            raise WrongInput(f"{csv}: {error.strerror}") from None
    if json:
        print_json(msgspec.to_builtins(report))
    else:
        _print_report(report)


def _report(connection: "Connection", day: str | None, asked: int | None) -> "DayReport":
    from punto.office.day_book import DayBook
    from punto.office.gaming_day import day_named, gaming_day
    from punto.office.shift_book import ShiftBook
    from punto.office.theory import Theory
    from punto.server.day_report import day_report
    from punto.store.terms import bounds
    from punto.store.timestamp import utc_ms

    hour = bounds(connection).day_turns if asked is None else asked
    wanted = gaming_day(utc_ms(), hour) if day is None else day_named(day, hour)
    book = DayBook(wanted, Theory())
    book.read_on(connection)
    groups: dict[str, list[str]] = {}
    for table in sorted(book.tables):
        groups.setdefault(book.lobby_name(table), []).append(table)
    return day_report(book, groups, ShiftBook().of_day(connection, wanted), utc_ms())


def _print_report(report: "DayReport") -> None:
    from punto.store.timestamp import utc

    columns = ("table", "rounds", "voids", "turnover", "win", "hold", "theory", "deviations")
    rows = [_row(each.table, each.takings) for each in report.tables]
    rows.append(_row("all", report.takings))
    rows += [_row(f"dealt by {each.dealer}", each.takings) for each in report.dealers]
    title = f"Gaming day {report.day}, {utc(report.begins_ms)} to {utc(report.ends_ms)}"
    print_table(columns, rows, title=title, numbers=columns[1:])
    floats = [
        (each.table, str(each.fills), str(each.credits), str(each.drop))
        for each in report.tables
        if each.fills or each.credits or each.drop
    ]
    if floats:
        moves = ("fills", "credits", "drop")
        print_table(("float", *moves), floats, numbers=moves)
    cage = [(what, str(amount)) for what, amount in report.cage.items()]
    print_table(("cage", "amount"), cage, numbers=("amount",))
    drawers = [
        (each.person, str(each.taken), str(each.paid), str(each.taken - each.paid))
        for each in report.drawers
    ]
    print_table(("person", "taken", "paid", "rest"), drawers, numbers=("taken", "paid", "rest"))
    if report.shifts:
        print_shifts(report.shifts)


def _row(name: str, takings: "Takings") -> tuple[str, ...]:
    staked, varies = takings.turnover, takings.deviation
    counts = (takings.rounds, takings.voids, staked, takings.win)
    return (
        name,
        *map(str, counts),
        f"{takings.win / staked:.2%}" if staked else "–",
        f"{takings.theory / staked:.2%}" if staked else "–",
        f"{(takings.win - takings.theory) / varies:+.2f}" if varies else "–",
    )


# --- events -------------------------------------------------------------------------------------


def show_events(
    *,
    before: Annotated[
        int | None, typer.Option("--before", min=1, help="Go on from where the last page ended.")
    ] = None,
    data: Data = None,
    database: Url = None,
    json: Json = False,
) -> None:
    """Tell who did what, and when, the newest first."""
    from punto.office.significant import significant
    from punto.store.timestamp import utc

    books = database_of(data, database)
    books.require_schema()
    with books.reading() as connection:
        found, more = significant(connection, before, EVENTS)
    if json:
        print_json({"events": [each._asdict() for each in found], "before": more})
        return
    rows = [(utc(each.at_ms), each.chain, each.who, each.what) for each in found]
    print_table(("when", "chain", "who", "what"), rows)
    if more is not None:
        console().print(f"earlier ones: --before {more}")


# --- tickets and alerts -------------------------------------------------------------------------


def show_ticket(
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="The number of a ticket.")],
    *,
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    json: Json = False,
) -> None:
    """Find a ticket by its number: what it is worth, and what has become of it."""
    from punto.office.ticket_life import find_ticket
    from punto.store.timestamp import utc

    books, house_key = database_of(data, database), key_of(data, key)
    books.require_schema()
    with books.reading() as connection:
        found = find_ticket(connection, number, house_key)
    if found is None:
        raise WrongInput("there is no ticket with this number")
    state = found.state.value
    life = [{"at": utc(each.at_ms), "what": each.what, "who": each.who} for each in found.life]
    if json:
        print_json({**found._asdict(), "state": state, "life": life})
        return
    console().print(f"{found.number}: {found.amount}, {state}, of {found.account or '–'}")
    print_table(("when", "what", "who"), [tuple(each.values()) for each in life])


def _require_ruling(books: "Database", alert: str) -> None:
    """Want an alert to be there; of a closed house only rulings are looked for."""
    from punto.office.irregularities import ruled_as

    with books.reading() as connection:
        if ruled_as(connection, alert) is None:
            raise WrongInput(f"there is no ruling {alert!r}; other alerts want an open house")


def acknowledge_alert(
    alert: Annotated[str, typer.Argument(metavar="ALERT", help="As the office names it.")],
    *,
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    json: Json = False,
) -> None:
    """Put on record that an alert was seen."""
    from uuid import uuid4

    from punto.house import Acknowledge

    with opened_house(data, database, key) as house:
        if not house.is_running:
            _require_ruling(database_of(data, database), alert)
        house.do(Acknowledge(alert), uuid4().hex)
    if json:
        print_json({"alert": alert, "acknowledged": True})
    else:
        console().print(f"{alert} is acknowledged", soft_wrap=True)
