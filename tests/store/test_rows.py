"""Rows are values in the order of their columns: what is a row by itself has that order."""

import pytest
from sqlalchemy import Table

from punto.archive.lines import SecretLine
from punto.house.chain import Head, Link
from punto.ledger import Meter, MeterKey
from punto.store import schema
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
