"""What the journal of a table holds, beside the events of play: openings, commitments, reveals."""

from enum import Enum
from typing import TypeAlias, final

import msgspec

from punto.fair import BeaconRound, Contribution
from punto.table.contributing import BeaconCall
from punto.table.event import TableEvent
from punto.table.settings import Settings


class TableOpened(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """A table was opened, or opened again under other settings; its rulebook is in them whole."""

    settings: Settings
    owner: str = ""
    """The one player whose own table it is; empty where all share it."""
    house: str = "house"
    """The account of the house that its rounds are played against."""
    goes_on: bool = False
    """Whether the same game goes on: seats and the last round stay, and the shoe of an open table.

    Otherwise, and in journals of before this was kept, all but its numbers begins anew.
    """


class TableClosed(msgspec.Struct, frozen=True, tag=True):
    """A table was closed. Its numbers go on when it is opened again."""

    why: str


@final
class ShoeCommitted(msgspec.Struct, frozen=True, tag=True):
    """The house has bound itself to its secret for a shoe, before anybody could bet on it."""

    number: int
    commitment: str


class ContributionPromised(msgspec.Struct, frozen=True, tag=True):
    """A player has bound himself to what he adds to a shoe, before anybody has shown anything."""

    number: int
    bettor: str
    who: str
    """The name under which all see it."""
    commitment: str


class ShuffleBegun(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """Nobody can join any more: whoever is in it shows now what he has promised."""

    number: int
    promises: tuple[tuple[str, str], ...]
    """Name and commitment of each, in the order of the commitments."""
    began_ms: int
    until_ms: int
    call: BeaconCall | None = None


class ContributionShown(msgspec.Struct, frozen=True, tag=True):
    """A player has shown what he had promised."""

    number: int
    bettor: str
    random: str
    word: str


class BeaconHeard(msgspec.Struct, frozen=True, tag=True):
    """The beacon has said what the shuffle waits for."""

    number: int
    heard: BeaconRound


class ShoeMixed(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """The shoe that was just opened is mixed with all that was shown, and withheld by whom."""

    number: int
    contributions: tuple[Contribution, ...]
    beacon: BeaconRound | None = None
    silent: bool = False
    """Whether a beacon was called and said nothing in time."""


@final
class OutsideEntropyMixed(msgspec.Struct, frozen=True, tag=True):
    """Entropy that the house did not choose, given after the commitment, before the first card."""

    number: int
    outside: str
    """In hexadecimal."""


@final
class ShoeRevealed(msgspec.Struct, frozen=True, tag=True):
    """A shoe is over, abandoned or out of turn, and its secret is public."""

    number: int
    decks: int
    secret: str
    outside: str


class DealerCame(msgspec.Struct, frozen=True, tag=True):
    """A dealer has taken the table, from nobody or from the one before."""

    who: str
    before: str = ""


class DealerLeft(msgspec.Struct, frozen=True, tag=True):
    """The dealer has left the table between two rounds; nobody deals until one comes."""

    who: str


class DealerRelieved(msgspec.Struct, frozen=True, tag=True):
    """A supervisor has freed the table of a dealer who is not there, also in mid-round."""

    who: str
    by: str
    why: str


class FloatMove(Enum):
    """What can happen to the chips in the float of a table, and to its drop box."""

    FILL = "fill"
    """Chips are brought."""
    CREDIT = "credit"
    """Chips are taken away."""
    DROP = "drop"
    """The money in the box is counted: so many chips were sold for it."""


class FloatMoved(msgspec.Struct, frozen=True, tag=True):
    """Chips came to the float or went from it, or the drop was counted."""

    move: FloatMove
    amount: int
    who: str
    why: str


class RequestRefused(msgspec.Struct, frozen=True, tag=True):
    """Somebody of the staff asked for what could not be done; nothing has changed but this."""

    who: str
    what: str
    code: str
    words: str


OfShuffle: TypeAlias = (
    ContributionPromised | ShuffleBegun | ContributionShown | BeaconHeard | ShoeMixed
)
Fairness: TypeAlias = ShoeCommitted | OutsideEntropyMixed | ShoeRevealed | OfShuffle
OfDealer: TypeAlias = DealerCame | DealerLeft | DealerRelieved
Recorded: TypeAlias = (
    TableOpened | TableClosed | RequestRefused | FloatMoved | OfDealer | Fairness | TableEvent
)
