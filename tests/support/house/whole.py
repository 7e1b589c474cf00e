"""All of a house as it is stored: every table, account, head and secret."""

from typing import Any, NamedTuple

from immutables import Map
from sqlalchemy import Connection, select

from punto.house.canonical import canonical
from punto.house.chain import EMPTY, Head, is_of_table, table_of
from punto.house.house import House
from punto.store import Writer, reading, schema
from punto.store.table_loading import load_table
from punto.table.carried import carried
from punto.table.house_table import HouseTable


def whole_house(writer: Writer) -> House:
    """Read everything; whatever is asked meanwhile may or may not be in it."""
    with writer.database.reading() as connection:
        heads = reading.heads(connection)
        tables = (table_of(chain) for chain in heads if is_of_table(chain))
        loaded = [load_table(connection, table, writer._key) for table in tables]
        there = [each for each in loaded if each is not None]
        return House(
            tables=Map({each.house_table.id: each.house_table for each in there}),
            accounts=Map(reading.accounts(connection)),
            heads=Map(heads),
            secrets=Map({shoe: secret for each in there for shoe, secret in each.secrets.items()}),
        )


def written_down(house: House) -> bytes:
    """Write a house down. Equal houses give equal bytes."""
    return canonical(
        {
            "heads": {name: (at.position, at.hash.hex()) for name, at in house.heads.items()},
            **_beside_heads(house),
        }
    )


def beside_heads(house: House) -> bytes:
    """Write all but the heads down: refusals on record and checkpoints move them, and no more."""
    return canonical(_beside_heads(house))


def _beside_heads(house: House) -> dict[str, object]:
    return {
        "accounts": dict(house.accounts.items()),
        "floors": {name: carried(house_table) for name, house_table in house.tables.items()},
        "secrets": {f"{t} {shoe}": secret.hex() for (t, shoe), secret in house.secrets.items()},
    }


def house_table_at(writer: Writer, table: str) -> HouseTable | None:
    """Look one table up."""
    found = writer.table(table)
    return None if found is None else found[0]


class Stored(NamedTuple):
    """Where every chain ends, and all rows beside the journal."""

    heads: dict[str, Head]
    rows: dict[str, list[tuple[Any, ...]]]

    def head(self, chain: str) -> int:
        """The last entry of a chain; 0 where there is none."""
        return self.heads.get(chain, EMPTY).position


def stored(connection: Connection) -> Stored:
    """Read what tells that nothing has changed, without folding anything."""
    connection.rollback()  # what was seen before ends here
    tables = (schema.accounts, schema.entries, schema.meters, schema.secrets, schema.undecided)
    rows = {table.name: sorted(map(tuple, connection.execute(select(table)))) for table in tables}
    return Stored(reading.heads(connection), rows)
