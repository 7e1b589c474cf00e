"""What staff may ask of a house, whether it is open elsewhere or not, and how that is written.

It is a closed list: whoever holds the socket of a running house can do this, and nothing else. Each
message is one line of JSON.
"""

from typing import Final, TypeAlias

import msgspec

from punto.house.answer import Answer
from punto.house.request import (
    Acknowledge,
    Act,
    BuyIn,
    DropOld,
    EndCashOut,
    PayCredits,
    RedeemTicket,
    Repay,
    Request,
    RevokeStaff,
    What,
    WriteOff,
)
from punto.people import Actor, Role
from punto.table.command import Decide, ReportIrregularity

ATTENDANT: Final = "attendant"
"""Who asks, for the journal; where a person must answer for it, the request names him."""

LONGEST_LINE: Final = 16_384
"""The longest request, in bytes."""

LONGEST_ANSWER: Final = 64 * 1_048_576
"""The longest answer: it holds the entry that was written, which may name every table there is."""


class AtTable(msgspec.Struct, frozen=True, tag=True):
    """Report an irregularity at a table, or decide on one."""

    table: str
    command: ReportIrregularity | Decide


StaffWhat: TypeAlias = (
    AtTable
    | BuyIn
    | PayCredits
    | RedeemTicket
    | EndCashOut
    | Repay
    | WriteOff
    | Acknowledge
    | RevokeStaff
    | DropOld
)


class StaffRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request of staff, under an id where asking twice must not do it twice."""

    what: StaffWhat
    id: str = ""

    @property
    def request(self) -> Request:
        """The request as the house knows it."""
        return Request(Actor(ATTENDANT, Role.MANAGER), _for_the_house(self.what), self.id)


def _for_the_house(what: StaffWhat) -> What:
    return Act(what.table, (what.command,)) if isinstance(what, AtTable) else what


encode_line = msgspec.json.Encoder().encode
decode_request = msgspec.json.Decoder(StaffRequest).decode
decode_answer = msgspec.json.Decoder(Answer).decode
