"""The side bets that come with the package, against what others have published of them.

`docs/mathematics.md` says where each figure was found. Some pages keep 15 digits of a count.
"""

from fractions import Fraction

import pytest

import punto
from punto.exact import WagerFigures
from punto.lab.parsheet.exposure import largest_exposure
from punto.rules import can_win

EDGES = [
    ("side-bets", "ox-6", 8, "10.3376"),
    ("side-bets", "kill", 8, "13.7559"),
    ("side-bets", "quik", 8, "8.1550"),
    ("side-bets", "four-cards", 6, "5.27"),
    ("side-bets", "five-cards", 6, "8.94"),
    ("side-bets", "six-cards", 6, "4.74"),
    ("side-bets", "small", 6, "5.27"),
    ("side-bets", "big", 6, "4.35"),
    ("side-bets", "eight-over-six", 8, "21.7887"),
    ("side-bets", "nine-over-seven", 8, "8.1032"),
    ("side-bets", "nine-over-one", 8, "13.8686"),
    ("side-bets", "three-card-nine-over-seven", 8, "11.89"),
    ("side-bets", "player-on-three", 8, "5.6860"),
    ("side-bets", "banker-on-three", 8, "8.3044"),
    ("side-bets", "three-giving-eight", 8, "8.6823"),
    ("majestic-match", "player-match", 8, "6.4597"),
    ("majestic-match", "banker-match", 8, "6.4597"),
    ("majestic-match", "player-match", 6, "6.6658"),
    ("majestic-match", "player-match", 4, "7.0792"),
    ("majestic-match", "player-match", 2, "8.3271"),
    ("majestic-match", "player-match", 1, "10.8597"),
]

COUNTS = {
    ("side-bets", "ox-6"): (109_309_407_541_248,),
    ("side-bets", "kill"): (84_102_272_663_808, 54_956_551_870_464),
    ("side-bets", "quik"): (28_979_901_420_544, 55_146_054_060_032, 839_502_186_734_592),
    ("side-bets", "eight-over-six"): (150_358_085_283_840,),
    ("side-bets", "nine-over-seven"): (90_066_027_282_432,),
    ("side-bets", "nine-over-one"): (28_511_182_835_712,),
    ("side-bets", "player-on-three"): (942_837_427_226_624,),
    ("side-bets", "banker-on-three"): (763_885_033_768_960,),
    ("side-bets", "three-giving-eight"): (22_708_577_366_016,),
}

MATCHING = {
    "aces": (
        652_458_240,
        40_210_759_680,
        1_174_231_511_040,
        20_748_232_028_160,
        227_334_747_041_792,
    ),
    "twos": (
        652_458_240,
        36_344_340_480,
        1_130_651_443_200,
        20_753_336_463_360,
        229_384_762_118_144,
    ),
    "threes": (840_162_535_680, 20_047_474_974_720, 233_294_440_835_072),
    "fours": (431_482_026_240, 18_841_460_736_000, 237_624_138_319_872),
    "fives": (
        652_458_240,
        43_303_895_040,
        1_201_241_210_880,
        20_626_123_653_120,
        225_192_490_123_264,
    ),
    "sixes": (
        652_458_240,
        40_210_759_680,
        1_079_228_067_840,
        18_905_100_472_320,
        219_826_491_219_968,
    ),
    "sevens": (
        652_458_240,
        30_158_069_760,
        986_765_414_400,
        17_958_953_410_560,
        222_199_903_375_360,
    ),
    "eights": (502_955_546_880, 14_755_316_551_680, 212_157_913_151_488),
}
"""Sequences with six, five, four, three and two cards of a rank, as far as there are any."""


def found(book: str, wager: str, decks: int = 8) -> WagerFigures:
    return punto.odds(book, decks=decks).wagers[wager]


@pytest.mark.parametrize(("book", "wager", "decks", "percent"), EDGES)
def test_published_edges(book: str, wager: str, decks: int, percent: str) -> None:
    digits = len(percent.partition(".")[2])
    edge = 100 * found(book, wager, decks).house_edge
    assert round(edge, digits) == Fraction(percent)


@pytest.mark.parametrize(("book", "wager"), COUNTS)
def test_published_counts(book: str, wager: str) -> None:
    lines = found(book, wager).lines
    assert tuple(line.sequences for line in lines[:-1]) == COUNTS[book, wager]


@pytest.mark.parametrize("rank", MATCHING)
def test_published_counts_of_matching_dragon(rank: str) -> None:
    lines = found("matching-dragon", f"matching-{rank}").lines
    assert tuple(line.sequences for line in lines[:-2]) == MATCHING[rank]


def test_published_counts_of_majestic_match() -> None:
    """They count two cards out of 416, without order; we count six in order."""
    lines = found("majestic-match", "player-match").lines
    orders = 2 * 414 * 413 * 412 * 411
    assert [line.sequences for line in lines] == [256 * orders, 21_168 * orders, 64_896 * orders]


def test_what_can_win_together_and_what_a_round_costs_at_the_most() -> None:
    book = punto.rulebook("majestic-match")
    assert can_win(book, {"player-match": 2})
    assert not can_win(book, {"player": 20, "banker": 20})
    assert largest_exposure(book, 8).winnings == 25 + 25 + 8
