"""The terms of play: what a player brings, what the table takes, and when a session is over."""

from dataclasses import dataclass
from math import lcm
from typing import Final, TypedDict

from punto.errors import WrongInput
from punto.rules import Rulebook
from punto.rules.needs import is_of_cards

MOST_SESSIONS: Final = 10_000_000
"""Each is kept, in eighty-eight bytes."""

MOST_SESSION_ROUNDS: Final = 2**32 - 1
"""So many numbers of shoes are kept for each session."""

MOST_BANKROLL: Final = 10**15
WITHOUT_END: Final = 10**17
"""The bankroll of one who has as much as he wants."""

_COUNTABLE: Final = 2**62
"""What could be won or lost in all is below this, so that no sum runs over."""


class TermsAsked(TypedDict, total=False):
    """Terms as they may be named beside the rounds."""

    sessions: int
    session: int
    bankroll: int | None
    minimum: int
    maximum: int
    goal: int | None
    stop_loss: int | None


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Sessions of at most so many rounds each. Amounts are whole minor units."""

    rounds: int
    sessions: int = 1
    session: int = 0
    """The number of the first one: any session can be played again by itself."""
    bankroll: int | None = None
    """What a session begins with; without one, nobody is ever ruined."""
    minimum: int = 1
    maximum: int = 1_000_000
    """The least and the most that one wager takes."""
    goal: int | None = None
    """A session ends when so much is won."""
    stop_loss: int | None = None
    """A session ends when so much is lost."""

    @property
    def purse(self) -> int:
        """What a session begins with, as a number in any case."""
        return WITHOUT_END if self.bankroll is None else self.bankroll

    def least(self, rulebook: Rulebook) -> int:
        """Give the smallest stake that every wager takes: who has less is ruined."""
        step = lcm(*(wager.step for wager in rulebook.wagers))
        return -(-self.minimum // step) * step

    def check(self, rulebook: Rulebook) -> None:
        """Refuse what cannot be, before any work."""
        self._check_numbers()
        if of_cards := [wager.id for wager in rulebook.wagers if is_of_cards(wager)]:
            raise WrongInput(f"a strategy cannot be settled on single cards: {', '.join(of_cards)}")
        least = self.least(rulebook)
        if not least <= self.maximum:
            raise WrongInput(f"a maximum of {self.maximum}: no wager takes less than {least}")
        if self.purse < least:
            raise WrongInput(f"a bankroll of {self.bankroll}: no wager takes less than {least}")
        odds = max(wager.most for wager in rulebook.wagers) + 1
        most = self.rounds * self.maximum * odds * len(rulebook.wagers)
        without_end = self.rounds * self.maximum * len(rulebook.wagers)
        if most * self.sessions >= _COUNTABLE or (
            self.bankroll is None and without_end >= WITHOUT_END - least
        ):
            raise WrongInput("rounds, sessions and maximum: too much to be counted")

    def _check_numbers(self) -> None:
        for name, number, least, most in (
            ("rounds of a session", self.rounds, 1, MOST_SESSION_ROUNDS),
            ("sessions", self.sessions, 1, MOST_SESSIONS),
            ("number of the first session", self.session, 0, 2**32 - self.sessions),
            ("bankroll", self.bankroll, 1, MOST_BANKROLL),
            ("minimum", self.minimum, 1, MOST_BANKROLL),
            ("goal", self.goal, 1, MOST_BANKROLL),
            ("stop-loss", self.stop_loss, 1, MOST_BANKROLL),
        ):
            if number is not None and not least <= number <= most:
                raise WrongInput(f"{name}: {least} to {most} can be, not {number}")
