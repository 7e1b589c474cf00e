"""What the house says: what happened, what is yours, and what is refused and why."""

from typing import TypeAlias

import msgspec

from punto.protocol.event import CardDealt, Roads, Seen, ShoeMixed, ShuffleBegun
from punto.protocol.words import Found, Outcome, Phase, Side, Who, Winner
from punto.refusal import Refusal


class _Told(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A message of the house."""


class _Yours(_Told, frozen=True, kw_only=True):
    """A message to one player alone."""

    id: str | None = None
    """The request of yours that it follows from; null where none of yours has caused it."""


class Welcome(_Told, frozen=True):
    """The first message on every connection."""

    protocol: int
    now_ms: int
    who: Who
    name: str
    since_ms: int
    """When this visit began."""
    trouble: str | None


class Pong(_Told, frozen=True):
    """The time of the house."""

    at_ms: int
    now_ms: int


class Shoe(msgspec.Struct, frozen=True, kw_only=True):
    """The shoe on the table, as anyone can see it."""

    number: int
    size: int
    gone: int
    cut_card_is_out: bool
    last: bool = False
    """Whether the round in play, or the one that comes next, is its last."""


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """Play waits for a supervisor: which round, what was found, and since when."""

    round: int
    found: Found
    words: str
    since_ms: int


class Snapshot(_Told, frozen=True):
    """A table as it is, for whoever has just come or was away too long."""

    table: str
    version: int
    is_open: bool
    phase: Phase
    round: int
    player_cards: list[str | None]
    """None for a card that somebody else squeezes now."""
    banker_cards: list[str | None]
    player: int
    """Of the cards that are open."""
    banker: int
    winner: Winner | None
    natural: bool
    on_wager: dict[str, int]
    bettors: int
    taken: list[int]
    shoe: Shoe | None
    committed_as: str
    """The name of the table in the commitments of its shoes; a table of one's own has its own."""
    commitments: dict[str, str]
    """By number of shoe: the one that comes next, the one on the table, and the revealed ones."""
    revealed: list[tuple[int, int, str, str]]
    """The last shoes that are over: number, decks, secret, outside entropy."""
    roads: Roads
    closes_at_ms: int | None
    next_step: str
    at_position: dict[str, dict[str, int]] = {}
    """By position, where there are any: what lies on each wager there, of all who bet at it."""
    sitters: dict[str, str] = {}
    """By position: two letters by which whoever sits there is told from the others."""
    won: dict[str, str] = {}
    """The wagers that win, and what each pays; empty before the result."""
    waiting: Waiting | None = None
    dealer: bool | None = None
    """Whether somebody is there to deal, where a person does; none where nobody needs to."""
    contributors: int = 0
    """How many players add to the shoe that comes next."""
    shuffle: ShuffleBegun | None = None
    """The shuffle of the next shoe, while it goes on."""
    mixed: ShoeMixed | None = None
    """What the shoe on the table is mixed with, where anybody has added to it."""
    id: str | None = None
    """The `Watch` that it answers, where that had an id."""


class Happened(_Told, frozen=True):
    """What happened at a table; it follows the version `after`, and nothing lies between."""

    table: str
    after: int
    version: int
    at_ms: int
    events: list[Seen]
    closes_at_ms: int | None = None


class ClosedHand(msgspec.Struct, frozen=True, kw_only=True):
    """Cards of a hand that whoever sits at a position may open, and until when."""

    side: Side
    position: int
    places: list[int]
    until_ms: int | None
    """Then they open by themselves; none before the first four cards lie there."""


class ClosedHands(_Told, frozen=True):
    """All that is squeezed at a table now, and the cards of a hand that has just been opened."""

    table: str
    round: int
    hands: list[ClosedHand]
    opened: list[CardDealt]


class Bet(msgspec.Struct, frozen=True, kw_only=True):
    """One wager of yours after the round."""

    wager: str
    stake: int
    outcome: Outcome
    pays: str | None
    returned: int
    net: int
    clause: str | None


class YourStakes(_Yours, frozen=True):
    """What you have on the table, or are about to have, and what you may do about it."""

    table: str
    stakes: dict[str, int]
    previous: dict[str, int]
    can_undo: bool
    hopeless: bool
    """These bets cannot win anything together, and will be refused."""
    clause: str | None = None
    """The clause that refuses them."""


class YourResult(_Yours, frozen=True):
    """What became of your wagers."""

    table: str
    round: int
    void: bool
    bets: list[Bet]
    net: int


class YourSeat(_Yours, frozen=True):
    """Where you sit at a table with playing positions; null while you have no place there."""

    table: str
    position: int | None
    standing: bool = False
    """You stand behind the seat of another, and bet on its position."""


class YourContribution(_Yours, frozen=True):
    """What you have promised for the shoe that comes next, at a table that all share."""

    table: str
    who: str
    """The name under which everybody sees what you add."""
    shoe: int | None
    """The shoe that comes next; null where the house has promised none."""
    commitment: str | None
    out_until: int | None = None
    """You have withheld: the last shoe for which nothing of yours is taken."""


class YourStrip(_Yours, frozen=True):
    """The results of this sitting, where the game shows those only: strip and roadmap."""

    table: str
    strip: str
    roadmap: str


class YourBalance(_Yours, frozen=True):
    """What you have, and what you owe."""

    available: int
    held: int
    net: int
    """Won less lost since the session began."""
    last_win: int
    """What the last round that was won has brought, stakes not counted."""
    owed: int
    """What a void could not take back; it is taken from what you win, buy, bring or get back."""


class Accepted(_Told, frozen=True):
    """A request is done and stored. `version` is the table's, where one has changed."""

    id: str
    version: int | None = None
    ticket: bool | None = None
    """Of a cash-out, whether it has made a ticket; not if all credits went to what was owed."""


class Refused(Refusal, frozen=True, tag=True, kw_only=True):
    """A request is not done, and why; for whoever asked and nobody else."""

    id: str
    """Empty only where a `Watch` without an id is refused."""


Reply: TypeAlias = Accepted | Refused
"""The one answer to a request."""


class Ticket(msgspec.Struct, frozen=True, kw_only=True):
    """A ticket to print."""

    id: str
    """The request of the cash-out: whoever has printed it names it."""
    number: str
    amount: int
    at_ms: int
    house: str
    terminal: str
    sequence: int


class YourTicket(_Yours, frozen=True):
    """The ticket of a terminal that waits to be printed; none once it is printed or put back."""

    ticket: Ticket | None


class YourProtection(_Yours, frozen=True):
    """What keeps you from a bet; told where anything was ever set, and whenever it changes."""

    excluded_until_ms: int | None
    """Until when no bet of yours is taken; 2⁵³ or more where that has no end."""
    check_at_ms: int | None
    """From when play waits until you have said that you have seen time and result."""
    stake: int | None
    """The most that you may have on a round."""


class Trouble(_Told, frozen=True):
    """Play is stopped because nothing can be stored; without words it goes on again."""

    words: str | None


class BadFrame(_Told, frozen=True):
    """What came was no message: too long, not JSON, or not one that exists."""

    words: str


Tell: TypeAlias = (
    Welcome
    | Pong
    | Snapshot
    | Happened
    | ClosedHands
    | YourStakes
    | YourResult
    | YourSeat
    | YourContribution
    | YourStrip
    | YourBalance
    | Accepted
    | Refused
    | YourTicket
    | YourProtection
    | Trouble
    | BadFrame
)
