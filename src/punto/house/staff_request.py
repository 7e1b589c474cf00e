"""What staff may ask of a house, whether it is open elsewhere or not, and how that is written.

It is a closed list: whoever holds the socket of a running house can do this, and nothing else. Each
message is one line of JSON.
"""

from typing import Final, TypeAlias

import msgspec

from punto.house.answer import Answer
from punto.house.configuration import Value
from punto.house.request import (
    Acknowledge,
    Act,
    BuyIn,
    CloseShift,
    DropOld,
    EndCashOut,
    Exclude,
    OpenShift,
    PayCredits,
    RedeemTicket,
    Repay,
    Request,
    SetLimits,
    What,
    WriteOff,
)
from punto.house.roster_request import ResetCodes, RevokeStaff
from punto.house.terminal_request import InviteTerminal, RevokeTerminal
from punto.people import Actor, Role
from punto.table.command import Decide, ReportIrregularity

ATTENDANT: Final = "attendant"
"""Who asks, for the journal; where a person must answer for it, the request names him."""

BY_OWNER: Final = Actor(ATTENDANT, Role.MANAGER)

LONGEST_LINE: Final = 16_384
"""The longest request, in bytes."""

LONGEST_ANSWER: Final = 64 * 1_048_576
"""The longest answer: it holds the entry that was written, which may name every table there is."""


class AtTable(msgspec.Struct, frozen=True, tag=True):
    """Report an irregularity at a table, or decide on one."""

    table: str
    command: ReportIrregularity | Decide


class SetTable(msgspec.Struct, frozen=True, tag=True):
    """Set a table otherwise; only a house that is open can say what is allowed."""

    table: str
    values: dict[str, Value]
    who: str
    why: str
    new: bool = False
    """Whether there is no such table yet: then it is made."""


class ReadFileAgain(msgspec.Struct, frozen=True, tag=True):
    """Take over what was changed in the file of the house since it was last read."""

    who: str
    why: str


OnlyWhileOpen: TypeAlias = SetTable | ReadFileAgain
"""What needs the files of the house, which whoever serves it has."""

_Plain: TypeAlias = (
    AtTable
    | BuyIn
    | PayCredits
    | RedeemTicket
    | EndCashOut
    | Repay
    | WriteOff
    | Acknowledge
    | RevokeStaff
    | ResetCodes
    | InviteTerminal
    | RevokeTerminal
    | SetLimits
    | Exclude
    | OpenShift
    | CloseShift
    | DropOld
)
StaffWhat: TypeAlias = _Plain | OnlyWhileOpen


class StaffRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request of staff, under an id where asking twice must not do it twice."""

    what: StaffWhat
    id: str = ""

    @property
    def request(self) -> Request:
        """The request as the house knows it."""
        assert not isinstance(self.what, OnlyWhileOpen), "these are asked of an open house"
        return Request(BY_OWNER, _for_the_house(self.what), self.id)


def _for_the_house(what: _Plain) -> What:
    return Act(what.table, (what.command,)) if isinstance(what, AtTable) else what


encode_line = msgspec.json.Encoder().encode
decode_request = msgspec.json.Decoder(StaffRequest).decode
decode_answer = msgspec.json.Decoder(Answer).decode
