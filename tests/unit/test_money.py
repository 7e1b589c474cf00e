from math import inf

import pytest

from punto.errors import WrongAmount
from punto.money import MAX_STAKE, Odds, checked_stake, in_major_units, parse_stake


def test_odds_are_kept_in_lowest_terms() -> None:
    assert Odds(2, 4) == Odds(1, 2)
    assert str(Odds(38, 40)) == "19:20"
    assert str(Odds.parse("12:1")) == "12:1"


@pytest.mark.parametrize(
    ("text", "exactly"),
    [
        ("0.95:1", Odds(19, 20)),
        ("1.5:1", Odds(3, 2)),
        ("999.999:999", Odds(999_999, 999_000)),
        ("1000000:1", Odds(1_000_000, 1)),
        ("38:40", Odds(19, 20)),
    ],
)
def test_odds_are_exact_and_stay_as_they_are_written(text: str, exactly: Odds) -> None:
    assert Odds.parse(text) == exactly
    assert str(Odds.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12",
        "0:1",
        "0.0:1",
        "1:0",
        "-1:1",
        "1:2:3",
        ".5:1",
        "05:1",
        "1:1.5",
        "12:1 ",
        "1000001:1",
    ],
)
def test_text_that_is_no_odds(text: str) -> None:
    with pytest.raises(WrongAmount, match="12:1"):
        Odds.parse(text)


@pytest.mark.parametrize(("pays", "to"), [(0, 1), (1, 0), (1_000_001, 1), (1.0, 1), (True, 1)])
def test_terms_that_are_no_odds(pays: int, to: int) -> None:
    with pytest.raises(WrongAmount, match="whole numbers from 1 to 1000000"):
        Odds(pays, to)


def test_winnings_are_exact() -> None:
    assert Odds(1, 2).winnings(MAX_STAKE) == MAX_STAKE // 2
    assert Odds(19, 20).winnings(20) == 19
    assert Odds(100, 1).winnings(7) == 700


def test_winnings_never_split_the_unit() -> None:
    with pytest.raises(AssertionError, match="would split the minor unit"):
        Odds(1, 2).winnings(25)


def test_stakes_at_the_limits() -> None:
    assert parse_stake("1") == 1
    assert parse_stake("1000000000000000") == MAX_STAKE == 10**15
    assert checked_stake(MAX_STAKE) == MAX_STAKE


WRONG = [
    "",
    "0",
    "-1",
    "+1",
    "1.5",
    "1e3",
    " 1",
    "1 ",
    "1_000",
    "0x10",
    "٣",
    "01",
    str(10**15 + 1),
    "9" * 99,
]


@pytest.mark.parametrize("text", WRONG)
def test_text_that_is_no_stake(text: str) -> None:
    with pytest.raises(WrongAmount, match="whole number of minor units"):
        parse_stake(text)


@pytest.mark.parametrize("stake", [0, -1, 10**15 + 1, 2**63, 1.0, inf, True, None, "1"])
def test_values_that_are_no_stake(stake: int) -> None:
    with pytest.raises(WrongAmount, match="whole number of minor units"):
        checked_stake(stake)


@pytest.mark.parametrize(
    ("amount", "digits", "written"),
    [
        (123_456, 2, "1,234.56"),
        (5, 2, "0.05"),
        (-150, 2, "-1.50"),
        (1_000_000, 0, "1,000,000"),
        (12_345, 3, "12.345"),
    ],
)
def test_an_amount_as_people_read_it(amount: int, digits: int, written: str) -> None:
    assert in_major_units(amount, digits) == written
