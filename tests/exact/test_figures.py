"""Exact figures, against each other and against every physical sequence."""

import sys
from fractions import Fraction
from math import perm

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import punto
from punto.cards import DECKS, ELEMENTS, FRENCH, Composition, Deck, Rank, parse_cards
from punto.errors import MissingExtra, WrongCard, WrongInput
from punto.exact import WagerFigures, effects_of_removal, endings, figures, joint
from punto.exact.batch import evaluate
from punto.exact.enumeration import tally_cards, tally_ranks, tally_values
from punto.exact.first_four import start_traits
from punto.exact.tally import tally_of
from punto.rules import Condition, PayLine, Rulebook, Wager, read_shape
from punto.rules.ending import ENDINGS, TRAITS, ending_of, trait_of
from punto.rules.needs import Detail
from tests.exact.physical import count_sequences
from tests.unit.test_reading import GOOD


def outcomes(found: WagerFigures) -> dict[str, int]:
    return {outcome.pays: outcome.sequences for outcome in found.outcomes}


# --- every physical sequence --------------------------------------------------------------------

TINY = [
    "",
    "9s",
    "9s 2h 3d",
    "9s 2h 3d 4c",
    "2s 2h 3d 3c",
    "9s 2h 3d 4c Ks",
    "2s 3h Ad 2c As",
    "2s 3h Ad 2c As 6d",
    "2s 2s 2h 3d 3d Ks Kh",
    "Ts Ts Js Jh 5d 6d 7c",
    "4s 4s 4h 4d 2c 2s Ah",
]


@pytest.mark.parametrize("text", TINY)
@pytest.mark.parametrize("name", ["mbs-tiger", "pairs", "dragon-bonus", "zero-commission"])
def test_tiny_shoes_agree_with_every_physical_sequence(name: str, text: str) -> None:
    rulebook, cards = punto.rulebook(name), parse_cards(text)
    shoe = figures(rulebook, Composition.of_cards(FRENCH, cards))
    assert shoe.sequences == perm(len(cards), min(6, len(cards)))
    counted = count_sequences(rulebook, cards)
    assert {wager: outcomes(found) for wager, found in shoe.wagers.items()} == counted


VALUES = {
    "winner": ["'player'", "'banker'", "'tie'", "['player', 'tie']"],
    "player_total": ["6", "[0, 1, 2, 3]", "[7, 8, 9]"],
    "banker_total": ["6", "[0, 2, 4, 6, 8]", "9"],
    "player_cards": ["2", "3"],
    "banker_cards": ["2", "3"],
    "margin": ["0", "[1, 2]", "[4, 5, 6, 7, 8, 9]"],
    "natural": ["true", "false"],
    "player_pair": ["true", "false"],
    "banker_pair": ["true", "false"],
    "pairs": ["0", "[1, 2]", "2"],
    "twin": ["true", "false"],
    "player_suited": ["true", "false"],
    "banker_suited": ["true", "false"],
    "suited_pairs": ["0", "1", "[1, 2]"],
}
PAYS = ["1:1", "1:2", "12:1", "19:20", "push", "lose"]


def _toml(condition: dict[str, int]) -> str:
    chosen = {name: VALUES[name][place % len(VALUES[name])] for name, place in condition.items()}
    return ", ".join(f"{name} = {value}" for name, value in chosen.items())


@st.composite
def mixed_rulebooks(draw: st.DrawFn, deck: Deck) -> Rulebook:
    """Write a TOML rulebook whose wagers mix facts of every kind."""
    conditions = st.dictionaries(st.sampled_from(list(VALUES)), st.integers(0, 3), max_size=3)
    wagers = []
    for number in range(draw(st.integers(1, 3))):
        lines = ", ".join(
            f'{{ pays = "{draw(st.sampled_from(PAYS))}", when = {{ {_toml(condition)} }} }}'
            for condition in draw(st.lists(conditions, min_size=1, max_size=3))
        )
        wagers.append(f'[[wagers]]\nid = "w{number}"\nname = "W"\nlines = [{lines}]\n')
    head = GOOD.partition("[[wagers]]")[0].replace("french", deck.family)
    return read_shape(head + "\n".join(wagers), source="mixed")


