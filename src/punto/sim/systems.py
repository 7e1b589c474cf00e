"""Betting systems that people play, each made for a rulebook and the terms of a table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from math import lcm
from typing import Final, NamedTuple

from punto.compiler import called_from_python
from punto.errors import WrongInput
from punto.sim.game import Game
from punto.sim.strategy import Bets, Strategy
from punto.sim.terms import Terms
from punto.sim.view import BANKER, TIE, Numbers, View


class Spot(NamedTuple):
    """A place to bet, and the stake that a system begins with."""

    place: int
    stake: int
    step: int


@dataclass(frozen=True)
class Table:
    """What a system is made for."""

    game: Game
    terms: Terms

    def spot(self, wager: str, stake: int) -> Spot:
        """Find a wager, and refuse a stake that it does not take; 0 is the least that all take."""
        rulebook = self.game.rulebook
        step = rulebook.wager(wager).step
        least, most = self.terms.minimum, min(self.terms.maximum, self.terms.purse)
        first = stake or self.terms.least(rulebook)
        if not least <= first <= most or first % step:
            multiples = f", in multiples of {step}" if step > 1 else ""
            raise WrongInput(
                f"a stake of {first} on {wager}: it takes {least} to {most}{multiples}"
            )
        return Spot([*rulebook.wager_by_id].index(wager), first, step)


Maker = Callable[..., Bets]


def named(text: str, table: Table, makers: Mapping[str, Maker]) -> Strategy:
    """Make the strategy that `martingale:stake=10,wager=player` names."""
    name, _, given = text.partition(":")
    if name not in makers:
        raise WrongInput(f"there is no strategy {name!r}: {', '.join(makers)}, or FILE.py:FUNCTION")
    known = {key: each.default for key, each in signature(makers[name]).parameters.items()}
    arguments: dict[str, object] = {}
    for item in filter(None, given.split(",")):
        key, _, value = item.partition("=")
        if key not in [*known][1:]:
            raise WrongInput(f"strategy {name} takes {', '.join([*known][1:])}, not {key!r}")
        arguments[key] = value if isinstance(known[key], str) else _number(name, key, value)
    return Strategy(text, makers[name](table, **arguments))


def _number(name: str, key: str, value: str) -> int:
    if not value.isdecimal() or not value.isascii() or len(value) > 15:
        raise WrongInput(f"strategy {name}: {key} is a whole number, not {value!r}")
    return int(value)


@called_from_python
def covered(stake: int, step: int, view: View) -> int:
    """Give as much of a stake as the table takes and the bankroll covers."""
    return min(stake, view.maximum, view.bankroll) // step * step


def flat(table: Table, wager: str = "banker", stake: int = 0) -> Bets:
    """Stake the same on every round."""
    place, first, step = table.spot(wager, stake)

    def bets(view: View, state: Numbers, stakes: Numbers) -> None:  # noqa: ARG001 – no memory
        stakes[place] = covered(first, step, view)

    return bets


def martingale(table: Table, wager: str = "banker", stake: int = 0) -> Bets:
    """Double after a loss, begin again after a win, or where the table takes no more."""
    place, first, step = table.spot(wager, stake)

    def bets(view: View, state: Numbers, stakes: Numbers) -> None:
        if view.net < 0:
            state[0] *= 2
        if view.round == 0 or view.net > 0 or state[0] > view.maximum:
            state[0] = first
        stakes[place] = covered(state[0], step, view)

    return bets


def paroli(table: Table, wager: str = "banker", stake: int = 0, wins: int = 3) -> Bets:
    """Double after a win; begin again after a loss, or after so many wins."""
    place, first, step = table.spot(wager, stake)

    def bets(view: View, state: Numbers, stakes: Numbers) -> None:
        if view.net > 0 and state[0] + 1 < wins and first << (state[0] + 1) <= view.maximum:
            state[0] += 1
        elif view.net != 0:
            state[0] = 0
        stakes[place] = covered(first << state[0], step, view)

    return bets


def dalembert(table: Table, wager: str = "banker", stake: int = 0) -> Bets:
    """Stake a unit more after a loss, and a unit less after a win."""
    place, first, step = table.spot(wager, stake)

    def bets(view: View, state: Numbers, stakes: Numbers) -> None:
        if view.net < 0 and first * (state[0] + 2) <= view.maximum:
            state[0] += 1
        elif view.net > 0:
            state[0] = max(0, state[0] - 1)
        stakes[place] = covered(first * (state[0] + 1), step, view)

    return bets


def fibonacci(table: Table, wager: str = "banker", stake: int = 0) -> Bets:
    """Go on by one in 1, 1, 2, 3, 5 … after a loss, and back by two after a win."""
    place, first, step = table.spot(wager, stake)

    def bets(view: View, state: Numbers, stakes: Numbers) -> None:
        if view.round == 0:
            state[0] = state[1] = 1
        if view.net < 0 and first * state[1] <= view.maximum:
            state[0], state[1] = state[1], state[0] + state[1]
        elif view.net > 0:
            for _ in range(2):
                if state[1] > 1:
                    state[0], state[1] = state[1] - state[0], state[0]
        stakes[place] = covered(first * state[0], step, view)

    return bets


def one_three_two_six(table: Table, wager: str = "banker", stake: int = 0) -> Bets:
    """Stake 1, 3, 2 and 6 units while one wins; begin again after a loss, or after the four."""
    place, first, step = table.spot(wager, stake)
    units = (1, 3, 2, 6)

    def bets(view: View, state: Numbers, stakes: Numbers) -> None:
        if view.net > 0:
            state[0] = (state[0] + 1) % 4
        elif view.net < 0:
            state[0] = 0
        stakes[place] = covered(first * units[state[0]], step, view)

    return bets


def follow(table: Table, stake: int = 0) -> Bets:
    """Bet on the side that has won last; on none at the beginning of a shoe."""
    return _after_last(table, stake, is_followed=True)


def oppose(table: Table, stake: int = 0) -> Bets:
    """Bet on the side that has lost last; on none at the beginning of a shoe."""
    return _after_last(table, stake, is_followed=False)


def _after_last(table: Table, stake: int, *, is_followed: bool) -> Bets:
    player, banker, first, step = _sides(table, stake)
    after_player, after_banker = (player, banker) if is_followed else (banker, player)

    def bets(view: View, state: Numbers, stakes: Numbers) -> None:  # noqa: ARG001 – no memory
        place = len(view.results) - 1
        while place >= 0 and view.results[place] == TIE:
            place -= 1
        if place >= 0:
            side = after_banker if view.results[place] == BANKER else after_player
            stakes[side] = covered(first, step, view)

    return bets


_COUNTED, _SIDE, _RUNS, _LENGTH, _BEFORE, _IS_RED = range(6)


def big_eye(table: Table, stake: int = 0) -> Bets:
    """Follow the Big Eye Boy: bet on the side that would print its last colour once more."""
    player, banker, first, step = _sides(table, stake)

    def bets(view: View, state: Numbers, stakes: Numbers) -> None:
        if state[_COUNTED] >= len(view.results):  # a new shoe
            state[:] = 0
        for place in range(state[_COUNTED], len(view.results)):
            if view.results[place] != TIE:
                _enter(state, view.results[place])
        state[_COUNTED] = len(view.results)
        if state[_RUNS] > 2 or (state[_RUNS] == 2 and state[_LENGTH] > 1):
            is_the_same = (state[_BEFORE] != state[_LENGTH]) == (state[_IS_RED] == 1)
            is_banker = (state[_SIDE] == BANKER) == is_the_same
            stakes[banker if is_banker else player] = covered(first, step, view)

    return bets


@called_from_python
def _enter(state: Numbers, side: int) -> None:
    """Enter a win on the big road, and the colour that it prints on the Big Eye Boy."""
    if state[_RUNS] and state[_SIDE] == side:
        state[_IS_RED] = state[_BEFORE] != state[_LENGTH]
        state[_LENGTH] += 1
    else:
        state[_IS_RED] = state[_LENGTH] == state[_BEFORE]
        state[_BEFORE], state[_LENGTH] = state[_LENGTH], 1
        state[_RUNS] += 1
        state[_SIDE] = side


def _sides(table: Table, stake: int) -> tuple[int, int, int, int]:
    """Give the places of Player and Banker, and a stake and a step that both take."""
    player, banker = table.spot("player", stake), table.spot("banker", stake)
    return player.place, banker.place, player.stake, lcm(player.step, banker.step)


SYSTEMS: Final[Mapping[str, Maker]] = {
    "flat": flat,
    "martingale": martingale,
    "paroli": paroli,
    "dalembert": dalembert,
    "fibonacci": fibonacci,
    "1-3-2-6": one_three_two_six,
    "follow": follow,
    "oppose": oppose,
    "big-eye": big_eye,
}
