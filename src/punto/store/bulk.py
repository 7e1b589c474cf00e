"""Many rows in one statement: by arrays on PostgreSQL, row by row inside the driver on SQLite.

A closing rush writes hundreds of rows at once. Sent one by one to a server they would cost more
than all the rest of a bet.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, TypeAlias

from msgspec import json
from sqlalchemy import Connection, Dialect, Table

from punto.store.arrays import packed

Row: TypeAlias = tuple[Any, ...]
"""The values of a row, in the order of the columns of its table."""


def insert_all(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert rows."""
    if rows:
        _execute(connection, _inserting(connection.dialect, table), rows)


def put_all(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert rows, each in the place of one with the same key."""
    if rows:
        _execute(connection, _putting(connection.dialect, table), rows)


def delete_all(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Delete the rows with these keys."""
    if rows:
        _execute(connection, _deleting(connection.dialect, table), rows)


class GroupRows:
    """Rows of several tables, of all that is stored together: one statement, on PostgreSQL.

    Its server is asked once, and not once for each table while everyone waits.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._writing: list[tuple[str, Sequence[Row], str]] = []
        """Statements, their rows, and what it means if not all of these are found."""

    def insert_all(self, table: Table, rows: Sequence[Row]) -> None:
        """Insert rows."""
        if rows:
            self._writing.append((_inserting(self._connection.dialect, table), rows, ""))

    def raise_all(self, table: Table, rows: Sequence[Row]) -> None:
        """Insert rows, or add their numbers to those of the row with the same key."""
        if rows:
            self._writing.append((_raising(self._connection.dialect, table), rows, ""))

    def change_all(
        self,
        table: Table,
        names: tuple[str, ...],
        guards: tuple[str, ...],
        rows: Sequence[Row],
        otherwise: str,
    ) -> None:
        """Set columns to new values, only where the guards still are as they were.

        A row is the new values, the key, and what the guards were.
        """
        if rows:
            statement = _changing(self._connection.dialect, table, names, guards)
            self._writing.append((statement, rows, otherwise))

    def write(self) -> str:
        """Write all of it; gives what it means that rows were not found, or nothing."""
        connection, writing = self._connection, self._writing
        if connection.dialect.name == "sqlite":
            counts = [
                connection.exec_driver_sql(statement, list(rows)).rowcount
                for statement, rows, _ in writing
            ]
        else:
            statement = _joined(tuple([statement for statement, _, _ in writing]))
            arrays: dict[str, Any] = {}
            for place, (_, rows, _) in enumerate(writing):
                arrays |= _arrays_of(rows, f"part_{place}")
            counts = [*connection.exec_driver_sql(statement, arrays).one()]
        missed = (
            otherwise
            for count, (_, rows, otherwise) in zip(counts, writing, strict=True)
            if otherwise and count != len(rows)
        )
        return next(missed, "")


def rows_among(
    connection: Connection,
    table: Table,
    name: str,
    values: Sequence[str],
    *,
    for_update: bool = False,
) -> Sequence[Any]:
    """Find the rows whose column holds one of many texts: one parameter, however many there are.

    Those that are to be changed are locked, on PostgreSQL, in the order of the column, so that two
    who want some of the same never wait for each other.
    """
    if not values:
        return ()
    statement = _finding(connection.dialect, table, name)
    if for_update and connection.dialect.name != "sqlite":
        statement += f" ORDER BY {connection.dialect.identifier_preparer.quote(name)} FOR UPDATE"
    if connection.dialect.name == "sqlite":
        return connection.exec_driver_sql(statement, (json.encode(values).decode(),)).all()
    return connection.exec_driver_sql(statement, {"values": packed(values)}).all()


def _execute(connection: Connection, statement: str, rows: Sequence[Row]) -> int:
    if connection.dialect.name == "sqlite":
        return connection.exec_driver_sql(statement, list(rows)).rowcount
    return connection.exec_driver_sql(statement, _arrays_of(rows)).rowcount


def _arrays_of(rows: Sequence[Row], part: str = "part") -> dict[str, Any]:
    columns = enumerate(zip(*rows, strict=True))
    return {f"{part}_column_{place}": packed(values) for place, values in columns}


# --- statements ---------------------------------------------------------------------------------


@cache
def _finding(dialect: Dialect, table: Table, name: str) -> str:
    quote = dialect.identifier_preparer.quote
    columns = ", ".join(quote(column.name) for column in table.columns)
    among = "IN (SELECT value FROM json_each(?))"
    if dialect.name != "sqlite":
        among = "= ANY(%(values)b::VARCHAR[])"
    return f"SELECT {columns} FROM {quote(table.name)} WHERE {quote(name)} {among}"  # noqa: S608


@cache
def _inserting(dialect: Dialect, table: Table) -> str:
    quote = dialect.identifier_preparer.quote
    names = [column.name for column in table.columns]
    columns = ", ".join(map(quote, names))
    source = _source(dialect, table, names)
    return f"INSERT INTO {quote(table.name)} ({columns}) {source}"


@cache
def _raising(dialect: Dialect, table: Table) -> str:
    quote = dialect.identifier_preparer.quote
    key = ", ".join(quote(column.name) for column in table.primary_key.columns)
    mine = quote(table.name)
    sums = ", ".join(
        f"{quote(column.name)} = {mine}.{quote(column.name)} + excluded.{quote(column.name)}"
        for column in table.columns
        if not column.primary_key
    )
    inserting = _inserting(dialect, table)
    return f"{inserting} ON CONFLICT ({key}) DO UPDATE SET {sums}"


@cache
def _putting(dialect: Dialect, table: Table) -> str:
    quote = dialect.identifier_preparer.quote
    key = ", ".join(quote(column.name) for column in table.primary_key.columns)
    sets = ", ".join(
        f"{quote(column.name)} = excluded.{quote(column.name)}"
        for column in table.columns
        if not column.primary_key
    )
    doing = f"UPDATE SET {sets}" if sets else "NOTHING"
    return f"{_inserting(dialect, table)} ON CONFLICT ({key}) DO {doing}"


@cache
def _deleting(dialect: Dialect, table: Table) -> str:
    quote = dialect.identifier_preparer.quote
    names = [column.name for column in table.primary_key.columns]
    mine = quote(table.name)
    if dialect.name == "sqlite":
        keys = " AND ".join(f"{quote(name)} = ?" for name in names)
        return f"DELETE FROM {mine} WHERE {keys}"  # noqa: S608 – our own names
    arrays = ", ".join(_arrays(dialect, table, names))
    keys = " AND ".join(f"{mine}.{quote(name)} = given.{quote(name)}" for name in names)
    given = f"unnest({arrays}) AS given({', '.join(map(quote, names))})"
    return f"DELETE FROM {mine} USING {given} WHERE {keys}"  # noqa: S608 – our own names


@cache
def _changing(
    dialect: Dialect, table: Table, names: tuple[str, ...], guards: tuple[str, ...]
) -> str:
    quote = dialect.identifier_preparer.quote
    key, mine = table.primary_key.columns[0].name, quote(table.name)
    if dialect.name == "sqlite":
        sets = ", ".join(f"{quote(name)} = ?" for name in names)
        found = " AND ".join(f"{quote(name)} = ?" for name in (key, *guards))
        return f"UPDATE {mine} SET {sets} WHERE {found}"  # noqa: S608 – our own names
    sets = ", ".join(f"{quote(name)} = given.{quote(name)}" for name in names)
    found = " AND ".join(f"{mine}.{quote(name)} = given.was_{name}" for name in guards)
    aliases = ", ".join([*map(quote, (*names, key)), *(f"was_{name}" for name in guards)])
    arrays = ", ".join(_arrays(dialect, table, (*names, key, *(f"was_{name}" for name in guards))))
    return (
        f"UPDATE {mine} SET {sets} FROM unnest({arrays}) AS given({aliases})"  # noqa: S608
        f" WHERE {mine}.{quote(key)} = given.{quote(key)} AND {found}"
    )


def _source(dialect: Dialect, table: Table, names: Iterable[str]) -> str:
    names = list(names)
    if dialect.name == "sqlite":
        return f"VALUES ({', '.join('?' for _ in names)})"
    return f"SELECT * FROM unnest({', '.join(_arrays(dialect, table, names))})"  # noqa: S608 – our own names


def _arrays(dialect: Dialect, table: Table, names: Iterable[str]) -> Iterable[str]:
    """Name the arrays that are given, with their types: an empty or odd one says nothing itself."""
    for place, name in enumerate(names):
        kind = table.columns[name.removeprefix("was_")].type.compile(dialect)
        yield f"%(part_column_{place})b::{kind}[]"


@cache
def _joined(statements: tuple[str, ...]) -> str:
    """Make one statement of several, that tells how many rows each of them has written."""
    parts, counts = [], []
    for place, statement in enumerate(statements):
        named = statement.replace("%(part_", f"%(part_{place}_")
        parts.append(f"part_{place} AS ({named} RETURNING 1)")
        counts.append(f"(SELECT count(*) FROM part_{place})")  # noqa: S608 – our own names
    return f"WITH {', '.join(parts)} SELECT {', '.join(counts)}"
