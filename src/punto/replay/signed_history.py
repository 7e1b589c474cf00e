"""A player's history as a file that is signed: whoever has it shows that the house has told it.

It is written while it is read, so the signature is over a digest: the line of the format, a line
feed, and the SHA-256 of the content with sorted keys and without spaces, in hexadecimal.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

import msgspec

from punto.house.canonical import canonical
from punto.store.key import HouseKey, is_signed

FORMAT: Final = "punto history 1"


class SignedHistory:
    """A history that is being written: its beginning, a round at a time, and its end."""

    def __init__(
        self, key: HouseKey, account: str, asked: Mapping[str, object], at_ms: int
    ) -> None:
        head = {"account": account, "asked": dict(asked), "at_ms": at_ms}
        # What comes last in the order of keys is what is not known yet: the rounds.
        self._head = canonical({**head, "format": FORMAT, "house": key.public, "rounds": []})[:-2]
        self._key = key
        self._digest = sha256(self._head)
        self._is_first = True

    def begun(self) -> bytes:
        """Give what stands before the rounds."""
        return b'{"content":' + self._head

    def told(self, played: object) -> bytes:
        """Give one more round, on a line of its own."""
        between = b"" if self._is_first else b","
        self._is_first = False
        # As a reader of the file has it: with the fields of a round in the order of names too.
        text = canonical(msgspec.to_builtins(played))
        self._digest.update(between + text)
        return between + b"\n" + text

    def ended(self) -> bytes:
        """Give what stands after them, with the signature."""
        self._digest.update(b"]}")
        signature = self._key.sign(_signed_part(self._digest.hexdigest()))
        return b'\n]},\n"signature":"' + signature.encode() + b'"}\n'


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """What a file says of itself, and whether the house that it names has signed it."""

    account: str
    house: str
    at_ms: int
    rounds: int
    holds: bool


class _Content(msgspec.Struct, frozen=True, kw_only=True):
    format: str
    house: str
    account: str
    at_ms: int
    rounds: list[dict[str, Any]]


class _File(msgspec.Struct, frozen=True, kw_only=True):
    content: _Content
    signature: str


def is_history(text: bytes) -> bool:
    """Whether a file calls itself a history, signed or not."""
    try:
        return msgspec.json.decode(text, type=_File).content.format == FORMAT
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False


def checked_history(text: bytes) -> Checked:
    """Check a history by itself, wherever it is."""
    file, plain = msgspec.json.decode(text, type=_File), msgspec.json.decode(text)
    content = file.content
    digest = sha256(canonical(plain["content"])).hexdigest()
    return Checked(
        account=content.account,
        house=content.house,
        at_ms=content.at_ms,
        rounds=len(content.rounds),
        holds=is_signed(_signed_part(digest), file.signature, content.house),
    )


def _signed_part(digest: str) -> bytes:
    return f"{FORMAT}\n{digest}".encode()
