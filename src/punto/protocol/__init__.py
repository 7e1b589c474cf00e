"""What goes over the wire: typed messages, what each viewer may see, and the schema of both."""

from punto.protocol import ask, tell
from punto.protocol.ask import Ask
from punto.protocol.codec import (
    LONGEST_FRAME,
    PROTOCOL,
    decode_ask,
    decode_console_ask,
    decode_office_ask,
    decode_protection_ask,
    decode_tell,
    encode,
    schema,
)
from punto.protocol.event import Roads, Seen
from punto.protocol.info import (
    AccountRefused,
    CodesSetUp,
    CommitmentList,
    CommittedShoe,
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
from punto.protocol.roads import roads_of
from punto.protocol.tell import Tell
from punto.protocol.view import View, shown_bet

__all__ = [
    "LONGEST_FRAME",
    "PROTOCOL",
    "AccountRefused",
    "Ask",
    "CodesSetUp",
    "CommitmentList",
    "CommittedShoe",
    "HistoryRefused",
    "HouseInfo",
    "Lesson",
    "LobbyTile",
    "PlayedRound",
    "Roads",
    "RoundProof",
    "Seen",
    "Session",
    "SignInRefused",
    "SignedCommitments",
    "StaffInfo",
    "StaffRefused",
    "TableInfo",
    "Tell",
    "View",
    "ask",
    "decode_ask",
    "decode_console_ask",
    "decode_office_ask",
    "decode_protection_ask",
    "decode_tell",
    "encode",
    "roads_of",
    "schema",
    "shown_bet",
    "tell",
]
