"""What can be asked of a table, beside the commands of the round in play."""

from typing import TypeAlias, final

import msgspec

from punto.coup import Command as CoupCommand
from punto.rules import Winner
from punto.table.irregularity import Found


@final
class OpenShoe(msgspec.Struct, frozen=True, tag=True):
    """Put a new shoe on the table, in this order, or None for physical cards that are scanned."""

    order: tuple[str, ...] | None
    who: str


class TakeSeat(msgspec.Struct, frozen=True, tag=True):
    """Sit down at a playing position, counted from 1."""

    bettor: str
    position: int


class StandBehind(msgspec.Struct, frozen=True, tag=True):
    """Stand behind somebody's seat, and bet on its position from now on."""

    bettor: str
    position: int


class LeaveSeat(msgspec.Struct, frozen=True, tag=True):
    """Give a seat up, or a place behind one; not in a round in which a stake stands."""

    bettor: str


@final
class DrawCard(msgspec.Struct, frozen=True, tag=True):
    """Draw the next card from the table's own shoe."""


class ReportIrregularity(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Report what was found, for a ruling."""

    found: Found
    who: str
    why: str
    round: int | None = None
    """The round that it happened in, or the first of several; None for the present one."""
    in_initial_deal: bool = True
    """It happened while the first four cards were dealt, whenever it was noticed."""
    reconstructed: bool = False
    """The cards can be put back as they were."""
    cards: tuple[str, ...] = ()
    """The cards of the round as they left the shoe, where they are recorded otherwise."""
    new_shoe: bool = False
    """A foreign, extra or missing card takes the shoe off the table; else play goes on with it."""


class StakedBet(msgspec.Struct, frozen=True):
    """One bettor's stake in an earlier round, the transfers that held it, and what it brought."""

    bettor: str
    wager: str
    stake: int
    transfers: tuple[str, ...]
    net: int = 0


class VoidEarlierRound(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Void one round before the last, as a ruling that reaches back demands."""

    round: int
    rulebook: str
    settled_again: int
    bets: tuple[StakedBet, ...]
    """From the journal: a table remembers its last round only."""
    reason: str
    clause: str | None
    who: str
    why: str


class Decide(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A supervisor's decision on what the rulebook does not cover: void the round, or go on."""

    void: bool
    who: str
    why: str
    new_shoe: bool = False
    """The shoe is taken off the table; else play goes on with it."""


class RecordResult(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Record the result of a round that was played with physical chips."""

    winner: Winner
    who: str
    player_pair: bool = False
    banker_pair: bool = False
    natural: bool = False
    six: int = 0


class DropResult(msgspec.Struct, frozen=True, tag=True):
    """Take the last recorded result back."""

    who: str
    why: str


BesideRoundCommand: TypeAlias = (
    OpenShoe
    | TakeSeat
    | StandBehind
    | LeaveSeat
    | ReportIrregularity
    | VoidEarlierRound
    | Decide
    | RecordResult
    | DropResult
)
"""What is done at a table, and not in its round."""

TableCommand: TypeAlias = DrawCard | BesideRoundCommand | CoupCommand
