"""What has happened at a table, beside the events of the round in play."""

from typing import TypeAlias, final

import msgspec

from punto.coup import Event as CoupEvent
from punto.roads import Result
from punto.rules import Winner
from punto.table.command import StakedBet
from punto.table.irregularity import Decision, Found, Noticed


@final
class ShoeOpened(msgspec.Struct, frozen=True, tag=True):
    """A new shoe is on the table. Its order is the house's secret and not in the event."""

    number: int
    size: int
    burned: int
    scanned: bool
    who: str


class SeatTaken(msgspec.Struct, frozen=True, tag=True):
    """Somebody sat down."""

    bettor: str
    position: int


class StoodBehind(msgspec.Struct, frozen=True, tag=True):
    """Somebody stands behind a seat, and bets on its position."""

    bettor: str
    position: int


class SeatLeft(msgspec.Struct, frozen=True, tag=True):
    """Somebody left."""

    bettor: str
    position: int


class IrregularityRuled(msgspec.Struct, frozen=True, tag=True):
    """An irregularity was reported and ruled on."""

    round: int
    found: Found
    noticed: Noticed
    reconstructed: bool
    decision: Decision
    clause: str | None
    words: str
    who: str
    why: str
    in_initial_deal: bool | None = None
    """None in journals of before this was asked: then it was when it was noticed."""
    left_ms: int | None = None
    """What was left of the window when play stopped for a supervisor; it is given back then."""
    new_shoe: bool | None = None
    """Whether the shoe is taken off the table; None where that was not asked."""


class EarlierRoundVoided(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A round before the last is void: every stake of it goes back."""

    round: int
    rulebook: str
    settled_again: int
    bets: tuple[StakedBet, ...]
    reason: str
    clause: str | None
    who: str
    why: str


class SupervisorDecided(msgspec.Struct, frozen=True, tag=True):
    """A supervisor has decided what the rulebook does not cover."""

    round: int
    void: bool
    who: str
    why: str
    new_shoe: bool | None = None
    """Whether the shoe is taken off the table; None in journals of before this was asked."""


class ResultRecorded(msgspec.Struct, frozen=True, tag=True):
    """A result was recorded at a table of physical chips."""

    round: int
    winner: Winner
    player_pair: bool
    banker_pair: bool
    natural: bool
    six: int
    who: str

    @property
    def result(self) -> Result:
        """The result, as the roads have it."""
        return Result(
            winner=self.winner,
            player_pair=self.player_pair,
            banker_pair=self.banker_pair,
            natural=self.natural,
            six=self.six,
        )


class ResultDropped(msgspec.Struct, frozen=True, tag=True):
    """The last recorded result was taken back. Its number is not used again."""

    round: int
    who: str
    why: str


@final
class ShoeEnded(msgspec.Struct, frozen=True, tag=True):
    """The last round of the shoe is over."""

    number: int
    gone: int


BesideRound: TypeAlias = (
    ShoeOpened
    | SeatTaken
    | StoodBehind
    | SeatLeft
    | IrregularityRuled
    | EarlierRoundVoided
    | SupervisorDecided
    | ShoeEnded
    | ResultRecorded
    | ResultDropped
)
TableEvent: TypeAlias = BesideRound | CoupEvent
