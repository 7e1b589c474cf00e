"""What a client must know of a table before anyone bets: the game, the wagers, the limits."""

import msgspec

from punto.protocol.event import Contribution, HeardBeacon, Reason
from punto.protocol.tell import Bet, Waiting
from punto.protocol.words import (
    Driver,
    Family,
    HandLetter,
    NotLetIn,
    NotRead,
    Phase,
    SignedIn,
    StaffRole,
    Winner,
)
from punto.rules.condition import Condition


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One pay line."""

    pays: str
    when: Condition
    """The facts of a round that it asks for; without any it always holds."""
    words: str
    clause: str | None


class WagerInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A wager as its spot on the felt shows it."""

    id: str
    name: str
    odds: list[str]
    lines: list[Line]
    edge: float | None
    """The exact house edge of a full shoe, as a share of the stake."""
    hit: float | None
    """How often it wins."""
    minimum: int
    maximum: int
    step: int
    """Stakes are multiples of this, so that no payout splits a unit."""


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table, for the lobby and for the felt."""

    id: str
    name: str
    rulebook: str
    title: str
    operator: str | None
    driver: Driver
    decks: int
    cards_per_deck: int
    family: Family
    positions: int
    back_betting: bool
    """Whether one may stand behind a seat that somebody has, and bet on its position."""
    seat_maximum: int | None
    """The most that may lie at one position, of all who bet there."""
    table_maximum: int | None
    """The most that may lie on the table."""
    differential: int | None
    """The most that all stakes on Player and all on Banker may lie apart."""
    wagers: list[WagerInfo]
    chips: list[int]
    open_call: str
    close_call: str
    clauses: dict[str, str]
    readings: list[str]
    window_ms: int | None
    """How long bets are taken; 0 where Deal ends it, none where a dealer does."""
    last_call_ms: int
    """So long before `closes_at_ms` is the last call, for a client to make, or 0."""
    results_only: bool
    """Whether results are recorded here and nothing else: cards and chips are physical."""
    strip: int
    """How many results the strip shows, where the game has one; else 0."""
    roadmap: int
    face_up: bool
    """Whether every card is laid open as it is dealt; else the first four are turned together."""
    squeeze_right: bool
    """Whether a hand is squeezed by the largest seated bettor of its side, and by nobody else."""
    squeeze_ms: int | None
    """So long after its last card a hand may be squeezed, 0 where nobody may; none without end."""
    controls: dict[str, str]
    """The labels of the buttons as the document writes them, by what they do."""
    terminals_only: bool
    """Whether only Player Terminals bet here; anyone may watch."""
    file_date: str | None


class Example(msgspec.Struct, frozen=True, kw_only=True):
    """A round that was worked out by the rules of a table, to learn from."""

    player_cards: list[str]
    banker_cards: list[str]
    player: int
    banker: int
    winner: Winner
    reasons: list[Reason]
    bets: list[Bet]


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """What a table's rulebook teaches: who draws, by which clause, and a round of it."""

    player_draws: list[bool]
    """By the Player's total on two cards, from 0 to 7."""
    banker_draws: list[list[bool]]
    """By the Banker's total, 0 to 7, then by the Player's third card, 0 to 9; last: he stood."""
    player_clause: str | None
    banker_clause: str | None
    natural_clause: str | None
    example: Example


