"""Wagers that look closer than at the ending or the first four cards, and wagers together.

This is counted in arrays, of NumPy: there are thousands of ways for a round to go.
"""

from collections.abc import Iterator

import numpy as np

from punto.cards import Composition
from punto.exact.classes import count_outcomes
from punto.exact.enumeration import Integers, tally_cards, tally_ranks, tally_values
from punto.exact.ways import plan_of
from punto.rules import Facts, Wager
from punto.rules.ending import ENDINGS, facts_at
from punto.rules.needs import Detail, detail_of, is_of_cards

Places = tuple[int, ...]
"""Which line settles, for each wager: one past the last where none is about the round."""


def places_together(
    wagers: tuple[Wager, ...], composition: Composition
) -> Iterator[tuple[Places, int]]:
    """List which lines, one for each wager, settle how many sequences together."""
    detail = detail_of(wagers)
    # One wager on suits leaves few classes of hands, several together leave many.
    alone_on_suits = detail is Detail.CARDS and len(wagers) == 1
    if alone_on_suits or any(map(is_of_cards, wagers)):
        plan = plan_of(wagers, composition.deck)
        counts = count_outcomes(plan, composition).tolist()
        yield from zip(map(tuple, plan.outcomes.T.tolist()), counts, strict=True)
        return
    tally = (tally_values, tally_ranks, tally_cards)[detail](composition)
    for facts, count in cells_of(tally.counts):
        yield tuple(wager.place_for(facts) for wager in wagers), count


def cells_of(counts: Integers) -> Iterator[tuple[Facts, int]]:
    """List the facts of every trait and ending that occurs, with its count."""
    flat = counts.ravel()
    for cell in np.flatnonzero(flat).tolist():
        trait, ending = divmod(cell, ENDINGS)
        yield facts_at(ending, trait), int(flat[cell])
