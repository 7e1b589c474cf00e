"""How a round ends, as one of 400 numbered endings: both totals and both numbers of cards."""

from functools import cache
from typing import Final, NamedTuple

from punto.rules.facts import Facts, facts

ENDINGS: Final = 400


class Ending(NamedTuple):
    """Final totals and card counts of both hands."""

    player_total: int
    banker_total: int
    player_cards: int
    banker_cards: int

    @property
    def number(self) -> int:
        """Its place in an array of endings."""
        cards = 2 * (self.player_cards - 2) + self.banker_cards - 2
        return 100 * cards + 10 * self.player_total + self.banker_total


def ending_of(number: int) -> Ending:
    """Turn a place in an array of endings back into the ending."""
    cards, totals = divmod(number, 100)
    return Ending(totals // 10, totals % 10, 2 + cards // 2, 2 + cards % 2)


class Trait(NamedTuple):
    """What wagers on the first two cards of the hands ask about."""

    player_pair: bool = False
    banker_pair: bool = False
    twin: bool = False
    player_suited: bool = False
    banker_suited: bool = False

    @property
    def number(self) -> int:
        """Its place in an array of traits: one bit for each question."""
        return sum(int(answer) << place for place, answer in enumerate(self))


TRAITS: Final = 32


def trait_of(number: int) -> Trait:
    """Turn a place in an array of traits back into the trait."""
    return Trait(*(bool(number >> place & 1) for place in range(5)))


@cache
def facts_at(ending: int, trait: int) -> Facts:
    """Say what is true of a round with this ending and this trait."""
    return facts(**ending_of(ending)._asdict(), **trait_of(trait)._asdict())
