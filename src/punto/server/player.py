"""A player at a table: what is built, chip by chip, and what that means for the house."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import lcm
from typing import Final

from msgspec.structs import replace

from punto.coup import Phase
from punto.coup.betting import NOT_OPEN, not_taken
from punto.coup.command import Betting, PlaceWager, WithdrawWager
from punto.coup.event import RoundVoided
from punto.house import Act, BringShoe, DealOut, Done
from punto.house.answer import WAITS
from punto.house.code import Code as HouseCode
from punto.ledger import Account
from punto.people import Actor
from punto.protocol import ask, encode
from punto.protocol.tell import Accepted, YourStakes, YourStrip
from punto.refusal import Refusal
from punto.roads import letters
from punto.rules.rulebook import NetZeroWin
from punto.server.async_writer import AsyncWriter
from punto.server.broadcast import TableBroadcast
from punto.server.code import Code
from punto.server.connection import Connection
from punto.server.connections import Connections
from punto.server.refusals import Outcome
from punto.table import sitting
from punto.table.event import EarlierRoundVoided
from punto.table.house_table import HouseTable
from punto.table.record import Recorded
from punto.table.sitting import Sitting, SittingCode, Stakes
from punto.table.state import Table

MOST_UNDONE: Final = 100
"""So many actions can be taken back."""


class Player:
    """One account at one table. On a shared table what is built lies there at once."""

    def __init__(
        self,
        actor: Actor,
        broadcast: TableBroadcast,
        house_table: HouseTable,
        writer: AsyncWriter,
        connections: Connections,
    ) -> None:
        self.actor = actor
        self.account = actor.id
        """The account that is played with."""
        self.broadcast = broadcast
        """The table that is played at."""
        self._writer = writer
        self._connections = connections
        self.turn = asyncio.Lock()
        """One action after the other, over however many sockets they come."""
        self._noted = broadcast.version
        """The version of the table with the last hand that is noted here."""
        last = stakes_of(house_table.table, self.account)
        sits = Sitting(table=house_table.table, player=self.account)
        kept = {"building": (last,)} if house_table.table.in_play else {"previous": last}
        self.sitting = replace(sits, **kept)

    # --- building -------------------------------------------------------------------------------

    async def build(self, said: ask.Building, now_ms: int) -> Outcome:
        """Change the stake by one action."""
        house_table, account = self._writer.at_table(self.broadcast.id, self.account)
        assert house_table is not None, "the table is shown"
        assert account is not None, "the account is open"
        if not house_table.is_open:
            return Refusal(HouseCode.TABLE_CLOSED, f"{self.broadcast.name} is closed")
        if self.broadcast.is_own:
            return self._build_for_deal(said, account)
        table = house_table.table
        if table.undecided is not None:
            return WAITS
        closed = closed_refusal(table, self.account, said, now_ms)
        if closed is not None:
            return closed
        have = self.follow(table)
        built = self._built(said, account)
        if isinstance(built, Refusal):
            return built
        return await self._put(tuple(changes(self.account, have, built.stakes)), built, said)

    def _build_for_deal(self, said: ask.Building, account: Account) -> Outcome:
        """Build for the next Deal: nothing is stored, and what could not be dealt is refused."""
        built = self._built(said, account)
        if isinstance(built, Refusal):
            return built
        refusal = limit_refusal(built, account.available)
        if refusal is not None:
            return refusal
        self.sitting = built
        self._tell_stakes(said.id)
        return Accepted(id=said.id)

    async def _put(
        self, actions: tuple[Betting, ...], built: Sitting, said: ask.Building
    ) -> Outcome:
        """Put on a shared table what was built, all of it or nothing."""
        version: int | None = None
        if actions:
            act, content = Act(self.broadcast.id, actions), encode(said).decode()
            answer = await self._writer.ask(self.actor, act, said.id, content)
            if not isinstance(answer, Done):
                return answer
            version = answer.link.position
            built = self.sitting if answer.again else built
        self.sitting = built
        self._tell_stakes(said.id)
        return Accepted(id=said.id, version=version)

    def _tell_stakes(self, request: str) -> None:
        """Tell the player what is built, on all his screens."""
        told = self.stakes_message(request)
        for connection in self._connections.of_account.get(self.account, ()):
            connection.tell(told)

    def begin_sitting(self) -> None:
        """Forget the results: the game was closed, and whoever opens it begins with none."""
        self.sitting = replace(self.sitting, results=(), rounds=())

    @property
    def undo_raises(self) -> bool:
        """Whether to take the last action back puts more on a wager than lies there now."""
        *_, before, now = {}, *self.sitting.building
        return any(stake > now.get(wager, 0) for wager, stake in before.items())

    def begin_round(self, stakes: Stakes) -> None:
        """Begin with what lies on the table, and remember what lay there before."""
        previous = self.sitting.stakes or self.sitting.previous
        self.sitting = replace(self.sitting, building=(stakes,), previous=previous)

    def follow(self, table: Table) -> Stakes:
        """Believe the table: a stake may be there whose answer was lost. Gives what lies there."""
        stakes = stakes_of(table, self.account)
        self.sitting = replace(self.sitting, table=table)
        if stakes != self.sitting.stakes and table.in_play:
            self.sitting = replace(self.sitting, building=(*self.sitting.building, stakes))
        return stakes

    def _built(self, said: ask.Building, account: Account) -> Sitting | Refusal:
        """Say what an action of the player makes of the stake."""
        current = replace(self.sitting, building=self.sitting.building[-MOST_UNDONE:])
        if isinstance(said, ask.Rest):
            return self._rest(current, said.wager, account)
        return sitting.build(current, _command(said))

    def _rest(self, current: Sitting, wager: str, account: Account) -> Sitting | Refusal:
        """Stake what is left, as far as the limit of the wager and its step allow."""
        settings = current.table.settings
        if wager not in settings.rulebook.wager_by_id:
            return sitting.build(current, sitting.PlaceChip(wager, 1))
        limit, have = settings.limit_of[wager], current.stakes.get(wager, 0)
        step = lcm(limit.step, settings.rulebook.wager(wager).step)
        built = sum(current.stakes.values()) if self.broadcast.is_own else 0
        amount = min(account.available - built, limit.maximum - have)
        amount -= (have + amount) % step
        if amount < 1:
            return Refusal(SittingCode.NOT_A_CHIP, "nothing is left to stake here", wager=wager)
        return sitting.build(current, sitting.PlaceChip(wager, amount))

    # --- dealing --------------------------------------------------------------------------------

    async def deal(self, said: ask.Dealing, connection: Connection) -> Outcome:
        """Deal a hand of the online game: shuffle, bets, cards and payment are one entry."""
        if not self.broadcast.is_own:
            return Refusal(Code.NOT_YOUR_DEAL, "the house deals at this table")
        if self.broadcast.view.house_table.table.undecided is not None:
            return WAITS
        wanted = self._wanted(said)
        if isinstance(wanted, Refusal):
            return wanted
        announced = sitting.announced(self.account, wanted.stakes)
        act = Act(self.broadcast.id, (BringShoe(said.seed), *announced, DealOut()))
        answer = await self._writer.ask(self.actor, act, said.id, encode(said).decode())
        if not isinstance(answer, Done):
            return answer
        version = answer.link.position
        if version > self._noted:
            self._noted = version
            self._note_hand(wanted, said.id, seen=connection in self._connections)
        return Accepted(id=said.id, version=version)

    def _wanted(self, said: ask.Dealing) -> Sitting | Refusal:
        """Give what is to be dealt, or say why it cannot be."""
        wanted: Sitting | Refusal = self.sitting
        if isinstance(said, ask.RebetAndDeal):
            wanted = sitting.build(self.sitting, sitting.Rebet())
        if isinstance(wanted, Refusal):
            return wanted
        return sitting.deal_refusal(wanted) or wanted

    def _note_hand(self, dealt: Sitting, request: str, *, seen: bool) -> None:
        """Put the result on the strip; if the link that asked for it is lost, history has it."""
        house_table = self._writer.house_table(self.broadcast.id)
        assert house_table is not None, "the table is open"
        after = sitting.after_deal(dealt, house_table.table)
        self.sitting = after if seen else after.without_last_result()
        self._tell_stakes(request)
        self._connections.tell_account(self.account, self.strip_message(request))

    # --- what is shown --------------------------------------------------------------------------

    def stakes_message(self, request: str | None = None) -> YourStakes:
        """Show what is built, and which request of the player has made it so."""
        betting = self.sitting.table.settings.rulebook.betting
        refused = betting.net_zero_win is NetZeroWin.REFUSED
        return YourStakes(
            table=self.broadcast.name,
            stakes=self.sitting.stakes,
            previous=self.sitting.previous,
            can_undo=len(self.sitting.building) > 1,
            hopeless=refused and self.sitting.is_hopeless,
            clause=betting.net_zero_win_clause if refused else None,
            id=request,
        )

    def strip_message(self, request: str | None = None) -> YourStrip:
        """Show the results of this sitting."""
        strip, roadmap = letters(self.sitting.strip), letters(self.sitting.roadmap)
        return YourStrip(table=self.broadcast.name, strip=strip, roadmap=roadmap, id=request)


def _command(said: ask.Building) -> sitting.Building:  # noqa: PLR0911 – one match shows all
    match said:
        case ask.Chip(wager=wager, amount=amount):
            return sitting.PlaceChip(wager, amount)
        case ask.TakeOff(wager=wager):
            return sitting.TakeOff(wager)
        case ask.Undo():
            return sitting.Undo()
        case ask.Clear():
            return sitting.Clear()
        case ask.Double():
            return sitting.Double()
        case ask.Rebet():
            return sitting.Rebet()
        case _:
            return sitting.NewGame()


def voided_rounds(table: Table, events: Iterable[Recorded]) -> set[int]:
    """Name the rounds that are void by these events of a table."""
    earlier = {event.round for event in events if isinstance(event, EarlierRoundVoided)}
    present = any(isinstance(event, RoundVoided) for event in events)
    return earlier | ({table.rounds} if present else set())


def brought_earlier(events: Iterable[Recorded]) -> Counter[str]:
    """Add up what rounds that are void now had brought each bettor, where others followed them."""
    brought: Counter[str] = Counter()
    for event in events:
        if isinstance(event, EarlierRoundVoided):
            for bet in event.bets:
                brought[bet.bettor] += bet.net
    return brought


def stakes_of(table: Table, account: str) -> Stakes:
    """Read what somebody has in the round in play, or had in the last one."""
    if table.coup is None:
        return {}
    # By the few wagers of the rulebook: at a full table there are many more stakes.
    wagers, stakes = table.coup.rulebook.wager_by_id, table.coup.stakes
    return {name: stakes[account, name] for name in wagers if (account, name) in stakes}


def closed_refusal(table: Table, account: str, said: ask.Building, now_ms: int) -> Refusal | None:
    """Let the round say why it takes no bets now, whatever would be bet."""
    coup = table.coup
    if coup is None:
        return NOT_OPEN
    if getattr(said, "round", None) not in (None, coup.number):
        coup = replace(coup, phase=Phase.SETTLED)  # the round that is meant is over
    wager: str = getattr(said, "wager", "")
    takes_back = isinstance(said, ask.TakeOff | ask.Undo | ask.Clear)
    command = WithdrawWager(account, wager) if takes_back else PlaceWager(account, wager, 1)
    return not_taken(coup, command, now_ms)


def limit_refusal(built: Sitting, available: int) -> Refusal | None:
    """Say while a stake is built what Deal would refuse: too much for a spot, or for the purse."""
    settings = built.table.settings
    for wager, stake in built.stakes.items():
        # Of a bet that is repeated, a wager may be of a game that was played here before.
        most = settings.limit_of.get(wager, settings.limit).maximum
        if stake > most:
            words = f"{wager} takes {most} or less"
            return Refusal(SittingCode.ABOVE_MAXIMUM, words, wager=wager)
    if sum(built.stakes.values()) > available:
        return Refusal(SittingCode.INSUFFICIENT_CREDITS, "there are not so many credits")
    return None


def changes(account: str, have: Mapping[str, int], want: Mapping[str, int]) -> Iterator[Betting]:
    """Say how one stake becomes another; a wager is taken back whole and put down again."""
    for wager in {**have, **want}:
        before, after = have.get(wager, 0), want.get(wager, 0)
        if after < before:
            yield WithdrawWager(account, wager)
            before = 0
        if after > before:
            yield PlaceWager(account, wager, after - before)
