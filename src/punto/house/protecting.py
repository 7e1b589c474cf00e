"""Bets of those who are protected: asked about before they reach the table, and counted after."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from msgspec.structs import replace

from punto.coup.command import PlaceWager, WithdrawWager
from punto.house.chain import table_chain
from punto.house.code import Code
from punto.house.context import Context
from punto.house.house import Change, House
from punto.house.patrons import written_patron
from punto.house.record import PatronRecord
from punto.house.request import Act, CloseTable, DealOut, OpenTable, Request
from punto.house.tables import at_table
from punto.ledger import Account, Transfer
from punto.people import Patron, Protection
from punto.people.protection import Bet, Moment, moment, played_at, refusal_code
from punto.people.protection import Code as ProtectionCode
from punto.refusal import Refusal
from punto.table.house_table import HouseTable

Stakes: TypeAlias = Mapping[str, int]

_WORDS: Final[Mapping[ProtectionCode, str]] = {
    ProtectionCode.EXCLUDED: "no bets are taken of you for now; what you have is yours",
    ProtectionCode.CHECK_DUE: "say first that you have seen how long you play, and the result",
    ProtectionCode.TIME_LIMIT: "you have played as long today as your limit allows",
    ProtectionCode.STAKE_LIMIT: "this is more than your limit for a round",
    ProtectionCode.LOSS_LIMIT: "you could lose more with this than your limit allows",
}


def play_protected(
    house: House, request: Request, what: Act | OpenTable | CloseTable, context: Context
) -> Change | Refusal:
    """Carry out what is done at a table by somebody who is protected, or at a game with a pace."""
    house_table = house.tables.get(what.table)
    if house_table is None or not isinstance(what, Act):
        return at_table(house, request, what, context)
    if _is_too_soon(house_table, what, context):
        words = f"the next game can begin {context.game_ms / 1000:g} s after the one before"
        return Refusal(Code.TOO_SOON, words)
    patron = house.patrons.get(request.actor.id)
    if patron is None or patron.protection is None:
        return at_table(house, request, what, context)
    have, want = _stakes(house_table, patron.id, what)
    if all(stake <= have.get(wager, 0) for wager, stake in want.items()):  # only taken back
        return at_table(house, request, what, context)
    lost = context.lost(patron.id)
    more = sum(want.values()) - sum(have.values())
    bet = Bet(sum(want.values()), _staked(house.accounts[patron.id], context) + more, lost)
    return _bet(house, request, what, patron, patron.protection, bet, context)


def _staked(account: Account, context: Context) -> int:
    """Tell what lies on tables; a ticket that is not printed yet is held too, at no risk."""
    waiting = context.find(account.ticket) if account.ticket else None
    return account.held - (waiting.amount if isinstance(waiting, Transfer) else 0)


def _bet(
    house: House,
    request: Request,
    what: Act,
    patron: Patron,
    protection: Protection,
    bet: Bet,
    context: Context,
) -> Change | Refusal:
    at = moment(context.now_ms, context.day_turns)
    code = refusal_code(protection, bet, at)
    if code is not None:
        return Refusal(code, _WORDS[code])
    change = at_table(house, request, what, context)
    if isinstance(change, Refusal):
        return change
    return _counted(change, request, patron, protection, bet, at)


def _counted(
    change: Change, request: Request, patron: Patron, protection: Protection, bet: Bet, at: Moment
) -> Change:
    """Count a bet with its bettor; most of the time nothing is new, and nothing is written."""
    played = played_at(protection.played, at, bet.lost)
    if played == protection.played:
        return change
    counted = replace(patron, protection=replace(protection, played=played))
    first = change.written[0].link
    actor = request.actor
    entry = f"{first.chain} {first.position}"
    record = PatronRecord(actor.id, actor.role.value, counted, bet=entry)
    house, written = written_patron(change.house, record, None, at.now_ms)
    return change._replace(house=house, written=(*change.written, written))


def _is_too_soon(house_table: HouseTable, what: Act, context: Context) -> bool:
    """Whether a game would begin at a player's own table before its time."""
    if not context.game_ms or not house_table.owner or DealOut() not in what.actions:
        return False
    since = context.now_ms - context.written_ms(table_chain(house_table.id))
    return house_table.table.rounds > 0 and 0 <= since < context.game_ms


def _stakes(house_table: HouseTable, bettor: str, what: Act) -> tuple[Stakes, Stakes]:
    """Tell what somebody has on each wager of the round, before and after what he asks for."""
    coup = house_table.table.coup
    have: dict[str, int] = {}
    if coup is not None and house_table.table.in_play:
        have = {wager: stake for (who, wager), stake in coup.stakes.items() if who == bettor}
    want = dict(have)
    for action in what.actions:
        if isinstance(action, PlaceWager):
            want[action.wager] = want.get(action.wager, 0) + action.amount
        elif isinstance(action, WithdrawWager):
            want.pop(action.wager, None)
    return have, want
