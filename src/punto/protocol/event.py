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


class BettingProlonged(_Seen, frozen=True):
    """Bets are taken for longer, until this time."""

    closes_at_ms: int


class StakesChanged(_Seen, frozen=True):
    """What lies on each wager now, of all who bet, and how many they are."""

    on_wager: dict[str, int]
    bettors: int


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
    before: str
    card: str


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
)
