"""Effects of removal, and the edge as the number of decks grows."""

from collections.abc import Iterable
from fractions import Fraction

from punto.cards import Composition, Rank
from punto.exact.counting import figures
from punto.rules import Rulebook

Values = dict[str, Fraction]
"""Expected values by wager."""


def expected_values(rulebook: Rulebook, composition: Composition) -> Values:
    """Give the expected value of each wager that the composition says enough for."""
    found = figures(rulebook, composition).wagers
    return {wager: known.ev for wager, known in found.items() if known is not None}


def effects_of_removal(
    rulebook: Rulebook, composition: Composition
) -> dict[str, dict[Rank, Fraction]]:
    """Say how much the expected value of each wager changes when one card of a rank leaves.

    Ranks that are not there have no effect, and are left out.
    """
    before = expected_values(rulebook, composition)
    present = [rank for rank, n in zip(composition.deck.ranks, composition.ranks, strict=True) if n]
    after = {rank: expected_values(rulebook, composition.less(rank)) for rank in present}
    return {
        wager: {rank: after[rank][wager] - before[wager] for rank in present} for wager in before
    }


def edge_by_decks(rulebook: Rulebook, decks: Iterable[int]) -> dict[int, dict[str, Fraction]]:
    """Give the house edge of every wager for full shoes of so many decks."""
    shoes = {count: Composition.of_decks(rulebook.deck, count) for count in decks}
    return {
        count: {wager: -ev for wager, ev in expected_values(rulebook, shoe).items()}
        for count, shoe in shoes.items()
    }
