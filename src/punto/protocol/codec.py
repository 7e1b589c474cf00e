"""Messages as JSON, and the schema that says what they are."""

import json
from typing import Any, Final

import msgspec

from punto.protocol.ask import Ask
from punto.protocol.info import (
    HouseInfo,
    LobbyTile,
    PlayedRound,
    Session,
    SignInRefused,
    TableInfo,
)
from punto.protocol.tell import Tell

PROTOCOL: Final = 1
"""Raised when a client must be changed to be understood."""

LONGEST_FRAME: Final = 4_096
"""The longest message of a client, in bytes."""

_decode_ask = msgspec.json.Decoder(Ask).decode
decode_tell = msgspec.json.Decoder(Tell).decode
encode = msgspec.json.Encoder().encode


def decode_ask(frame: str) -> Ask:
    """Read what a client says. A key that comes twice is an error: readers differ over it."""
    if len(frame.encode()) > LONGEST_FRAME:
        raise msgspec.DecodeError(f"longer than {LONGEST_FRAME} bytes")
    said: Ask = _decode_ask(frame)
    json.loads(frame, object_pairs_hook=_each_once)
    return said


def _each_once(pairs: list[tuple[str, Any]]) -> None:
    if len({key for key, _ in pairs}) < len(pairs):
        raise msgspec.DecodeError("a key comes twice")


def schema() -> dict[str, Any]:
    """Give the JSON Schema of all messages, and of what HTTP answers."""
    types = (Ask, Tell, HouseInfo, TableInfo, LobbyTile, PlayedRound, Session, SignInRefused)
    (ask, tell, *_), parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"punto, protocol {PROTOCOL}",
        "$defs": {**parts, "Ask": ask, "Tell": tell},
    }
