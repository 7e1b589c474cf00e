"""Every pay line of every wager: rounds that hit it, and the nearest rounds that miss."""

import pytest

import punto
from punto.rules import Rulebook, facts_of, newest_rulebooks
from punto.rules.deal import deal
from tests.rules.citing import as_text, bet_on, cards, cites

# Ranks in dealing order: Player, Banker, Player, Banker, then third cards. No pairs unless named.
PLAYER_5_BANKER_6_ON_TWO = "2 4 3 2 T"
PLAYER_5_BANKER_6_ON_THREE = "2 2 3 A T 3"
PLAYER_7_BANKER_6_ON_TWO = "3 4 4 2"
PLAYER_7_BANKER_6_ON_THREE = "3 2 4 A 3"
TIE_6_ON_TWO = "2 4 4 2"
TIE_6_ON_THREE = "4 2 2 A 3"
TIE_5 = "2 5 3 X T"
PLAYER_6_BANKER_7_ON_TWO = "2 4 4 3"
PLAYER_5_BANKER_7_ON_THREE = "2 2 3 A T 4"
PLAYER_8_BANKER_7_ON_THREE = "2 2 3 A 3 4"
TIE_7_BANKER_ON_THREE = "3 2 4 A 4"
PLAYER_WINS_4_TO_3 = "4 A X 2 T T"
NATURAL_9_TO_8 = "9 8 X T"
NATURAL_8_TO_9 = "8 9 X T"
NATURAL_TIE = "8 3 X 5"

PAIR_OF_TENS_PLAYER = "T 7 T 2"
TEN_JACK_PLAYER = "T 7 X 2"
PAIR_OF_TENS_BANKER = "7 T 2 T"
TEN_JACK_BANKER = "7 T 2 X"
TWIN_NINES = "9 9 9 9"
TWO_DIFFERENT_PAIRS = "9 4 9 4"
TENS_AGAINST_PICTURES = "T X T X 5 5"
TWIN_PICTURES = "X X X X 5 5"

Case = tuple[str, str, str, str | None, str | None]


def check(rulebook: Rulebook, cases: list[Case]) -> None:
    """Settle each case: wager, cards, and the outcome, odds and clause that the text gives it.

    What it says of a wager is not all true unless every pay line of the wager is met.
    """
    for name in dict.fromkeys(wager for wager, *_ in cases):
        wager = rulebook.wager(name)
        facts = [facts_of(deal(cards(rulebook, ranks))) for w, ranks, *_ in cases if w == name]
        met = {wager.line_for(fact) for fact in facts}
        assert met >= set(wager.lines), f"no case meets a line of {name}"
        assert any(line.pays == "lose" for line in met), f"no case loses {name}"
    for name, ranks, *expected in cases:
        assert as_text(bet_on(rulebook, ranks, name)) == tuple(expected), (name, ranks)


def main_cases(odds: str, tie: str, lost: str, tie_lost: str) -> list[Case]:
    """List the cases of Player, Banker (six pays half) and Tie under their clauses."""
    return [
        ("player", PLAYER_7_BANKER_6_ON_TWO, "win", "1:1", odds),
        ("player", PLAYER_WINS_4_TO_3, "win", "1:1", odds),
        ("player", PLAYER_5_BANKER_6_ON_TWO, "lose", None, lost),
        ("player", TIE_5, "push", None, tie),
        ("banker", PLAYER_5_BANKER_6_ON_TWO, "win", "1:2", odds),
        ("banker", PLAYER_5_BANKER_6_ON_THREE, "win", "1:2", odds),
        ("banker", PLAYER_5_BANKER_7_ON_THREE, "win", "1:1", odds),
        ("banker", PLAYER_6_BANKER_7_ON_TWO, "win", "1:1", odds),
        ("banker", NATURAL_8_TO_9, "win", "1:1", odds),
        ("banker", PLAYER_7_BANKER_6_ON_TWO, "lose", None, lost),
        ("banker", PLAYER_7_BANKER_6_ON_THREE, "lose", None, lost),
        ("banker", PLAYER_8_BANKER_7_ON_THREE, "lose", None, lost),
        ("banker", TIE_6_ON_TWO, "push", None, tie),
        ("banker", TIE_6_ON_THREE, "push", None, tie),
        ("tie", TIE_5, "win", "8:1", odds),
        ("tie", TIE_6_ON_TWO, "win", "8:1", odds),
        ("tie", NATURAL_TIE, "win", "8:1", odds),
        ("tie", PLAYER_WINS_4_TO_3, "lose", None, tie_lost),
    ]


