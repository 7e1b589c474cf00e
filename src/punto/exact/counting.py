"""Counting the sequences of every pay line of a rulebook, for any shoe."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from punto.cards import Composition
from punto.errors import WrongInput
from punto.exact.classes import count_outcomes
from punto.exact.enumeration import (
    ROUND_CARDS,
    Integers,
    Tally,
    tally_cards,
    tally_ranks,
    tally_values,
)
from punto.exact.figures import COLUMNS, LineCount, WagerFigures, summary
from punto.exact.starts import start_traits
from punto.exact.ways import plan_of
from punto.frames import frame_of
from punto.rules import Facts, Rulebook, Wager
from punto.rules.ending import ENDINGS, Ending, ending_of, facts_at
from punto.rules.needs import Detail, detail_of, is_of_cards, is_of_endings, is_of_starts
from punto.rules.wager import UNMATCHED

Cells = Iterable[tuple[Facts, int]]


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
    ended = counting.tally(Detail.VALUES)
    return ShoeFigures(rulebook, composition, ended.sequences, ended.void, known, unknown)


def endings(composition: Composition) -> dict[Ending, int]:
    """Count the sequences by both totals and both numbers of cards; void ones are left out."""
    counts = tally_values(composition).counts.sum(axis=0)
    return {ending_of(number): int(counts[number]) for number in np.flatnonzero(counts).tolist()}


def check_deck(rulebook: Rulebook, composition: Composition) -> None:
    """Refuse a shoe of other cards than the rulebook's."""
    if composition.deck != rulebook.deck:
        raise WrongInput(
            f"{rulebook.id} is played with the {rulebook.deck.family} deck,"
            f" not the {composition.deck.family} one"
        )


class _Counting:
    """What has been counted of one shoe, so that wagers share it."""

    def __init__(self, composition: Composition) -> None:
        self.composition = composition
        self._tallies: dict[Detail, Tally] = {}
        self._starts: dict[Detail, list[tuple[Facts, int]]] = {}

    def wager(self, wager: Wager) -> WagerFigures | None:
        """Count one wager, with no more detail than it needs."""
        detail = detail_of([wager])
        if detail is Detail.CARDS and self.composition.cards is None:
            return None
        if is_of_cards(wager):
            return self._by_class(wager)
        if is_of_endings(wager):
            return _gathered_endings(wager, self.tally(Detail.VALUES))
        if is_of_starts(wager) and len(self.composition) >= ROUND_CARDS:  # no round is void
            return _gathered(wager, self.tally(Detail.VALUES), self._start_cells(detail))
        return _gathered(wager, self.tally(detail), ending_cells(self.tally(detail).counts))

    def _by_class(self, wager: Wager) -> WagerFigures:
        plan = plan_of((wager,), self.composition.deck)
        sums = [0] * (len(wager.lines) + 1)
        counts = count_outcomes(plan, self.composition).tolist()
        for place, count in zip(plan.outcomes[0].tolist(), counts, strict=True):
            sums[place] = count
        return _figures(wager, self.tally(Detail.VALUES), sums)

    def tally(self, detail: Detail) -> Tally:
        """Count endings with as much of the first four cards as is asked for, once."""
        if detail not in self._tallies:
            self._tallies[detail] = tally_of(self.composition, detail)
        return self._tallies[detail]

    def _start_cells(self, detail: Detail) -> Cells:
        if detail not in self._starts:
            self._starts[detail] = list(start_cells(self.composition, detail))
        return self._starts[detail]


def tally_of(composition: Composition, detail: Detail) -> Tally:
    """Count endings with as much of the first four cards as is asked for."""
    return (tally_values, tally_ranks, tally_cards)[detail](composition)


def ending_cells(counts: Integers) -> Iterator[tuple[Facts, int]]:
    """List the facts of every trait and ending that occurs, with its count."""
    flat = counts.ravel()
    for cell in np.flatnonzero(flat).tolist():
        trait, ending = divmod(cell, ENDINGS)
        yield facts_at(ending, trait), int(flat[cell])


def start_cells(composition: Composition, detail: Detail) -> Iterator[tuple[Facts, int]]:
    """List the facts of every trait that occurs; the unseen cards count in every order."""
    unseen = (len(composition) - 4) * (len(composition) - 5)
    for trait, count in enumerate(start_traits(composition, detail).tolist()):
        if count:
            # Any ending will do: a wager on the first four cards does not look at it.
            yield facts_at(0, trait), count * unseen


def _gathered_endings(wager: Wager, tally: Tally) -> WagerFigures:
    """Add up the endings of each line; which they are is worked out once for a wager."""
    counts = tally.counts.sum(axis=0)
    sums = [int(counts[numbers].sum()) for numbers in _endings_by_line(wager)]
    return _figures(wager, tally, sums)


@cache
def _endings_by_line(wager: Wager) -> tuple[Integers, ...]:
    """List the endings that each line settles, and last those that no line is about."""
    settled = np.array([wager.place_for(facts_at(ending, 0)) for ending in range(ENDINGS)])
    return tuple(np.flatnonzero(settled == number) for number in range(len(wager.lines) + 1))


def _gathered(wager: Wager, tally: Tally, cells: Cells) -> WagerFigures:
    """Give every cell to the line that settles it."""
    sums = [0] * (len(wager.lines) + 1)
    for facts, count in cells:
        sums[wager.place_for(facts)] += count
    return _figures(wager, tally, sums)


def _figures(wager: Wager, tally: Tally, sums: list[int]) -> WagerFigures:
    lines = zip((*wager.lines, UNMATCHED), sums, strict=True)
    counts = tuple(LineCount(line, count) for line, count in lines)
    assert sum(sums) + tally.void == tally.sequences, "every sequence is settled once"
    return WagerFigures(wager, tally.sequences, tally.void, counts)
