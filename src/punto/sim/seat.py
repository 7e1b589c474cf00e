"""A player's seat: the tables that settle his stakes, and the limits that hold for them."""

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from punto.rules import Rulebook
from punto.rules.ending import ENDINGS
from punto.rules.needs import Detail, detail_of
from punto.sim.kernel import ROW
from punto.sim.tally import counted
from punto.sim.terms import Terms
from punto.sim.view import BANKER, PLAYER, TIE, Numbers

_RESULTS: Final = {"player": PLAYER, "banker": BANKER, "tie": TIE}


class Settled(NamedTuple):
    """What becomes of every wager in a round, by the place that the round has in the counts."""

    nets: npt.NDArray[np.int64]
    """By place and wager: what its smallest stake nets."""
    steps: Numbers
    """That smallest stake of each wager: its multiples split no minor unit."""
    results: npt.NDArray[np.int8]
    """By place: who has won."""


class Seat(NamedTuple):
    """All that is the same for every session of one play."""

    settled: Settled
    rounds: int
    bankroll: int
    minimum: int
    maximum: int
    least: int
    """With less than this nothing can be staked."""
    goal: int
    stop: int
    """The bankrolls at which a session is over."""


def seat_of(rulebook: Rulebook, terms: Terms) -> Seat:
    """Lay out the seat of a player who plays on these terms."""
    purse = terms.purse
    return Seat(
        settled=settled_by(rulebook),
        rounds=terms.rounds,
        bankroll=purse,
        minimum=terms.minimum,
        maximum=terms.maximum,
        least=terms.least(rulebook),
        goal=2**62 if terms.goal is None else purse + terms.goal,
        stop=-(2**62) if terms.stop_loss is None else purse - terms.stop_loss,
    )


@lru_cache(maxsize=16)
def settled_by(rulebook: Rulebook) -> Settled:
    """Settle every wager of a rulebook for every place in the counts, by its pay lines."""
    each = _places(detail_of(rulebook.wagers))
    nets = np.zeros((each.size, len(rulebook.wagers)), dtype=np.int64)
    results = np.zeros(each.size, dtype=np.int8)
    per_step = [
        {line.pays: int(line.payment.per_unit * wager.step) for line in wager.lines}
        | {"lose": -wager.step}
        for wager in rulebook.wagers
    ]
    for place, (facts, _) in zip(np.flatnonzero(each), counted(each), strict=True):
        results[place] = _RESULTS[facts.winner]
        for number, wager in enumerate(rulebook.wagers):
            nets[place, number] = per_step[number][wager.line_for(facts).pays]
    steps = np.array([wager.step for wager in rulebook.wagers], dtype=np.int64)
    return Settled(nets, steps, results)


def _places(detail: Detail) -> Numbers:
    """Mark the places in the counts that a round can have where cards are told apart so finely."""
    pair_and_suited = {Detail.VALUES: 1, Detail.RANKS: 2, Detail.CARDS: 4}[detail]
    each = np.zeros((2, 4, 4, ROW), dtype=np.int64)  # as the kernel numbers twin, Player, Banker
    each[:, :pair_and_suited, :pair_and_suited, :ENDINGS] = 1
    each[1, ::2] = each[1, :, ::2] = 0  # twins are two pairs
    return each.ravel()
