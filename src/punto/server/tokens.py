"""Tokens and links, marked by the key and by a word beside it: with another word none holds.

The word is a file, so that whoever owns the house can change it while it is open or closed; a house
that is open notices. Where there is no such file, the key alone marks, as it did before.
"""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from punto.errors import WrongInput
from punto.store import HouseKey

FILE: Final = "house.tokens"


class Marker(Protocol):
    """Whoever marks what nobody else can make."""

    def mark(self, content: bytes, use: str) -> str:
        """Mark content for one use."""


class Tokens:
    """Marks what people are let in with."""

    def __init__(self, key: HouseKey, path: Path | None) -> None:
        self._key = key
        self._path = path
        self._seen: tuple[int, int] | None = None
        self._word = ""
        try:
            self._look()
        except FileNotFoundError:
            pass
        except OSError as error:  # or what was revoked would hold
            raise WrongInput(f"cannot read {path}: {error.strerror}") from None

    def mark(self, content: bytes, use: str) -> str:
        """Mark content for one use, for as long as the word is the same."""
        word = self.word
        return self._key.mark(content, f"{use} {word}" if word else use)

    @property
    def word(self) -> str:
        """The word that holds now; while its file cannot be read, the last that was."""
        with suppress(OSError):
            self._look()
        return self._word

    def _look(self) -> None:
        """Read the file, if it is another than the one that was read."""
        if self._path is None:
            return
        look = self._path.stat()
        if self._seen != (look.st_ino, look.st_mtime_ns):
            self._word = self._path.read_text("ascii", errors="replace").strip()
            self._seen = look.st_ino, look.st_mtime_ns


def revoke_tokens(path: Path) -> None:
    """Write another word, whole or not at all: from then on nobody is signed in."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=".tokens-", delete=False) as file:
        file.write(f"{secrets.token_hex(16)}\n")
        file.flush()
        os.fsync(file.fileno())
    Path(file.name).replace(path)
