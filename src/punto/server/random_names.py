"""Names and numbers that nobody can guess: from the operating system, by `secrets`.

A simulated house draws them from its seed, so that one seed is one history.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Source(Protocol):
    """Where chance comes from."""

    def randbytes(self, n: int, /) -> bytes:
        """Give so many bytes."""

    def choice(self, seq: str, /) -> str:
        """Give one of some letters."""


class _System:
    """The operating system."""

    def randbytes(self, n: int, /) -> bytes:
        return secrets.token_bytes(n)

    def choice(self, seq: str, /) -> str:
        return secrets.choice(seq)


_source: Source = _System()


def token_hex(count: int) -> str:
    """Give so many random bytes, written in hexadecimal digits."""
    return _source.randbytes(count).hex()


def word(alphabet: str, length: int) -> str:
    """Give a word of so many letters, each by chance."""
    return "".join(_source.choice(alphabet) for _ in range(length))


@contextmanager
def drawn_from(source: Source) -> Iterator[None]:
    """Draw from another source meanwhile: only where nothing has to be secret."""
    global _source  # noqa: PLW0603 – there is one house in a process that is simulated
    before, _source = _source, source
    try:
        yield
    finally:
        _source = before