@given(st.sampled_from(list(DECKS.values())), st.data())
@settings(max_examples=60)
def test_mixed_rulebooks_agree_with_every_physical_sequence(
    deck: Deck, data: st.DataObject
) -> None:
    rulebook = data.draw(mixed_rulebooks(deck))
    cards = data.draw(st.lists(st.sampled_from(deck.cards), max_size=7))
    composition = Composition.of_cards(deck, cards)
    shoe = figures(rulebook, composition)
    counted = count_sequences(rulebook, cards)
    assert {wager: outcomes(found) for wager, found in shoe.wagers.items()} == counted
    agree_with_the_other_ways(rulebook, composition)


@given(st.sampled_from(list(DECKS.values())), st.data())
@settings(max_examples=25)
def test_mixed_rulebooks_agree_between_the_ways_on_large_shoes(
    deck: Deck, data: st.DataObject
) -> None:
    agree_with_the_other_ways(data.draw(mixed_rulebooks(deck)), data.draw(compositions(deck)))


def agree_with_the_other_ways(rulebook: Rulebook, composition: Composition) -> None:
    """Hold the joint count and the fast way to the plain figures."""
    together, batch = joint(rulebook, composition), evaluate(rulebook, [composition])
    plain = figures(rulebook, composition).wagers
    for place, wager in enumerate(rulebook.wagers):
        found = plain[wager.id]
        assert found is not None
        assert together.mean(wager.id) == found.ev
        assert batch.ev[0, place] == pytest.approx(float(found.ev), rel=1e-11, abs=0)


# --- the ways of counting against each other ----------------------------------------------------


@st.composite
def compositions(draw: st.DrawFn, deck: Deck) -> Composition:
    counts = draw(st.lists(st.integers(0, 10), min_size=len(deck), max_size=len(deck)))
    cards = [card for card, n in zip(deck.cards, counts, strict=True) for _ in range(n)]
    return Composition.of_cards(deck, cards)


@given(st.sampled_from(list(DECKS.values())), st.data())
@settings(max_examples=15)
def test_finer_counts_add_up_to_coarser_ones(deck: Deck, data: st.DataObject) -> None:
    composition = data.draw(compositions(deck))
    values, ranks, cards = (way(composition) for way in (tally_values, tally_ranks, tally_cards))
    assert values.sequences == ranks.sequences == cards.sequences
    assert values.void == ranks.void == cards.void
    assert np.array_equal(values.counts.sum(axis=0), ranks.counts.sum(axis=0))
    assert np.array_equal(ranks.counts.sum(axis=0), cards.counts.sum(axis=0))
    pairs = [trait & 7 for trait in range(TRAITS)]
    for trait in range(8):
        finer = cards.counts[[number for number in range(TRAITS) if pairs[number] == trait]]
        assert np.array_equal(ranks.counts[trait], finer.sum(axis=0))


@given(st.sampled_from(list(DECKS.values())), st.data())
@settings(max_examples=15)
def test_plain_integers_agree_with_every_two_hands(deck: Deck, data: st.DataObject) -> None:
    composition = data.draw(compositions(deck))
    plain, cards = tally_of(composition), tally_cards(composition)
    assert (plain.sequences, plain.void) == (cards.sequences, cards.void)
    assert plain.endings == cards.counts.sum(axis=0).tolist()
    if len(composition) >= 6:
        unseen = perm(len(composition) - 4, 2)
        for detail, counted in ((Detail.CARDS, cards), (Detail.RANKS, tally_ranks(composition))):
            traits = [count * unseen for count in start_traits(composition, detail)]
            assert traits == counted.counts.sum(axis=1).tolist()


@given(st.sampled_from(punto.rulebooks()), st.data())
@settings(max_examples=15)
def test_figures_agree_with_the_joint_count(rulebook: Rulebook, data: st.DataObject) -> None:
    composition = data.draw(compositions(rulebook.deck))
    shoe, together = figures(rulebook, composition), joint(rulebook, composition)
    assert sum(together.counts.values()) == shoe.sequences
    for wager, found in shoe.wagers.items():
        assert found is not None
        assert together.mean(wager) == found.ev
        assert together.covariance(wager, wager) == found.variance


def test_the_largest_shoe_is_counted_without_overflow() -> None:
    tally = tally_values(Composition.of_decks(ELEMENTS, 10))
    assert (tally.sequences, tally.void) == (perm(650, 6), 0)
    assert tally.counts.min() >= 0
    assert int(tally.counts.sum()) == perm(650, 6)


