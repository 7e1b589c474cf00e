"""What the documents say of the cards, their values, and the edition itself."""

from dataclasses import astuple, dataclass

import pytest

from punto.cards import Rank
from punto.rules import Hand, Rulebook, newest_rulebooks
from punto.rules.rulebook import Shuffle
from punto.table import Limit, defects_of
from punto.table.command import OpenShoe
from tests.rules.citing import cards, cites
from tests.table.tables import done, refused, table_of


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


FEWEST_MOST_AND_CARDS = {
    "mbs-no-commission": (4, 10, 52),
    "rws-non-commission": (4, 8, 52),
    "zero-commission": (8, 8, 52),
    "mbs-tiger": (4, 10, 52),
    "mbs-elements": (4, 10, 65),
}


@cites(mbs="2.1", rws="2.2.1", zero="GAME RULES 9", tiger="2.1", elements="2.1")
def test_a_table_opens_with_these_decks_and_no_others(rulebook: Rulebook) -> None:
    fewest, most, size = FEWEST_MOST_AND_CARDS[rulebook.id]
    even = Limit(minimum=2, maximum=1_000)  # half a stake on Banker must be a whole number
    tables = [table_of(rulebook, decks=decks, limit=even) for decks in range(1, 13)]
    opens = [table.settings.decks for table in tables if not defects_of(table.settings)]
    assert opens == list(range(fewest, most + 1))
    for decks in opens:
        table = table_of(rulebook, decks=decks)
        shoe = [str(card) for card in rulebook.deck.cards] * decks
        assert len(shoe) == size * decks
        assert len(set(shoe)) == size
        done(table, OpenShoe(tuple(shoe), "dan"))
        short = refused(table, OpenShoe(tuple(shoe[1:]), "dan"))
        assert (short.code, short.clause) == ("shoe-incomplete", rulebook.shoe.clause)


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
