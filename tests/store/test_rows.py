"""Rows are values in the order of their columns, and arrive as they were sent."""

from typing import Any

import pytest
from psycopg.adapt import PyFormat
from sqlalchemy import Table

from punto.archive.lines import SecretLine
from punto.house.chain import Head, Link
from punto.ledger import Meter, MeterKey
from punto.store import Database, schema
from punto.store.arrays import NumberArray, packed
from punto.store.lease import Lease


@pytest.mark.parametrize(
    ("table", "names"),
    [
        (schema.journal, Link._fields),
        (schema.heads, ("chain", *Head._fields, *Lease._fields)),
        (schema.meters, (*MeterKey.__struct_fields__, *Meter.__struct_fields__)),
        (schema.secrets, SecretLine.__struct_fields__),
    ],
)
def test_a_value_that_is_a_row_has_its_columns(table: Table, names: tuple[str, ...]) -> None:
    assert tuple(column.name for column in table.columns) == names


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("BIGINT", [0, -1, 2**63 - 1, -(2**63)]),
        ("BIGINT", [*range(-300, 300)]),
        ("BIGINT", [None, 7]),
        ("INTEGER", [1, 2]),
        ("VARCHAR", ["", "plain", 'a "quoted" {one}, \\', "NULL", "é – 牌", None]),
        ("VARCHAR", [None, None]),
        ("BYTEA", [b"", b"\x00\xff", b"x" * 70_000, None]),
    ],
)
def test_a_column_arrives_at_postgresql_as_it_was_sent(
    postgres_url: str, kind: str, values: list[Any]
) -> None:
    with Database(postgres_url).engine.connect() as connection:
        asked = f"SELECT unnest(%(values)b::{kind}[])"
        found = connection.exec_driver_sql(asked, {"values": packed(values)}).scalars()
        assert [*found] == values


def test_the_driver_keeps_nothing_of_a_connection_that_is_over(postgres_url: str) -> None:
    """It keeps every class that it was ever given, and there is a connection for every look."""
    database, known = Database(postgres_url), set[int]()
    for _ in range(5):
        with database.reading() as connection:
            raw = connection.connection.driver_connection
            assert raw is not None
            known.add(id(raw.adapters.get_dumper(NumberArray, PyFormat.BINARY)))
    assert len(known) == 1
