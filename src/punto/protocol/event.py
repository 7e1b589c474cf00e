"""What everyone at a table may see of what happens: an allow-list, and nobody is named in it."""

from typing import TypeAlias

import msgspec

from punto.protocol.words import (
    Colour,
    Decision,
    Found,
    HandLetter,
    Letter,
    Rule,
    Side,
    WhyVoid,
    Winner,
)

Asked: TypeAlias = tuple[Colour | None, Colour | None, Colour | None]
"""What the three derived roads would print next, where they would print anything."""


class Counts(msgspec.Struct, frozen=True, kw_only=True):
    """How often each has won."""

    banker: int
    player: int
    tie: int


class Roads(msgspec.Struct, frozen=True):
    """The five roads as they are drawn: column, row, and what is there."""

    bead: list[tuple[int, int, Letter, str]]
    """The letter, and marks: `b`, `p` for pairs, `n` for a natural, `2` or `3` cards of a six."""
    leading_ties: int
    big: list[tuple[int, int, HandLetter, int, str]]
    """The letter, the ties on the cell, and the marks."""
    big_eye: list[tuple[int, int, Colour]]
    small: list[tuple[int, int, Colour]]
    cockroach: list[tuple[int, int, Colour]]
    ask_banker: Asked
    ask_player: Asked
    counts: Counts


