"""The player driver: the online game. One player builds a stake, and Deal is the announcement."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import TypeAlias, assert_never

import msgspec
from msgspec.structs import replace

from punto.coup.command import CloseBetting, OpenBetting, PlaceWager
from punto.refusal import Refusal
from punto.roads import Result, last
from punto.rules import can_win
from punto.rules.rulebook import NetZeroWin
from punto.table.command import OpenShoe, TableCommand
from punto.table.dealer import deal_out
from punto.table.state import Table
from punto.table.step import Happened, step

Stakes = dict[str, int]


class SittingCode(StrEnum):
    """Why the online game refuses, in order of precedence."""

    NO_SUCH_WAGER = "no-such-wager"
    NOT_A_CHIP = "not-a-chip"
    NOTHING_TO_UNDO = "nothing-to-undo"
    NO_PREVIOUS_BET = "no-previous-bet"
    ABOVE_MAXIMUM = "above-maximum"
    INSUFFICIENT_CREDITS = "insufficient-credits"
    NO_BETS = "no-bets"
    NET_ZERO_WIN = "net-zero-win"


class PlaceChip(msgspec.Struct, frozen=True, tag=True):
    """Put a chip on a position, or click one that is there to raise the bet."""

    wager: str
    amount: int


class Undo(msgspec.Struct, frozen=True, tag=True):
    """Take the last action back, whatever it was."""


class Clear(msgspec.Struct, frozen=True, tag=True):
    """Take all bets back."""


class TakeOff(msgspec.Struct, frozen=True, tag=True):
    """Take one bet back whole."""

    wager: str


class Double(msgspec.Struct, frozen=True, tag=True):
    """Put as much again on every position that has a bet."""


class Rebet(msgspec.Struct, frozen=True, tag=True):
    """Put the previous bet on the table again."""


class NewGame(msgspec.Struct, frozen=True, tag=True):
    """Begin the next game where the previous bet was built, for editing: Undo takes its chips."""


class Deal(msgspec.Struct, frozen=True, tag=True):
    """Start the hand, from a shoe that was shuffled for it."""

    order: tuple[str, ...]


class RebetAndDeal(msgspec.Struct, frozen=True, tag=True):
    """Repeat the previous bet and start the hand."""

    order: tuple[str, ...]


Building: TypeAlias = PlaceChip | TakeOff | Undo | Clear | Double | Rebet | NewGame
SittingCommand: TypeAlias = Building | Deal | RebetAndDeal


class Sitting(msgspec.Struct, frozen=True, kw_only=True):
    """A player at his own table, from sitting down to leaving."""

    table: Table
    player: str
    building: tuple[Stakes, ...] = ({},)
    """The stake after each action, so that the last can be taken back."""
    previous: Stakes = {}
    previous_building: tuple[Stakes, ...] = ({},)
    """How the previous bet was built: New Game takes it up there, chip by chip."""
    results: tuple[Result, ...] = ()
    rounds: tuple[int, ...] = ()
    """The rounds that the results are of."""

    @property
    def stakes(self) -> Stakes:
        """The stake as it stands."""
        return self.building[-1]

    @property
    def is_hopeless(self) -> bool:
        """Whether bets lie there that cannot win anything together and will be refused."""
        return bool(self.stakes) and not can_win(self.table.settings.rulebook, self.stakes)

    @property
    def strip(self) -> tuple[Result, ...]:
        """The last few results, always in view."""
        roadmap = self.table.settings.rulebook.roadmap
        return last(self.results, roadmap.strip) if roadmap else ()

    @property
    def roadmap(self) -> tuple[Result, ...]:
        """The results that the roadmap button shows."""
        roadmap = self.table.settings.rulebook.roadmap
        return last(self.results, roadmap.full) if roadmap else ()

    def without_last_result(self) -> "Sitting":
        """Leave a game that nobody saw, because the connection was lost, to the history."""
        return replace(self, results=self.results[:-1], rounds=self.rounds[:-1])

    def without(self, rounds: Collection[int]) -> "Sitting":
        """Leave out the results of hands that are void."""
        pairs = zip(self.rounds, self.results, strict=True)
        kept = [(number, result) for number, result in pairs if number not in rounds]
        return replace(
            self,
            rounds=tuple(number for number, _ in kept),
            results=tuple(result for _, result in kept),
        )


Outcome: TypeAlias = tuple[Sitting, Happened] | Refusal


def play(sitting: Sitting, command: SittingCommand) -> Outcome:
    """Do a command of the player: what the sitting is then, and what happened at the table."""
    match command:
        case Deal(order):
            return _deal(sitting, order)
        case RebetAndDeal(order):
            repeated = build(sitting, Rebet())
            return _deal(repeated, order) if isinstance(repeated, Sitting) else repeated
        case _:
            built = build(sitting, command)
            return (built, ()) if isinstance(built, Sitting) else built


def build(sitting: Sitting, command: Building) -> Sitting | Refusal:
    """Change the stake that is being built; nothing is on the table before Deal."""
    match command:
        case PlaceChip(wager, amount):
            return _chip(sitting, wager, amount)
        case TakeOff(wager):
            rest = {name: stake for name, stake in sitting.stakes.items() if name != wager}
            return _built(sitting, rest)
        case Undo():
            return _undo(sitting)
        case Clear():
            return _built(sitting, {})
        case Double():
            return _built(sitting, {name: 2 * stake for name, stake in sitting.stakes.items()})
        case Rebet():
            return _repeat(sitting)
        case NewGame():
            return _take_up(sitting)
        case _:
            assert_never(command)


def _built(sitting: Sitting, stakes: Stakes) -> Sitting:
    return replace(sitting, building=(*sitting.building, stakes))


def _chip(sitting: Sitting, wager: str, amount: int) -> Sitting | Refusal:
    rulebook = sitting.table.settings.rulebook
    if wager not in rulebook.wager_by_id:
        words = f"there is no position {wager!r}"
        return Refusal(SittingCode.NO_SUCH_WAGER, words, rulebook.betting.clause, wager)
    if type(amount) is not int or amount < 1:
        words = "a chip is worth one minor unit or more"
        return Refusal(SittingCode.NOT_A_CHIP, words, wager=wager)
    stakes = sitting.stakes
    return _built(sitting, {**stakes, wager: stakes.get(wager, 0) + amount})


def _undo(sitting: Sitting) -> Sitting | Refusal:
    if len(sitting.building) == 1:
        return Refusal(SittingCode.NOTHING_TO_UNDO, "there is nothing to take back")
    return replace(sitting, building=sitting.building[:-1])


def _repeat(sitting: Sitting) -> Sitting | Refusal:
    return _built(sitting, dict(sitting.previous)) if sitting.previous else _no_previous()


def _take_up(sitting: Sitting) -> Sitting | Refusal:
    if not sitting.previous:
        return _no_previous()
    building = sitting.previous_building
    # Where it is not known chip by chip, after a restart, the bet is one step.
    known = building[-1] == sitting.previous
    return replace(sitting, building=building if known else ({}, dict(sitting.previous)))


def _no_previous() -> Refusal:
    return Refusal(SittingCode.NO_PREVIOUS_BET, "there is no previous bet")


def _deal(sitting: Sitting, order: tuple[str, ...]) -> Outcome:
    refusal = deal_refusal(sitting)
    if refusal is not None:
        return refusal
    table = sitting.table
    happened: Happened = ()
    for command in _opening(sitting.player, sitting.stakes, order):
        outcome = step(table, command)
        if isinstance(outcome, Refusal):  # nothing has happened: the table given is unchanged
            return outcome
        table, happened = outcome[0], happened + outcome[1]
    table, dealt = deal_out(table)
    return after_deal(sitting, table), happened + dealt


def after_deal(sitting: Sitting, table: Table) -> Sitting:
    """The sitting after a hand: its result is on the strip, and its bet can be repeated."""
    result = table.board.results[-1:]  # a void hand has none
    repeated = sitting.stakes == sitting.previous
    return replace(
        sitting,
        table=table,
        building=({},),
        previous=sitting.stakes,
        previous_building=sitting.previous_building if repeated else sitting.building,
        results=sitting.results + result,
        rounds=sitting.rounds + (table.rounds,) * len(result),
    )


def _opening(player: str, stakes: Mapping[str, int], order: tuple[str, ...]) -> list[TableCommand]:
    return [OpenShoe(order, "the house"), *announced(player, stakes)]


def announced(player: str, stakes: Mapping[str, int]) -> list[TableCommand]:
    """What Deal announces: place your bets, these, no more bets."""
    wagers = [PlaceWager(player, wager, stake) for wager, stake in stakes.items()]
    return [OpenBetting(), *wagers, CloseBetting()]


def deal_refusal(sitting: Sitting) -> Refusal | None:
    """Say why these bets cannot be dealt, before the table is asked."""
    if not sitting.stakes:
        return Refusal(SittingCode.NO_BETS, "place a bet first")
    betting = sitting.table.settings.rulebook.betting
    if betting.net_zero_win is NetZeroWin.REFUSED and sitting.is_hopeless:
        words = "these bets cannot win anything together"
        return Refusal(SittingCode.NET_ZERO_WIN, words, betting.net_zero_win_clause)
    return None
