"""A rulebook: one version of one game, as data. `punto.rules.reading` reads it from text."""

from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from punto.cards import DECKS, Deck
from punto.errors import WrongWager
from punto.rules.card_facts import CARD_FACTS, RANKS, SUITS
from punto.rules.facts import Winner
from punto.rules.text import Clause, Date, Id, Name, Text, Time, Version
from punto.rules.wager import Wager


class _Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file. A misspelt key is an error, never ignored."""


class Driver(Enum):
    """Who says when betting opens and closes: section 3 of every document."""

    DEALER = "dealer"
    CLOCK = "clock"
    PLAYER = "player"


class Shuffle(Enum):
    """What one shuffle is for."""

    SHOE = "shoe"
    ROUND = "round"


class NetZeroWin(Enum):
    """What the house does with a set of bets that cannot win."""

    ACCEPTED = "accepted"
    REFUSED = "refused"


class DeckRule(_Section, frozen=True):
    """The cards: which family, how many to a deck, and the clauses on values and totals."""

    family: Literal["french", "elements"]
    cards: int
    clause: Clause | None = None
    values_clause: Clause | None = None
    totals_clause: Clause | None = None


class ShoeRule(_Section, frozen=True):
    """How many decks, and whether a shuffle serves a whole shoe or one round."""

    min_decks: int
    max_decks: int
    default_decks: int
    shuffle: Shuffle
    clause: Clause | None = None
    shuffle_clause: Clause | None = None


class DealRule(_Section, frozen=True):
    """The clauses behind dealing order, tableau and winner; the rule itself is the house's own.

    All that differs is how the cards are laid: open from the first, or turned once all four lie.
    """

    face_up: bool = False
    face_up_clause: Clause | None = None
    order_clause: Clause | None = None
    natural_clause: Clause | None = None
    player_clause: Clause | None = None
    player_stood_clause: Clause | None = None
    banker_clause: Clause | None = None
    winner_clause: Clause | None = None
    tie_clause: Clause | None = None


class Call(_Section, frozen=True):
    """Words that open or close betting, as announced or displayed."""

    words: Name
    clause: Clause | None = None


class BettingRule(_Section, frozen=True):
    """Who may bet on what: any wagers together or alone, and whether a sure loss is refused."""

    net_zero_win: NetZeroWin
    clause: Clause | None = None
    side_wagers_alone_clause: Clause | None = None
    net_zero_win_clause: Clause | None = None


class LateRule(_Section, frozen=True):
    """What becomes of wagers changed after betting closed, by clause."""

    placed_clause: Clause | None = None
    increased_clause: Clause | None = None
    withdrawn_clause: Clause | None = None


class VoidCause(Enum):
    """What can make a round void, over all documents."""

    FOREIGN_CARD = "foreign-card"
    EXTRA_OR_MISSING_CARDS = "extra-or-missing-cards"
    INCORRECT_NUMBER_OF_CARDS = "incorrect-number-of-cards"
    ORDER_UNKNOWN = "order-unknown"
    SHOE_ORDER_ALTERED = "shoe-order-altered"
    INSUFFICIENT_CARDS = "insufficient-cards"
    MALFUNCTION = "malfunction"


class VoidRule(_Section, frozen=True):
    """A cause, its clause, and what must also be true for the round to be void."""

    cause: VoidCause
    clause: Clause | None = None
    previous_results_stand_clause: Clause | None = None
    unless_reconstructed: bool = False
    until_next_round: bool = False
    initial_deal_only: bool = False


class Layout(_Section, frozen=True):
    """A drawn layout of the document, and how many may play at it where that is stated."""

    name: Name
    min_positions: int | None = None
    max_positions: int | None = None
    clause: Clause | None = None


class Control(_Section, frozen=True):
    """A button or a click of the online game."""

    id: Id
    label: Name
    clause: Clause | None = None


class Roadmap(_Section, frozen=True):
    """How many past results are shown, where, and the letter of each winner."""

    strip: Annotated[int, Meta(ge=1, le=1000)]
    strip_place: Name
    full: Annotated[int, Meta(ge=1, le=1000)]
    full_place: Name
    sitting_only: bool
    letters: Mapping[Winner, Name]
    strip_clause: Clause | None = None
    full_clause: Clause | None = None
    sitting_clause: Clause | None = None
    letter_clauses: Mapping[Winner, Clause] = {}


class Disconnection(_Section, frozen=True):
    """What happens to a game whose player is gone."""

    completed_by_server: bool
    in_history: bool
    shown_on_resume: bool
    clause: Clause | None = None


class Build(_Section, frozen=True):
    """The file date that the online game shows, and by which clauses it shows versions.

    The versions of server and generator are whoever's that runs it, so they are no part of a rule.
    """

    file_date: Name
    file_date_clause: Clause | None = None
    server_version_clause: Clause | None = None
    rng_version_clause: Clause | None = None
    server_version: Name | None = None
    """Of the vendor's own build, in journals of before; nothing shows it, nor the next."""
    rng_version: Name | None = None