class _Seen(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """An event as it is shown."""


class TableOpened(_Seen, frozen=True):
    """The table is open, perhaps under other settings: read it anew."""


class TableClosed(_Seen, frozen=True):
    """The table is closed."""


class DealerChanged(_Seen, frozen=True):
    """A dealer has come to the table, or left it."""

    present: bool


class BettingOpened(_Seen, frozen=True):
    """A round has commenced: place your bets."""

    round: int
    last: bool = False
    """The cut card is out: it is the last round of the shoe."""


class BettingProlonged(_Seen, frozen=True):
    """Bets are taken for longer, until this time."""

    closes_at_ms: int


class StakesChanged(_Seen, frozen=True):
    """What lies on each wager now, of all who bet, and how many they are."""

    on_wager: dict[str, int]
    bettors: int
    at_position: dict[str, dict[str, int]] = {}
    """By position, where there are any: what lies on each wager there, of all who bet at it."""


class BettingClosed(_Seen, frozen=True):
    """No more bets."""


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """Why a hand draws or stands, in figures that any language can put into words."""

    rule: Rule
    draws: bool
    player: int
    banker: int
    third: int | None = None
    """The value of the Player's third card, where the Banker looks at it."""
    clause: str | None = None


class CardDealt(_Seen, frozen=True):
    """A card was turned; after the Player's third comes the reason for what the Banker does."""

    place: int
    side: Side
    card: str | None
    """None while somebody else squeezes it."""
    total: int | None
    """Of the hand, with this card; none while one of them is closed."""
    gone: int | None = None
    """How many cards had left the shoe with this one: its place, for whoever checks it."""
    reasons: list[Reason] = []


class CardCorrected(_Seen, frozen=True):
    """A card was read wrongly and is corrected."""

    place: int
    side: Side
    before: str
    card: str
    total: int | None
    """Of the hand as it is now; none while a card of it is closed: that before holds no more."""


class CardsReconstructed(_Seen, frozen=True):
    """The cards are others than were told, and the round goes on from these."""

    player_cards: list[str]
    banker_cards: list[str]
    player: int
    banker: int
    roads: Roads


class TotalsAnnounced(_Seen, frozen=True):
    """The totals of the first four cards, and what comes of them."""

    player: int
    banker: int
    reasons: list[Reason]


class ResultAnnounced(_Seen, frozen=True):
    """Who has won."""

    winner: Winner
    player: int
    banker: int
    natural: bool
    clause: str | None
    roads: Roads
    won: dict[str, str] = {}
    """The wagers that win, whether somebody has bet on them or not, and what each pays."""


class RoundSettled(_Seen, frozen=True):
    """All wagers are collected or paid."""

    round: int


class RoundSettledAgain(_Seen, frozen=True):
    """The cards are others than were told, and all wagers are settled on these instead."""

    round: int
    player_cards: list[str]
    banker_cards: list[str]
    winner: Winner
    player: int
    banker: int
    natural: bool
    roads: Roads
    won: dict[str, str] = {}


class EarlierRoundVoided(_Seen, frozen=True):
    """A round before the last is void: every stake goes back."""

    round: int
    reason: Found
    clause: str | None
    roads: Roads


class RoundVoided(_Seen, frozen=True):
    """The round is void: every stake goes back."""

    round: int
    reason: WhyVoid
    clause: str | None
    after_payment: bool
    roads: Roads


class Ruled(_Seen, frozen=True):
    """An irregularity was ruled on."""

    round: int
    found: Found
    decision: Decision
    words: str
    clause: str | None


class Decided(_Seen, frozen=True):
    """A supervisor has decided what the rulebook does not cover: play goes on."""

    round: int
    void: bool


class ResultRecorded(_Seen, frozen=True):
    """The result of a round with physical chips was recorded."""

    round: int
    winner: Winner
    natural: bool
    roads: Roads


class ResultDropped(_Seen, frozen=True):
    """The last recorded result was taken back."""

    round: int
    roads: Roads


class SeatsChanged(_Seen, frozen=True):
    """The positions that are taken."""

    taken: list[int]
    sitters: dict[str, str] = {}
    """By position: two letters by which whoever sits there is told from the others."""


class ShoeOpened(_Seen, frozen=True):
    """A new shoe is on the table; what the house promised for it is public."""

    number: int
    size: int
    burned: int


class ShoeEnded(_Seen, frozen=True):
    """The last round of the shoe is over."""

    number: int


class ShoeCommitted(_Seen, frozen=True):
    """The house has bound itself to the next shoe."""

    number: int
    commitment: str


class ShoeRevealed(_Seen, frozen=True):
    """The secret of a shoe that is over: anyone can derive its order now."""

    number: int
    decks: int
    secret: str
    outside: str


class Promise(msgspec.Struct, frozen=True, kw_only=True):
    """Who has bound himself to what he adds to a shoe, under a name that says nothing."""

    who: str
    commitment: str


class CalledBeacon(msgspec.Struct, frozen=True, kw_only=True):
    """The round of a public beacon that a shoe will be mixed with; it does not exist yet."""

    chain: str
    round: int
    at_ms: int


class Contribution(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has added to a shoe, or promised and withheld."""

    who: str
    commitment: str
    random: str
    """In hexadecimal; empty where it was withheld."""
    word: str


class HeardBeacon(msgspec.Struct, frozen=True, kw_only=True):
    """What the beacon has said; its value is the SHA-256 hash of the signature."""

    chain: str
    round: int
    signature: str


class ContributionsChanged(_Seen, frozen=True):
    """So many players add to the shoe that comes next."""

    count: int


class ShuffleBegun(_Seen, frozen=True):
    """The next shoe is shuffled: nobody can join any more, and what was promised is shown."""

    number: int
    promises: list[Promise]
    until_ms: int
    """Until when it can be shown."""
    beacon: CalledBeacon | None = None


class ShoeMixed(_Seen, frozen=True):
    """What the shoe on the table is mixed with, besides the secret of the house."""

    number: int
    contributions: list[Contribution]
    """In the order in which they are hashed, with those that were withheld."""
    beacon: HeardBeacon | None = None
    silent: bool = False
    """Whether a beacon was called and not heard in time."""


Seen: TypeAlias = (
    TableOpened
    | TableClosed
    | DealerChanged
    | BettingOpened
    | BettingProlonged
    | StakesChanged
    | BettingClosed
    | CardDealt
    | CardCorrected
    | CardsReconstructed
    | TotalsAnnounced
    | ResultAnnounced
    | RoundSettled
    | RoundSettledAgain
    | EarlierRoundVoided
    | RoundVoided
    | Ruled
    | Decided
    | ResultRecorded
    | ResultDropped
    | SeatsChanged
    | ShoeOpened
    | ShoeEnded
    | ShoeCommitted
    | ShoeRevealed
    | ContributionsChanged
    | ShuffleBegun
    | ShoeMixed
)