def test_numbers_of_endings_and_traits_read_back() -> None:
    assert [ending_of(number).number for number in range(ENDINGS)] == list(range(ENDINGS))
    assert [trait_of(number).number for number in range(TRAITS)] == list(range(TRAITS))


# --- figures ------------------------------------------------------------------------------------


def test_the_banker_as_a_fraction() -> None:
    banker = punto.odds("mbs-tiger").wagers["banker"]
    assert banker is not None
    assert banker.ev == Fraction(-284694798368, 19524993263685)
    assert outcomes(banker) == {
        "1:2": 269232304455680,
        "1:1": 2292252566437888 - 269232304455680,
        "push": 475627426473216,
        "lose": 2230518282592256,
    }
    share = Fraction(475627426473216, 4998398275503360)
    assert banker.edge_per_resolved_bet == banker.house_edge / (1 - share)
    assert banker.hit_frequency == Fraction(2292252566437888, 4998398275503360)


def test_moments_of_a_wager_by_hand() -> None:
    """Four nines and two zeros: two nines make 8, a nine and a zero 9, and no third card is drawn.

    The zeros take two of six places. It is a tie if both are unseen (1 of 15 ways), or if there is
    one in each hand (4 of 15): a third in all. A win nets 8, a loss -1, so 9 lie between them.
    """
    found = punto.odds("commission", shoe="9=4,T=1,K=1").wagers["tie"]
    assert found is not None
    assert found.hit_frequency == Fraction(1, 3)
    assert found.ev == 2
    assert found.variance == 81 * Fraction(2, 9)
    assert found.sd == pytest.approx(18**0.5)
    third_moment = 9**3 * (1 / 3) * (2 / 3) * (1 / 3)
    assert found.skewness == pytest.approx(third_moment / 18**1.5)


def test_a_shoe_where_nothing_varies_has_no_skewness() -> None:
    found = punto.odds("commission", shoe="").wagers["tie"]
    assert found is not None
    assert found.ev == found.variance == found.edge_per_resolved_bet == Fraction(0)
    assert found.skewness == 0.0


def test_covariance_of_player_and_banker_by_hand() -> None:
    """They win one against the other, but a Banker's six pays half; a tie returns both."""
    total, player, banker, six = (
        4998398275503360,
        2230518282592256,
        2292252566437888,
        269232304455680,
    )
    product = -Fraction(player + banker - six, total) - Fraction(six, 2 * total)
    player_ev = Fraction(player - banker, total)
    banker_ev = Fraction(banker - player, total) - Fraction(six, 2 * total)
    together = joint(punto.rulebook("mbs-tiger"), Composition.of_decks(FRENCH, 8))
    expected = product - player_ev * banker_ev
    assert together.covariance("player", "banker") == expected
    assert together.covariance("banker", "player") == expected


def test_endings_add_up_to_the_sequences() -> None:
    counts = endings(Composition.of_decks(FRENCH, 8))
    assert sum(counts.values()) == 4998398275503360
    sixes = (n for e, n in counts.items() if e.banker_total == 6 > e.player_total)
    assert sum(sixes) == 269232304455680
    assert {ending.player_cards for ending in counts} == {2, 3}


def test_a_line_that_stands_twice_is_counted_once() -> None:
    pair = PayLine(pays="11:1", when=Condition(player_pair=True))
    twice = Wager(id="twice", name="Twice", lines=(pair, pair))
    rulebook = msgspec.structs.replace(punto.rulebook("commission"), wagers=(twice,))
    found = figures(rulebook, Composition.of_decks(FRENCH, 8)).wagers["twice"]
    known = punto.odds("commission").wagers["player-pair"]
    assert found.ev == known.ev


def test_net_distribution_of_a_set_of_bets() -> None:
    together = joint(punto.rulebook("mbs-tiger"), Composition.of_decks(FRENCH, 8))
    assert together.net_distribution({"player": 100, "banker": 100}) == {
        Fraction(-50): 269232304455680,
        Fraction(0): 4998398275503360 - 269232304455680,
    }


def test_the_joint_count_leaves_out_what_needs_suits() -> None:
    by_rank = Composition.parse(FRENCH, "A=8,9=8,K=8")
    assert "perfect-pair" not in joint(punto.rulebook("pairs"), by_rank).wagers
    assert punto.odds("pairs", shoe=by_rank).unknown == ("perfect-pair",)


