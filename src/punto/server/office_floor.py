"""The house at a glance: what its tables do now, and what the books say of the gaming day."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace
from sqlalchemy import Connection as Books

from punto.house.undecided import Undecided
from punto.office.committed import last_commit
from punto.office.course import Point
from punto.office.day_book import DayBook
from punto.office.gaming_day import GamingDay, gaming_day
from punto.office.irregularities import Ruled, last_ruled, ruled_as
from punto.office.takings import Takings as DayTakings
from punto.protocol.office import Alert, HoldPoint, OfficeFloor, OfficeTable
from punto.protocol.words import AlertKind
from punto.server.broadcast import TableBroadcast
from punto.server.config import TableConfig, is_own, rulebook_of
from punto.server.connection import Connection
from punto.server.day_report import Groups, shown
from punto.server.open_house import OpenHouse

_FAR: Final = 2.576
"""Beyond so many standard deviations lies one honest day in a hundred."""

_FARTHER: Final = 4
"""From here on every further deviation is told by itself."""

_FEW: Final = 50
"""With fewer rounds than this a day says nothing."""

Took = Mapping[str, DayTakings]
"""What each table of the lobby took, a player's own ones together."""


def today(house: OpenHouse) -> GamingDay:
    """Tell the gaming day that it is."""
    return gaming_day(house.time.now_ms(), house.config.gaming_day_hour)


async def office_floor(house: OpenHouse) -> OfficeFloor:
    """Look at tables and books as they are; all who ask at the same moment share one look."""
    return await house.books.shared_floor(lambda: asyncio.create_task(_look(house)))


async def open_alert(house: OpenHouse, name: str) -> Alert | None:
    """Find an alert that can be acknowledged, or was."""
    alerts = (await _look(house)).alerts
    shown = next((alert for alert in alerts if alert.id == name), None)
    if shown is not None:
        return shown
    # After a start older ones come bit by bit: the name says where to look.
    return await house.books.of_day(today(house), lambda books, _: _ruling(house, books, name))


def _ruling(house: OpenHouse, connection: Books, name: str) -> Alert | None:
    ruled = ruled_as(connection, name)
    seen = house.books.seen.read_on(connection)
    return None if ruled is None else _with_seen(_of_round("irregularity", ruled), seen)


async def _look(house: OpenHouse) -> OfficeFloor:
    now_ms = house.time.now_ms()
    tables = [_table(house, config) for config in house.tables.configs.values()]
    waiting, damaged = house.tables.waiting.longest_first(), house.damaged
    players = len(_accounts(house.tables.broadcasts.values()))

    def look(connection: Books, book: DayBook) -> OfficeFloor:
        groups = groups_of(house, book)
        took = {name: book.of_tables(each, now_ms) for name, each in groups.items()}
        seen, last = house.books.seen.read_on(connection), last_commit(connection)
        ruled = house.books.irregularities.read_on(connection, now_ms)
        unread = {**house.books.seen.damaged, **house.books.shifts.damaged}
        unread |= {**book.damaged, **damaged}
        alerts = [
            *_waiting(connection, waiting),
            *_ruled(ruled, {(each.table, each.round) for each in waiting}),
            *unlikely(book.day, took),
            *_damage(unread, now_ms),
        ]
        return OfficeFloor(
            now_ms=now_ms,
            day=book.day.name,
            begins_ms=book.day.begins_ms,
            players=players,
            takings=shown(book.of_tables(book.tables, now_ms)),
            tables=[replace(each, takings=shown(took[each.id])) for each in tables],
            alerts=_to_show([_with_seen(alert, seen) for alert in alerts], book.day),
            hold=[_point(each) for each in book.course.points],
            commit=last.position if last is not None else 0,
            commit_hash=last.hash.hex() if last is not None else "",
            commit_ms=last.at_ms if last is not None else 0,
        )

    return await house.books.of_day(today(house), look)


def groups_of(house: OpenHouse, book: DayBook) -> Groups:
    """Name the tables of the books that belong to each table of the lobby."""
    names: dict[str, list[str]] = {name: [] for name in house.tables.configs}
    for table in book.tables:
        # A table that left the configuration has taken what it took.
        lobby = house.tables.lobby_name(table) or book.lobby_name(table)
        names.setdefault(lobby, []).append(table)
    return names


def _point(point: Point) -> HoldPoint:
    sums = point.sums
    return HoldPoint(
        rounds=point.rounds,
        turnover=sums.turnover,
        win=sums.win,
        theory=sums.mean,
        deviation=sums.deviation,
    )


# --- tables -------------------------------------------------------------------------------------


def _table(house: OpenHouse, config: TableConfig) -> OfficeTable:
    broadcasts = [each for each in house.tables.broadcasts.values() if each.name == config.id]
    house_table = broadcasts[0].view.house_table if broadcasts and not is_own(config) else None
    table = house_table.table if house_table is not None else None
    has_dealer = table is not None and table.settings.has_dealer
    limit = table.settings.limit if table is not None else None
    return OfficeTable(
        id=config.id,
        name=config.name,
        rulebook=(table.settings.rulebook if table is not None else rulebook_of(config)).key,
        is_open=house_table.is_open if house_table is not None else is_own(config),
        phase=table.coup.phase.value if table is not None and table.coup else "ready",
        round=table.rounds if table is not None else 0,
        dealer=house_table.dealer if house_table is not None and has_dealer else None,
        minimum=limit.minimum if limit is not None else config.minimum,
        maximum=limit.maximum if limit is not None else config.maximum,
        players=len(_accounts(broadcasts)),
        waiting=broadcasts[0].waiting if house_table is not None else None,
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


def _waiting(connection: Books, waiting: Iterable[Undecided]) -> Iterator[Alert]:
    """Name what waits, since whenever, by the ruling that it waits on."""
    for each in waiting:
        found = last_ruled(connection, each.table)
        position = found.position if found is not None else 0
        ruled = Ruled(each.since_ms, each.table, position, each.round, each.words)
        yield _of_round("undecided", ruled)


def _ruled(found: Iterable[Ruled], undecided: set[tuple[str, int]]) -> Iterator[Alert]:
    """Name what was ruled on; what waits is named already, by the last ruling on it."""
    last = {(each.table, each.round): each.position for each in found}
    for each in found:
        place = each.table, each.round
        if place not in undecided or each.position != last[place]:
            yield _of_round("irregularity", each)


def unlikely(day: GamingDay, took: Took) -> Iterator[Alert]:
    """Name the tables whose day is hardly chance; one that drifts on is an alert anew.

    Whoever has seen the first is called again at every whole deviation from the fourth on.
    """
    for table, takings in took.items():
        far = takings.deviations
        if far is not None and takings.rounds >= _FEW and abs(far) > _FAR:
            whole = int(abs(far))
            again = f":{whole}" if whole >= _FARTHER else ""
            yield _alert("hold", table, f"hold:{table}:{day.name}{again}", f"{far:+.1f}")


def _of_round(kind: AlertKind, ruled: Ruled) -> Alert:
    alert = _alert(kind, ruled.table, ruled.alert, ruled.words)
    return replace(alert, round=ruled.round, since_ms=ruled.at_ms)


def _to_show(alerts: Iterable[Alert], day: GamingDay) -> list[Alert]:
    """Show what nobody has seen, what waits, and of what was seen that of the day."""
    return [
        alert
        for alert in alerts
        if not alert.seen_by or alert.kind != "irregularity" or alert.since_ms >= day.begins_ms
    ]


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
