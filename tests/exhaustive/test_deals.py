"""All 1,000,000 six-value deals: the code against each document's wording, and the great count."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from punto.cards import FRENCH, Card, Composition
from punto.rules import deal
from tests.rules.tableau_wordings import WORDINGS

VALUES = range(10)
Result = tuple[int, int, int, int]
"""Totals of Player and Banker, and how many cards each has."""


@pytest.fixture(scope="module")
def results() -> list[Result]:
    """Deal every six values with the code itself."""
    by_value = {card.points: card for card in FRENCH.cards}
    runs: Iterator[tuple[Card, ...]] = product([by_value[value] for value in VALUES], repeat=6)
    dealt = map(deal, runs)
    return [(d.player.total, d.banker.total, len(d.player), len(d.banker)) for d in dealt]


def by_wording(document: str) -> Iterator[Result]:
    """Deal every six values by the words of one document, in the same order."""
    player_draws, banker_draws = WORDINGS[document]
    for p1, b1, p2, b2 in product(VALUES, repeat=4):
        player, banker = (p1 + p2) % 10, (b1 + b2) % 10
        if not player_draws(player, banker):
            draws = banker_draws(player, banker, None)
            for fifth in VALUES:
                total = (banker + fifth) % 10 if draws else banker
                yield from [(player, total, 2, 3 if draws else 2)] * 10
            continue
        for third in VALUES:
            after = (player + third) % 10
            if banker_draws(player, banker, third):
                yield from [(after, (banker + sixth) % 10, 3, 3) for sixth in VALUES]
            else:
                yield from [(after, banker, 3, 2)] * 10


@pytest.mark.parametrize("document", WORDINGS)
def test_the_code_deals_as_the_document_words_it(document: str, results: list[Result]) -> None:
    assert len(results) == 1_000_000
    assert list(by_wording(document)) == results


def weight(values: tuple[int, ...], counts: tuple[int, ...]) -> int:
    """Count the ordered draws of six cards with these values."""
    ways, left = 1, list(counts)
    for value in values:
        ways *= left[value]
        left[value] -= 1
    return ways


def test_the_count_of_ordered_six_card_deals_from_eight_decks(results: list[Result]) -> None:
    counts = Composition.of_decks(FRENCH, 8).points
    assert counts == (128, 32, 32, 32, 32, 32, 32, 32, 32, 32)
    tally: Counter[str] = Counter()
    for values, (player, banker, _, _) in zip(product(VALUES, repeat=6), results, strict=True):
        ways = weight(values, counts)
        tally["total"] += ways
        tally["banker" if banker > player else "player" if player > banker else "tie"] += ways
        tally["banker with six"] += ways * (banker == 6 > player)
    assert tally == {
        "total": 4998398275503360,
        "banker": 2292252566437888,
        "player": 2230518282592256,
        "tie": 475627426473216,
        "banker with six": 269232304455680,
    }
