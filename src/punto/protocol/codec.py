"""Messages as JSON, and the schema that says what they are."""

import json
from collections.abc import Callable
from typing import Any, Final

import msgspec

from punto.protocol.ask import Ask
from punto.protocol.console import ConsoleAsk, ConsoleTell
from punto.protocol.info import (
    HouseInfo,
    LobbyTile,
    PlayedRound,
    Session,
    SignInRefused,
    StaffInfo,
    StaffRefused,
    TableInfo,
)
from punto.protocol.tell import Tell

PROTOCOL: Final = 1
"""Raised when a client must be changed to be understood."""

LONGEST_FRAME: Final = 4_096
"""The longest message of a client, in bytes."""

_decode_ask = msgspec.json.Decoder(Ask).decode
_decode_console_ask = msgspec.json.Decoder(ConsoleAsk).decode
decode_tell = msgspec.json.Decoder(Tell).decode
encode = msgspec.json.Encoder().encode


def decode_ask(frame: str) -> Ask:
    """Read what a client says. A key that comes twice is an error: readers differ over it."""
    said: Ask = _strictly(frame, _decode_ask)
    return said


def decode_console_ask(frame: str) -> ConsoleAsk:
    """Read what a console says, as strictly as what a client does."""
    said: ConsoleAsk = _strictly(frame, _decode_console_ask)
    return said


def _strictly(frame: str, decode: Callable[[str], Any]) -> Any:  # noqa: ANN401 – what it decodes
    if len(frame.encode()) > LONGEST_FRAME:
        raise msgspec.DecodeError(f"longer than {LONGEST_FRAME} bytes")
    said = decode(frame)
    json.loads(frame, object_pairs_hook=_each_once)
    return said


def _each_once(pairs: list[tuple[str, Any]]) -> None:
    if len({key for key, _ in pairs}) < len(pairs):
        raise msgspec.DecodeError("a key comes twice")


def schema() -> dict[str, Any]:
    """Give the JSON Schema of all messages, and of what HTTP answers."""
    spoken = (Ask, Tell, ConsoleAsk, ConsoleTell)
    told = (HouseInfo, TableInfo, LobbyTile, PlayedRound, Session, SignInRefused)
    types = (*spoken, *told, StaffInfo, StaffRefused)
    found, parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    ask, tell, console_ask, console_tell, *_ = found
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"punto, protocol {PROTOCOL}",
        "$defs": {
            **parts,
            "Ask": ask,
            "Tell": tell,
            "ConsoleAsk": console_ask,
            "ConsoleTell": console_tell,
        },
    }
