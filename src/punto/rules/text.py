"""The kinds of text a rulebook may hold. All of it ends on screens and in terminals."""

from typing import Annotated, Final

from msgspec import Meta

from punto.money import ODDS
from punto.rules.card_facts import RANKS

# No control characters, and nothing that switches the direction of writing.
_PLAIN: Final = r"^(?=.*\S)[^\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+\Z"
_ID: Final = r"^[a-z0-9]+(-[a-z0-9]+)*\Z"
_VERSION: Final = r"^[0-9A-Za-z.]+\Z"
_DATE: Final = r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])\Z"
_PAYS: Final = rf"^(push|lose|{ODDS})\Z"
_TIME: Final = r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z"

Id = Annotated[str, Meta(pattern=_ID, max_length=40)]
Name = Annotated[str, Meta(pattern=_PLAIN, max_length=100)]
Text = Annotated[str, Meta(pattern=_PLAIN, max_length=1000)]
Clause = Annotated[str, Meta(pattern=_PLAIN, max_length=40)]
Version = Annotated[str, Meta(pattern=_VERSION, max_length=20)]
Date = Annotated[str, Meta(pattern=_DATE)]
Pays = Annotated[str, Meta(pattern=_PAYS)]
Time = Annotated[str, Meta(pattern=_TIME)]

PATTERNS_IN_WORDS: Final = {
    _PLAIN: "text without control characters",
    _ID: "an id such as 'small-tiger'",
    _VERSION: "a version such as '3' or '5.1'",
    _DATE: "a date in quotes such as '2018-10-06'",
    _PAYS: "odds such as '12:1', 'push' or 'lose'",
    _TIME: "a time in quotes such as '23:59'",
}


def are_two_ranks(text: str) -> bool:
    """Whether this is written as two ranks, such as `KQ`."""
    return len(text) == len("KQ") and all(rank in RANKS for rank in text)
