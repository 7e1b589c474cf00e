"""The facts held to be reachable are just those that dealing reaches."""

from itertools import product

from punto.cards import FRENCH, Card
from punto.rules import Facts, deal, facts_of, reachable_facts


def test_every_four_rank_start_reaches_only_reachable_facts_and_all_of_them() -> None:
    """Deal every four ranks, suited or not, with every value of fifth and sixth card.

    Pairs depend on ranks of the first four cards only, totals on values only, so each start is
    dealt once for each way the round can go on; ten, jack and queen stand for all zeros.
    """
    two_suits = FRENCH.suits[:2]
    zero_to_nine = [next(card for card in FRENCH.cards if card.points == v) for v in range(10)]
    # Ten and jack tell pairs of zeros apart; ranks of other values are all their own.
    ranks = [rank for rank in FRENCH.ranks if rank.title not in ("Queen", "King")]
    found = set()
    starts = product(ranks, ranks, two_suits, ranks, ranks, two_suits)
    for p1, p2, player_suit, b1, b2, banker_suit in starts:
        first = (
            Card(p1, two_suits[0]),
            Card(b1, two_suits[0]),
            Card(p2, player_suit),
            Card(b2, banker_suit),
        )
        if deal(first).finished:
            found.add(facts_of(deal(first)))
            continue
        found.update(_facts_going_on(first, zero_to_nine))
    assert found == reachable_facts(FRENCH, decks=8)


def _facts_going_on(first: tuple[Card, ...], coming: list[Card]) -> set[Facts]:
    found: set[Facts] = set()
    for fifth in coming:
        dealt = deal((*first, fifth))
        if dealt.finished:
            found.add(facts_of(dealt))
        else:
            found.update(facts_of(deal((*first, fifth, sixth))) for sixth in coming)
    return found
