"""The report of a gaming day, as it goes over the wire and into a file."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from punto.office.day_book import DayBook
from punto.office.shift_book import ToldShift
from punto.office.takings import Takings as DayTakings
from punto.protocol.office import DayReport, DealerDay, Drawer, TableDay, Takings
from punto.server.shift_report import SHIFT_COLUMNS, shift_info, shift_row
from punto.table.record import FloatMove

Groups: TypeAlias = Mapping[str, Sequence[str]]
"""The tables of the books that are shown under one name: a player's own ones are one game."""


def shown(takings: DayTakings) -> Takings:
    """Write takings for the wire."""
    return Takings(
        rounds=takings.rounds,
        voids=takings.voids,
        turnover=takings.turnover,
        win=takings.win,
        theory=takings.mean,
        deviation=takings.deviation,
        an_hour=takings.an_hour,
    )


def day_report(
    book: DayBook, groups: Groups, shifts: Sequence[ToldShift], now_ms: int
) -> DayReport:
    """Write down a gaming day, some tables together."""
    till = book.till
    return DayReport(
        day=book.day.name,
        begins_ms=book.day.begins_ms,
        ends_ms=book.day.ends_ms,
        takings=shown(book.of_tables(book.tables, now_ms)),
        tables=[
            _table(name, shown(book.of_tables(tables, now_ms)), book.floated(tables))
            for name, tables in groups.items()
        ],
        dealers=[
            DealerDay(dealer=name, takings=shown(takings))
            for name, takings in book.by_dealer().items()
        ],
        cage=dict(sorted(till.sums.items())),
        drawers=[
            Drawer(person=each.person, role=each.role, taken=till.taken[each], paid=till.paid[each])
            for each in sorted({*till.taken, *till.paid})
        ],
        shifts=[shift_info(each) for each in shifts],
    )


def _table(name: str, takings: Takings, floated: Counter[FloatMove]) -> TableDay:
    return TableDay(
        table=name,
        takings=takings,
        fills=floated[FloatMove.FILL],
        credits=floated[FloatMove.CREDIT],
        drop=floated[FloatMove.DROP],
    )


_COLUMNS = (
    *("table", "rounds", "voids", "turnover", "win"),
    *("hold", "theory", "deviation", "deviations"),
)


def as_csv(report: DayReport) -> str:
    """Write a report for a spreadsheet; amounts are minor units."""
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow(("gaming day", report.day))
    sheet.writerow((*_COLUMNS, "fills", "credits", "drop"))
    for each in report.tables:
        floated = (each.fills, each.credits, each.drop)
        sheet.writerow((each.table, *_figures(each.takings), *floated))
    sheet.writerow(("all", *_figures(report.takings)))
    sheet.writerow(())
    sheet.writerow(("dealer", *_COLUMNS[1:]))
    for dealt in report.dealers:
        sheet.writerow((dealt.dealer, *_figures(dealt.takings)))
    sheet.writerow(())
    sheet.writerow(("cage", "amount"))
    sheet.writerows(report.cage.items())
    sheet.writerow(())
    sheet.writerow(("person", "role", "taken", "paid", "float"))
    for drawer in report.drawers:
        rest = drawer.taken - drawer.paid
        sheet.writerow((drawer.person, drawer.role, drawer.taken, drawer.paid, rest))
    sheet.writerow(())
    sheet.writerow(SHIFT_COLUMNS)
    sheet.writerows(map(shift_row, report.shifts))
    return text.getvalue()


def _figures(takings: Takings) -> Iterator[object]:
    yield from (takings.rounds, takings.voids, takings.turnover, takings.win)
    staked, varies = takings.turnover, takings.deviation
    yield f"{takings.win / staked:.6f}" if staked else ""
    yield f"{takings.theory / staked:.6f}" if staked else ""
    yield f"{varies:.2f}"
    yield f"{(takings.win - takings.theory) / varies:.2f}" if varies else ""
