"""Messages as JSON, and the schema that says what they are."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import msgspec

from punto.protocol.ask import Ask
from punto.protocol.console import ConsoleAsk, ConsoleTell
from punto.protocol.info import (
    AccountRefused,
    CodesSetUp,
    HistoryRefused,
    HouseInfo,
    Lesson,
    LobbyTile,
    PlayedRound,
    RoundProof,
    Session,
    SignedCommitments,
    SignInRefused,
    StaffInfo,
    StaffRefused,
    TableInfo,
)
from punto.protocol.lab import (
    LabCounted,
    LabCounting,
    LabGame,
    LabOdds,
    LabPoint,
    LabRefused,
    LabRulebook,
    LabSheet,
    LabShoe,
    LabSimulation,
    LabStudy,
)
from punto.protocol.office import (
    AccountInfo,
    DayReport,
    EventPage,
    OfficeAsk,
    OfficeFloor,
    OfficeMeters,
    OfficeTell,
    TicketInfo,
    ToldRound,
)
from punto.protocol.protection import ProtectionAsk, ProtectionInfo, ProtectionRefused, Statement
from punto.protocol.roster import OfficeRoster
from punto.protocol.settings import OfficeSettings
from punto.protocol.shift import OfficeShifts
from punto.protocol.tell import Tell

PROTOCOL: Final = 3
"""Raised when a client must be changed to be understood."""

LONGEST_FRAME: Final = 4_096
"""The longest message of a client, in bytes."""

_decode_ask = msgspec.json.Decoder(Ask).decode
_decode_console_ask = msgspec.json.Decoder(ConsoleAsk).decode
_decode_protection_ask = msgspec.json.Decoder(ProtectionAsk).decode
_decode_office_ask = msgspec.json.Decoder(OfficeAsk).decode
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


def decode_office_ask(body: str) -> OfficeAsk:
    """Read what the office asks for, as strictly."""
    said: OfficeAsk = _strictly(body, _decode_office_ask)
    return said


def decode_protection_ask(body: str) -> ProtectionAsk:
    """Read what somebody asks for to protect himself, as strictly."""
    said: ProtectionAsk = _strictly(body, _decode_protection_ask)
    return said


def _strictly(frame: str, decode: Callable[[str], Any]) -> Any:  # noqa: ANN401 – what it decodes
    if len(frame.encode()) > LONGEST_FRAME:
        raise msgspec.DecodeError(f"longer than {LONGEST_FRAME} bytes")
    said = decode(frame)
    json.loads(frame, object_pairs_hook=_each_once)
    return said


def _each_once(pairs: list[tuple[str, Any]]) -> None:
    if len(dict(pairs)) < len(pairs):
        raise msgspec.DecodeError("a key comes twice")


_SPOKEN: Final = {
    "Ask": Ask,
    "Tell": Tell,
    "ConsoleAsk": ConsoleAsk,
    "ConsoleTell": ConsoleTell,
    "OfficeAsk": OfficeAsk,
    "OfficeTell": OfficeTell,
    "ProtectionAsk": ProtectionAsk,
}
_TOLD: Final = (
    *(
        HouseInfo,
        TableInfo,
        Lesson,
        LobbyTile,
        PlayedRound,
        RoundProof,
        SignedCommitments,
        HistoryRefused,
        AccountRefused,
        Session,
        SignInRefused,
        StaffInfo,
        CodesSetUp,
        StaffRefused,
    ),
    *(OfficeFloor, AccountInfo, TicketInfo, OfficeMeters, DayReport, EventPage, ToldRound),
    *(OfficeSettings, OfficeShifts, OfficeRoster),
    *(ProtectionInfo, ProtectionRefused, Statement),
    *(LabRulebook, LabGame, LabShoe, LabSheet, LabSimulation, LabCounting),
    *(LabOdds, LabStudy, LabPoint, LabCounted, LabRefused),
)


@cache
def schema() -> dict[str, Any]:
    """Give the JSON Schema of all messages, and of what HTTP answers, as JSON has it.

    It is made once, however often it is asked for.
    """
    types = (*_SPOKEN.values(), *_TOLD)
    found, parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    described = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"punto, protocol {PROTOCOL}",
        "$defs": {**parts, **dict(zip(_SPOKEN, found, strict=False))},
    }
    # A default may be a tuple, and JSON has lists alone.
    as_read: dict[str, Any] = msgspec.json.decode(encode(described))
    return as_read
