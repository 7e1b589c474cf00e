"""Settlement by the rules, counting and simulation agree on wagers over every fact there is."""

from collections import Counter
from math import sqrt

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from punto.cards import DECKS, ELEMENTS, FRENCH, Card, Composition, Deck, parse_cards
from punto.exact import figures, joint
from punto.exact.batch import evaluate
from punto.exact.classes import count_outcomes
from punto.exact.ways import plan_of
from punto.rules import PayLine, Rulebook, Wager
from punto.rules.needs import is_of_cards
from punto.rules.sorting import sorting_of
from punto.sim import Game, simulate
from tests.exact.physical import count_sequences
from tests.properties.wagers import EVERY_FACT, random_wagers, rulebook_with, wager_on
from tests.sim.test_simulation import SEED, rounds_of

QUICK = 300_000
"""Ways to deal that a wager may tell apart; a rulebook may have some millions."""

FAR = 4.5
"""Standard errors that a frequency may lie from its probability."""


def shoe_of(deck: Deck, cards: tuple[Card, ...]) -> Composition:
    counts = Counter(map(str, cards))
    return Composition.parse(deck, ",".join(f"{card}={n}" for card, n in counts.items()))


def counted(rulebook: Rulebook, shoe: Composition) -> dict[str, dict[str, int]]:
    wagers = figures(rulebook, shoe).wagers.items()
    return {name: {each.pays: each.sequences for each in found.outcomes} for name, found in wagers}


def agree_with_every_sequence(rulebook: Rulebook, cards: tuple[Card, ...]) -> None:
    by_hand = count_sequences(rulebook, cards)
    shoe = shoe_of(rulebook.deck, cards)
    assert counted(rulebook, shoe) == {name: dict(tally) for name, tally in by_hand.items()}
    batch = evaluate(rulebook, [shoe])
    for name, tally in by_hand.items():
        shares = {pays: share[0] for pays, share in batch.probabilities[name].items() if share[0]}
        assert shares == pytest.approx({pays: n / tally.total() for pays, n in tally.items()})
    assert {wager.id for wager in rulebook.wagers if is_of_cards(wager)} <= set(batch.fallback)


def agree_with_the_loop(rulebook: Rulebook, *, shoes: int) -> None:
    """Deal some shoes by the rules, and find every line of every wager as often in the loop."""
    game = Game(rulebook, rulebook.shoe.max_decks, cut=30)
    counts, rounds = game.deal_shoes(SEED, 0, shoes)
    by_loop = counts.reshape(len(rulebook.wagers), -1)
    by_rules = np.zeros_like(by_loop)
    for number in range(shoes):
        for facts in rounds_of(game, number):
            for row, wager in enumerate(rulebook.wagers):
                by_rules[row, wager.place_for(facts)] += 1
    assert (by_rules == by_loop).all()
    assert (by_rules.sum(axis=1) == rounds).all()


SOME_CARDS = {
    "french": parse_cards("As Ah 8d Kc 8s Qh"),
    "elements": parse_cards("Am Aw 8m 8m Lf Fe"),
}


@pytest.mark.parametrize("deck", [FRENCH, ELEMENTS], ids=lambda deck: deck.family)
def test_every_fact(deck: Deck) -> None:
    """Every sequence of a few cards, dealt and settled, and some shoes."""
    rulebook = rulebook_with(deck, *(wager_on(name, deck) for name in EVERY_FACT))
    agree_with_every_sequence(rulebook, SOME_CARDS[deck.family])
    agree_with_the_loop(rulebook, shoes=4)


def quick_part_of(wager: Wager, deck: Deck) -> Wager:
    """Leave lines out, and then cases, until it tells few enough ways apart; most would not."""
    first = wager.lines[0]
    parts = [wager.lines[:length] for length in range(len(wager.lines), 0, -1)]
    parts += [(PayLine(pays=first.pays, when=replace(first.when, any_of=(), none_of=())),)]
    found = (replace(wager, lines=lines) for lines in parts)
    quick = next((each for each in found if sorting_of((each,), deck).ways < QUICK), None)
    assume(quick is not None)
    assert quick is not None
    return quick


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_random_wagers(data: st.DataObject) -> None:
    deck = data.draw(st.sampled_from(list(DECKS.values())))
    shoe = deck.cards * 8
    places = st.lists(st.integers(0, len(shoe) - 1), min_size=4, max_size=6, unique=True)
    wager = quick_part_of(data.draw(random_wagers(deck)), deck)
    rulebook = rulebook_with(deck, wager, wager_on("aces", deck))
    agree_with_every_sequence(rulebook, tuple(shoe[place] for place in data.draw(places)))
    agree_with_the_loop(rulebook, shoes=1)


def test_frequencies_are_those_that_are_counted() -> None:
    """Whole shoes: facts of values, of ranks and of suits, apart and together."""
    names = ("sum", "aces", "player_third_value", "banker_third_rank", "player_colour", "colour")
    rulebook = rulebook_with(FRENCH, *(wager_on(name, FRENCH) for name in names))
    rounds, exact = 1_000_000, counted(rulebook, Composition.of_decks(FRENCH, 8))
    found = simulate(Game(rulebook, 8), rounds=rounds, seed=SEED)
    for name, sequences in exact.items():
        for pays, number in sequences.items():
            share = number / sum(sequences.values())
            far = (found.wagers[name].outcomes[pays] / rounds - share) / sqrt(share / rounds)
            assert abs(far) < FAR, (name, pays)


@pytest.mark.parametrize("name", ["winner", "margin", "pairs", "twin", "cards", "natural"])
def test_classes_count_what_other_ways_count(name: str) -> None:
    """Wagers that look at no single card are counted another way, and can be by class too."""
    beside = {"winner": "margin", "margin": "natural", "pairs": "sum", "twin": "winner"}
    wager = wager_on(name, FRENCH, beside=beside.get(name, "banker_suited"))
    assert not is_of_cards(wager)
    shoe = Composition.parse(FRENCH, "As=8,Ah=2,Ks=1,Kh=7,9d=4,6c=8,6s=3,8h=1,5c=5,Td=2,2h=1")
    plan = plan_of((wager,), FRENCH)
    other = figures(rulebook_with(FRENCH, wager), shoe).wagers[wager.id]
    assert other is not None
    by_class = dict(
        zip(plan.outcomes[0].tolist(), count_outcomes(plan, shoe).tolist(), strict=True)
    )
    assert [by_class.get(n, 0) for n in range(3)] == [each.sequences for each in other.lines]


def test_wagers_together() -> None:
    wagers = [wager_on(name, FRENCH) for name in ("winner", "sevens", "player_third_value")]
    rulebook = rulebook_with(FRENCH, *wagers)
    shoe = Composition.of_decks(FRENCH, 6)
    both, alone = joint(rulebook, shoe), figures(rulebook, shoe).wagers
    for wager in wagers:
        found = alone[wager.id]
        assert found is not None
        assert both.mean(wager.id) == found.ev
        assert both.covariance(wager.id, wager.id) == found.variance
