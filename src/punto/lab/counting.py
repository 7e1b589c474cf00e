"""A counter: bets when the cards that are gone have turned a wager in the player's favour."""

from fractions import Fraction
from typing import Final

from punto.cards import Composition
from punto.exact import effects_of_removal, figures
from punto.sim.strategy import Bets
from punto.sim.systems import Table, covered
from punto.sim.view import RANKS, Numbers, View

_SCALE: Final = 10**12
"""Effects of removal are whole numbers of this: sums of them are the same on every machine."""


def counter(table: Table, wager: str = "tie", stake: int = 0, trigger: int = 0) -> Bets:
    """Stake when the true count says that the edge of the player is above so many 1/10,000.

    The running count adds the exact effect of removal of every card seen. Per card unseen, it is
    the true count: how far the expected value has moved from that of a full shoe.
    """
    place, first, step = table.spot(wager, stake)
    rulebook = table.game.rulebook
    shoe = Composition.of_decks(rulebook.deck, table.game.decks)
    effects = effects_of_removal(rulebook, shoe)[wager]
    weights = tuple(_whole(effects[rank] * (len(shoe) - 1)) for rank in rulebook.deck.ranks)
    known = figures(rulebook, shoe).wagers[wager]
    lacking = _whole(Fraction(trigger, 10_000) - known.ev)

    def bets(view: View, state: Numbers, stakes: Numbers) -> None:  # noqa: ARG001 – no memory
        running = 0
        for rank in range(RANKS):
            running += view.seen[rank] * weights[rank]
        if running > lacking * view.unseen:
            stakes[place] = covered(first, step, view)

    return bets


def _whole(number: Fraction) -> int:
    return round(number * _SCALE)
