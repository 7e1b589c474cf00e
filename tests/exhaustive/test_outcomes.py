"""The facts held to be reachable are just those that dealing reaches."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from punto.cards import FRENCH, Card
from punto.rules import Facts, can_win, deal, facts_of, find_rulebook, reachable_facts
from tests.rules import oracle

# Only the time would be traced: the other layers cover this code.
pytestmark = pytest.mark.no_cover


@pytest.fixture(scope="module")
def a_deal_for_each() -> dict[Facts, tuple[Card, ...]]:
    """Deal every four ranks, suited or not, with every value of fifth and sixth card.

    Pairs depend on the ranks of the first four cards only, totals on values only, so each start is
    dealt once for each way the round can go on. Ten and jack tell pairs of zeros apart.
    """
    two_suits = FRENCH.suits[:2]
    ranks = [rank for rank in FRENCH.ranks if rank.title not in ("Queen", "King")]
    found: dict[Facts, tuple[Card, ...]] = {}
    starts = product(ranks, ranks, two_suits, ranks, ranks, two_suits)
    for p1, p2, player_suit, b1, b2, banker_suit in starts:
        player = Card(p1, two_suits[0]), Card(p2, player_suit)
        banker = Card(b1, two_suits[0]), Card(b2, banker_suit)
        for cards in _going_on((player[0], banker[0], player[1], banker[1])):
            found.setdefault(facts_of(deal(cards)), cards)
    return found


def _going_on(first: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    if deal(first).finished:
        yield first
        return
    for fifth in ONE_OF_EACH_VALUE:
        if deal((*first, fifth)).finished:
            yield (*first, fifth)
        else:
            yield from ((*first, fifth, sixth) for sixth in ONE_OF_EACH_VALUE)


ONE_OF_EACH_VALUE = [next(card for card in FRENCH.cards if card.points == v) for v in range(10)]


def test_dealing_reaches_all_reachable_facts_and_no_others(
    a_deal_for_each: dict[Facts, tuple[Card, ...]],
) -> None:
    assert a_deal_for_each.keys() == reachable_facts(FRENCH, decks=8)


@pytest.mark.parametrize("name", ["mbs-tiger", "ez", "zero-commission", "dragon-bonus", "pairs"])
def test_bets_can_win_if_and_only_if_the_second_opinion_finds_a_round(
    name: str, a_deal_for_each: dict[Facts, tuple[Card, ...]]
) -> None:
    rulebook, chance = find_rulebook(name), random.Random(name)  # noqa: S311 – a test's own dice
    deals = [[str(card) for card in cards] for cards in a_deal_for_each.values()]
    nets = {
        wager.id: [oracle.net(name, wager.id, 1, cards) for cards in deals]
        for wager in rulebook.wagers
    }
    for _ in range(40):
        chosen = chance.sample(list(nets), chance.randint(1, len(nets)))
        # Player and Banker alike cancel, which makes hopeless sets common enough to meet.
        bets = {wager: 20 * chance.choice([1, 5, 5, 50]) for wager in chosen}
        results = zip(*([stake * net for net in nets[w]] for w, stake in bets.items()), strict=True)
        assert can_win(rulebook, bets) == (max(map(sum, results)) > 0), bets
