"""What a table took in a gaming day: round by round, from its own journal."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from punto.coup.event import (
    Bet,
    BettingOpened,
    RoundSettledAgain,
    RoundVoided,
    WagersCollected,
    WagersPaid,
)
from punto.house.chain import Link
from punto.house.house import HOUSE
from punto.house.record import decode_table
from punto.ledger import Entry, Purpose, Transfer
from punto.office.theory import Expected, Theory
from punto.people import Role
from punto.table import Settings
from punto.table.event import EarlierRoundVoided, IrregularityRuled
from punto.table.record import Recorded, TableOpened

_CORRECTING: Final = frozenset({Purpose.CORRECTION, Purpose.RECEIVABLE})
"""What moves when a round that was paid is void or settled again."""

_NOTHING: Final = Expected(0.0, 0.0)


class PaidRound(NamedTuple):
    """A round that was paid, all its bettors together."""

    at_ms: int
    turnover: int
    win: int
    """What the house won of it; below zero where it lost."""
    expected: Expected
    dealer: str = ""
    """Who paid it, where a person dealt."""


class TableTakings:
    """Folds the entries of a table; each must come once, in their order."""

    def __init__(self, theory: Theory, settings: Settings | None) -> None:
        self._theory = theory
        self._settings = settings
        """Those that hold; none where nobody knows how the table was opened."""
        self.rounds: dict[int, PaidRound] = {}
        self.voids = 0
        self.corrections = 0
        """What the house got back, less what it gave, when rounds were void or settled again."""
        self.irregularities: dict[int, tuple[str, int]] = {}
        """By round, what was ruled on last, in words, and when."""
        self._dealer = ""
        self._number = 0
        self._training = False
        self._bets: list[Bet] = []

    def add(self, link: Link) -> None:
        """Take in an entry."""
        record = decode_table(link.body or b"")
        self._dealer = record.who if record.role == Role.DEALER.value else ""
        for event in record.events:
            self._see(event, link.at_ms)
        self.corrections += corrected(record.entries)

    def begin_with(self, links: Iterable[Link]) -> None:
        """Know of a round that goes on from the day before how it began."""
        for link in links:
            for event in decode_table(link.body or b"").events:
                if isinstance(event, TableOpened | BettingOpened | WagersCollected):
                    self._see(event, link.at_ms)

    def _see(self, event: Recorded, at_ms: int) -> None:
        match event:
            case TableOpened(settings):
                self._settings = settings
            case BettingOpened(number, training=training):
                self._number, self._training, self._bets = number, training, []
            case WagersCollected(bets):
                self._bets += bets
            case WagersPaid(bets):
                self._bets += bets
                self._paid(at_ms)
            case RoundSettledAgain():
                pass  # the stakes are the same, and what is paid otherwise is a correction
            case RoundVoided():
                self._void(self._number)
            case IrregularityRuled(round=number, words=words):
                self.irregularities[number] = (words, at_ms)
            case EarlierRoundVoided(round=number):
                self._void(number)
            case _:
                pass

    def _paid(self, at_ms: int) -> None:
        """Note a round; training is no play."""
        if self._training:
            return
        stakes = Counter[str]()
        for bet in self._bets:
            stakes[bet.wager] += bet.stake
        win = -sum(bet.net for bet in self._bets)
        expected = self._expected(stakes)
        paid = PaidRound(at_ms, sum(stakes.values()), win, expected, self._dealer)
        self.rounds[self._number] = paid

    def _expected(self, stakes: Counter[str]) -> Expected:
        if self._settings is None or not stakes:
            return _NOTHING
        return self._theory.expected(self._settings.rulebook, self._settings.decks, stakes)

    def _void(self, number: int) -> None:
        """Take a round out; what it had brought goes back as a correction."""
        self.voids += 1
        paid = self.rounds.pop(number, None)
        if paid is not None:
            self.corrections += paid.win


def corrected(entries: Iterable[Entry]) -> int:
    """Add up what corrections bring the house: from a player or as a debt, or to a player."""
    sums = 0
    for entry in entries:
        if isinstance(entry, Transfer) and entry.purpose in _CORRECTING:
            is_given = entry.debit.partition(":")[0] == HOUSE
            sums += -entry.amount if is_given else entry.amount
    return sums
