"""Players of every kind: guests, those with an account, and terminals."""

from typing import TYPE_CHECKING, Any, Final

from punto.client.table import OutOfStep, TableView
from punto.protocol import ask, decode_tell, encode
from punto.protocol.protection import CheckSeen, LimitsInfo, LimitsWanted, PauseWanted
from punto.protocol.tell import (
    Happened,
    Snapshot,
    Welcome,
    YourBalance,
    YourResult,
    YourSeat,
    YourStakes,
    YourTicket,
)
from punto.server.config import TableConfig, is_own, rulebook_of
from punto.testing.world.client import Client
from punto.testing.world.premises import ATTENDANT, PASSWORD, PIN, token_of

if TYPE_CHECKING:
    from punto.testing.world.world import World

_SIGNED_IN: Final = 201
_ODD: Final = (1, 3, 50, 150, 10**6, 10**12)
_NONSENSE: Final = ("", "{", "[]", '{"type":"Deal"}', '{"type":"Chip","id":"x"}', "null", "�")


class Player(Client):
    """Somebody who plays at one table, or at two."""

    decode = staticmethod(decode_tell)

    def __init__(self, world: "World", name: str, address: str, tables: list[TableConfig]) -> None:
        super().__init__(world, name, address)
        self.tables = {table.id: table for table in tables}
        self.views = {table.id: TableView(table.id) for table in tables}
        self.balance: YourBalance | None = None
        self._catching_up = f"{name}-resumes"
        self._has_caught_up = False
        self.is_careful = self.chance.random() < 0.3
        """Whether limits are set."""
        self._is_quick = self.chance.random() < 0.5
        self._is_odd = self.chance.random() < 0.3

    def sign_in(self) -> None:
        """Come as a guest."""
        self.ask_house("POST", "/api/guests", None, self._let_in)

    def _let_in(self, status: int, body: Any, _: dict[str, str]) -> None:  # noqa: ANN401 – JSON
        if status == _SIGNED_IN:
            self.token = body["token"]
            self.account = self.token.partition(".")[0]
        self.come_again()

    # --- hearing --------------------------------------------------------------------------------

    def hear_message(self, message: Any) -> None:  # noqa: ANN401 – one of many
        """Follow the tables."""
        match message:
            case Welcome():
                for table in self.tables:
                    self._watch(table)
                self.welcome()
            case Snapshot(table=table):
                self.views[table].begin(message)
            case Happened(table=table):
                if not is_own(self.tables[table]):
                    self.world.frames.add(message)
                self._follow(table, message)
            case _:
                self._hear_own(message)

    def _hear_own(self, message: Any) -> None:  # noqa: ANN401 – one of many
        match message:
            case YourStakes(table=table):
                self.views[table].own_stakes(message)
            case YourSeat(table=table):
                self.views[table].seat = message.position
            case YourBalance():
                self.balance = message
                self._has_caught_up |= self._catching_up in (message.id or " ")
            case YourResult(table=table):
                self.views[table].own_result(message)
            case YourTicket():
                self.hear_ticket(message)
            case _:
                pass

    def _follow(self, table: str, happened: Happened) -> None:
        view = self.views[table]
        if view.version is None:
            return
        try:
            view.follow(happened)
        except OutOfStep:
            self._watch(table)

    def _watch(self, table: str, id_: str | None = None) -> None:
        since = self.views[table].version
        self.tell(encode(ask.Watch(table=table, since=since, id=id_)).decode())

    def hear_ticket(self, message: YourTicket) -> None:
        """Take a ticket; players have none."""

    def hear_refusal(self, code: str) -> None:
        """See time and result where that is wanted."""
        if code == "check-due":
            self._protect(CheckSeen(id=self.new_id()))

    # --- playing --------------------------------------------------------------------------------

    def pause(self) -> float:
        """Play at one's own pace."""
        if self.world.is_closing:
            return 2 + self.chance.random()
        return 0.2 + self.chance.random() * (0.8 if self._is_quick else 4)

    def act(self, *, is_closing: bool) -> None:
        """Build a stake, deal, sit down, or do something that is none of it."""
        if is_closing:
            if not self.is_settled:
                self._catch_up()
            return
        if self.is_careful and self.chance.random() < 0.03:
            self._set_limits()
        if self._is_odd and self.chance.random() < 0.1:
            self._be_odd()
            return
        table = self.chance.choice(list(self.tables.values()))
        if self.views[table.id].version is None:
            self._watch(table.id)
        elif is_own(table):
            self._deal(table)
        else:
            self._bet(table)

    def _catch_up(self) -> None:
        """Ask for what may have been missed: a message that was lost may have been the last."""
        for table in self.tables:
            self._watch(table, self._catching_up)

    def _deal(self, table: TableConfig) -> None:
        view, chance = self.views[table.id], self.chance.random()
        if view.stakes and chance < 0.75:
            self.ask(ask.Deal(id=self.new_id(), table=table.id, seed=self._seed()))
        elif view.previous and chance < 0.9:
            self.ask(ask.RebetAndDeal(id=self.new_id(), table=table.id, seed=self._seed()))
        else:
            self._build(table, None)

    def _seed(self) -> str:
        return self.chance.randbytes(4).hex() if self.chance.random() < 0.5 else ""

    def _bet(self, table: TableConfig) -> None:
        view = self.views[table.id]
        if table.positions and (view.seat is None or self.chance.random() < 0.05):
            self._sit(table, view.seat)
        elif view.phase == "betting" or self.chance.random() < 0.1:
            self._build(table, view.round if view.round and self.chance.random() < 0.7 else None)

    def _sit(self, table: TableConfig, seat: int | None) -> None:
        place = self.chance.randint(1, table.positions + (self.chance.random() < 0.1))
        if seat is not None:
            self.ask(ask.LeaveSeat(id=self.new_id(), table=table.id))
        elif table.back_betting and self.chance.random() < 0.4:
            self.ask(ask.StandBehind(id=self.new_id(), table=table.id, position=place))
        else:
            self.ask(ask.TakeSeat(id=self.new_id(), table=table.id, position=place))

    def _build(self, table: TableConfig, round_: int | None) -> None:
        at = {"id": self.new_id(), "table": table.id}
        if self.chance.random() < 0.75:
            self.ask(
                ask.Chip(**at, wager=self._wager(table), amount=self._amount(table), round=round_)
            )
            return
        kinds = (ask.Undo, ask.Clear, ask.Double, ask.Rebet)
        kind = self.chance.randrange(len(kinds) + 2)
        if kind < len(kinds):
            self.ask(kinds[kind](**at, round=round_))
        elif kind == len(kinds):
            self.ask(ask.TakeOff(**at, wager=self._wager(table), round=round_))
        else:
            self.ask(ask.Rest(**at, wager=self._wager(table), round=round_))

    def _wager(self, table: TableConfig) -> str:
        return self.chance.choice(rulebook_of(table).wagers).id

    def _amount(self, table: TableConfig) -> int:
        if self._is_odd and self.chance.random() < 0.2:
            return self.chance.choice(_ODD)
        return table.minimum * self.chance.choice((1, 1, 2, 2, 4, 10))

    def _be_odd(self) -> None:
        """Say what is no message, or use an id again for something else."""
        if self.chance.random() < 0.5 and self.socket is not None:
            self.tell(self.chance.choice(_NONSENSE))
        else:
            table = self.chance.choice(list(self.tables.values()))
            self.misuse_id(ask.Chip(id="x", table=table.id, wager="tie", amount=table.minimum))

    # --- protection -----------------------------------------------------------------------------

    def _set_limits(self) -> None:
        chance = self.chance
        if chance.random() < 0.03:
            self._protect(PauseWanted(id=self.new_id(), days=1))
            return
        limits = LimitsInfo(
            stake=chance.choice((None, 400, 1_000)),
            loss_day=chance.choice((None, 2_000, 10_000)),
            loss_week=chance.choice((None, 3_000, 20_000)),
            minutes_day=chance.choice((None, None, 5, 10)),
            check_minutes=chance.choice((None, 5, 10)),
        )
        self._protect(LimitsWanted(id=self.new_id(), limits=limits))

    def _protect(self, said: LimitsWanted | PauseWanted | CheckSeen) -> None:
        self.ask_house("POST", "/api/protection", said, lambda *_: None)

    @property
    def is_settled(self) -> bool:
        """Whether nothing is open, and every table is seen as it is."""
        return (
            super().is_settled
            and self._has_caught_up
            and all(
                self.world.version_of(table, self.account) in (view.version, None)
                for table, view in self.views.items()
            )
        )