class LobbyTile(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the lobby."""

    id: str
    name: str
    rulebook: str
    title: str
    driver: Driver
    minimum: int
    maximum: int
    positions: int
    taken: int
    watching: int
    is_open: bool
    phase: Phase
    round: int
    decks: int
    window_ms: int | None
    closes_at_ms: int | None
    terminals_only: bool
    """Whether only Player Terminals bet here; anyone may watch."""
    waiting: Waiting | None
    """Why play waits for a supervisor, while it does."""
    dealer: bool | None
    """Whether a dealer is at the table; none where no person deals."""
    big: list[tuple[int, int, HandLetter, int, str]]
    """The big road, small."""
    leading_ties: int
    """Ties before the first cell of it."""


class HouseInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The house itself."""

    name: str
    currency: str
    minor_digits: int
    play_money: bool
    version: str
    generator: str
    """What the shoes are shuffled with, and the version of the derivation."""
    protocol: int
    public_key: str
    guest_credits: int
    kiosk: bool
    """Whether a browser that is a Player Terminal shows nothing else."""
    now_ms: int


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody signed in."""

    token: str
    who: SignedIn
    name: str
    since_ms: int
    signed_in_before_ms: int | None = None
    """When the same account signed in before this, where it has a password."""


class SignInRefused(msgspec.Struct, frozen=True, kw_only=True):
    """Why nobody is signed in."""

    status_code: int
    detail: str
    """For a person."""
    code: NotLetIn
    """For a program."""


class AccountRefused(msgspec.Struct, frozen=True, kw_only=True):
    """Why nobody is signed up or in."""

    status_code: int
    detail: str
    """For a person."""
    code: str
    """For a program."""


class ShoeMix(msgspec.Struct, frozen=True, kw_only=True):
    """What was mixed into a shared shoe besides the secret of the house."""

    contributions: list[Contribution]
    """In the order in which they are hashed, with those that were withheld."""
    beacon: HeardBeacon | None
    silent: bool
    """Whether a beacon was called and not heard in time."""


class RoundProof(msgspec.Struct, frozen=True, kw_only=True):
    """What the cards of a round are checked with, against the shoe that the house had promised."""

    round: str
    table: str
    """As the house committed itself for it."""
    shoe: int
    deck: Family
    decks: int
    commitment: str | None
    secret: str | None
    """In hexadecimal; null until the shoe is over."""
    outside: str
    """Entropy from outside that was mixed in, in hexadecimal."""
    mixed: ShoeMix | None = None
    """What players and a beacon have added at a table that all share, of which that is the hash."""
    first: int
    """The place in the shoe of the first of the cards, from 1."""
    cards: list[str]
    """As they left the shoe; `?` stands for one that was not told."""


class CommittedShoe(msgspec.Struct, frozen=True, kw_only=True):
    """A shoe that the house has bound itself to, while its secret is sealed."""

    table: str
    shoe: int
    commitment: str


class CommitmentList(msgspec.Struct, frozen=True, kw_only=True):
    """All of them at one moment."""

    house: str
    """The public key of the house."""
    at_ms: int
    shoes: list[CommittedShoe]


class SignedCommitments(msgspec.Struct, frozen=True):
    """The list, and an Ed25519 signature over `punto commitments 1`, a new line and the content."""

    content: CommitmentList
    signature: str


class HistoryRefused(msgspec.Struct, frozen=True, kw_only=True):
    """Why a history is not read now."""

    status_code: int
    detail: str
    """For a person."""
    code: NotRead
    """For a program."""


class StaffInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Who of the staff is signed in."""

    name: str
    role: StaffRole
    locked: bool
    """The PIN is wanted before anything else."""


class CodesSetUp(msgspec.Struct, frozen=True, kw_only=True):
    """What an app makes one-time codes from: shown once, and kept by the app alone."""

    secret: str
    """In base32, as it is typed into an app."""
    address: str
    """The same for an app that reads a picture of it."""


class StaffRefused(msgspec.Struct, frozen=True, kw_only=True):
    """Why nobody of the staff is signed in."""

    status_code: int
    detail: str
    code: str


class PlayedRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round in somebody's history, with everything that was staked and came back."""

    round: str
    table: str
    rulebook: str
    """The edition that settled it."""
    at_ms: int
    player_cards: list[str]
    banker_cards: list[str]
    player: int
    banker: int
    winner: Winner | None
    void: bool
    staked: int
    returned: int
    net: int
    bets: list[Bet]
    before: int | None = None
    """What the account had before the round first moved any of it, where that was looked up."""
    after: int | None = None
    """What it had after the round last did."""
