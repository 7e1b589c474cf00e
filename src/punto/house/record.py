"""What the entries of the journal say: what happened at a table, what moved between accounts."""

from typing import TypeAlias

import msgspec

from punto.house.canonical import canonical
from punto.ledger import Entry
from punto.table.record import Recorded


class TableRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """One command at a table: who gave it, and all that it brought about."""

    who: str
    events: tuple[Recorded, ...]
    asked: str = ""
    """A digest of the command, where it had an id, so that a retry can be told from a clash."""
    role: str = ""
    """The role in which it was given; empty in entries of before roles were kept."""


class AccountsRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """One linked batch: who moved the money, and the entry of a table that is the cause."""

    who: str
    entries: tuple[Entry, ...]
    asked: str = ""
    cause: str = ""
    """`table/tiger 17`, or empty where the cage is the cause."""
    staff: str = ""
    """Who of the staff had it done, where somebody must answer for it, and why."""
    why: str = ""
    role: str = ""


class CheckpointRecord(msgspec.Struct, frozen=True):
    """The heads of all other chains at one moment, signed by the house."""

    heads: dict[str, tuple[int, str]]
    signature: str


Record: TypeAlias = TableRecord | AccountsRecord | CheckpointRecord


class AnsweredRequest(msgspec.Struct, frozen=True):
    """Of an entry of any chain, the digest of the request that it answers."""

    asked: str = ""


encode = canonical
decode_table = msgspec.json.Decoder(TableRecord).decode
decode_accounts = msgspec.json.Decoder(AccountsRecord).decode
decode_request = msgspec.json.Decoder(AnsweredRequest).decode
decode_checkpoint = msgspec.json.Decoder(CheckpointRecord).decode
