"""What our own client sends or hears is held against the schema, and PINs are hashed quickly."""

import json
from collections.abc import Iterator

import pytest
from argon2 import PasswordHasher

from punto.client import player
from punto.protocol import Ask, Tell, decode_tell, encode
from punto.server import password, pin
from tests.server.schema_check import defects


def _checked_encode(message: Ask) -> bytes:
    frame = encode(message)
    found = defects(json.loads(frame), "Ask")
    assert not found, found
    return frame


def _checked_decode(frame: str | bytes) -> Tell:
    found = defects(json.loads(frame), "Tell")
    assert not found, found
    message: Tell = decode_tell(frame)
    return message


@pytest.fixture(autouse=True)
def every_message_is_in_the_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "encode", _checked_encode)
    monkeypatch.setattr(player, "decode_tell", _checked_decode)


@pytest.fixture(scope="module", autouse=True)
def hashes_are_quick() -> Iterator[None]:
    """Sign in by the hundred without a tenth of a second each: verifying takes what hashing took.

    `tests/unit/test_hashing.py` holds what the product takes; houses in processes of their own do.
    """
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        for module in (password, pin):
            patch.setattr(module, "_hasher", quick)
        yield
