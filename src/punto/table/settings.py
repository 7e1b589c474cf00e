"""How a table is set up: what is fixed while a round is in play."""

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cached_property
from math import lcm
from typing import Final

import msgspec

from punto.ledger import largest_stake
from punto.money import MAX_STAKE
from punto.rules import Rulebook
from punto.rules.rulebook import Layout
from punto.table.shoe import ROUND_CARDS

MOST_POSITIONS: Final = 16
"""Where a document states no playing positions, as many as the largest layout of any has."""


class Driven(Enum):
    """Who says when betting opens and closes at a table, and deals."""

    BY_DEALER = "dealer"
    """A person, at a console."""
    BY_HOUSE = "automatic"
    """The house's own dealer, who does what a person would."""
    BY_CLOCK = "clock"
    BY_PLAYER = "player"


class Limit(msgspec.Struct, frozen=True, kw_only=True):
    """What one bettor may stake on one wager."""

    minimum: int
    maximum: int
    step: int = 1


class Settings(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The settings of a table. Where a document is silent, the defaults are ours."""

    rulebook: Rulebook
    decks: int
    limit: Limit
    limits: dict[str, Limit] = {}
    """Limits of single wagers, where they differ from the common one."""
    seat_maximum: int | None = None
    table_maximum: int | None = None
    differential: int | None = None
    """The most that all stakes on Player and all on Banker may lie apart."""
    positions: int = 0
    """Playing positions; with none, as on terminals, nobody needs a seat."""
    back_betting: bool = False
    """Whoever has no seat may stand behind one, and bet on its position."""
    layout: str = ""
    """The drawn layout of the document, by its name; empty where the house does not say which."""
    burn: int = 0
    cut: int = 14
    """Cards behind the cut card."""
    training: bool = False
    """Rounds that never touch money: every one says so when it opens."""
    results_only: bool = False
    """Wagers are physical chips: only results are recorded, for the roads."""
    reveal_ms: int = 3_000
    """How long a shuffle waits for what players have promised to add to it."""
    driven: Driven | None = None
    """Who drives it; None in journals of before this was kept, where nobody has said."""

    @property
    def has_dealer(self) -> bool:
        """Whether a person deals here, who must have taken the table first."""
        return self.driven is Driven.BY_DEALER

    @property
    def is_driven_otherwise(self) -> bool:
        """Whether somebody else than a dealer drives it: no dealer has any business there."""
        return self.driven is not None and not self.has_dealer

    @cached_property
    def limit_of(self) -> Mapping[str, Limit]:
        """The limit of every wager."""
        common = dict.fromkeys(self.rulebook.wager_by_id, self.limit)
        return {**common, **self.limits}


def defects_of(settings: Settings) -> tuple[str, ...]:
    """List what a table must not be opened with, under its rulebook."""
    return (*_shoe_defects(settings), *_position_defects(settings), *_limit_defects(settings))


def _shoe_defects(settings: Settings) -> Iterator[str]:
    shoe = settings.rulebook.shoe
    if not shoe.min_decks <= settings.decks <= shoe.max_decks:
        yield f"{settings.decks} decks: {shoe.min_decks} to {shoe.max_decks} are allowed"
    size = settings.decks * len(settings.rulebook.deck)
    if settings.burn < 0 or settings.cut < 0 or settings.burn + settings.cut + ROUND_CARDS > size:
        yield f"burning {settings.burn} and cutting {settings.cut} leaves no round of {size} cards"


def _position_defects(settings: Settings) -> Iterator[str]:
    """Where the document states positions, its layouts say how many there may be."""
    layouts = {layout.name: layout for layout in settings.rulebook.layouts}
    if settings.layout and settings.layout not in layouts:
        drawn = ", ".join(layouts) or "none"
        yield f"layout: {settings.layout!r} is not one of the rulebook's: {drawn}"
        return
    chosen = [layouts[settings.layout]] if settings.layout else [*layouts.values()]
    spans = sorted({_span(layout) for layout in chosen} or {(1, MOST_POSITIONS)})
    if settings.positions and not any(low <= settings.positions <= high for low, high in spans):
        allowed = " or ".join(f"{low} to {high}" for low, high in spans)
        at_layout = f" at layout {settings.layout}" if settings.layout else ""
        yield f"positions: {settings.positions} playing positions{at_layout}: {allowed} are allowed"
    if settings.back_betting and not settings.positions:
        yield "back_betting: there are no positions to stand behind"


def _span(layout: Layout) -> tuple[int, int]:
    """How many may play at a layout."""
    if layout.min_positions is None or layout.max_positions is None:
        return 1, MOST_POSITIONS
    return layout.min_positions, layout.max_positions


def _limit_defects(settings: Settings) -> Iterator[str]:
    wagers = {wager.id: wager for wager in settings.rulebook.wagers}
    for unknown in settings.limits.keys() - wagers.keys():
        yield f"there is no wager {unknown!r} to limit"
    for name, wager in wagers.items():
        limit = settings.limit_of[name]
        if not 1 <= limit.minimum <= limit.maximum <= MAX_STAKE or limit.step < 1:
            yield f"{name} takes {limit.minimum} to {limit.maximum} in steps of {limit.step}"
        elif limit.maximum > largest_stake(wager.most):
            most = f"{largest_stake(wager.most)} is the most"
            yield f"what {limit.maximum} on {name} could pay may be too much to write: {most}"
        elif limit.minimum % lcm(limit.step, wager.step):
            yield f"the least stake on {name}, {limit.minimum}, cannot be placed"
