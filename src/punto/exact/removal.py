"""Effects of removal, and the edge as the number of decks grows."""

from collections.abc import Iterable
from fractions import Fraction

from punto.cards import Card, Composition, Rank
from punto.exact.counting import figures
from punto.rules import Rulebook
from punto.rules.needs import is_of_cards

Values = dict[str, Fraction]
"""Expected values by wager."""


def expected_values(rulebook: Rulebook, composition: Composition) -> Values:
    """Give the expected value of each wager that the composition says enough for."""
    return {wager: known.ev for wager, known in figures(rulebook, composition).wagers.items()}


def effects_of_removal(
    rulebook: Rulebook, composition: Composition
) -> dict[str, dict[Rank, Fraction]]:
    """Say how much the expected value of each wager changes when one card of a rank leaves.

    Ranks that are not there have no effect, and are left out.
    """
    before = expected_values(rulebook, composition)
    present = [rank for rank, n in zip(composition.deck.ranks, composition.ranks, strict=True) if n]
    after = {rank: _after_removal(rulebook, composition, rank) for rank in present}
    return {
        wager: {rank: after[rank][wager] - before[wager] for rank in present} for wager in before
    }


def _after_removal(rulebook: Rulebook, composition: Composition, rank: Rank) -> Values:
    """Average over the cards of a rank, where suits are known: each is as likely to be the one."""
    if composition.cards is None:
        return expected_values(rulebook, composition.less(rank))
    total: Values = {}
    cards = _cards_of(composition, rank)
    if _suits_are_alike(composition) and not any(map(is_of_cards, rulebook.wagers)):
        cards = dict([next(iter(cards.items()))])  # one stands for all: no wager names a suit
    for card, count in cards.items():
        for wager, ev in expected_values(rulebook, composition.less(card)).items():
            total[wager] = total.get(wager, Fraction(0)) + count * ev
    return {wager: ev / sum(cards.values()) for wager, ev in total.items()}


def _cards_of(composition: Composition, rank: Rank) -> dict[Card, int]:
    """Count the cards of a rank."""
    assert composition.cards is not None, "suits are known"
    counts = dict(zip(composition.deck.cards, composition.cards, strict=True))
    return {card: n for card, n in counts.items() if card.rank is rank and n}


def _suits_are_alike(composition: Composition) -> bool:
    assert composition.cards is not None, "suits are known"
    width = len(composition.deck.ranks)
    first = composition.cards[:width]
    return composition.cards == first * len(composition.deck.suits)


def edge_by_decks(rulebook: Rulebook, decks: Iterable[int]) -> dict[int, dict[str, Fraction]]:
    """Give the house edge of every wager for full shoes of so many decks."""
    shoes = {count: Composition.of_decks(rulebook.deck, count) for count in decks}
    return {
        count: {wager: -ev for wager, ev in expected_values(rulebook, shoe).items()}
        for count, shoe in shoes.items()
    }
