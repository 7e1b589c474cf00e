"""The facts held to be reachable are just those that dealing reaches."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from punto.cards import FRENCH, Card
from punto.rules import Facts, can_win, deal, facts_of, find_rulebook, reachable_facts
from tests.rules import oracle


@pytest.fixture(scope="module")
def a_deal_for_each() -> dict[Facts, tuple[Card, ...]]:
    """Deal two of every kind of starting hand against each other, with every value that follows.

    Of a starting hand only its total, its pair and its suits can matter, so that one of each kind
    is enough; another test deals the rest at random.
    """
    found: dict[Facts, tuple[Card, ...]] = {}
    for player, banker in product(_starting_hands(), repeat=2):
        for cards in _going_on((player[0], banker[0], player[1], banker[1])):
            found.setdefault(facts_of(deal(cards)), cards)
    return found


def _starting_hands() -> list[tuple[Card, Card]]:
    """Take one hand for each total, pair or not, of one suit or two; a pair for every rank."""
    kinds: dict[object, tuple[Card, Card]] = {}
    for first, second in product(FRENCH.cards, FRENCH.cards):
        pair = first.rank if first.rank is second.rank else None
        total = (first.points + second.points) % 10
        kinds.setdefault((total, pair, first.suit is second.suit), (first, second))
    return list(kinds.values())


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


def test_no_deal_at_random_reaches_others() -> None:
    reachable, chance = reachable_facts(FRENCH, decks=8), random.Random(8)  # noqa: S311 – as below
    for _ in range(100_000):
        assert facts_of(deal(chance.choices(FRENCH.cards, k=6))) in reachable


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