class Regular(Player):
    """Somebody who deals hand after hand at a table of his own, and waits for no answer."""

    def __init__(self, world: "World", name: str, address: str, tables: list[TableConfig]) -> None:
        super().__init__(world, name, address, tables)
        self.is_careful = self._is_odd = False
        self._pause = self.chance.choice((0.15, 0.25, 0.4))

    def pause(self) -> float:
        """Deal at a quick pace."""
        if self.world.is_closing:
            return super().pause()
        return self._pause * (0.5 + self.chance.random())

    def act(self, *, is_closing: bool) -> None:
        """Play the last stake again."""
        (table,) = self.tables.values()
        view = self.views[table.id]
        if is_closing or view.version is None:
            super().act(is_closing=is_closing)
        elif view.previous:
            self.ask(ask.RebetAndDeal(id=self.new_id(), table=table.id, seed=self._seed()))
        elif not self.open and view.stakes:
            self.ask(ask.Deal(id=self.new_id(), table=table.id, seed=self._seed()))
        elif not self.open:
            wager, amount = self._wager(table), table.minimum
            self.ask(ask.Chip(id=self.new_id(), table=table.id, wager=wager, amount=amount))

    def hear_refusal(self, code: str) -> None:
        """Ask for credits where there are none left."""
        super().hear_refusal(code)
        if code == "insufficient-credits":
            self.ask_house("POST", "/api/credits", None, lambda *_: None)