@cites(mbs="4.1", tiger="4.1", elements="4.1")
def test_main_wagers(rulebook: Rulebook) -> None:
    check(rulebook, main_cases(odds="4.1", tie="3.10.1", lost="3.10", tie_lost="3.10"))


@cites(rws=("DEFINITION Non-Commission Baccarat", "4.1.1"))
def test_main_wagers_on_terminals(rulebook: Rulebook) -> None:
    check(rulebook, main_cases(odds="4.1.1", tie="3.8", lost="3.7", tie_lost="3.8"))


@cites(zero=("PAYTABLE", "PAYTABLE *", "PAYTABLE **"))
def test_main_wagers_of_the_online_game(rulebook: Rulebook) -> None:
    lost = "GAME RULES 5"
    check(
        rulebook,
        [
            ("player", PLAYER_7_BANKER_6_ON_TWO, "win", "1:1", "PAYTABLE"),
            ("player", PLAYER_5_BANKER_7_ON_THREE, "lose", None, lost),
            ("player", TIE_7_BANKER_ON_THREE, "push", None, "PAYTABLE **"),
            ("banker", PLAYER_5_BANKER_7_ON_THREE, "push", None, "PAYTABLE *"),
            ("banker", PLAYER_6_BANKER_7_ON_TWO, "win", "1:1", "PAYTABLE"),
            ("banker", PLAYER_5_BANKER_6_ON_TWO, "win", "1:1", "PAYTABLE"),
            ("banker", PLAYER_5_BANKER_6_ON_THREE, "win", "1:1", "PAYTABLE"),
            ("banker", PLAYER_8_BANKER_7_ON_THREE, "lose", None, lost),
            ("banker", TIE_7_BANKER_ON_THREE, "push", None, "PAYTABLE **"),
            ("tie", TIE_7_BANKER_ON_THREE, "win", "9:1", "PAYTABLE"),
            ("tie", NATURAL_TIE, "win", "9:1", "PAYTABLE"),
            ("tie", PLAYER_5_BANKER_7_ON_THREE, "lose", None, lost),
        ],
    )


def pair_cases(odds: str, player_lost: str, banker_lost: str) -> list[Case]:
    """List the cases of the two pair wagers under their clauses."""
    return [
        ("player-pair", PAIR_OF_TENS_PLAYER, "win", "11:1", odds),
        ("player-pair", TEN_JACK_PLAYER, "lose", None, player_lost),
        ("player-pair", PAIR_OF_TENS_BANKER, "lose", None, player_lost),
        ("player-pair", "2 9 3 7 3", "lose", None, player_lost),
        ("player-pair", TWO_DIFFERENT_PAIRS, "win", "11:1", odds),
        ("banker-pair", PAIR_OF_TENS_BANKER, "win", "11:1", odds),
        ("banker-pair", TEN_JACK_BANKER, "lose", None, banker_lost),
        ("banker-pair", PAIR_OF_TENS_PLAYER, "lose", None, banker_lost),
        ("banker-pair", "3 2 4 A A", "lose", None, banker_lost),
        ("banker-pair", TWIN_NINES, "win", "11:1", odds),
    ]


@cites(
    mbs=("1.1.4", "3.8", "3.8.1", "3.8.2", "4.1"),
    elements=("1.1.5", "3.8", "3.8.1", "3.8.2", "4.1"),
)
def test_pairs(rulebook: Rulebook) -> None:
    check(rulebook, pair_cases(odds="4.1", player_lost="3.8.1", banker_lost="3.8.2"))


@cites(rws=("DEFINITION Player Pair or Banker Pair", "3.4", "4.1.1"))
def test_pairs_on_terminals(rulebook: Rulebook) -> None:
    check(rulebook, pair_cases(odds="4.1.1", player_lost="3.4", banker_lost="3.4"))


