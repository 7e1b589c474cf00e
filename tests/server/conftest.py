"""Whatever our own client sends or hears in these tests is held against the schema."""

import json

import pytest

from punto.client import player
from punto.protocol import Ask, Tell, decode_tell, encode
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
