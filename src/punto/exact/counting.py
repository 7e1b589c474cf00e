"""Counting the sequences of every pay line of a rulebook, for any shoe."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from math import perm
from typing import TYPE_CHECKING, Any, NamedTuple

from punto.cards import Composition
from punto.errors import WrongInput
from punto.exact.figures import COLUMNS, LineCount, WagerFigures, summary
from punto.exact.first_four import start_traits
from punto.exact.tally import ROUND_CARDS, Tally, tally_of
from punto.extras import named
from punto.frames import frame_of
from punto.rules import Rulebook, Wager
from punto.rules.ending import ENDINGS, Ending, ending_of, facts_at
from punto.rules.needs import Detail, detail_of, is_of_endings, is_of_starts
from punto.rules.wager import UNMATCHED

if TYPE_CHECKING:
    from punto.exact.together import Places


@dataclass(frozen=True, slots=True, repr=False)
class ShoeFigures:
    """All wagers of a rulebook on one shoe."""

    rulebook: Rulebook
    composition: Composition
    sequences: int
    void: int
    wagers: Mapping[str, WagerFigures]
    unknown: tuple[str, ...] = ()
    """Wagers on suits, of a shoe that is known by rank only: they are not among the others."""

    def __repr__(self) -> str:
        """Say it shortly: the shoe's counts and every pay line would fill a screen."""
        edges = (f"{name} {float(found.house_edge):.4%}" for name, found in self.wagers.items())
        return f"<{self.rulebook.id}, {len(self.composition)} cards: {', '.join(edges)}>"

    def to_frame(self, library: str | None = None) -> Any:  # noqa: ANN401 – pandas' or polars'
        """Give the figures as a data frame, a row for each wager that is known."""
        names = ("ev", "house_edge", "edge_per_resolved_bet", "sd", "skewness", "hit_frequency")
        found = self.wagers.values()
        figures = {name: [float(getattr(wager, name)) for wager in found] for name in names}
        return frame_of({"wager": [*self.wagers], **figures}, library)

    def _repr_html_(self) -> str:
        """Show a notebook what `punto odds` prints."""
        head = "".join(f"<th>{name}</th>" for name in ("wager", *COLUMNS))
        rows = "".join(
            f"<tr><td>{wager}</td>{''.join(f'<td>{figure}</td>' for figure in summary(found))}</tr>"
            for wager, found in self.wagers.items()
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def figures(rulebook: Rulebook, composition: Composition) -> ShoeFigures:
    """Count every pay line of every wager, exactly."""
    check_deck(rulebook, composition)
    counting = _Counting(composition)
    found = {wager.id: counting.wager(wager) for wager in rulebook.wagers}
    known = {wager: figures for wager, figures in found.items() if figures is not None}
    unknown = tuple(wager for wager, figures in found.items() if figures is None)
    return ShoeFigures(rulebook, composition, *counting.drawn, known, unknown)


def endings(composition: Composition) -> dict[Ending, int]:
    """Count the sequences by both totals and both numbers of cards; void ones are left out."""
    counts = enumerate(tally_of(composition).endings)
    return {ending_of(number): count for number, count in counts if count}


def check_deck(rulebook: Rulebook, composition: Composition) -> None:
    """Refuse a shoe of other cards than the rulebook's."""
    if composition.deck != rulebook.deck:
        raise WrongInput(
            f"{rulebook.id} is played with the {rulebook.deck.family} deck,"
            f" not the {composition.deck.family} one"
        )


def together(wagers: tuple[Wager, ...], composition: Composition) -> "Iterator[tuple[Places, int]]":
    """List which lines, one for each wager, settle how many sequences together; needs NumPy."""
    try:
        from punto.exact.together import places_together
    except ModuleNotFoundError as error:
        raise named(error) from error
    return places_together(wagers, composition)


class Drawn(NamedTuple):
    """All draws of a shoe, and those whose round needs a card that is not there."""

    sequences: int
    void: int


class _Counting:
    """What has been counted of one shoe, so that wagers share it."""

    def __init__(self, composition: Composition) -> None:
        self.composition = composition
        self._is_void_somewhere = len(composition) < ROUND_CARDS
        self._traits: dict[Detail, list[int]] = {}

    @cached_property
    def drawn(self) -> Drawn:
        """Count all draws; where cards are enough for any round, nothing is void."""
        if self._is_void_somewhere:
            return Drawn(self.tally.sequences, self.tally.void)
        return Drawn(perm(len(self.composition), ROUND_CARDS), 0)

    @cached_property
    def tally(self) -> Tally:
        """Count endings, for all wagers that are about them."""
        return tally_of(self.composition)

    def wager(self, wager: Wager) -> WagerFigures | None:
        """Count one wager, with no more detail than it needs."""
        detail = detail_of([wager])
        if detail is Detail.CARDS and self.composition.cards is None:
            return None
        if is_of_endings(wager):
            return _figures(wager, self.drawn, _by_ending(wager, self.tally))
        if is_of_starts(wager) and not self._is_void_somewhere:
            return _figures(wager, self.drawn, self._by_start(wager, detail))
        return _figures(wager, self.drawn, _by_all(wager, self.composition))

    def _by_start(self, wager: Wager, detail: Detail) -> list[int]:
        """Give every trait to the line that settles it; the unseen cards count in every order."""
        if detail not in self._traits:
            self._traits[detail] = start_traits(self.composition, detail)
        unseen = (len(self.composition) - 4) * (len(self.composition) - 5)
        sums = [0] * (len(wager.lines) + 1)
        for trait, count in enumerate(self._traits[detail]):
            if count:
                # Any ending will do: a wager on the first four cards does not look at it.
                sums[wager.place_for(facts_at(0, trait))] += count * unseen
        return sums


def _by_ending(wager: Wager, tally: Tally) -> list[int]:
    """Add up the endings of each line."""
    return [sum(map(tally.endings.__getitem__, numbers)) for numbers in _endings_by_line(wager)]


@cache
def _endings_by_line(wager: Wager) -> tuple[tuple[int, ...], ...]:
    """List the endings that each line settles, and last those that no line is about, once."""
    numbers: list[list[int]] = [[] for _ in range(len(wager.lines) + 1)]
    for ending in range(ENDINGS):
        numbers[wager.place_for(facts_at(ending, 0))].append(ending)
    return tuple(map(tuple, numbers))


def _by_all(wager: Wager, composition: Composition) -> list[int]:
    """Give every way for a round to go to the line that settles it."""
    sums = [0] * (len(wager.lines) + 1)
    for (place,), count in together((wager,), composition):
        sums[place] += count
    return sums


def _figures(wager: Wager, drawn: Drawn, sums: list[int]) -> WagerFigures:
    lines = zip((*wager.lines, UNMATCHED), sums, strict=True)
    counts = tuple(LineCount(line, count) for line, count in lines)
    assert sum(sums) + drawn.void == drawn.sequences, "every sequence is settled once"
    return WagerFigures(wager, drawn.sequences, drawn.void, counts)
