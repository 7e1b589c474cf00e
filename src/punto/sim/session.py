"""The loop of a player: sessions are played round by round, his strategy asked before each.

The same source runs as machine code with a compiled strategy, and in Python with one that is not.
A session has numbers of shoes of its own, so it is the same whoever plays it, and whatever was
played before.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from punto.compiler import Asking, called_from_python, inlined, lent
from punto.rules.ending import TRAITS
from punto.sim.course import Course
from punto.sim.generator import Words
from punto.sim.kernel import ROW, Counts, found
from punto.sim.seat import Seat
from punto.sim.shoe import Shoe
from punto.sim.shuffle import Cards, shuffle
from punto.sim.view import RANKS, STATE, Numbers, View

SHOES: Final = 32
"""The number of a shoe is that of its session, and so many bits for the shoes within it."""


class End(IntEnum):
    """Why a session was over; below 0, why a stake was not taken."""

    ROUNDS = 1
    RUIN = 2
    GOAL = 3
    STOP_LOSS = 4
    NEGATIVE = -1
    ABOVE_MAXIMUM = -2
    BELOW_MINIMUM = -3
    SPLIT = -4
    ABOVE_BANKROLL = -5


class At(IntEnum):
    """Where the numbers of a session stand in `Desk.now`; the first eight are kept."""

    NET = 0
    ROUNDS = 1
    STAKED = 2
    DRAWDOWN = 3
    WON = 4
    """The most rounds won in a row; those that net nothing are passed over."""
    LOST = 5
    END = 6
    SHOES = 7
    SESSION = 8
    BANKROLL = 9
    PEAK = 10
    STREAK = 11
    LAST_NET = 12
    LAST_STAKED = 13
    CARD = 14
    SHOE_ROUNDS = 15
    IS_LAST = 16
    WAGER = 17
    """The wager whose stake was not taken."""


KEPT: Final = 8
SQUARES: Final = 3
"""Sums over the rounds of a session: of net², net × staked and staked²."""

# Enumerations are slow in compiled code, and plain numbers are constants there.
_NET, _ROUNDS, _STAKED, _DRAWDOWN, _WON, _LOST, _END, _SHOES = map(int, [*At][:KEPT])
_SESSION, _BANKROLL, _PEAK, _STREAK, _LAST_NET, _LAST_STAKED = map(int, [*At][KEPT:14])
_CARD, _SHOE_ROUNDS, _IS_LAST, _WAGER = map(int, [*At][14:])
_BY_ROUNDS, _BY_RUIN, _BY_GOAL, _BY_STOP_LOSS = map(int, [*End][:4])
_NEGATIVE, _ABOVE_MAXIMUM, _BELOW_MINIMUM, _SPLIT, _ABOVE_BANKROLL = map(int, [*End][4:])
_RANKS: Final = np.uint32(RANKS)


class Desk(NamedTuple):
    """What changes from round to round."""

    now: Numbers
    squares: npt.NDArray[np.float64]
    state: Numbers
    stakes: Numbers
    totals: Numbers
    """What was staked on each wager, and what each has netted, over all sessions."""
    cards: Cards
    words: Words
    results: Numbers
    seen: Numbers
    counts: Counts


class Sheet(NamedTuple):
    """What is kept of sessions, a line for each."""

    kept: Numbers
    squares: npt.NDArray[np.float64]


def sheet_of(sessions: int) -> Sheet:
    """Rule a sheet for so many sessions."""
    kept, sums = np.zeros((sessions, KEPT), dtype=np.int64), np.zeros((sessions, SQUARES))
    return Sheet(kept, sums)


def desk_of(shoe: Shoe, wagers: int) -> Desk:
    """Clear a desk for rounds from these shoes."""
    return Desk(
        now=np.zeros(len(At), dtype=np.int64),
        squares=np.zeros(SQUARES, dtype=np.float64),
        state=np.zeros(STATE, dtype=np.int64),
        stakes=np.zeros(wagers, dtype=np.int64),
        totals=np.zeros((2, wagers), dtype=np.int64),
        cards=np.zeros(len(shoe.ordered), dtype=np.uint32),
        words=np.zeros(shoe.shuffle.words, dtype=np.uint64),
        results=np.zeros(shoe.most, dtype=np.int64),
        seen=np.zeros(RANKS, dtype=np.int64),
        counts=np.zeros(TRAITS * ROW, dtype=np.int64),
    )


def _play_sessions(
    strategy: Callable[[View, Numbers, Numbers], None],
    seed: np.uint64,
    first: int,
    sheet: Sheet,
    seat: Seat,
    shoe: Shoe,
    course: Course,
    desk: Desk,
) -> int:
    """Play a session for each line of the sheet; 0, or why a stake was not taken."""
    seat, shoe, course, desk = lent(seat), lent(shoe), lent(course), lent(desk)
    now = desk.now
    for place in range(len(sheet.kept)):
        _begin(first + place, seat, desk)
        end = 0
        while end == 0:
            if now[_IS_LAST] or now[_CARD] > shoe.last:
                _next_shoe(seed, shoe, desk)
            now[_IS_LAST] = now[_CARD] >= shoe.stop
            view = View(
                now[_ROUNDS],
                now[_BANKROLL],
                now[_LAST_NET],
                now[_LAST_STAKED],
                seat.minimum,
                seat.maximum,
                desk.results[: now[_SHOE_ROUNDS]],
                desk.cards[shoe.burn : now[_CARD]],
                desk.seen,
                len(desk.cards) - now[_CARD] + shoe.burn,
            )
            strategy(view, desk.state, desk.stakes)
            end = _settled(seat, course, desk)
        if end < 0:
            return end
        now[_END] = end
        sheet.kept[place] = now[:KEPT]
        sheet.squares[place] = desk.squares
    return 0


play_sessions: Final = Asking(_play_sessions)


@called_from_python
def _begin(session: int, seat: Seat, desk: Desk) -> None:
    """Begin a session, with a new shoe to come."""
    desk.now[:] = 0
    desk.state[:] = 0
    desk.stakes[:] = 0
    desk.squares[:] = 0.0
    desk.now[_SESSION] = session
    desk.now[_BANKROLL] = desk.now[_PEAK] = seat.bankroll
    desk.now[_IS_LAST] = 1


@called_from_python
def _next_shoe(seed: np.uint64, shoe: Shoe, desk: Desk) -> None:
    """Shuffle the next shoe of the session."""
    now = desk.now
    number = now[_SESSION] << SHOES | now[_SHOES]
    shuffle(desk.cards, shoe.ordered, desk.words, shoe.shuffle, seed, np.uint64(number))
    desk.seen[:] = 0
    now[_SHOES] += 1
    now[_SHOE_ROUNDS] = 0
    now[_CARD] = shoe.burn


@inlined
def _settled(seat: Seat, course: Course, desk: Desk) -> int:
    """Take the stakes, deal a round, settle it; say why the session is over, or 0 if it is not."""
    now, settled = desk.now, seat.settled
    first, left, net = now[_CARD], now[_BANKROLL], 0
    place, after = found(desk.cards, np.uint64(first), course)
    for wager in range(len(desk.stakes)):
        stake = desk.stakes[wager]
        if stake:
            step = settled.steps[wager]
            left -= stake
            fault = _fault(stake, step, left, seat)
            if fault:
                now[_WAGER] = wager
                return fault
            won = (stake if step == 1 else stake // step) * settled.nets[place, wager]
            desk.totals[0, wager] += stake
            desk.totals[1, wager] += won
            desk.stakes[wager] = 0
            net += won
    _show(np.int64(after), settled.results[place], desk)
    desk.counts[place] += 1
    _count(net, now[_BANKROLL] - left, desk)
    return _end(seat, now)


@inlined
def _fault(stake: int, step: int, left: int, seat: Seat) -> int:
    """Say why a stake is not taken, or 0 if it is."""
    if stake < 0:
        return _NEGATIVE
    if stake > seat.maximum:
        return _ABOVE_MAXIMUM
    if stake < seat.minimum:
        return _BELOW_MINIMUM
    if step != 1 and stake % step:
        return _SPLIT
    return _ABOVE_BANKROLL if left < 0 else 0


@inlined
def _show(after: np.int64, result: int, desk: Desk) -> None:
    """Lay the cards of a round and its result open."""
    now = desk.now
    for card in range(now[_CARD], after):
        desk.seen[desk.cards[card] % _RANKS] += 1
    desk.results[now[_SHOE_ROUNDS]] = result
    now[_SHOE_ROUNDS] += 1
    now[_CARD] = after


@inlined
def _count(net: int, staked: int, desk: Desk) -> None:
    """Enter a round into the figures of its session."""
    now, squares = desk.now, desk.squares
    now[_LAST_NET], now[_LAST_STAKED] = net, staked
    now[_ROUNDS] += 1
    now[_STAKED] += staked
    now[_NET] += net
    now[_BANKROLL] += net
    squares[0] += np.float64(net) * np.float64(net)
    squares[1] += np.float64(net) * np.float64(staked)
    squares[2] += np.float64(staked) * np.float64(staked)
    if net > 0:
        now[_STREAK] = max(now[_STREAK], 0) + 1
        now[_WON] = max(now[_WON], now[_STREAK])
        now[_PEAK] = max(now[_PEAK], now[_BANKROLL])
    elif net < 0:
        now[_STREAK] = min(now[_STREAK], 0) - 1
        now[_LOST] = max(now[_LOST], -now[_STREAK])
        now[_DRAWDOWN] = max(now[_DRAWDOWN], now[_PEAK] - now[_BANKROLL])


@inlined
def _end(seat: Seat, now: Numbers) -> int:
    """Say why the session is over, or 0 if it is not."""
    if now[_BANKROLL] < seat.least:
        return _BY_RUIN
    if now[_BANKROLL] >= seat.goal:
        return _BY_GOAL
    if now[_BANKROLL] <= seat.stop:
        return _BY_STOP_LOSS
    return _BY_ROUNDS if now[_ROUNDS] == seat.rounds else 0