@cites(tiger=("1.1.10", "1.1.10.1", "1.1.10.2", "1.1.10.3", "3.8", "4.2"))
def test_tiger_pair_pays_its_highest_class_only(rulebook: Rulebook) -> None:
    names = ["Single Tiger Pair", "Double Tiger Pair", "Twin Tiger Pair", None]
    assert [line.name for line in rulebook.wager("tiger-pair").lines] == names
    check(
        rulebook,
        [
            ("tiger-pair", PAIR_OF_TENS_PLAYER, "win", "4:1", "4.2"),
            ("tiger-pair", PAIR_OF_TENS_BANKER, "win", "4:1", "4.2"),
            ("tiger-pair", TWO_DIFFERENT_PAIRS, "win", "20:1", "4.2"),
            ("tiger-pair", TENS_AGAINST_PICTURES, "win", "20:1", "4.2"),
            ("tiger-pair", TWIN_NINES, "win", "100:1", "4.2"),
            ("tiger-pair", TWIN_PICTURES, "win", "100:1", "4.2"),
            ("tiger-pair", TEN_JACK_PLAYER, "lose", None, "3.8"),
            ("tiger-pair", "2 9 3 7 3", "lose", None, "3.8"),
        ],
    )


def six_cases(wager: str, two: str | None, three: str | None, odds: str, lost: str) -> list[Case]:
    """List the cases of a wager on a Banker win with six."""
    return [
        (wager, PLAYER_5_BANKER_6_ON_TWO, *(("win", two, odds) if two else ("lose", None, lost))),
        (
            wager,
            PLAYER_5_BANKER_6_ON_THREE,
            *(("win", three, odds) if three else ("lose", None, lost)),
        ),
        (wager, PLAYER_7_BANKER_6_ON_TWO, "lose", None, lost),
        (wager, PLAYER_7_BANKER_6_ON_THREE, "lose", None, lost),
        (wager, TIE_6_ON_TWO, "lose", None, lost),
        (wager, TIE_6_ON_THREE, "lose", None, lost),
        (wager, PLAYER_5_BANKER_7_ON_THREE, "lose", None, lost),
        (wager, PLAYER_6_BANKER_7_ON_TWO, "lose", None, lost),
    ]


@cites(tiger=("1.1.9", "3.11", "4.3"))
def test_tiger(rulebook: Rulebook) -> None:
    check(rulebook, six_cases("tiger", "12:1", "20:1", "4.3", "1.1.9"))


@cites(tiger=("1.1.7", "3.12", "4.3"))
def test_small_tiger(rulebook: Rulebook) -> None:
    check(rulebook, six_cases("small-tiger", "22:1", None, "4.3", "1.1.7"))


@cites(tiger=("1.1.1", "3.13", "4.3"))
def test_big_tiger(rulebook: Rulebook) -> None:
    check(rulebook, six_cases("big-tiger", None, "50:1", "4.3", "1.1.1"))


@cites(elements=("1.1.1", "3.11", "4.1"))
def test_fortune_six(rulebook: Rulebook) -> None:
    check(rulebook, six_cases("fortune-six", "12:1", "20:1", "4.1", "1.1.1"))


@cites(tiger=("1.1.11", "3.10.1", "3.14", "4.3"))
def test_tiger_tie(rulebook: Rulebook) -> None:
    check(
        rulebook,
        [
            ("tiger-tie", TIE_6_ON_TWO, "win", "35:1", "4.3"),
            ("tiger-tie", TIE_6_ON_THREE, "win", "35:1", "4.3"),
            ("tiger-tie", TIE_5, "lose", None, "1.1.11"),
            ("tiger-tie", NATURAL_TIE, "lose", None, "1.1.11"),
            ("tiger-tie", PLAYER_5_BANKER_6_ON_TWO, "lose", None, "1.1.11"),
        ],
    )


# Every book of the trade has these, and the nearest rounds that miss.
LOSING_MAIN: list[tuple[str, str, str, str | None]] = [
    ("player", PLAYER_5_BANKER_6_ON_TWO, "lose", None),
    ("banker", PLAYER_7_BANKER_6_ON_TWO, "lose", None),
    ("banker", PLAYER_8_BANKER_7_ON_THREE, "lose", None),
    ("tie", PLAYER_WINS_4_TO_3, "lose", None),
]
LOSING_PAIRS: list[tuple[str, str, str, str | None]] = [
    ("player-pair", PAIR_OF_TENS_BANKER, "lose", None),
    ("player-pair", TEN_JACK_PLAYER, "lose", None),
    ("banker-pair", PAIR_OF_TENS_PLAYER, "lose", None),
    ("banker-pair", TEN_JACK_BANKER, "lose", None),
]

