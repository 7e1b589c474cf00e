"""HMAC_DRBG with SHA-256, as in NIST SP 800-90A: random bytes that anyone can make again."""

import hmac
from dataclasses import dataclass, replace
from typing import Self, TypeVar


@dataclass(frozen=True, slots=True)
class HmacDrbg:
    """The state of the generator. Every call gives the next state; none is changed."""

    key: bytes
    value: bytes

    @classmethod
    def of(cls, entropy: bytes, nonce: bytes, personalisation: bytes = b"") -> Self:
        """Instantiate from entropy, a nonce and a personalisation string."""
        return _updated(cls(b"\x00" * 32, b"\x01" * 32), entropy + nonce + personalisation)

    def generate(self, count: int) -> tuple[bytes, Self]:
        """Give so many bytes and the state that comes after them."""
        value, made = self.value, b""
        while len(made) < count:
            value = _hmac(self.key, value)
            made += value
        return made[:count], _updated(replace(self, value=value), b"")


State = TypeVar("State", bound=HmacDrbg)


def _updated(state: State, data: bytes) -> State:
    state = _mixed(state, b"\x00", data)
    return _mixed(state, b"\x01", data) if data else state


def _mixed(state: State, separator: bytes, data: bytes) -> State:
    key = _hmac(state.key, state.value + separator + data)
    return replace(state, key=key, value=_hmac(key, state.value))


def _hmac(key: bytes, data: bytes) -> bytes:
    return hmac.digest(key, data, "sha256")
