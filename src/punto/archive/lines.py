"""The file of a backup: lines of JSON in gzip. Every line knows its number and its sum.

So whatever happens to the file, the line where it happened can be named; the last line holds a
sum over all others, which the house may sign.
"""

import gzip
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final, Self, TypeAlias

import msgspec

from punto.errors import WrongInput
from punto.house.chain import Link
from punto.store.key import HouseKey

FORMAT: Final = "punto backup"
VERSION: Final = 2
OLDER: Final = 1
"""Backups of before money was in the entries of its table: chain after chain, with snapshots."""

_LEVEL: Final = 6


# --- what the lines say -------------------------------------------------------------------------


class Header(msgspec.Struct, frozen=True, tag="header", forbid_unknown_fields=True):
    """The first line: whose backup this is, of when, and where every chain ends."""

    format: str
    version: int
    house: str
    """The public key of the house."""
    at_ms: int
    heads: dict[str, tuple[int, bytes]]
    terms: dict[str, str] = {}
    """What the books are kept in, if they are bound to it."""
    first: str | msgspec.UnsetType = msgspec.UNSET
    """The public key that signed first, if another signs now."""


class SnapshotLine(msgspec.Struct, frozen=True, tag="snapshot", forbid_unknown_fields=True):
    """In older backups, the state that was brought forward, number 0, or one of later."""

    number: int
    body: str
    authentication: bytes


class ForwardLine(msgspec.Struct, frozen=True, tag="forward", forbid_unknown_fields=True):
    """The state that was brought forward when old bodies were dropped."""

    state: str


class EntryLine(msgspec.Struct, frozen=True, tag="entry", forbid_unknown_fields=True):
    """One entry of the journal; its body is null if it was dropped."""

    chain: str
    position: int
    at_ms: int
    request: str | None
    body: str | None
    digest: bytes
    hash: bytes

    @classmethod
    def of(cls, link: Link) -> Self:
        """Write an entry down."""
        body = None if link.body is None else link.body.decode()
        return cls(*link._replace(body=None)[:4], body, link.digest, link.hash)

    @property
    def link(self) -> Link:
        """The entry as the journal has it."""
        body = None if self.body is None else self.body.encode()
        fields = (self.chain, self.position, self.at_ms, self.request)
        return Link(*fields, body, self.digest, self.hash)


class SecretLine(msgspec.Struct, frozen=True, tag="secret", forbid_unknown_fields=True):
    """The secret of a shoe that is promised or in play, sealed as it is stored."""

    table: str
    shoe: int
    sealed: bytes


class End(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    tag="end",
    forbid_unknown_fields=True,
):
    """The last line: without it, and with other counts or another sum, there is no backup."""

    snapshots: int = 0
    forward: int = 0
    entries: int
    secrets: int
    sum: str
    """SHA-256 over all lines before, in hexadecimal."""
    signature: str | None


Content: TypeAlias = Header | SnapshotLine | ForwardLine | EntryLine | SecretLine | End

ORDER: Final[dict[int, tuple[type[Content], ...]]] = {
    OLDER: (Header, SnapshotLine, EntryLine, SecretLine, End),
    VERSION: (Header, ForwardLine, EntryLine, SecretLine, End),
}
"""What a backup holds, by its version, and in which order."""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Any line: its number, the sum of its content, and the content."""

    line: int
    sum: str
    content: msgspec.Raw


_encode = msgspec.json.Encoder(order="deterministic").encode


def short_sum(content: bytes) -> str:
    """Mark the content of a line: not against malice, but to find the line that was hurt."""
    return sha256(content).hexdigest()[:16]


def signed_part(version: int, total: str) -> bytes:
    """Give what the house signs."""
    return f"{FORMAT} {version}\n{total}".encode()


# --- writing ------------------------------------------------------------------------------------


class ArchiveWriter:
    """Writes the lines of a backup."""

    def __init__(self, file: gzip.GzipFile) -> None:
        self._file = file
        self._sum = sha256()
        self._counts: Counter[type[Content]] = Counter()

    def write(self, content: Content) -> None:
        """Write one line."""
        self._counts[type(content)] += 1
        raw = _encode(content)
        line = _encode(Line(self._counts.total(), short_sum(raw), msgspec.Raw(raw))) + b"\n"
        self._sum.update(line)
        self._file.write(line)

    def end(self, key: HouseKey | None) -> End:
        """Write the last line, signed if the key is at hand."""
        total = self._sum.hexdigest()
        end = End(
            forward=self._counts[ForwardLine],
            entries=self._counts[EntryLine],
            secrets=self._counts[SecretLine],
            sum=total,
            signature=key.sign(signed_part(VERSION, total)) if key else None,
        )
        self.write(end)
        return end


@contextmanager
def half_written(path: Path) -> Iterator[Path]:
    """Lend a name to write under; the file gets its own name only when all went well."""
    if path.exists():
        raise WrongInput(f"{path} is there already: give a new name")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield part
        part.rename(path)
        _sync_directory(path.parent)
    except OSError as error:
        raise WrongInput(f"cannot write {path}: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def compressed(path: Path) -> Iterator[gzip.GzipFile]:
    """Open a new file to be written through gzip, and leave it when it is on the disk."""
    # For the owner's eyes only: names of players are in it.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as raw:
        # Neither name nor time: the same house at the same moment gives the same bytes.
        with gzip.GzipFile("", "wb", _LEVEL, raw, mtime=0) as file:
            yield file
        raw.flush()
        os.fsync(raw.fileno())


def _sync_directory(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
