"""The laboratory over HTTP: what a visitor asks of any game and any shoe, and what is counted."""

from typing import Annotated

import msgspec

from punto.protocol.words import Family, NotCounted, SheetForm
from punto.rules.condition import Condition

MOST_TOML = 64 * 1024
"""As long as a rulebook may be."""

MOST_ROUNDS = 1_000_000_000
"""So many rounds may be dealt for a visitor at a time."""

MOST_SHOES = 100_000
"""So many shoes may be solved for a visitor at a time."""

_Name = Annotated[str, msgspec.Meta(max_length=80)]
_Decks = Annotated[int, msgspec.Meta(ge=1, le=10)]
_Gone = Annotated[int, msgspec.Meta(ge=0, le=80)]
_Toml = Annotated[str, msgspec.Meta(max_length=MOST_TOML)]


class LabGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game, and how many decks it is played with."""

    rulebook: _Name
    """One that comes with the house: `mbs-tiger` or `mbs-tiger@3`."""
    decks: _Decks
    toml: _Toml = ""
    """A whole rulebook in place of that one, or `[[wagers]]` to put before its own."""


class LabShoe(LabGame, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game and what is left of a shoe of it."""

    gone: Annotated[dict[_Name, _Gone], msgspec.Meta(max_length=80)] = {}
    """How many cards have left the shoe, by card (`6s`) or by rank (`6`)."""


class LabSheet(LabGame, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game whose PAR sheet is wanted."""

    form: SheetForm


class LabSimulation(LabGame, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game of which rounds are dealt, from whole shoes."""

    rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)]
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
    """As large as every reader of JSON can write it."""


class LabPoint(msgspec.Struct, frozen=True, kw_only=True):
    """What the first rounds of a simulation have come to."""

    rounds: int
    seconds: float
    last: bool
    """Whether it is over: all rounds were dealt, or the time was."""
    wagers: dict[str, tuple[float, float]]
    """By wager: the house edge so far, and its standard error."""


class LabCounting(LabGame, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game of which shoes are dealt, and every round of them solved."""

    shoes: Annotated[int, msgspec.Meta(ge=1, le=MOST_SHOES)]
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]


class LabBettor(msgspec.Struct, frozen=True, kw_only=True):
    """What one who bets a unit whenever he knows that it pays comes to."""

    share: float
    """Of all rounds, those on which he bets."""
    edge: float
    """What a bet of his expects to win on average."""
    units: float
    """What all bets of a shoe expect to win."""
    stderr: float
    """The standard error of that."""


class LabDepth(msgspec.Struct, frozen=True, kw_only=True):
    """A wager on shoes that end with so many cards behind the cut card."""

    cut: int
    rounds: float
    """Of a shoe."""
    perfect: LabBettor
    counted: LabBettor | None
    """One who goes by the running count; none where there is no count."""


class LabCount(msgspec.Struct, frozen=True, kw_only=True):
    """A running count: what each card seen adds, and from which true count on to bet."""

    tags: dict[str, int]
    trigger: float


class LabCounted(msgspec.Struct, frozen=True, kw_only=True):
    """What the first shoes have come to."""

    shoes: int
    seconds: float
    last: bool
    """Whether it is over: all shoes were solved, or the time was."""
    counts: dict[str, LabCount | None]
    """By wager."""
    wagers: dict[str, list[LabDepth]]
    """By wager, the deepest shoe first."""


class LabRulebook(msgspec.Struct, frozen=True, kw_only=True):
    """A rulebook that can be asked about."""

    key: str
    title: str
    family: Family
    decks: int
    """So many are usual."""


class LabLine(msgspec.Struct, frozen=True, kw_only=True):
    """A pay line and how often it settles a round."""

    pays: str
    when: Condition
    words: str
    probability: float | None


class LabWager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager on this shoe; without figures where the shoe does not know its suits."""

    id: str
    name: str
    lines: list[LabLine]
    fresh: float
    """The house edge of a full shoe, as a share of the stake."""
    edge: float | None
    """The house edge of this one."""
    hit: float | None
    """How often it wins."""
    sd: float | None
    """The standard deviation of the net result of a stake of one."""


class LabOdds(msgspec.Struct, frozen=True, kw_only=True):
    """Every wager of a game on one shoe, counted."""

    rulebook: str
    title: str
    family: Family
    decks: int
    ranks: list[str]
    """In the order of the deck."""
    suits: list[str]
    cards: dict[str, int]
    """How many are left of each rank."""
    suits_known: bool
    """Whether every card that is gone was named with its suit."""
    own: int
    """So many wagers, the first ones, are the visitor's."""
    wagers: list[LabWager]


class LabStudy(msgspec.Struct, frozen=True, kw_only=True):
    """What one card does to a full shoe, and what the number of decks does."""

    removal: dict[str, dict[str, float]]
    """By wager and rank: what the bettor's expectation gains when one such card is gone."""
    by_decks: dict[str, list[float]]
    """By wager: the house edge with one deck, two, and so on."""


class LabRefused(msgspec.Struct, frozen=True, kw_only=True):
    """Why nothing was counted."""

    status_code: int
    detail: str
    """For a person."""
    code: NotCounted
    """For a program."""
    findings: list[str] = []
    """Every defect of a rulebook, each with its place."""
