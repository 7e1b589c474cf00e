"""Reading a backup, and checking every line of it on the way; a fault is named with its line."""

import gzip
import zlib
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final, NoReturn, assert_never

import msgspec

from punto.archive.lines import (
    FORMAT,
    OLDER,
    ORDER,
    VERSION,
    Content,
    End,
    EntryLine,
    ForwardLine,
    Header,
    Line,
    SecretLine,
    SnapshotLine,
    short_sum,
    signed_part,
)
from punto.archive.stored_order import StoredOrder
from punto.errors import Unverified, WrongInput, WrongKey
from punto.house.chain import EMPTY, Head
from punto.store.key import HouseKey, is_signed

LONGEST_LINE: Final = 2**30
"""What the largest house brings forward is shorter; what is longer is no backup."""

_decode_line = msgspec.json.Decoder(Line).decode
_decode_content = msgspec.json.Decoder(Content).decode


class ArchiveReader:
    """Reads a backup once, from its first line to its last. All of it is good, or none."""

    def __init__(self, path: Path, key: HouseKey | None = None, name: str = "") -> None:
        self.header = Header(FORMAT, VERSION, "", 0, {})
        self.is_signed = False
        self._path = path
        self._key = key
        self._name = name or str(path)
        self._number = 0
        self._sum = sha256()
        self._counts: Counter[type[Content]] = Counter()
        self._entries = StoredOrder("")
        self._stage: type[Content] = Header

    def refuse(self, why: str) -> NoReturn:
        """Say what does not hold, and in which line."""
        raise Unverified(f"{self._name}, line {self._number}: {why}")

    def contents(self) -> Iterator[Content]:
        """Give what the lines say, in their order; raises at the first fault."""
        for raw in self._lines():
            content = self._content(raw)
            self._check(content)
            self._sum.update(raw)
            self._counts[type(content)] += 1
            yield content
        if self._stage is not End:
            self.refuse("the file ends here, and its last line is missing")

    def check(self) -> None:
        """Read all of it, for the faults alone."""
        for _ in self.contents():
            pass

    # --- lines ----------------------------------------------------------------------------------

    def _lines(self) -> Iterator[bytes]:
        try:
            with gzip.open(self._path) as file:
                while line := file.readline(LONGEST_LINE):
                    self._number += 1
                    yield line
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            self.refuse(f"the file is damaged after this line: {error}")
        except OSError as error:
            raise WrongInput(f"cannot read {self._name}: {error.strerror}") from None

    def _content(self, raw: bytes) -> Content:
        try:
            line = _decode_line(raw)
            if not raw.endswith(b"\n") or line.sum != short_sum(bytes(line.content)):
                self.refuse("it is not as it was written")
            if line.line != self._number:
                self.refuse(f"line {line.line} stands here")
            content: Content = _decode_content(line.content)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            self.refuse(f"it cannot be read: {error}")
        return content

    # --- what they say --------------------------------------------------------------------------

    def _check(self, content: Content) -> None:
        self._check_order(content)
        match content:
            case Header():
                self._check_header(content)
            case EntryLine():
                self._check_entry(content)
            case SnapshotLine() | ForwardLine() | SecretLine():
                pass
            case End():
                self._check_end(content)
            case _:
                assert_never(content)

    def _check_order(self, content: Content) -> None:
        kind = type(content)
        if self._number == 1 and kind is not Header:
            self.refuse("a backup begins with its header")
        if self._number > 1 and not self._may_follow(kind):
            self.refuse(f"this is no place for a line of {kind.__struct_config__.tag}")
        self._stage = kind

    def _may_follow(self, kind: type[Content]) -> bool:
        """Whether a line of some kind may come now; of some there is one at the most."""
        order = ORDER[self.header.version]
        if kind not in order or self._stage is End:
            return False
        is_next = order.index(kind) > order.index(self._stage)
        return is_next or (kind is self._stage and kind not in {Header, ForwardLine})

    def _check_header(self, header: Header) -> None:
        if header.format != FORMAT or header.version not in ORDER:
            can_be = f"{FORMAT!r} {OLDER} and {VERSION} can be read"
            self.refuse(f"{header.format!r} {header.version}; {can_be}")
        if self._key is not None and header.house != self._key.public:
            raise WrongKey(f"{self._name} is of house {header.house[:8]}; the key is of another")
        self.header = header
        self._entries = StoredOrder(header.first or header.house)

    def _check_entry(self, entry: EntryLine) -> None:
        found = self._entries.fault_of(entry.link)
        if found is not None:
            self.refuse(found)

    def _check_end(self, end: End) -> None:
        kinds = (SnapshotLine, ForwardLine, EntryLine, SecretLine)
        counts = tuple(self._counts[kind] for kind in kinds)
        if counts != (end.snapshots, end.forward, end.entries, end.secrets):
            self.refuse("the counts are not those of the lines before")
        if end.sum != self._sum.hexdigest():
            self.refuse("the sum is not that of the lines before")
        heads = self._entries.heads
        for chain in sorted({*heads, *self.header.heads}):
            wanted = Head(*self.header.heads.get(chain, EMPTY))
            if heads.get(chain, EMPTY) != wanted:
                self.refuse(f"{chain} does not end with entry {wanted.position}, as line 1 says")
        if self._entries.house != self.header.house:
            self.refuse("the key of the house is not the last that the journal names")
        self._check_signature(end)

    def _check_signature(self, end: End) -> None:
        self.is_signed = end.signature is not None
        content = signed_part(self.header.version, end.sum)
        if end.signature and not is_signed(content, end.signature, self.header.house):
            self.refuse("the signature is not that of the house")
