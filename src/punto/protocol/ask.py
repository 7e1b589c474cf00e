"""What a client may say. Everything that changes something has an id that the client makes.

The same message again is the same request: it is done once, and answered the same.
"""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

RequestId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,36}$")]
Name = Annotated[str, Meta(pattern="^[a-z0-9-]{1,24}$")]
Amount = Annotated[int, Meta(ge=1, le=10**15)]
Whole = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""A number that every reader of JSON holds exactly."""
Version = Annotated[int, Meta(ge=0, le=2**53)]
RoundNumber = Annotated[int, Meta(ge=1, le=2**53)]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Seed = Annotated[str, Meta(pattern="^([0-9a-f]{2}){0,64}$")]


class _Said(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, kw_only=True):
    """A message; a key that it does not have is an error, never ignored."""


class Watch(_Said, frozen=True):
    """Follow a table: from the version last seen, if that is still known, else from a snapshot."""

    table: Name
    since: Version | None = None
    id: RequestId | None = None
    """To know the answers by; unlike other requests it is done every time."""
    squeeze: bool = False
    """Whether whoever asks squeezes, where he has the right; else cards are open at once."""


class Unwatch(_Said, frozen=True):
    """Follow a table no longer."""

    table: Name


class Ping(_Said, frozen=True):
    """Ask for the time of the house; `at_ms` comes back as it is."""

    at_ms: Whole


class _AtTable(_Said, frozen=True):
    id: RequestId
    table: Name


class _InRound(_AtTable, frozen=True, kw_only=True):
    round: RoundNumber | None = None
    """The round that is meant: a message that comes late must not count for the next one."""


class Chip(_InRound, frozen=True, kw_only=True):
    """Put a chip on a wager, or one more."""

    wager: Name
    amount: Amount


class Rest(_InRound, frozen=True, kw_only=True):
    """Put the rest of the balance on a wager, as far as limits and whole steps allow."""

    wager: Name


class TakeOff(_InRound, frozen=True, kw_only=True):
    """Take a whole wager back."""

    wager: Name


class Undo(_InRound, frozen=True):
    """Take the last action back, whatever it was."""


class Clear(_InRound, frozen=True):
    """Take all wagers back."""


class Double(_InRound, frozen=True):
    """Put as much again on every wager."""


class Rebet(_InRound, frozen=True):
    """Put the previous bet on the table again."""


class NewGame(_AtTable, frozen=True):
    """Begin the next game with the previous bet on the table, chip by chip as it was built."""


class Deal(_AtTable, frozen=True):
    """Start the hand, with a seed of the player's own for the shuffle."""

    seed: Seed = ""


class RebetAndDeal(_AtTable, frozen=True):
    """Repeat the previous bet and start the hand."""

    seed: Seed = ""


class TakeSeat(_AtTable, frozen=True, kw_only=True):
    """Sit down at a playing position, counted from 1."""

    position: Annotated[int, Meta(ge=1, le=16)]


class StandBehind(_AtTable, frozen=True, kw_only=True):
    """Stand behind a seat that somebody has, and bet on its position."""

    position: Annotated[int, Meta(ge=1, le=16)]


class LeaveSeat(_AtTable, frozen=True):
    """Give the seat up, or the place behind one; while a stake stands it is kept."""


class OpenCard(_AtTable, frozen=True, kw_only=True):
    """Open a card that you have squeezed: from now on everybody sees its face."""

    round: RoundNumber
    place: Annotated[int, Meta(ge=0, le=5)]


class Contribute(_AtTable, frozen=True, kw_only=True):
    """Promise what you add to the shoe that comes next, by its hash, or promise it anew."""

    shoe: RoundNumber
    commitment: Hash


class ShowContribution(_AtTable, frozen=True, kw_only=True):
    """Show what you had promised, once the shuffle has begun."""

    shoe: RoundNumber
    random: Hash
    """32 bytes of chance, in hexadecimal."""
    word: Annotated[str, Meta(max_length=40)] = ""


class BuyCredits(_Said, frozen=True):
    """An attendant sells credits at a terminal."""

    id: RequestId
    amount: Amount
    attendant: Annotated[str, Meta(max_length=24)]
    """Who of the staff sells them."""
    pin: Annotated[str, Meta(max_length=12)]
    code: Annotated[str, Meta(max_length=12)] = ""
    """A one-time code, of whoever has them."""


class CashOut(_Said, frozen=True):
    """Ask for all credits on a ticket."""

    id: RequestId


class TicketPrinted(_Said, frozen=True):
    """Say whether the ticket of a cash-out came out of the printer."""

    id: RequestId
    cash_out: RequestId
    printed: bool


class RedeemTicket(_Said, frozen=True):
    """Bring a ticket."""

    id: RequestId
    number: Annotated[str, Meta(max_length=64)]


Building: TypeAlias = Chip | Rest | TakeOff | Undo | Clear | Double | Rebet | NewGame
Dealing: TypeAlias = Deal | RebetAndDeal
Seating: TypeAlias = TakeSeat | StandBehind | LeaveSeat
Contributing: TypeAlias = Contribute | ShowContribution
AtCounter: TypeAlias = BuyCredits | CashOut | TicketPrinted | RedeemTicket
Ask: TypeAlias = (
    Watch | Unwatch | Ping | Building | Dealing | Seating | OpenCard | Contributing | AtCounter
)
