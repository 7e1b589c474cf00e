"""Facts of single cards in English: `Player’s third card is 8 or 9`."""

from collections.abc import Sequence
from typing import Final

from punto.rules.card_facts import NUMBERS
from punto.rules.facts import Value

COUNTS: Final = ("no", "one", "two", "three", "four", "five", "six")

_OF_A_HAND: Final = {
    "initial_total": "{} starts with {}",
    "pair_rank": "{} starts with a pair of {}",
    "ranks": "{}’s first two are {}",
    "suit": "{}’s first two are {}",
    "colour": "{}’s first two are {}",
    "third_value": "{}’s third card counts {}",
    "third_rank": "{}’s third card is {}",
    "third_suit": "{}’s third card is of {}",
    "third_colour": "{}’s third card is {}",
}


def card_phrase(name: str, values: Sequence[Value]) -> str:
    """Say what one fact of single cards asks for."""
    if name in NUMBERS:
        counts = either([COUNTS[int(value)] if value else "none" for value in values])
        return f"{counts} of rank {_written(NUMBERS[name].symbol)}"
    if name == "colour":
        return f"all cards are {either([_written(value) for value in values])}"
    side, _, what = name.partition("_")
    told = [_two(str(value)) if what == "ranks" else _written(value) for value in values]
    return _OF_A_HAND[what].format(side.title(), either(told))


def _written(value: Value) -> str:
    return {"T": "10", "mixed": "of both colours"}.get(str(value), str(value))


def _two(ranks: str) -> str:
    return " and ".join(map(_written, ranks))


def either(values: Sequence[Value]) -> str:
    """Join what will do: `4, 5 or 6`."""
    words = [str(value) for value in values]
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
