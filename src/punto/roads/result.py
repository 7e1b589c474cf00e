"""The result of a round, as the roads know it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, Self, TypeAlias

from punto.errors import WrongInput
from punto.rules import Facts, Winner

Letter: TypeAlias = Literal["B", "P", "T"]

LETTERS: Final[dict[Winner, Letter]] = {Winner.BANKER: "B", Winner.PLAYER: "P", Winner.TIE: "T"}
_WINNERS: Final[dict[str, Winner]] = {letter: winner for winner, letter in LETTERS.items()}


@dataclass(frozen=True, slots=True)
class Result:
    """Who won, and what is marked beside it."""

    winner: Winner
    player_pair: bool = False
    banker_pair: bool = False
    natural: bool = False
    six: int = 0
    """How many cards the Banker won with six on: 2, 3, or 0 for none of that."""

    @classmethod
    def of(cls, facts: Facts) -> Self:
        """Take from the facts of a round what a road shows."""
        winner = Winner(facts.winner)
        six = winner is Winner.BANKER and facts.banker_total == 6
        return cls(
            winner=winner,
            player_pair=facts.player_pair,
            banker_pair=facts.banker_pair,
            natural=facts.natural,
            six=facts.banker_cards if six else 0,
        )

    @property
    def letter(self) -> Letter:
        """B, P or T."""
        return LETTERS[self.winner]


def parse_results(text: str) -> tuple[Result, ...]:
    """Read a run of results, one letter each: `BPTBB`. Blanks are passed over."""
    letters = "".join(text.split()).upper()
    for place, letter in enumerate(letters, start=1):
        if letter not in _WINNERS:
            raise WrongInput(f"result {place} is {letter!r}: results are B, P and T")
    return tuple(Result(_WINNERS[letter]) for letter in letters)


def letters(results: Iterable[Result]) -> str:
    """Write a run of results, one letter each."""
    return "".join(result.letter for result in results)
