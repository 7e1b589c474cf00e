"""What a table took in a gaming day: round by round, from its own journal."""

from collections import Counter, deque
from collections.abc import Iterable
from math import sqrt
from typing import Final, NamedTuple

from punto.coup.event import (
    Bet,
    BettingOpened,
    CardsReconstructed,
    RoundVoided,
    WagersCollected,
    WagersPaid,
)
from punto.house.chain import Link
from punto.house.house import HOUSE
from punto.house.record import decode_table
from punto.ledger import Entry, Purpose, Transfer
from punto.office.theory import NO_THEORY, Expected, Game, Theory
from punto.people import Role
from punto.table.event import EarlierRoundVoided
from punto.table.record import FloatMove, FloatMoved, Recorded, TableOpened

_CORRECTING: Final = frozenset({Purpose.CORRECTION, Purpose.RECEIVABLE})
"""What moves when a round that was paid is void or settled again."""


class Takings(NamedTuple):
    """What some rounds brought, and what they should have brought; or a change of that."""

    rounds: int = 0
    voids: int = 0
    turnover: int = 0
    win: int = 0
    """What the house won; below zero where it lost."""
    mean: float = 0.0
    variance: float = 0.0
    an_hour: int | None = None
    """Rounds of the last hour, or as many as that would be while the day is younger."""

    @property
    def deviation(self) -> float:
        """The standard deviation of what the win should be."""
        return sqrt(max(0.0, self.variance))

    @property
    def deviations(self) -> float | None:
        """How many standard deviations the win lies above what it should be."""
        return (self.win - self.mean) / self.deviation if self.deviation else None

    def plus(self, other: "Takings", times: int = 1) -> "Takings":
        """Add others, or take them away; where nothing is staked, exactly nothing is expected."""
        turnover = self.turnover + times * other.turnover
        return Takings(
            rounds=self.rounds + times * other.rounds,
            voids=self.voids + times * other.voids,
            turnover=turnover,
            win=self.win + times * other.win,
            mean=self.mean + times * other.mean if turnover else 0.0,
            variance=self.variance + times * other.variance if turnover else 0.0,
        )


class Changed(NamedTuple):
    """How an entry has changed the takings, and when."""

    at_ms: int
    by: Takings


class _Paid(NamedTuple):
    dealer: str
    """Who paid it, where a person dealt."""
    brought: Takings


class TableTakings:
    """Folds the entries of a table; each must come once, in their order."""

    def __init__(self, theory: Theory, opened: TableOpened | None) -> None:
        self._theory = theory
        self._opened = opened
        """How it was opened last; none where nobody knows, or before it was."""
        self._game: Game | None = None
        self.sums = Takings()
        self.dealers: dict[str, Takings] = {}
        """By who dealt, rounds as they were first paid."""
        self.floated = Counter[FloatMove]()
        """Chips brought and taken away, and the drop, as they were put on record."""
        self.changes: list[Changed] = []
        """Since somebody has last taken them away."""
        self._rounds: dict[int, _Paid] = {}
        self._lately: deque[tuple[int, int]] = deque()
        """When the rounds of about an hour were paid, with their numbers."""
        self._trained: set[int] = set()
        self._dealer = ""
        self._number = 0
        self._collected: tuple[Bet, ...] = ()

    def add(self, link: Link) -> None:
        """Take in an entry."""
        record = decode_table(link.body or b"")
        self._dealer = record.who if record.role == Role.DEALER.value else ""
        for event in record.events:
            self._see(event, link.at_ms)
        moved = corrected(record.entries)
        if moved:
            self._change(link.at_ms, Takings(win=moved))

    def begin_with(self, links: Iterable[Link]) -> None:
        """Know of a round that goes on from the day before how it began."""
        for link in links:
            for event in decode_table(link.body or b"").events:
                if isinstance(
                    event, TableOpened | BettingOpened | WagersCollected | CardsReconstructed
                ):
                    self._see(event, link.at_ms)

    @property
    def owner(self) -> str:
        """Whose own table it is; empty where all share it."""
        return "" if self._opened is None else self._opened.owner

    def rounds_since(self, since_ms: int) -> int:
        """Count the rounds that were paid after a moment; who asks again asks for a later one."""
        while self._lately and self._lately[0][0] <= since_ms:
            self._lately.popleft()
        return sum(number in self._rounds for _, number in self._lately)

    def _see(self, event: Recorded, at_ms: int) -> None:
        match event:
            case TableOpened():
                self._opened, self._game = event, None
            case BettingOpened(number, training=training):
                self._number, self._collected = number, ()
                if training:
                    self._trained.add(number)
            case WagersCollected(bets):
                self._collected = bets
            case CardsReconstructed():
                self._collected = ()  # the round goes on from its cards, and losers may have won
            case WagersPaid(bets):
                self._paid((*self._collected, *bets), at_ms)
            case RoundVoided():
                self._void(self._number, at_ms)
            case FloatMoved(move, amount):
                self.floated[move] += amount
            case EarlierRoundVoided(round=number):
                self._void(number, at_ms)
            case _:
                pass  # what is paid otherwise when a round is settled again is a correction

    def _paid(self, bets: tuple[Bet, ...], at_ms: int) -> None:
        """Note a round; training is no play."""
        if self._number in self._trained:
            return
        stakes = Counter[str]()
        for bet in bets:
            stakes[bet.wager] += bet.stake
        win = -sum(bet.net for bet in bets)
        brought = Takings(1, 0, sum(stakes.values()), win, *self._expected(stakes))
        self._rounds[self._number] = _Paid(self._dealer, brought)
        self._lately.append((at_ms, self._number))
        self._change(at_ms, brought)
        if self._dealer:
            dealt = self.dealers.get(self._dealer, Takings())
            self.dealers[self._dealer] = dealt.plus(brought)

    def _expected(self, stakes: Counter[str]) -> Expected:
        if self._game is None and self._opened is not None:
            settings = self._opened.settings
            self._game = self._theory.game(settings.rulebook, settings.decks)
        return NO_THEORY if self._game is None else self._game.expected(stakes)

    def _void(self, number: int, at_ms: int) -> None:
        """Take a round out; what it had brought goes back as a correction."""
        if number in self._trained:
            return
        paid = self._rounds.pop(number, None)
        if paid is None:
            self._change(at_ms, Takings(voids=1))
            return
        _, _, turnover, _, mean, variance, _ = paid.brought
        self._change(at_ms, Takings(-1, 1, -turnover, 0, -mean, -variance))
        if paid.dealer:
            self.dealers[paid.dealer] = self.dealers[paid.dealer].plus(paid.brought, -1)

    def _change(self, at_ms: int, by: Takings) -> None:
        self.sums = self.sums.plus(by)
        self.changes.append(Changed(at_ms, by))


def corrected(entries: Iterable[Entry]) -> int:
    """Add up what corrections bring the house: from a player or as a debt, or to a player."""
    sums = 0
    for entry in entries:
        if isinstance(entry, Transfer) and entry.purpose in _CORRECTING:
            is_given = entry.debit.partition(":")[0] == HOUSE
            sums += -entry.amount if is_given else entry.amount
    return sums
