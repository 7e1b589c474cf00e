"""What a dealer's console may say, and what only staff at a console are told."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from punto.protocol.ask import Amount, Name, Ping, RequestId, RoundNumber, Unwatch, Watch
from punto.protocol.tell import (
    Accepted,
    BadFrame,
    ClosedHands,
    Happened,
    Pong,
    Refused,
    Snapshot,
    Trouble,
)
from punto.protocol.words import Decision, Due, FloatMove, Found, Outcome, Side, StaffRole, Winner

CardText = Annotated[str, Meta(pattern="^[0-9A-Za-z]{2,3}$")]
Why = Annotated[str, Meta(min_length=1, max_length=200)]


class _AtTable(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, kw_only=True):
    """Something to be done at a table, once under its id."""

    id: RequestId
    table: Name


class TakeTable(_AtTable, frozen=True):
    """Deal here from now on; the dealer before is told, in mid-round too."""


class LeaveTable(_AtTable, frozen=True):
    """Leave the table between two rounds."""


class RelieveDealer(_AtTable, frozen=True):
    """Free a table of a dealer who is not there any more, in mid-round too; another takes it."""

    why: Why


class BringShoe(_AtTable, frozen=True):
    """Put a new shoe on the table: the house's own, or physical cards that are scanned."""

    scanned: bool = False


class OpenBets(_AtTable, frozen=True):
    """Commence play: "Place your bets, please"."""


class CloseBets(_AtTable, frozen=True):
    """Say "No more bets"."""


class LayChips(_AtTable, frozen=True):
    """Enter the chips that somebody has laid on a wager at a position, or more of them."""

    position: Annotated[int, Meta(ge=1, le=16)]
    wager: Name
    amount: Amount


class TakeChips(_AtTable, frozen=True):
    """Enter that all chips on a wager at a position are taken up again."""

    position: Annotated[int, Meta(ge=1, le=16)]
    wager: Name


class DrawCard(_AtTable, frozen=True):
    """Draw the next card from the house's shoe."""


class ScanCard(_AtTable, frozen=True):
    """Give the card that was read to the hand that calls for it."""

    card: CardText


class AnnounceTotals(_AtTable, frozen=True):
    """Announce the totals of the initial deal."""


class AnnounceResult(_AtTable, frozen=True):
    """Announce who has won."""


class CollectLosing(_AtTable, frozen=True):
    """The losing wagers are collected."""


class PayWinning(_AtTable, frozen=True):
    """The winning wagers are paid: the round is settled."""


class CorrectCard(_AtTable, frozen=True):
    """Correct a card that was read wrongly; `place` counts the cards of the round from 0."""

    place: Annotated[int, Meta(ge=0, le=5)]
    card: CardText
    why: Why


class SetCardAside(_AtTable, frozen=True):
    """A card was drawn in error: no hand calls for it."""

    card: CardText
    why: Why


class Irregularity(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What was found, when it happened, and whether the cards can be put in order again."""

    found: Found
    round: RoundNumber | None = None
    """The round that it happened in, or the first of several; none for the present one."""
    in_initial_deal: bool = True
    reconstructed: bool = False
    cards: list[CardText] = []
    """The cards of the round as they left the shoe, where they are recorded otherwise."""
    new_shoe: bool = False
    """After a foreign, extra or missing card: whether the shoe is taken off the table."""


class AskRuling(_AtTable, frozen=True):
    """Ask what the rulebook says about an irregularity, before it is reported."""

    irregularity: Irregularity


class ReportIrregularity(_AtTable, frozen=True):
    """Report an irregularity: the ruling is carried out, or a supervisor is called."""

    irregularity: Irregularity
    why: Why


class DecideRound(_AtTable, frozen=True):
    """A supervisor's decision on what the rulebook does not cover."""

    void: bool
    why: Why
    new_shoe: bool = False
    """Whether the shoe is taken off the table."""


class MoveFloat(_AtTable, frozen=True):
    """A fill, a credit or the drop of the table, as a supervisor or a manager has counted it."""

    move: FloatMove
    amount: Amount
    why: Why


class RecordResult(_AtTable, frozen=True):
    """Record the result of a round that was played with physical chips."""

    winner: Winner
    player_pair: bool = False
    banker_pair: bool = False
    natural: bool = False
    six: Annotated[int, Meta(ge=0, le=3)] = 0


class DropResult(_AtTable, frozen=True):
    """Take the last recorded result back."""

    why: Why


AtConsole: TypeAlias = (
    TakeTable
    | LeaveTable
    | RelieveDealer
    | BringShoe
    | OpenBets
    | CloseBets
    | LayChips
    | TakeChips
    | DrawCard
    | ScanCard
    | AnnounceTotals
    | AnnounceResult
    | CollectLosing
    | PayWinning
    | CorrectCard
    | SetCardAside
    | ReportIrregularity
    | DecideRound
    | MoveFloat
    | RecordResult
    | DropResult
)
ConsoleAsk: TypeAlias = Watch | Unwatch | Ping | AskRuling | AtConsole
"""What a console may say."""


# --- what it is told ----------------------------------------------------------------------------


class Greeting(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The first message on every connection of a console."""

    protocol: int
    now_ms: int
    name: str
    role: StaffRole
    trouble: str | None


class PlacedBet(msgspec.Struct, frozen=True, kw_only=True):
    """One bettor's wager in the round in play, and what becomes of it once that is known."""

    bettor: str
    position: int | None
    """The playing position, where the bettor has one."""
    cash: bool
    """Chips on the felt, which the dealer has entered; the bettor has no name then."""
    wager: str
    stake: int
    outcome: Outcome | None = None
    returned: int | None = None


class ConsoleView(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A table as its dealer needs it; sent whole after every change."""

    table: str
    version: int
    dealer: str
    """Who deals; empty while nobody has taken the table."""
    scanned: bool
    """Whether the cards are physical ones."""
    results_only: bool
    """Whether results are recorded here, and nothing else."""
    training: bool
    """Whether this is training: no money is touched."""
    due: Due
    next_step: str
    """What is due, in the document's words."""
    next_side: Side | None
    """The hand that the next card is for."""
    player: int
    banker: int
    winner: Winner | None
    """Who has won, once both hands are complete: what is to be announced."""
    aside: list[str]
    bets: list[PlacedBet]
    """By position, then by bettor."""


class WaitingRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round that waits for a supervisor: what was found, by whom, and since when."""

    table: str
    name: str
    """The table as people call it."""
    round: int
    found: Found
    words: str
    who: str
    why: str
    since_ms: int


class Queue(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """All that waits for a supervisor, at whichever table; sent whole after every change."""

    waiting: list[WaitingRound]
    """The longest wait first; empty while the console is locked."""
    count: int
    """How many wait: that is told to a locked console too."""


class Ruling(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """What the rulebook says about an irregularity; nothing is done yet."""

    id: str
    decision: Decision
    words: str
    clause: str | None
    round: int
    """The round that it is about: cards that were dealt before any of this one are of the last."""


ConsoleTell: TypeAlias = (
    Greeting
    | ConsoleView
    | Queue
    | Ruling
    | Snapshot
    | Happened
    | ClosedHands
    | Accepted
    | Refused
    | Pong
    | Trouble
    | BadFrame
)
"""What a console is told."""
