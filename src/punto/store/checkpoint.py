"""Checkpoints: what the house has signed of what was stored together.

Every group of requests leaves a commit that lists the heads which it moved. A checkpoint signs the
last commit, and with it all that was ever listed, at a cost that does not grow with the house; and
the last entry of each chain that a start reads whole: who is staff, which browsers are terminals,
how tables are set. Whoever keeps one where we cannot reach finds out if the journal is written
anew, however well its hashes fit.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from punto.errors import Unverified, WrongInput
from punto.house.canonical import canonical
from punto.house.chain import (
    CHECKPOINTS,
    COMMITS,
    EMPTY,
    PATRONS,
    PEOPLE,
    SETTINGS,
    SHIFTS,
    TERMINALS,
    Head,
)
from punto.house.record import CheckpointRecord
from punto.store.key import HouseKey, is_signed

READ_WHOLE: Final = (PEOPLE, PATRONS, TERMINALS, SETTINGS, SHIFTS)
"""Chains that a start reads from their first entry, and believes."""


class Checkpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A checkpoint as it is handed out."""

    house: str
    """The public key of the house."""
    at_ms: int
    heads: dict[str, tuple[int, str]]
    signature: str


def _signed_part(house: str, at_ms: int, heads: Mapping[str, tuple[int, str]]) -> bytes:
    return b"punto checkpoint 1\n" + canonical([house, at_ms, dict(heads)])


def _heir_part(house: str, at_ms: int, heads: Mapping[str, tuple[int, str]], heir: str) -> bytes:
    return b"punto heir 1\n" + canonical([house, at_ms, dict(heads), heir])


def checkpoint_of(
    heads: Mapping[str, Head], at_ms: int, key: HouseKey, vouched: Head | None = None
) -> Checkpoint:
    """Bind the last commit, and what a start reads whole: nobody brings back who was revoked.

    `vouched` is the entry with which the key before has handed over to this one.
    """
    plain = _bound(heads)
    if vouched is not None:
        plain[CHECKPOINTS] = vouched.position, vouched.hash.hex()
    signature = key.sign(_signed_part(key.public, at_ms, plain))
    return Checkpoint(key.public, at_ms, plain, signature)


def _bound(heads: Mapping[str, Head]) -> dict[str, tuple[int, str]]:
    whole = {chain: heads[chain] for chain in READ_WHOLE if chain in heads}
    bound = {COMMITS: heads.get(COMMITS, EMPTY)} | whole
    return {chain: (head.position, head.hash.hex()) for chain, head in bound.items()}


def heir_record(
    heads: Mapping[str, Head], at_ms: int, key: HouseKey, heir: str
) -> CheckpointRecord:
    """Let a key sign for the last time, and name the one that signs from now on."""
    plain = _bound(heads)
    signature = key.sign(_heir_part(key.public, at_ms, plain, heir))
    return CheckpointRecord(plain, signature, key.public, heir)


def is_record_signed(record: CheckpointRecord, at_ms: int, house: str) -> bool:
    """Whether the house with this key has signed a checkpoint of the journal."""
    content = _signed_part(house, at_ms, record.heads)
    if record.heir:
        content = _heir_part(house, at_ms, record.heads, record.heir)
    return is_signed(content, record.signature, house)


def checkpoint_record(checkpoint: Checkpoint) -> CheckpointRecord:
    """Write a checkpoint for the journal, which knows the house and the time."""
    return CheckpointRecord(checkpoint.heads, checkpoint.signature)


def recorded_checkpoint(record: CheckpointRecord, at_ms: int, house: str) -> Checkpoint:
    """Read a checkpoint of the journal."""
    return Checkpoint(house, at_ms, record.heads, record.signature)


def read_checkpoint(text: bytes, place: str) -> Checkpoint:
    """Read a checkpoint that was handed out; refuse one that is not signed by its house."""
    try:
        checkpoint = msgspec.json.decode(text, type=Checkpoint)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise WrongInput(f"{place} is no checkpoint: {error}") from None
    if not is_genuine(checkpoint):
        raise Unverified(f"{place} is not signed by the house that it names")
    return checkpoint


def is_genuine(checkpoint: Checkpoint) -> bool:
    """Whether the house that it names has signed it."""
    content = _signed_part(checkpoint.house, checkpoint.at_ms, checkpoint.heads)
    return is_signed(content, checkpoint.signature, checkpoint.house)
