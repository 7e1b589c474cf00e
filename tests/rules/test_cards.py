"""What the documents say of the cards, their values, and the edition itself."""

import re
from dataclasses import astuple, dataclass

import pytest

from punto.cards import Rank
from punto.rules import Hand, Rulebook, find_rulebook, newest_rulebooks
from punto.rules.rulebook import Shuffle
from tests.rules.citing import cards, cites


@dataclass
class Edition:
    title: str
    operator: str | None
    version: str | None
    effective: str
    time: str | None = None


EDITIONS = {
    "mbs-no-commission": Edition("No Commission Baccarat", "MBS", "6", "2017-02-17"),
    "rws-non-commission": Edition(
        "Non-Commission Baccarat (Electronic Table Game)", "RWS", "4", "2016-05-12", "23:59"
    ),
    "zero-commission": Edition("Baccarat Zero Commission", None, None, "2020-04-27"),
    "mbs-tiger": Edition("Tiger No Commission Baccarat", "MBS", "3", "2018-10-06"),
    "mbs-elements": Edition("Sands Elements No Commission Baccarat", "MBS", "2", "2017-05-05"),
}


@cites(
    mbs="TITLE", rws=("TITLE", "DEFINITION House"), zero="TITLE", tiger="TITLE", elements="TITLE"
)
def test_edition(rulebook: Rulebook) -> None:
    assert astuple(EDITIONS[rulebook.id]) == (
        rulebook.title,
        rulebook.operator,
        rulebook.version,
        rulebook.effective,
        rulebook.effective_time,
    )


@cites(zero=("FILE DATE", "SERVER VERSION", "RNG VERSION"))
def test_file_date_and_versions(rulebook: Rulebook) -> None:
    assert rulebook.build is not None
    assert rulebook.build.file_date == "2020/04/27 08:20:03 (UTC)"
    assert rulebook.build.file_date_clause == "FILE DATE"
    assert rulebook.build.server_version_clause == "SERVER VERSION"
    assert rulebook.build.rng_version_clause == "RNG VERSION"
    said = " ".join(rulebook.clauses.values())
    assert not re.search(r"5\.1\.\d+", said), "the versions shown are ours, not another vendor's"


FEWEST_MOST_AND_CARDS = {
    "mbs-no-commission": (4, 10, 52),
    "rws-non-commission": (4, 8, 52),
    "zero-commission": (8, 8, 52),
    "mbs-tiger": (4, 10, 52),
    "mbs-elements": (4, 10, 65),
}


@cites(mbs="2.1", rws="2.2.1", zero="GAME RULES 9", tiger="2.1", elements="2.1")
def test_decks(rulebook: Rulebook) -> None:
    shoe = rulebook.shoe
    expected = FEWEST_MOST_AND_CARDS[rulebook.id]
    assert (shoe.min_decks, shoe.max_decks, rulebook.deck_rule.cards) == expected
    assert len(set(rulebook.deck.cards)) == expected[2]
    assert shoe.default_decks == 8


@cites(zero="GAME RULES 9")
def test_cards_are_shuffled_at_the_start_of_each_game(rulebook: Rulebook) -> None:
    assert rulebook.shoe.shuffle is Shuffle.ROUND
    assert rulebook.shoe.shuffle_clause == "GAME RULES 9"


@pytest.mark.parametrize("name", [name for name in EDITIONS if name != "zero-commission"])
def test_where_a_document_is_silent_a_shuffle_serves_a_shoe(name: str) -> None:
    shoe = find_rulebook(name).shoe
    assert (shoe.shuffle, shoe.shuffle_clause) == (Shuffle.SHOE, None)


@pytest.mark.parametrize("rulebook", newest_rulebooks()[5:], ids=lambda rulebook: rulebook.id)
def test_the_trade_plays_one_to_ten_decks_of_52(rulebook: Rulebook) -> None:
    shoe = rulebook.shoe
    assert (shoe.min_decks, shoe.max_decks, shoe.default_decks) == (1, 10, 8)
    assert (shoe.shuffle, rulebook.deck_rule.cards) == (Shuffle.SHOE, 52)
    assert (rulebook.operator, rulebook.version, rulebook.effective) == (None, "1", None)


FACES = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9}


@cites(
    mbs=("3.3", "3.3.1"),
    rws="3.7",
    zero="GAME RULES 3",
    tiger=("3.3", "3.3.1"),
    elements=("3.3", "3.3.1"),
)
def test_aces_count_one_and_two_to_nine_their_face(rulebook: Rulebook) -> None:
    values = {rank.symbol: rank.points for rank in rulebook.deck.ranks if rank.points}
    assert values == FACES


@cites(mbs="3.3.2", rws="3.7", zero="GAME RULES 3", tiger="3.3.2")
def test_ten_jack_queen_and_king_count_zero(rulebook: Rulebook) -> None:
    zeros = {rank for rank in rulebook.deck.ranks if rank.points == 0}
    assert zeros == {Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING}


@cites(elements="3.3.2")
def test_ten_sau_luk_and_fuk_count_zero_in_each_of_five_suits(rulebook: Rulebook) -> None:
    zeros = [card for card in rulebook.deck.cards if card.points == 0]
    assert {card.rank for card in zeros} == {Rank.TEN, Rank.SAU, Rank.LUK, Rank.FUK}
    assert len(rulebook.deck.suits) == 5
    assert len(zeros) == 4 * 5


@cites(
    mbs=("1.1.5", "3.4", "3.4.1"),
    rws="3.7",
    zero="GAME RULES 2",
    tiger=("1.1.5", "3.4", "3.4.1"),
    elements=("1.1.6", "3.4", "3.4.1"),
)
def test_a_sum_up_to_nine_is_the_total(rulebook: Rulebook) -> None:
    assert Hand.of(cards(rulebook, "4 5")).total == 9
    assert Hand.of(cards(rulebook, "X T")).total == 0
    assert Hand.of(cards(rulebook, "A 2 3")).total == 6


@cites(mbs="3.4.2", rws="3.7", zero="GAME RULES 2", tiger="3.4.2", elements="3.4.2")
def test_of_a_higher_sum_only_the_right_digit_counts(rulebook: Rulebook) -> None:
    assert Hand.of(cards(rulebook, "5 5")).total == 0
    assert Hand.of(cards(rulebook, "7 8")).total == 5
    assert Hand.of(cards(rulebook, "9 9 9")).total == 7
