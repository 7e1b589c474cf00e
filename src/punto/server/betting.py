"""Betting: a stake is built at a table, and a hand of the online game is dealt."""

from punto.house import Act, BringShoe, DealOut, Done
from punto.house.answer import WAITS
from punto.house.code import Code as HouseCode
from punto.protocol import ask, encode
from punto.protocol.tell import Accepted
from punto.refusal import Refusal
from punto.server.broadcast import TableBroadcast
from punto.server.code import Code
from punto.server.connection import Connection
from punto.server.open_house import OpenHouse
from punto.server.player import Player, changes, closed_refusal, limit_refusal
from punto.server.refusals import Outcome
from punto.table.sitting import (
    Rebet,
    Sitting,
    after_deal,
    announced,
    build,
    deal_refusal,
)


async def build_stake(
    house: OpenHouse, broadcast: TableBroadcast, player: Player, said: ask.Building
) -> Outcome:
    """Change a stake by one action of its player."""
    house_table, account = house.writer.at_table(broadcast.id, player.account)
    assert house_table is not None, "the table is shown"
    assert account is not None, "the account is open"
    if not house_table.is_open:
        return Refusal(HouseCode.TABLE_CLOSED, f"{broadcast.name} is closed")
    if not broadcast.is_own:
        if house_table.table.undecided is not None:
            return WAITS
        closed = closed_refusal(house_table.table, player.account, said, house.time.now_ms())
        if closed is not None:
            return closed
        have = player.follow(house_table.table)
        built = player.built(said, account.available)
        if isinstance(built, Refusal):
            return built
        actions = tuple(changes(player.account, have, built.stakes))
        return await _on_table(house, Act(broadcast.id, actions), player, built, said)
    return _on_own_table(house, player, said, account.available)


def _on_own_table(house: OpenHouse, player: Player, said: ask.Building, available: int) -> Outcome:
    """Build for the next Deal: nothing is stored, and what could not be dealt is refused now."""
    built = player.built(said, available - sum(player.sitting.stakes.values()))
    if isinstance(built, Refusal):
        return built
    refusal = limit_refusal(built, available)
    if refusal is not None:
        return refusal
    player.sitting = built
    _tell_stakes(house, player, said.id)
    return Accepted(id=said.id)


async def _on_table(
    house: OpenHouse, act: Act, player: Player, built: Sitting, said: ask.Building
) -> Outcome:
    """Put on a shared table what was built, all of it or nothing."""
    version: int | None = None
    if act.actions:
        content = encode(said).decode()
        answer = await house.writer.ask(player.actor, act, said.id, content)
        if not isinstance(answer, Done):
            return answer
        version = answer.link.position
        built = player.sitting if answer.again else built
    player.sitting = built
    _tell_stakes(house, player, said.id)
    return Accepted(id=said.id, version=version)


def _tell_stakes(house: OpenHouse, player: Player, request: str) -> None:
    """Tell a player what is built, on all his screens."""
    told = player.stakes_message(request)
    for connection in house.connections.of_account.get(player.account, ()):
        connection.tell(told)


async def deal(
    house: OpenHouse,
    broadcast: TableBroadcast,
    player: Player,
    said: ask.Dealing,
    connection: Connection,
) -> Outcome:
    """Deal a hand of the online game: shuffle, bets, cards and payment are one entry."""
    if not broadcast.is_own:
        return Refusal(Code.NOT_YOUR_DEAL, "the house deals at this table")
    if broadcast.view.house_table.table.undecided is not None:
        return WAITS
    sitting: Sitting | Refusal = player.sitting
    if isinstance(said, ask.RebetAndDeal):
        sitting = build(player.sitting, Rebet())
    if isinstance(sitting, Refusal):
        return sitting
    refusal = deal_refusal(sitting)
    if refusal is not None:
        return refusal
    hand = (BringShoe(said.seed), *announced(player.account, sitting.stakes), DealOut())
    content = encode(said).decode()
    answer = await house.writer.ask(player.actor, Act(broadcast.id, hand), said.id, content)
    if not isinstance(answer, Done):
        return answer
    version = answer.link.position
    if version > player.noted:
        player.noted = version
        seen = connection in house.connections
        _note_hand(house, broadcast.id, player, sitting, said.id, seen=seen)
    return Accepted(id=said.id, version=version)


def _note_hand(
    house: OpenHouse, table_id: str, player: Player, sitting: Sitting, request: str, *, seen: bool
) -> None:
    """Put the result on the strip; if the link that asked for the hand is lost, history has it."""
    house_table = house.writer.house_table(table_id)
    assert house_table is not None, "the table is open"
    dealt = after_deal(sitting, house_table.table)
    player.sitting = dealt if seen else dealt.without_last_result()
    _tell_stakes(house, player, request)
    house.connections.tell_account(player.account, player.strip_message(request))