class Rulebook(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True, eq=False
):
    """Everything one document says, with the clause that says it."""

    id: Id
    title: Name
    operator: Name | None = None
    version: Version | None = None
    effective: Date | None = None
    effective_time: Time | None = None
    driver: Driver
    deck_rule: DeckRule = msgspec.field(name="deck")
    shoe: ShoeRule
    deal: DealRule = DealRule()
    open_call: Call | None = None
    close_call: Call | None = None
    betting: BettingRule
    wagers: Annotated[tuple[Wager, ...], Meta(min_length=1, max_length=64)]
    voids: tuple[VoidRule, ...] = ()
    late: LateRule = LateRule()
    layouts: tuple[Layout, ...] = ()
    controls: tuple[Control, ...] = ()
    roadmap: Roadmap | None = None
    disconnection: Disconnection | None = None
    build: Build | None = None
    readings: tuple[Text, ...] = ()
    clauses: Mapping[Clause, Text] = {}

    @property
    def key(self) -> str:
        """Its whole identity: `mbs-tiger@3`. Where there is no version, the date stands for it."""
        mark = self.version or self.effective
        return f"{self.id}@{mark}" if mark else self.id

    def __repr__(self) -> str:
        return f"find_rulebook({self.key!r})"

    @cached_property
    def deck(self) -> Deck:
        """The deck family it is played with."""
        return DECKS[self.deck_rule.family]

    @cached_property
    def wager_by_id(self) -> Mapping[str, Wager]:
        """The wagers, each under its id."""
        return {wager.id: wager for wager in self.wagers}

    @cached_property
    def is_for_terminals(self) -> bool:
        """Whether only Player Terminals bet: at the electronic table game, driven by the clock."""
        return self.driver is Driver.CLOCK

    def wager(self, wager_id: str) -> Wager:
        """Find a wager by id."""
        wager = self.wager_by_id.get(wager_id)
        if wager is None:
            known = ", ".join(self.wager_by_id)
            raise WrongWager(f"{self.id} has no wager {wager_id!r}; its wagers are {known}")
        return wager

    def void_rule(self, cause: VoidCause) -> VoidRule | None:
        """Find what this rulebook says about a cause; None if it is silent."""
        return next((rule for rule in self.voids if rule.cause is cause), None)


CHOICES: Final = {
    "driver": tuple(choice.value for choice in Driver),
    "shuffle": tuple(choice.value for choice in Shuffle),
    "net_zero_win": tuple(choice.value for choice in NetZeroWin),
    "cause": tuple(choice.value for choice in VoidCause),
    "family": tuple(DECKS),
    "winner": tuple(choice.value for choice in Winner),
    **{name: RANKS for name in CARD_FACTS if name.endswith("_rank")},
    **{name: SUITS for name in CARD_FACTS if name.endswith("_suit")},
    **{name: ("red", "black", "mixed") for name in CARD_FACTS if name.endswith("colour")},
}
"""What may stand at a key that offers a choice."""
