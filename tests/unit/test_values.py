"""Small properties of values that the rest leans on."""

from punto.rules import DOMAINS, Condition, find_rulebook, reachable_facts
from punto.rules.condition import Case
from punto.rules.facts import BITS


def test_the_bits_of_facts_are_distinct() -> None:
    assert len(set(BITS.values())) == len(BITS) == sum(map(len, DOMAINS.values()))


def test_a_condition_holds_exactly_when_every_named_fact_has_an_allowed_value() -> None:
    tiger = find_rulebook("mbs-tiger")
    conditions = [line.when for wager in tiger.wagers for line in wager.lines]
    conditions.append(Condition(margin=(4, 9), natural=False, player_total=(3, 9)))
    for facts in reachable_facts(tiger.deck, decks=8):
        for condition in conditions:
            plainly = all(getattr(facts, name) in v for name, v in condition.allowed.items())
            assert condition.holds(facts) == plainly


def test_one_of_the_cases_and_none_of_the_others() -> None:
    low, high = Case(sum=(0, 1, 2)), Case(sum=(16, 17, 18), cards=4)
    even = Case(difference=tuple(range(-8, 9, 2)))
    both = Condition(natural=(True, False), any_of=(low, high), none_of=(even,))
    for facts in reachable_facts(find_rulebook("mbs-tiger").deck, decks=8):
        total = facts.player_total + facts.banker_total
        is_meant = total < 3 or (total > 15 and facts.player_cards + facts.banker_cards == 4)
        assert both.holds(facts) == (is_meant and total % 2 == 1)
    assert both.named == {"natural", "sum", "cards", "difference"}


def test_stake_steps_are_what_the_odds_need() -> None:
    steps = {wager.id: wager.step for wager in find_rulebook("mbs-tiger").wagers}
    assert steps.pop("banker") == 2
    assert set(steps.values()) == {1}
    assert find_rulebook("commission").wager("banker").step == 20


def test_what_a_wager_pays_at_the_most_is_rounded_up() -> None:
    most = {wager.id: wager.most for wager in find_rulebook("commission").wagers}
    assert (most["player"], most["banker"], most["tie"]) == (1, 1, 8)
    assert find_rulebook("pairs").wager("perfect-pair").most == 200
