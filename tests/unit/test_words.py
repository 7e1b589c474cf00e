"""Pay lines in English."""

import pytest

from punto.rules import Condition, PayLine
from punto.rules.condition import Case
from punto.rules.words import describe, describe_line


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (Condition(), "Otherwise"),
        (Condition(winner="banker", banker_total=6), "Banker wins with 6"),
        (
            Condition(winner="banker", banker_total=(6, 7), banker_cards=2),
            "Banker wins with 6 or 7 on two cards",
        ),
        (Condition(winner="tie", player_total=6), "Tie on 6"),
        (Condition(winner="player", margin=9), "Player wins by 9"),
        (Condition(winner="player", natural=True), "Player wins with a natural"),
        (Condition(winner="tie", natural=False), "Tie without a natural"),
        (Condition(winner=("banker", "tie")), "The result is Banker or Tie"),
        (Condition(pairs=1), "One hand starts with a pair"),
        (Condition(pairs=(1, 2)), "One or two hands start with a pair"),
        (Condition(pairs=2, twin=False), "Two pairs of different ranks"),
        (
            Condition(pairs=(1, 2), twin=False),
            "One or two hands start with a pair, not the same pair in both hands",
        ),
        (Condition(twin=True), "The same pair in both hands"),
        (Condition(twin=False), "Not the same pair in both hands"),
        (Condition(player_pair=True), "Player’s first two are a pair"),
        (Condition(banker_pair=False), "Banker’s first two are no pair"),
        (Condition(suited_pairs=2), "Two hands start with a pair of one suit"),
        (Condition(player_suited=True), "Player’s first two are of one suit"),
        (Condition(natural=True), "A natural"),
        (
            Condition(player_cards=3, banker_cards=3, margin=1),
            "Player has three cards, Banker has three cards, the totals differ by 1",
        ),
        (Condition(sum=(0, 18)), "The totals add up to 0 or 18"),
        (Condition(difference=-3), "Player’s total less Banker’s is -3"),
        (Condition(cards=(5, 6)), "Five or six cards in all"),
        (Condition(natural=(True, False), pairs=(0, 1)), "No or one hands start with a pair"),
        (
            Condition(
                cards=6,
                any_of=(Case(winner="player", player_total=9), Case(winner="tie")),
                none_of=(Case(natural=True),),
            ),
            "Six cards in all, either Player wins with 9 or tie, but not a natural",
        ),
        (
            Condition(none_of=(Case(winner="tie", player_pair=True), Case())),
            "Any round, but not tie and Player’s first two are a pair, but not anything",
        ),
        (Condition(player_initial_total=(0, 1)), "Player starts with 0 or 1"),
        (Condition(banker_pair_rank=("T", "K")), "Banker starts with a pair of 10 or K"),
        (Condition(player_ranks=("KQ", "T8")), "Player’s first two are Q and K or 8 and 10"),
        (Condition(player_suit="spades"), "Player’s first two are spades"),
        (
            Condition(banker_colour=("red", "mixed")),
            "Banker’s first two are red or of both colours",
        ),
        (Condition(player_third_value=8), "Player’s third card counts 8"),
        (Condition(banker_third_rank=("A", "T")), "Banker’s third card is A or 10"),
        (Condition(player_third_suit="hearts"), "Player’s third card is of hearts"),
        (Condition(banker_third_colour="black"), "Banker’s third card is black"),
        (Condition(colour="red"), "All cards are red"),
        (Condition(sixes=(1, 2), kings=0), "One or two of rank 6, none of rank K"),
        (
            Condition(winner="banker", banker_total=6, player_total=(4, 5), player_pair=True),
            "Banker wins with 6, Player has 4 or 5, Player’s first two are a pair",
        ),
    ],
)
def test_words(condition: Condition, words: str) -> None:
    assert describe(condition) == words


def test_a_named_line_begins_with_its_name() -> None:
    single = PayLine(pays="4:1", name="Single", when=Condition(pairs=1))
    assert describe_line(single) == "Single: One hand starts with a pair"
    assert describe_line(PayLine(pays="lose")) == "Otherwise"