# The rest of the trade cites no clauses.
TRADE: dict[str, list[tuple[str, str, str, str | None]]] = {
    "commission": [
        *LOSING_MAIN,
        *LOSING_PAIRS,
        ("player", PLAYER_7_BANKER_6_ON_TWO, "win", "1:1"),
        ("player", TIE_5, "push", None),
        ("player", PLAYER_5_BANKER_6_ON_TWO, "lose", None),
        ("banker", PLAYER_5_BANKER_6_ON_TWO, "win", "19:20"),
        ("banker", PLAYER_6_BANKER_7_ON_TWO, "win", "19:20"),
        ("banker", TIE_5, "push", None),
        ("tie", TIE_5, "win", "8:1"),
        ("player-pair", PAIR_OF_TENS_PLAYER, "win", "11:1"),
        ("banker-pair", PAIR_OF_TENS_BANKER, "win", "11:1"),
    ],
    "ez": [
        *LOSING_MAIN,
        ("player", PLAYER_7_BANKER_6_ON_TWO, "win", "1:1"),
        ("player", TIE_5, "push", None),
        ("banker", PLAYER_5_BANKER_7_ON_THREE, "push", None),
        ("banker", PLAYER_6_BANKER_7_ON_TWO, "win", "1:1"),
        ("banker", PLAYER_5_BANKER_6_ON_TWO, "win", "1:1"),
        ("banker", TIE_7_BANKER_ON_THREE, "push", None),
        ("tie", TIE_5, "win", "8:1"),
        ("dragon-7", PLAYER_5_BANKER_7_ON_THREE, "win", "40:1"),
        ("dragon-7", PLAYER_6_BANKER_7_ON_TWO, "lose", None),
        ("dragon-7", PLAYER_8_BANKER_7_ON_THREE, "lose", None),
        ("dragon-7", TIE_7_BANKER_ON_THREE, "lose", None),
        ("panda-8", PLAYER_8_BANKER_7_ON_THREE, "win", "25:1"),
        ("panda-8", "8 2 X 3", "lose", None),
        ("panda-8", "2 8 3 X", "lose", None),
    ],
    "super-6": [
        *LOSING_MAIN,
        ("player", PLAYER_7_BANKER_6_ON_TWO, "win", "1:1"),
        ("player", TIE_5, "push", None),
        ("banker", PLAYER_5_BANKER_6_ON_TWO, "win", "1:2"),
        ("banker", PLAYER_6_BANKER_7_ON_TWO, "win", "1:1"),
        ("banker", TIE_6_ON_TWO, "push", None),
        ("tie", TIE_6_ON_TWO, "win", "8:1"),
        ("super-6", PLAYER_5_BANKER_6_ON_TWO, "win", "12:1"),
        ("super-6", PLAYER_5_BANKER_6_ON_THREE, "win", "12:1"),
        ("super-6", PLAYER_7_BANKER_6_ON_TWO, "lose", None),
        ("super-6", TIE_6_ON_TWO, "lose", None),
    ],
    "lucky-6": [
        *LOSING_MAIN,
        ("player", PLAYER_7_BANKER_6_ON_TWO, "win", "1:1"),
        ("player", TIE_5, "push", None),
        ("banker", PLAYER_5_BANKER_6_ON_THREE, "win", "1:2"),
        ("banker", PLAYER_6_BANKER_7_ON_TWO, "win", "1:1"),
        ("banker", TIE_6_ON_TWO, "push", None),
        ("tie", TIE_6_ON_TWO, "win", "8:1"),
        ("lucky-6", PLAYER_5_BANKER_6_ON_TWO, "win", "12:1"),
        ("lucky-6", PLAYER_5_BANKER_6_ON_THREE, "win", "20:1"),
        ("lucky-6", PLAYER_7_BANKER_6_ON_THREE, "lose", None),
        ("lucky-6", TIE_6_ON_THREE, "lose", None),
    ],
    "dragon-bonus": [
        *LOSING_MAIN,
        ("player", PLAYER_7_BANKER_6_ON_TWO, "win", "1:1"),
        ("player", TIE_5, "push", None),
        ("banker", PLAYER_5_BANKER_6_ON_TWO, "win", "19:20"),
        ("banker", TIE_6_ON_TWO, "push", None),
        ("tie", NATURAL_TIE, "win", "8:1"),
        ("dragon-bonus-player", NATURAL_9_TO_8, "win", "1:1"),
        ("dragon-bonus-player", "9 2 X 8", "win", "1:1"),  # natural 9 to 0
        ("dragon-bonus-player", NATURAL_8_TO_9, "lose", None),
        ("dragon-bonus-player", NATURAL_TIE, "push", None),
        ("dragon-bonus-player", TIE_5, "lose", None),
        ("dragon-bonus-player", "2 2 3 3 4 5", "win", "30:1"),  # 9 to 0
        ("dragon-bonus-player", "2 2 3 3 4 6", "win", "10:1"),  # 9 to 1
        ("dragon-bonus-player", "2 2 3 3 4 7", "win", "6:1"),  # 9 to 2
        ("dragon-bonus-player", "2 2 3 3 4 8", "win", "4:1"),  # 9 to 3
        ("dragon-bonus-player", "2 2 3 3 4 9", "win", "2:1"),  # 9 to 4
        ("dragon-bonus-player", "2 2 3 3 4 T", "win", "1:1"),  # 9 to 5
        ("dragon-bonus-player", "2 2 3 3 4 A", "lose", None),  # 9 to 6
        ("dragon-bonus-banker", NATURAL_8_TO_9, "win", "1:1"),
        ("dragon-bonus-banker", NATURAL_9_TO_8, "lose", None),
        ("dragon-bonus-banker", NATURAL_TIE, "push", None),
        ("dragon-bonus-banker", TIE_5, "lose", None),
        ("dragon-bonus-banker", "2 2 3 3 5 4", "win", "30:1"),  # 0 to 9
        ("dragon-bonus-banker", "2 2 3 3 5 3", "win", "10:1"),  # 0 to 8
        ("dragon-bonus-banker", "2 2 3 3 5 2", "win", "6:1"),  # 0 to 7
        ("dragon-bonus-banker", "2 2 3 3 5 A", "win", "4:1"),  # 0 to 6
        ("dragon-bonus-banker", "2 2 3 3 5 T", "win", "2:1"),  # 0 to 5
        ("dragon-bonus-banker", "2 2 3 3 5 9", "win", "1:1"),  # 0 to 4
        ("dragon-bonus-banker", "2 2 3 3 5 8", "lose", None),  # 0 to 3
    ],
    "pairs": [
        *LOSING_MAIN,
        *LOSING_PAIRS,
        ("player", PLAYER_7_BANKER_6_ON_TWO, "win", "1:1"),
        ("player", TIE_5, "push", None),
        ("banker", PLAYER_5_BANKER_6_ON_TWO, "win", "19:20"),
        ("banker", TIE_6_ON_TWO, "push", None),
        ("tie", TIE_5, "win", "8:1"),
        ("player-pair", PAIR_OF_TENS_PLAYER, "win", "11:1"),
        ("player-pair", TEN_JACK_PLAYER, "lose", None),
        ("banker-pair", PAIR_OF_TENS_BANKER, "win", "11:1"),
        ("either-pair", PAIR_OF_TENS_PLAYER, "win", "5:1"),
        ("either-pair", PAIR_OF_TENS_BANKER, "win", "5:1"),
        ("either-pair", TWO_DIFFERENT_PAIRS, "win", "5:1"),
        ("either-pair", TEN_JACK_BANKER, "lose", None),
    ],
}


