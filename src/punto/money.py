"""Money is whole minor units; odds are a ratio of two whole numbers. Nothing is ever rounded."""

import re
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd
from typing import Final, Self

from punto.errors import WrongAmount

MAX_STAKE: Final = 10**15
"""The largest stake in minor units."""

MAX_ODDS: Final = 1_000_000
"""The largest term of odds: more than any table pays."""

_WHOLE: Final = r"(?:1000000|[1-9][0-9]{0,5})"
_DECIMAL: Final = r"(?=[0-9.]*[1-9])(?:0|[1-9][0-9]{0,2})\.[0-9]{1,3}"
ODDS: Final = rf"(?:{_WHOLE}:{_WHOLE}|{_DECIMAL}:[1-9][0-9]{{0,2}})"
"""How odds are written, `12:1` or `0.95:1`: no such text has a term above `MAX_ODDS`."""

_ODDS = re.compile(ODDS, re.ASCII)
_STAKE = re.compile(r"[1-9][0-9]{0,15}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Odds:
    """`Odds(pays=1, to=2)` adds one unit of winnings for every two staked, written `1:2`."""

    pays: int
    to: int
    written: str | None = field(default=None, compare=False, repr=False)
    """As the pay table has it, where it was read from one."""

    def __post_init__(self) -> None:
        """Keep the lowest terms, so that equal odds are equal values."""
        for term in (self.pays, self.to):
            if type(term) is not int or not 1 <= term <= MAX_ODDS:
                raise WrongAmount(f"odds are two whole numbers from 1 to {MAX_ODDS}, not {term!r}")
        common = gcd(self.pays, self.to)
        object.__setattr__(self, "pays", self.pays // common)
        object.__setattr__(self, "to", self.to // common)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `12:1`, or `0.95:1`, which is 19 for every 20 to the last unit."""
        if _ODDS.fullmatch(text) is None:
            raise WrongAmount(f"expected odds such as '12:1', got {text!r}")
        pays, _, to = text.partition(":")
        ratio = Fraction(pays) / int(to)
        return cls(ratio.numerator, ratio.denominator, text)

    def __str__(self) -> str:
        return self.written or f"{self.pays}:{self.to}"

    def winnings(self, stake: int) -> int:
        """What a winning stake earns on top of itself. The stake must be a multiple of `to`."""
        winnings, rest = divmod(stake * self.pays, self.to)
        assert rest == 0, f"a stake of {stake} at {self} would split the minor unit"
        return winnings


def parse_stake(text: str) -> int:
    """Read a stake in minor units: plain digits, at least 1, at most `MAX_STAKE`."""
    if _STAKE.fullmatch(text) is None or int(text) > MAX_STAKE:
        raise _no_stake(text)
    return int(text)


def checked_stake(stake: int) -> int:
    """Give the stake back if it is a whole number from 1 to `MAX_STAKE`."""
    if type(stake) is not int or not 1 <= stake <= MAX_STAKE:
        raise _no_stake(stake)
    return stake


def _no_stake(stake: object) -> WrongAmount:
    return WrongAmount(
        f"a stake is a whole number of minor units from 1 to {MAX_STAKE}, not {stake!r}"
    )


def in_major_units(amount: int, digits: int) -> str:
    """Write an amount as people read it: 123456 with two digits is 1,234.56."""
    whole, rest = divmod(abs(amount), 10**digits)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole:,}" + (f".{rest:0{digits}}" if digits else "")
