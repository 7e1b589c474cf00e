"""Who sits where, and who stands behind a seat and bets on its position."""

from typing import TypeAlias, assert_never

from msgspec.structs import replace

from punto.ledger import felt_position
from punto.refusal import Refusal
from punto.table.code import Code
from punto.table.command import LeaveSeat, StandBehind, TakeSeat
from punto.table.event import SeatLeft, SeatTaken, StoodBehind
from punto.table.settings import Settings
from punto.table.state import Table

Seating: TypeAlias = TakeSeat | StandBehind | LeaveSeat
Seated: TypeAlias = SeatTaken | StoodBehind | SeatLeft


def seating_refusal(table: Table, command: Seating) -> Refusal | None:
    """Say why somebody cannot sit down, stand behind a seat, or leave."""
    match command:
        case TakeSeat(bettor, position):
            return _taking(table, bettor, position) or _standing(table, bettor)
        case StandBehind(bettor, position):
            return _backing(table, bettor, position) or _standing(table, bettor)
        case LeaveSeat(bettor):
            return not_seated(table, bettor) or _standing(table, bettor)
        case _:
            assert_never(command)


def not_seated(table: Table, bettor: str) -> Refusal | None:
    """Refuse whoever has no position."""
    if table.position_of(bettor) is None:
        return Refusal(Code.NOT_SEATED, f"{bettor} has no seat")
    return None


def placeless(table: Table, bettor: str) -> Refusal | None:
    """Refuse a bet that lies at no position, at a table that has some; chips lie nowhere else."""
    position = felt_position(bettor)
    if position is not None:
        return _no_such(table, position)
    return not_seated(table, bettor) or _backs_nobody(table, bettor)


def _backs_nobody(table: Table, bettor: str) -> Refusal | None:
    """Refuse a bet from behind a seat that its sitter has left: there is a seat to take."""
    position = table.behind.get(bettor)
    return None if position is None else _empty(table, position)


def _empty(table: Table, position: int) -> Refusal | None:
    if position not in table.seats.values():
        return Refusal(Code.POSITION_FREE, f"nobody sits at {position}: take the seat")
    return None


def _taking(table: Table, bettor: str, position: int) -> Refusal | None:
    refusal = _no_such(table, position)
    if refusal is None and position in table.seats.values():
        return Refusal(Code.POSITION_TAKEN, f"position {position} is taken")
    return refusal or _sitting(table, bettor)


def _backing(table: Table, bettor: str, position: int) -> Refusal | None:
    """Only behind somebody who sits: where nobody does, there is a seat to take."""
    refusal = _no_such(table, position)
    if refusal is not None:
        return refusal
    if not table.settings.back_betting:
        return Refusal(Code.NO_BACK_BETTING, "nobody bets behind a seat here")
    return _empty(table, position) or _sitting(table, bettor)


def _no_such(table: Table, position: int) -> Refusal | None:
    if not table.settings.positions:
        return Refusal(Code.NO_SUCH_POSITION, "nobody needs a seat here")
    if not 1 <= position <= table.settings.positions:
        words = f"positions go from 1 to {table.settings.positions}"
        return Refusal(Code.NO_SUCH_POSITION, words)
    return None


def _sitting(table: Table, bettor: str) -> Refusal | None:
    if bettor in table.seats:
        return Refusal(Code.ALREADY_SEATED, f"{bettor} sits at {table.seats[bettor]}")
    return None


def _standing(table: Table, bettor: str) -> Refusal | None:
    """Keep whoever is to be paid where the dealer looks for him."""
    if table.in_play and table.of_bettor.get(bettor, 0):
        words = f"the stake of {bettor} stands: a seat is left after the round"
        return Refusal(Code.STAKE_STANDS, words)
    return None


def seated(table: Table, command: Seating) -> Seated:
    """Say what happens."""
    match command:
        case TakeSeat(bettor, position):
            return SeatTaken(bettor, position)
        case StandBehind(bettor, position):
            return StoodBehind(bettor, position)
        case LeaveSeat(bettor):
            left = table.position_of(bettor)
            assert left is not None, "refused"
            return SeatLeft(bettor, left)
        case _:
            assert_never(command)


def with_seats(table: Table, event: Seated) -> Table:
    """Add what happened; nobody has two places, and what lay at the old one is not forgotten."""
    bettor, before = event.bettor, table.position_of_stake(event.bettor)
    has_staked = table.coup is not None and any(who == bettor for who, _ in table.coup.stakes)
    if has_staked and before is not None:
        table = replace(table, lay_at=table.lay_at.set(bettor, before))
    seats = {who: at for who, at in table.seats.items() if who != bettor}
    behind = {who: at for who, at in table.behind.items() if who != bettor}
    if isinstance(event, SeatTaken):
        seats[bettor] = event.position
    elif isinstance(event, StoodBehind):
        behind[bettor] = event.position
    return replace(table, seats=type(table.seats)(seats), behind=type(table.behind)(behind))


def with_places(table: Table, settings: Settings) -> Table:
    """Let those keep their places for whom there still is one; no round is in play."""
    for bettor, position in (*table.seats.items(), *table.behind.items()):
        stands = bettor in table.behind and not settings.back_betting
        if stands or position > settings.positions:
            table = with_seats(table, SeatLeft(bettor, position))
    return table