class Patron(Player):
    """Somebody with a name and a password."""

    def sign_in(self) -> None:
        """Give the password."""
        said = {"name": self.name, "password": PASSWORD}
        self.ask_house("POST", "/api/sessions", said, self._let_in)


class Terminal(Player):
    """A Player Terminal: an attendant sells credits, and what is left is paid on a ticket."""

    def __init__(self, world: "World", name: str, address: str, tables: list[TableConfig]) -> None:
        super().__init__(world, name, address, tables)
        self.is_careful = False
        self._in_hand = ""

    def sign_in(self) -> None:
        """Bring the token that the browser has kept."""
        self.token, self.account = token_of(self.name), self.name
        self.come_again()

    def act(self, *, is_closing: bool) -> None:
        """Play, buy and cash out."""
        chance = self.chance.random()
        if self._in_hand and chance < 0.5:
            printed = self.chance.random() < 0.8
            said = ask.TicketPrinted(id=self.new_id(), cash_out=self._in_hand, printed=printed)
            self._in_hand = ""
            self.ask(said)
        elif is_closing or chance < 0.8:
            has_credits = self.balance is not None and self.balance.available
            if is_closing or has_credits:
                super().act(is_closing=is_closing)
            else:
                self._buy()
        elif chance < 0.9:
            self.ask(ask.CashOut(id=self.new_id()))
        elif self.world.tickets:
            number = self.chance.choice(self.world.tickets)
            self.ask(ask.RedeemTicket(id=self.new_id(), number=number))

    def _buy(self) -> None:
        pin = PIN if self.chance.random() < 0.95 else "9999"
        amount = self.chance.choice((1_000, 5_000, 20_000))
        sold = ask.BuyCredits(id=self.new_id(), amount=amount, attendant=ATTENDANT, pin=pin)
        self.ask(sold)

    def hear_ticket(self, message: YourTicket) -> None:
        """Keep a ticket until it is printed."""
        if message.ticket is not None:
            self._in_hand = message.ticket.id
            if message.ticket.number not in self.world.tickets:
                self.world.tickets.append(message.ticket.number)
