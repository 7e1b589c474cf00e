"""The rounds before the last one of a table, read back from its journal: who had staked what."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from msgspec.structs import replace

from punto.coup.event import (
    BettingOpened,
    RoundSettledAgain,
    RoundVoided,
    WagerPlaced,
    WagersCollected,
    WagersPaid,
    WagerWithdrawn,
)
from punto.house.chain import Link
from punto.house.code import Code
from punto.house.context import Context
from punto.house.house import known
from punto.house.record import decode_table
from punto.ledger import Ledger, Transfer, ids_of, receivable_of
from punto.refusal import Refusal
from punto.table.banking import Bank, earlier_bets, stake_id
from punto.table.command import StakedBet
from punto.table.event import EarlierRoundVoided
from punto.table.record import Recorded

AT_ONCE: Final = 500
"""How many entries are read at a time, from the end backwards."""

Read = Callable[[int, int], Iterable[Link]]
"""Reads the entries of a table after one position through another."""


class EarlierRound:
    """A round that others have followed, put together from its events."""

    def __init__(self, opened: BettingOpened) -> None:
        self.number = opened.round
        self.rulebook = opened.rulebook
        self.training = opened.training
        self.settled_again = 0
        self.is_void = False
        self._bets: dict[tuple[str, str], StakedBet] = {}

    @property
    def bets(self) -> tuple[StakedBet, ...]:
        """What was staked, in an order that does not depend on who came first."""
        return tuple(self._bets[key] for key in sorted(self._bets))

    def see(self, event: Recorded, transfer: str) -> None:
        """Add an event; `transfer` holds the stake, if it is one that was placed."""
        match event:
            case WagerPlaced(bettor, wager, _, stake):
                held = self._bets.get((bettor, wager))
                transfers = (*held.transfers, transfer) if held else (transfer,)
                self._bets[bettor, wager] = StakedBet(bettor, wager, stake, transfers)
            case WagerWithdrawn(bettor, wager):
                del self._bets[bettor, wager]
            case WagersCollected(bets) | WagersPaid(bets) | RoundSettledAgain(bets=bets):
                for bet in bets:
                    key = bet.bettor, bet.wager
                    self._bets[key] = replace(self._bets[key], net=bet.net)
                self.settled_again += isinstance(event, RoundSettledAgain)
            case RoundVoided():
                self.is_void = True
            case _:
                pass


class Earlier(NamedTuple):
    """The rounds that are asked for, the newest first, and whether there are more of them."""

    rounds: tuple[EarlierRound, ...]
    has_more: bool


def earlier_rounds(read: Read, head: int, first: int, last: int, most: int) -> Earlier | Refusal:
    """Find the rounds from `first` to before `last` that are not void and not of training."""
    reader = _Reader(first, last)
    while head > 0 and not reader.has_reached_first and len(reader.found) <= most:
        start = max(0, head - AT_ONCE)
        part = [*read(start, head)]
        if len(part) < head - start:
            return Refusal(Code.NOT_NOW, "something happens at this table just now: ask again")
        known = _since_dropped(part)
        reader.read(known)
        if len(known) < len(part):
            break
        head = start
    if head > 0 and not reader.has_reached_first and len(reader.found) <= most:
        return Refusal(Code.TOO_LONG_AGO, "what was staked then was dropped after its time")
    return Earlier(tuple(reader.found[:most]), len(reader.found) > most)


def _since_dropped(links: list[Link]) -> list[Link]:
    """Leave out what was dropped after its time, and all before it."""
    dropped = [at for at, link in enumerate(links) if link.body is None]
    return links[dropped[-1] + 1 :] if dropped else links


class _Reader:
    """Puts rounds together from parts of a journal that are read from its end backwards."""

    def __init__(self, first: int, last: int) -> None:
        self.found: list[EarlierRound] = []
        """The newest first."""
        self.has_reached_first = False
        self._first = first
        self._last = last
        self._void: set[int] = set()
        self._rest: list[tuple[str, tuple[Recorded, ...]]] = []
        """The entries of a round whose opening is in the part before."""

    def read(self, links: Iterable[Link]) -> None:
        """Read the part before what was read so far."""
        part = [(link.request or "", decode_table(link.body or b"").events) for link in links]
        rounds = self._told(part + self._rest)
        for each in reversed(rounds):
            self.has_reached_first |= each.number <= self._first
            if self._is_open(each):
                self.found.append(each)

    def _is_open(self, round_: EarlierRound) -> bool:
        if round_.is_void or round_.training or round_.number in self._void:
            return False
        return self._first <= round_.number < self._last

    def _told(self, entries: list[tuple[str, tuple[Recorded, ...]]]) -> list[EarlierRound]:
        """Give the rounds that begin in these entries, and keep what comes before the first."""
        rounds: list[EarlierRound] = []
        for number, (request, events) in enumerate(entries):
            for at, event in enumerate(events):
                if isinstance(event, EarlierRoundVoided):
                    self._void.add(event.round)
                if isinstance(event, BettingOpened):
                    if not rounds:
                        self._rest = entries[:number]
                    rounds.append(EarlierRound(event))
                if rounds:
                    rounds[-1].see(event, stake_id(request, at))
        if not rounds:
            self._rest = entries
        return rounds


# --- their money --------------------------------------------------------------------------------


def with_earlier(ledger: Ledger, bank: Bank, event: EarlierRoundVoided, context: Context) -> Ledger:
    """Add to a ledger all that decides about the round which this event voids."""
    played, bets = earlier_bets(bank, event)
    found = [*map(context.find, (key for bet in bets for key in ids_of(played, bet)))]
    moves = (each for each in found if isinstance(each, Transfer))
    return _with_bettors(known(ledger, found), moves, context)


def _with_bettors(ledger: Ledger, moves: Iterable[Transfer], context: Context) -> Ledger:
    """Add the accounts of those who played an earlier round, and of what they may owe."""
    staked = {(each.debit, each.reference.visit) for each in moves if each.is_pending}
    accounts = ledger.accounts
    for player, visit in sorted(staked):
        bettor = accounts.get(player) or context.account(player)
        assert bettor is not None, "who has staked has an account"
        accounts = accounts.set(player, bettor)
        for debt in {receivable_of(player, each) for each in (0, visit, bettor.visit)}:
            owed = accounts.get(debt) or context.account(debt)
            accounts = accounts if owed is None else accounts.set(debt, owed)
    return replace(ledger, accounts=accounts)
