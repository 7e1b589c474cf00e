"""The audit of what is folded: accounts and meters are what the journal adds up to."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

import msgspec
from sqlalchemy import Connection

from punto.audit.finding import Finding
from punto.ledger import Account, Meter, MeterKey, Meters
from punto.ledger.ledger import Accounts
from punto.store import reading

Row = TypeVar("Row", Account, Meter)


def audit_rows(connection: Connection, accounts: Accounts, meters: Meters) -> Iterator[Finding]:
    """Compare the rows with what all entries add up to."""
    try:
        stored = reading.accounts(connection)
    except ValueError as error:
        yield Finding("the accounts", f"cannot be read: {error}")
    else:
        yield from _differences("account", stored, accounts)
    kept = {_named(key): meter for key, meter in reading.meters(connection).items()}
    yield from _differences("meter", kept, {_named(key): each for key, each in meters.items()})


def _named(key: MeterKey) -> str:
    place = f" at {key.table} under {key.rulebook}" if key.table else ""
    return f"of {key.player}{place}"


def _differences(
    kind: str, stored: Mapping[str, Row], journal: Mapping[str, Row]
) -> Iterator[Finding]:
    for name in sorted({*stored, *journal}):
        place = f"{kind} {name}"
        if name not in stored:
            yield Finding(place, "is not stored, and the journal has it")
        elif name not in journal:
            yield Finding(place, "is stored, and the journal does not have it")
        elif stored[name] != journal[name]:
            yield Finding(place, "; ".join(_fields(stored[name], journal[name])))


def _fields(stored: msgspec.Struct, journal: msgspec.Struct) -> Iterator[str]:
    for name in stored.__struct_fields__:
        have, want = getattr(stored, name), getattr(journal, name)
        if have != want:
            words = name.replace("_", " ")
            yield f"{words} is stored as {have}, and the journal adds up to {want}"
