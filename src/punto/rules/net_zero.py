"""The "net 0 win" decision: can this set of bets win anything at all?"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from punto.money import checked_stake
from punto.rules.cases import line_sets
from punto.rules.rulebook import Rulebook
from punto.rules.wager import Outcome, PayLine


def can_win(rulebook: Rulebook, bets: Mapping[str, int]) -> bool:
    """Say whether some reachable round leaves the player with more than before.

    Zero Commission refuses a set of bets that cannot (its rule 6): Player and Banker for equal
    stakes can only lose or come back. It holds for any bets of any rulebook, from the data alone.
    """
    staked = sorted((wager_id, checked_stake(stake)) for wager_id, stake in bets.items())
    wagers = tuple(wager_id for wager_id, _ in staked)  # the same, in whatever order they came
    stakes = [stake for _, stake in staked]
    return any(sum(map(_net, lines, stakes)) > 0 for lines in reachable_lines(rulebook, wagers))


@lru_cache(maxsize=1024)  # a hand of bets is asked about with every chip
def reachable_lines(rulebook: Rulebook, wagers: tuple[str, ...]) -> frozenset[tuple[PayLine, ...]]:
    """List which pay lines, one for each of these wagers, can settle a round together."""
    chosen = [rulebook.wager(wager_id) for wager_id in wagers]
    return line_sets(chosen, rulebook.deck, decks=rulebook.shoe.max_decks)


def _net(line: PayLine, stake: int) -> Fraction:
    # A stake still being built may not yet be a multiple of the wager's step.
    if line.payment.odds is not None:
        return Fraction(stake * line.payment.odds.pays, line.payment.odds.to)
    return Fraction(0 if line.payment.outcome is Outcome.PUSH else -stake)
