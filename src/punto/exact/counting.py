"""Counting the sequences of every pay line of a rulebook, for any shoe."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

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
        return _gathered_endings(wager, endings)
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


def _gathered_endings(wager: Wager, tally: Tally) -> WagerFigures:
    """Add up the endings of each line; which they are is worked out once for a wager."""
    counts = tally.counts.sum(axis=0)
    sums = [int(counts[endings].sum()) for endings in _endings_by_line(wager)]
    lines = zip((*wager.lines, UNMATCHED), sums, strict=True)
    known = tuple(LineCount(line, count) for line, count in lines if count)
    return WagerFigures(wager, tally.sequences, tally.void, known)


@cache
def _endings_by_line(wager: Wager) -> tuple[Integers, ...]:
    """List the endings that each line settles, and last those that no line is about."""
    lines = (*wager.lines, UNMATCHED)
    settled = np.zeros(ENDINGS, dtype=np.int64)
    # The last line first, so that where several match the first has the last word.
    for number, line in reversed(list(enumerate(lines))):
        settled[_ENDING_BITS & np.uint64(line.when.excluded) == 0] = number
    return tuple(np.flatnonzero(settled == number) for number in range(len(lines)))


_ENDING_BITS: Final = np.array([facts_at(e, 0).bits for e in range(ENDINGS)], dtype=np.uint64)


def _gathered(wager: Wager, tally: Tally, cells: Cells) -> WagerFigures:
    """Give every cell to the line that settles it."""
    lines: Sequence[PayLine] = (*wager.lines, UNMATCHED)
    tallied = dict.fromkeys(map(id, lines), 0)
    for facts, count in cells:
        tallied[id(wager.line_for(facts))] += count
    counts = tuple(LineCount(line, tallied[id(line)]) for line in lines if tallied[id(line)])
    return WagerFigures(wager, tally.sequences, tally.void, counts)