@pytest.mark.parametrize("rulebook", newest_rulebooks()[5:], ids=lambda rulebook: rulebook.id)
def test_the_rest_of_the_trade(rulebook: Rulebook) -> None:
    check(rulebook, [(*case, None) for case in TRADE[rulebook.id]])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("9s 2h 9s 3h 4d", ("win", "25:1", None)),
        ("2h 9s 3h 9s 4d", ("win", "25:1", None)),
        ("9s 4h 9s 4h", ("win", "200:1", None)),
        ("9s 4h 9s 4d", ("win", "25:1", None)),
        ("9s 4h 9d 4d", ("lose", None, None)),
        ("4s 2h 2s 5h", ("lose", None, None)),
    ],
)
def test_perfect_pair_wants_rank_and_suit(
    text: str, expected: tuple[str, str | None, None]
) -> None:
    assert as_text(punto.settle("pairs", text, {"perfect-pair": 100}).bets[0]) == expected


def test_the_trade_is_all_there() -> None:
    books = {rulebook.id: rulebook for rulebook in newest_rulebooks()[5:]}
    cases = {name: {wager for wager, *_ in cases} for name, cases in TRADE.items()}
    assert cases.pop("pairs") | {"perfect-pair"} == {w.id for w in books.pop("pairs").wagers}
    assert cases == {name: {wager.id for wager in book.wagers} for name, book in books.items()}
