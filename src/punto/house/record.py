"""What the entries of the journal say: what happened, and what moved because of it."""

from typing import TypeAlias

import msgspec

from punto.house.canonical import canonical, canonical_plain
from punto.house.configuration import Keys, SettingChange
from punto.house.shift import Shift
from punto.ledger import Account, Entry
from punto.people import Patron, Person, Terminal
from punto.table.landmarks import Landmarks
from punto.table.record import Recorded

Numbers: TypeAlias = tuple[tuple[int, int], ...]
"""For each movement, its number in the life of the account debited and of the one credited."""


class TableRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """One command at a table: who gave it, all that it brought about, and what moved."""

    who: str
    events: tuple[Recorded, ...]
    asked: str = ""
    """A digest of the command, where it had an id, so that a retry can be told from a clash."""
    role: str = ""
    """The role in which it was given; empty in entries of before roles were kept."""
    entries: tuple[Entry, ...] = ()
    """What the events move between accounts, as one linked batch."""
    numbers: Numbers = ()
    landmarks: Landmarks | None = None
    """Where the entries are that this one is told with, and the ruling before it."""


class CageRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """One linked batch away from the tables, and who moved the money."""

    who: str
    entries: tuple[Entry, ...]
    asked: str = ""
    cause: str = ""
    """In older books, the entry of a table that it belongs to: `table/tiger 17`."""
    staff: str = ""
    """Who of the staff had it done, where somebody must answer for it, and why."""
    why: str = ""
    role: str = ""
    numbers: Numbers = ()
    brought: tuple[Account, ...] = ()
    """Accounts of older books, as they were when those were closed: numbers begin anew."""


class StaffRecord(msgspec.Struct, frozen=True):
    """What somebody of the staff asked for away from a table, and may not do in this role."""

    who: str
    role: str
    what: str
    code: str
    words: str


class PersonRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody of the staff as they are from now on, and who has made it so."""

    who: str
    role: str
    person: Person
    asked: str = ""
    why: str = ""


class PatronRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who plays as he is on record from now on, and who has made it so."""

    who: str
    role: str
    patron: Patron
    asked: str = ""
    by: str = ""
    """Who of the staff has decided it, where somebody has, and why."""
    why: str = ""
    bet: str = ""
    """The entry of the bet that was counted, where that is all: `table/tiger 17`."""


class TerminalRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A terminal as it is from now on, and who has made it so."""

    who: str
    role: str
    terminal: Terminal
    asked: str = ""
    why: str = ""


class AlertRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """An alert that was seen, and by whom."""

    who: str
    role: str
    alert: str
    asked: str = ""


class SettingsRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """How tables are set from now on: what was changed, and the file where that was read."""

    who: str
    role: str
    changes: tuple[SettingChange, ...] = ()
    file: dict[str, Keys] | None = None
    """All tables of the file, as it was read; none where a person has changed something."""
    by: str = ""
    """Who of the staff had it done, and why."""
    why: str = ""
    asked: str = ""


class ShiftRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shift as it is from now on, opened or closed, and who has asked for it."""

    who: str
    role: str
    shift: Shift
    asked: str = ""


class CommitRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was stored together: the heads that it moved, and in which order that was done."""

    heads: tuple[tuple[str, int, str], ...]
    """Each chain with its last entry and that entry's hash."""
    order: tuple[tuple[int, int], ...] = ()
    """Runs of entries: the place of a chain in `heads`, and how many entries it has next."""


class CheckpointRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """The heads of the chains of commits at one moment, signed; in older books of all chains."""

    heads: dict[str, tuple[int, str]]
    signature: str
    house: str = ""
    """The public key that hands over with this, the last that it signs; empty in all others."""
    heir: str = ""
    """The public key that signs from now on."""


Record: TypeAlias = (
    TableRecord
    | CageRecord
    | StaffRecord
    | PersonRecord
    | PatronRecord
    | TerminalRecord
    | AlertRecord
    | SettingsRecord
    | ShiftRecord
    | CommitRecord
    | CheckpointRecord
)


class AnsweredRequest(msgspec.Struct, frozen=True):
    """Of an entry of any chain, the digest of the request that it answers."""

    asked: str = ""


encode = canonical
encode_plain = canonical_plain
"""For records with no rulebook in them, as nearly all are."""

decode_table = msgspec.json.Decoder(TableRecord).decode
decode_cage = msgspec.json.Decoder(CageRecord).decode
decode_staff = msgspec.json.Decoder(StaffRecord).decode
decode_person = msgspec.json.Decoder(PersonRecord).decode
decode_patron = msgspec.json.Decoder(PatronRecord).decode
decode_terminal = msgspec.json.Decoder(TerminalRecord).decode
decode_alert = msgspec.json.Decoder(AlertRecord).decode
decode_settings = msgspec.json.Decoder(SettingsRecord).decode
decode_shift = msgspec.json.Decoder(ShiftRecord).decode
decode_commit = msgspec.json.Decoder(CommitRecord).decode
decode_request = msgspec.json.Decoder(AnsweredRequest).decode
decode_checkpoint = msgspec.json.Decoder(CheckpointRecord).decode
