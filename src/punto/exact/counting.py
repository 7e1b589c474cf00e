"""Counting the sequences of every pay line of a rulebook, for any shoe."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from punto.cards import Composition
from punto.exact.ending import ENDINGS, facts_at
from punto.exact.enumeration import (
    ROUND_CARDS,
    Integers,
    Tally,
    card_kinds,
    rank_kinds,
    start_traits,
    tally_cards,
    tally_ranks,
    tally_values,
)
from punto.exact.figures import LineCount, WagerFigures
from punto.exact.needs import Detail, detail_of, is_of_endings, is_of_starts
from punto.rules import Facts, PayLine, Rulebook, Wager
from punto.rules.wager import UNMATCHED

Cells = Iterable[tuple[Facts, int]]


@dataclass(frozen=True, slots=True)
class ShoeFigures:
    """All wagers of a rulebook on one shoe; None where the shoe does not say enough."""

    rulebook: Rulebook
    composition: Composition
    sequences: int
    void: int
    wagers: dict[str, WagerFigures | None]


def figures(rulebook: Rulebook, composition: Composition) -> ShoeFigures:
    """Count every pay line of every wager, exactly."""
    endings = tally_values(composition)
    wagers = {wager.id: _wager_figures(wager, composition, endings) for wager in rulebook.wagers}
    return ShoeFigures(rulebook, composition, endings.sequences, endings.void, wagers)


def _wager_figures(wager: Wager, composition: Composition, endings: Tally) -> WagerFigures | None:
    if is_of_endings(wager):
        return _gathered(wager, endings, ending_cells(endings.counts))
    detail = detail_of([wager])
    if detail is Detail.CARDS and composition.cards is None:
        return None
    if is_of_starts(wager) and endings.cards >= ROUND_CARDS:  # no round is void
        return _gathered(wager, endings, _start_cells(composition, detail))
    tally = tally_of(composition, detail)
    return _gathered(wager, tally, ending_cells(tally.counts))


def tally_of(composition: Composition, detail: Detail) -> Tally:
    """Count endings with as much of the first four cards as is asked for."""
    return (tally_values, tally_ranks, tally_cards)[detail](composition)


def ending_cells(counts: Integers) -> Iterator[tuple[Facts, int]]:
    """List the facts of every trait and ending that occurs, with its count."""
    flat = counts.ravel()
    for cell in np.flatnonzero(flat).tolist():
        trait, ending = divmod(cell, ENDINGS)
        yield facts_at(ending, trait), int(flat[cell])


def _start_cells(composition: Composition, detail: Detail) -> Iterator[tuple[Facts, int]]:
    kinds = card_kinds(composition) if detail is Detail.CARDS else rank_kinds(composition)
    unseen = (len(composition) - 4) * (len(composition) - 5)
    for trait, count in enumerate(start_traits(kinds).tolist()):
        if count:
            # Any ending will do: a wager on the first four cards does not look at it.
            yield facts_at(0, trait), count * unseen


def _gathered(wager: Wager, tally: Tally, cells: Cells) -> WagerFigures:
    """Give every cell to the line that settles it."""
    lines: Sequence[PayLine] = (*wager.lines, UNMATCHED)
    tallied = dict.fromkeys(map(id, lines), 0)
    for facts, count in cells:
        tallied[id(wager.line_for(facts))] += count
    counts = tuple(LineCount(line, tallied[id(line)]) for line in lines if tallied[id(line)])
    return WagerFigures(wager, tally.sequences, tally.void, counts)
