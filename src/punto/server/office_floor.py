"""The house at a glance: what its tables do now, and what the books say of the gaming day."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace
from sqlalchemy import Connection as Books

from punto.house.undecided import Undecided
from punto.office.day_book import DayBook, series
from punto.office.day_book import Takings as DayTakings
from punto.office.gaming_day import GamingDay, gaming_day
from punto.protocol.office import Alert, HoldPoint, OfficeFloor, OfficeTable
from punto.protocol.words import AlertKind
from punto.server.broadcast import TableBroadcast
from punto.server.config import TableConfig, is_own, rulebook_of
from punto.server.connection import Connection
from punto.server.day_report import Groups, shown
from punto.server.office_books import last_commit, seen_alerts
from punto.server.open_house import OpenHouse

POINTS: Final = 120
"""How many places of the day's course are drawn."""

_FAR: Final = 2.576
"""Beyond so many standard deviations lies one honest day in a hundred."""

_FEW: Final = 50
"""With fewer rounds than this a day says nothing."""

Took = Mapping[str, DayTakings]
"""What each table of the lobby took, a player's own ones together."""


def today(house: OpenHouse) -> GamingDay:
    """Tell the gaming day that it is."""
    return gaming_day(house.time.now_ms(), house.config.gaming_day_hour)


async def office_floor(house: OpenHouse) -> OfficeFloor:
    """Look at the tables as they are, and at the books beside them."""
    now_ms = house.time.now_ms()
    tables = [_table(house, config) for config in house.config.tables]
    waiting, damaged = house.tables.waiting.longest_first(), house.damaged
    players = len(_accounts(house.tables.broadcasts.values()))

    def look(connection: Books, book: DayBook) -> OfficeFloor:
        groups = groups_of(house, book)
        took = {name: book.of_tables(each, now_ms) for name, each in groups.items()}
        seen, last = seen_alerts(connection), last_commit(connection)
        alerts = [*_alerts(book, waiting, took), *_damage(damaged, now_ms)]
        return OfficeFloor(
            now_ms=now_ms,
            day=book.day.name,
            begins_ms=book.day.begins_ms,
            players=players,
            takings=shown(book.of_tables(book.tables, now_ms)),
            tables=[replace(each, takings=shown(took[each.id])) for each in tables],
            alerts=[_with_seen(alert, seen) for alert in alerts],
            hold=[_point(number, sums) for number, sums in series(book.rounds(), POINTS)],
            commit=last.position if last is not None else 0,
            commit_hash=last.hash.hex() if last is not None else "",
            commit_ms=last.at_ms if last is not None else 0,
        )

    return await house.books.of_day(today(house), look)


def groups_of(house: OpenHouse, book: DayBook) -> Groups:
    """Name the tables of the books that belong to each table of the lobby."""
    names: dict[str, list[str]] = {name: [] for name in house.tables.configs}
    for table in book.tables:
        lobby = house.tables.lobby_name(table)
        if lobby is not None:
            names[lobby].append(table)
    return names


def _point(number: int, sums: DayTakings) -> HoldPoint:
    return HoldPoint(
        rounds=number,
        turnover=sums.turnover,
        win=sums.win,
        theory=sums.mean,
        deviation=sums.variance**0.5,
    )


# --- tables -------------------------------------------------------------------------------------


def _table(house: OpenHouse, config: TableConfig) -> OfficeTable:
    broadcasts = [each for each in house.tables.broadcasts.values() if each.name == config.id]
    floor = broadcasts[0].view.floor if broadcasts and not is_own(config) else None
    table = floor.table if floor is not None else None
    has_dealer = table is not None and table.settings.has_dealer
    limit = table.settings.limit if table is not None else None
    return OfficeTable(
        id=config.id,
        name=config.name,
        rulebook=rulebook_of(config).key,
        is_open=floor.is_open if floor is not None else is_own(config),
        phase=table.coup.phase.value if table is not None and table.coup else "ready",
        round=table.rounds if table is not None else 0,
        dealer=floor.dealer if floor is not None and has_dealer else None,
        minimum=limit.minimum if limit is not None else config.minimum,
        maximum=limit.maximum if limit is not None else config.maximum,
        players=len(_accounts(broadcasts)),
        waiting=broadcasts[0].waiting if floor is not None else None,
        takings=shown(DayTakings()),
    )


def _accounts(broadcasts: Iterable[TableBroadcast]) -> set[str]:
    """Name those who are signed in and watch."""
    return {
        watcher.session.account
        for broadcast in broadcasts
        for watcher in tuple(broadcast.watchers)
        if isinstance(watcher, Connection) and watcher.session is not None
    }


# --- alerts -------------------------------------------------------------------------------------


def _alerts(book: DayBook, waiting: list[Undecided], took: Took) -> Iterator[Alert]:
    """Name what was ruled on today, what waits since whenever, and days that are hardly chance."""
    undecided = {(each.table, each.round) for each in waiting}
    for each in waiting:
        yield _ruled(each.table, each.round, each.words, each.since_ms, is_waiting=True)
    for table, number, words, at_ms in book.irregularities():
        if (table, number) not in undecided:
            yield _ruled(table, number, words, at_ms, is_waiting=False)
    for table, takings in took.items():
        far = takings.deviations
        if far is not None and takings.rounds >= _FEW and abs(far) > _FAR:
            yield _alert("hold", table, f"hold:{table}:{book.day.name}", f"{far:+.1f}")


def _ruled(table: str, number: int, words: str, at_ms: int, *, is_waiting: bool) -> Alert:
    alert = _alert(
        "undecided" if is_waiting else "irregularity", table, f"round:{table}-{number}", words
    )
    return replace(alert, round=number, since_ms=at_ms)


def _damage(damaged: Mapping[str, str], now_ms: int) -> Iterator[Alert]:
    for name, why in damaged.items():
        table = name.removeprefix("table/")
        yield replace(_alert("damaged", table, f"damaged:{name}", why), since_ms=now_ms)


def _alert(kind: AlertKind, table: str, id_: str, words: str) -> Alert:
    return Alert(
        id=id_[:80],
        kind=kind,
        table=table,
        round=None,
        words=words,
        since_ms=0,
        seen_by="",
        seen_ms=None,
    )


def _with_seen(alert: Alert, seen: Mapping[str, tuple[str, int]]) -> Alert:
    if alert.id not in seen:
        return alert
    who, at_ms = seen[alert.id]
    return replace(alert, seen_by=who, seen_ms=at_ms)
