"""Which key signs: the first one, until a checkpoint names its heir; and so on to the last.

The old key signs whom it hands over to, and the new one vouches for that entry with its first own:
so neither can be made up by whoever has the books and not the keys.
"""

from collections.abc import Iterator

import msgspec
from sqlalchemy import Connection

from punto.house.chain import CHECKPOINTS, Head, Link
from punto.house.record import CheckpointRecord, decode_checkpoint
from punto.store import reading
from punto.store.checkpoint import is_record_signed


class Succession:
    """Follows the checkpoints of a journal, and says what is wrong with one."""

    def __init__(self, first: str) -> None:
        self.house = first
        """The public key that signs now."""
        self._handed_over: Head | None = None

    def fault_of(self, link: Link, record: CheckpointRecord) -> str | None:
        """Tell what is wrong with the next checkpoint, if something is."""
        handed_over, self._handed_over = self._handed_over, link.head if record.heir else None
        house, self.house = self.house, record.heir or self.house
        if not is_record_signed(record, link.at_ms, house):
            return "not signed by the house"
        if handed_over is not None and _vouched(record) != handed_over:
            return "the new key does not vouch for the one before"
        return None


def _vouched(record: CheckpointRecord) -> Head | None:
    position, mark = record.heads.get(CHECKPOINTS, (0, ""))
    return Head(position, bytes.fromhex(mark)) if position else None


def keys_of(connection: Connection) -> list[str]:
    """List the public keys that have signed for a house, the first to the last."""
    handed_over = list(_handed_over(connection))
    if not handed_over:
        return [reading.house_value(connection, "public key") or ""]
    return [handed_over[0].house, *(each.heir for each in handed_over)]


def _handed_over(connection: Connection) -> Iterator[CheckpointRecord]:
    for link in reading.links(connection, CHECKPOINTS):
        try:
            record = decode_checkpoint(link.body or b"")
        except (msgspec.MsgspecError, UnicodeDecodeError):
            continue  # whoever looks at the checkpoints names it
        if record.heir:
            yield record