def test_effects_of_removal_weigh_to_nothing() -> None:
    """Drawing a card at random changes nothing on average: effects weighted by count sum to 0."""
    shoe = Composition.of_decks(FRENCH, 6)
    for effects in effects_of_removal(punto.rulebook("mbs-tiger"), shoe).values():
        assert sum(effects.values()) == 0


def test_effects_of_removal_weigh_to_nothing_on_uneven_suits_too() -> None:
    shoe = Composition.parse(FRENCH, "As=8,Ah=2,Ks=1,Kh=7,9d=4")
    counts = dict(zip(FRENCH.ranks, shoe.ranks, strict=True))
    for effects in effects_of_removal(punto.rulebook("pairs"), shoe).values():
        assert sum(counts[rank] * effect for rank, effect in effects.items()) == 0


def test_effects_of_removal_are_of_every_suit_where_a_wager_names_one() -> None:
    black = PayLine(pays="1:1", when=Condition(player_suit="spades"))
    spades = Wager(id="spades", name="Spades", lines=(black,))
    rulebook = msgspec.structs.replace(punto.rulebook("commission"), wagers=(spades,))
    effects = effects_of_removal(rulebook, Composition.of_decks(FRENCH, 1))["spades"]
    assert sum(effects.values()) == 0


def test_ranks_that_are_not_there_have_no_effect() -> None:
    shoe = Composition.parse(FRENCH, "A=8,9=8,K=8")
    effects = effects_of_removal(punto.rulebook("ez"), shoe)
    assert list(effects["tie"]) == [Rank.ACE, Rank.NINE, Rank.KING]


# --- wrong input --------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", [0, 11, -1])
def test_decks_that_no_shoe_has(decks: int) -> None:
    with pytest.raises(WrongInput, match="a shoe has 1 to 10 decks"):
        punto.odds("mbs-tiger", decks=decks)


def test_decks_outside_the_range_of_the_rulebook() -> None:
    with pytest.raises(WrongInput, match="4 to 10 decks, not 3; `punto odds --any-decks`"):
        punto.odds("mbs-tiger", decks=3)


def test_shoes_of_another_deck() -> None:
    shoe = Composition.of_decks(FRENCH, 8)
    for question in (figures, joint):
        with pytest.raises(WrongInput, match="played with the elements deck, not the french one"):
            question(punto.rulebook("mbs-elements"), shoe)


def test_any_decks_to_explore() -> None:
    assert len(punto.odds("zero-commission", decks=1, any_decks=True).composition) == 52
    with pytest.raises(WrongInput, match="8 decks, not 6"):
        punto.odds("zero-commission", decks=6)
    with pytest.raises(WrongInput, match="1 to 10 decks, not 11"):
        punto.odds("zero-commission", decks=11, any_decks=True)


def test_decks_or_shoe() -> None:
    with pytest.raises(WrongInput, match="not both"):
        punto.odds("ez", decks=8, shoe="A=1")
    with pytest.raises(WrongCard):
        punto.odds("ez", shoe="A=41")


def test_figures_are_shown_shortly_and_as_a_table() -> None:
    found = figures(punto.rulebook("mbs-no-commission"), Composition.of_decks(FRENCH, 8))
    assert repr(found).startswith("<mbs-no-commission, 416 cards: ")
    assert "tie 14.3596%" in repr(found)
    table = found._repr_html_()
    assert table.count("<tr>") == 1 + len(found.wagers)
    assert "<td>tie</td><td>14.3596" in table


def test_what_a_shoe_cannot_deal_is_not_in_the_joint_count() -> None:
    """Of sixes and fours only, nobody has a picture, and pairs are few."""
    rulebook = punto.rulebook("majestic-match")
    few = Composition.of_cards(FRENCH, parse_cards("6s 6h 4d 4c 4s 4h 6d 6c"))
    together, alone = joint(rulebook, few), figures(rulebook, few)
    assert 0 not in together.counts.values()
    assert sum(together.counts.values()) == together.sequences == 8 * 7 * 6 * 5 * 4 * 3
    for wager, found in alone.wagers.items():
        assert together.mean(wager) == found.ev


def test_wagers_together_need_an_extra_and_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "punto.exact.together", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    rulebook = punto.rulebook("mbs-tiger")
    with pytest.raises(MissingExtra, match=r"pip install 'punto\[sim\]'"):
        joint(rulebook, punto.full_shoe(rulebook, 8))
    assert figures(rulebook, punto.full_shoe(rulebook, 8)).wagers.keys() >= {"banker", "tiger"}
