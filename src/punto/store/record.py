"""What the entries of the journal say: what happened at a table, what moved between accounts."""

from typing import TypeAlias

import msgspec

from punto.ledger import Entry
from punto.store.canonical import canonical
from punto.table.record import Recorded


class TableRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """One command at a table: who gave it, and all that it brought about."""

    who: str
    events: tuple[Recorded, ...]
    asked: str = ""
    """A digest of the command, where it had an id, so that a retry can be told from a clash."""


class AccountsRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """One linked batch: who moved the money, and the entry of a table that is the cause."""

    who: str
    entries: tuple[Entry, ...]
    asked: str = ""
    cause: str = ""
    """`table/tiger 17`, or empty where the cage is the cause."""
    by: str = ""
    """Who of the staff decided it, where somebody had to."""
    why: str = ""


class CheckpointRecord(msgspec.Struct, frozen=True):
    """The heads of all other chains at one moment, signed by the house."""

    heads: dict[str, tuple[int, str]]
    signature: str


Record: TypeAlias = TableRecord | AccountsRecord | CheckpointRecord


class Request(msgspec.Struct, frozen=True):
    """Of an entry of any chain, the digest of the request that it answers."""

    asked: str = ""


encode = canonical
decode_table = msgspec.json.Decoder(TableRecord).decode
decode_accounts = msgspec.json.Decoder(AccountsRecord).decode
decode_request = msgspec.json.Decoder(Request).decode
decode_checkpoint = msgspec.json.Decoder(CheckpointRecord).decode
