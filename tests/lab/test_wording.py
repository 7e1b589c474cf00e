"""Numbers as people read them."""

from fractions import Fraction

import pytest

from punto.lab.wording import decimal, percent, power_of_ten, shortened, units, whole


@pytest.mark.parametrize(
    ("number", "places", "text"),
    [
        (Fraction(1, 3), 4, "0.3333"),
        (Fraction(2, 3), 4, "0.6667"),
        (Fraction(-1, 3), 2, "−0.33"),
        (Fraction(-1, 1000), 2, "0.00"),
        (Fraction(123456789, 10), 1, "12,345,678.9"),
        (7, 0, "7"),
        (0.5, 0, "0"),
        (1.5, 0, "2"),
    ],
)
def test_decimals(number: Fraction | float, places: int, text: str) -> None:
    assert decimal(number, places) == text


@pytest.mark.parametrize(
    ("number", "text"), [(Fraction(1, 8), "+12.50"), (Fraction(0), "0.00"), (-0.02, "−2.00")]
)
def test_percent_with_a_sign(number: Fraction | float, text: str) -> None:
    assert percent(number, 2, signed=True) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(333, 2), "+166.5"),
        (Fraction(-1), "−1"),
        (Fraction(0), "0"),
        (Fraction(4, 3), "+1 1/3"),
        (Fraction(-2, 7), "−2/7"),
        (Fraction(9999), "+9,999"),
        (Fraction(19, 20), "+0.95"),
    ],
)
def test_units(number: Fraction, text: str) -> None:
    assert units(number, signed=True) == text


def test_whole_numbers_and_powers() -> None:
    assert whole(4_998_398_275_503_360) == "4,998,398,275,503,360"
    assert power_of_ten(10**7) == "10⁷"


def test_long_names_are_cut() -> None:
    assert shortened("Small Tiger", 11) == "Small Tiger"
    assert shortened("Small Tiger Pair", 11) == "Small Tige…"
