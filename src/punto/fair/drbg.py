"""HMAC_DRBG with SHA-256, as in NIST SP 800-90A: random bytes that anyone can make again."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final, Self, TypeAlias

if TYPE_CHECKING:
    from hashlib import _Hash

    _Keyed: TypeAlias = tuple[_Hash, _Hash]
    """The two hashes of HMAC, each with the key in it."""

_BLOCK: Final = 64
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))


@dataclass(frozen=True, slots=True)
class HmacDrbg:
    """The state of the generator, which is never changed."""

    keyed: "_Keyed"
    value: bytes

    @classmethod
    def of(cls, entropy: bytes, nonce: bytes, personalisation: bytes = b"") -> Self:
        """Instantiate from entropy, a nonce and a personalisation string."""
        return cls(*_updated(_FIRST, b"\x01" * 32, entropy + nonce + personalisation))

    def generate(self, count: int) -> Iterator[bytes]:
        """Give so many bytes, again and again without end, in pieces of 32.

        A piece is made when it is wanted: of the last call a shoe needs only a part.
        """
        assert count % 32 == 0, "calls are for whole pieces"
        keyed, value = self.keyed, self.value
        while True:
            inner, outer = keyed
            for _ in range(count // 32):
                # HMAC as below, without a call: a shoe takes some fifty of them.
                first, second = inner.copy(), outer.copy()
                first.update(value)
                second.update(first.digest())
                value = second.digest()
                yield value
            keyed, value = _updated(keyed, value, b"")


def _updated(keyed: "_Keyed", value: bytes, data: bytes) -> "tuple[_Keyed, bytes]":
    keyed, value = _mixed(keyed, value, b"\x00" + data)
    return _mixed(keyed, value, b"\x01" + data) if data else (keyed, value)


def _mixed(keyed: "_Keyed", value: bytes, data: bytes) -> "tuple[_Keyed, bytes]":
    keyed = _taken_in(_hmac(keyed, value + data))
    return keyed, _hmac(keyed, value)


def _hmac(keyed: "_Keyed", data: bytes) -> bytes:
    """HMAC-SHA-256 of RFC 2104 under a key that is taken in."""
    inner, outer = keyed
    first, second = inner.copy(), outer.copy()
    first.update(data)
    second.update(first.digest())
    return second.digest()


def _taken_in(key: bytes) -> "_Keyed":
    """Take a key of at most one block in, for both hashes of HMAC.

    All but a few of the sixty of a shoe are under one of two keys. Taking each in once is three
    times as fast as `hmac.digest`, which begins every time from nothing.
    """
    block = key.ljust(_BLOCK, b"\x00")
    return sha256(block.translate(_INNER)), sha256(block.translate(_OUTER))


_FIRST: Final = _taken_in(bytes(32))
"""The key that every generator begins with."""
