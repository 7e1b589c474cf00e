"""Those who work in the house: dealers and supervisors at consoles, the cage and managers."""

from typing import TYPE_CHECKING, Any, Final

import msgspec

from punto.protocol import console, encode, office
from punto.protocol.ask import Watch
from punto.protocol.console import ConsoleTell, ConsoleView, Greeting, Irregularity, Queue
from punto.protocol.settings import Setting
from punto.protocol.shift import CloseShift, OpenShift
from punto.protocol.words import FloatMove
from punto.server.config import TableConfig, rulebook_of
from punto.testing.world.client import Client
from punto.testing.world.premises import PIN

if TYPE_CHECKING:
    from punto.testing.world.world import World

_SIGNED_IN: Final = 201
_DONE: Final = 200
_MOVES: Final[tuple[FloatMove, ...]] = ("fill", "credit", "drop")
_COOKIE: Final = "punto-staff="
_FOUND: Final = (
    "foreign-card",
    "incorrect-number-of-cards",
    "order-unknown",
    "shoe-order-altered",
    "malfunction",
    "connection-lost",
)


class Staff(Client):
    """Somebody of the staff, by name and PIN."""

    def __init__(self, world: "World", name: str, address: str) -> None:
        super().__init__(world, name, address)
        self.account = name

    def sign_in(self) -> None:
        """Give the PIN."""
        said = {"name": self.name, "pin": PIN}
        self.ask_house("POST", "/api/staff/sessions", said, self._let_in)

    def _let_in(self, status: int, _: Any, headers: dict[str, str]) -> None:  # noqa: ANN401
        if status == _SIGNED_IN:
            cookie = headers["set-cookie"].partition(_COOKIE)[2]
            self.token = cookie.partition(";")[0]
        self.come_again()

    def hear_refusal(self, code: str) -> None:
        """Give the PIN again where it is wanted."""
        if code == "locked":
            self.sign_in()


class Console(Staff):
    """Somebody at a console."""

    path = "/ws/console"
    decode = staticmethod(msgspec.json.Decoder(ConsoleTell).decode)

    def __init__(self, world: "World", name: str, address: str) -> None:
        super().__init__(world, name, address)
        self.shown: dict[str, ConsoleView] = {}
        self.queue: Queue | None = None

    def hear_message(self, message: Any) -> None:  # noqa: ANN401 – one of many
        """Follow the tables."""
        match message:
            case Greeting():
                for table in self.world.config.tables:
                    self.tell(encode(Watch(table=table.id)).decode())
                self.welcome()
            case ConsoleView(table=table):
                self.shown[table] = message
            case Queue():
                self.queue = message
            case _:
                pass

    def irregularity(self, table: str) -> Irregularity:
        """Find something that ought not to be."""
        view = self.shown.get(table)
        del view
        return Irregularity(
            found=self.chance.choice(_FOUND),
            in_initial_deal=self.chance.random() < 0.5,
            reconstructed=self.chance.random() < 0.3,
            new_shoe=self.chance.random() < 0.2,
        )


class Dealer(Console):
    """Deals at one table, as the table says what is due."""

    def __init__(self, world: "World", name: str, address: str, table: TableConfig) -> None:
        super().__init__(world, name, address)
        self._table = table
        self._cards = rulebook_of(table).deck.cards

    def pause(self) -> float:
        """Deal at a good pace."""
        return 0.3 + self.chance.random() * 1.2

    def act(self, *, is_closing: bool) -> None:
        """Do what is due, and now and then something else."""
        view = self.shown.get(self._table.id)
        if view is None:
            self.tell(encode(Watch(table=self._table.id)).decode())
            return
        if self.open:
            return
        at = {"id": self.new_id(), "table": self._table.id}
        if view.dealer != self.name:
            self.ask(console.TakeTable(**at))
        elif is_closing or self.chance.random() < 0.9:
            self._deal(view, at)
        else:
            self._do_otherwise(at)

    def _deal(self, view: ConsoleView, at: dict[str, Any]) -> None:
        kinds = {
            "open-bets": console.OpenBets,
            "totals": console.AnnounceTotals,
            "result": console.AnnounceResult,
            "collect": console.CollectLosing,
            "pay": console.PayWinning,
        }
        if view.due in kinds:
            self.ask(kinds[view.due](**at))
        elif view.due == "close-bets" and self.chance.random() < 0.3:
            self.ask(console.CloseBets(**at))
        elif view.due == "shoe":
            self.ask(console.BringShoe(**at, scanned=self.chance.random() < 0.5))
        elif view.due == "card" and view.scanned:
            self.ask(console.ScanCard(**at, card=self._card()))
        elif view.due == "card":
            self.ask(console.DrawCard(**at))

    def _card(self) -> str:
        return str(self.chance.choice(self._cards))

    def _do_otherwise(self, at: dict[str, Any]) -> None:
        chance, wager = self.chance, self.chance.choice(rulebook_of(self._table).wagers).id
        position = chance.randint(1, max(1, self._table.positions))
        choices = (
            lambda: console.LeaveTable(**at),
            lambda: console.CloseBets(**at),
            lambda: console.LayChips(
                **at, position=position, wager=wager, amount=self._table.minimum * 2
            ),
            lambda: console.LayChips(
                **at, position=position, wager=wager, amount=self._table.minimum * 4
            ),
            lambda: console.TakeChips(**at, position=position, wager=wager),
            lambda: console.CorrectCard(
                **at, place=chance.randrange(6), card=self._card(), why="read wrongly"
            ),
            lambda: console.SetCardAside(**at, card=self._card(), why="drawn in error"),
            lambda: console.ReportIrregularity(
                **at, irregularity=self.irregularity(self._table.id), why="seen at the table"
            ),
        )
        self.ask(chance.choice(choices)())


class Supervisor(Console):
    """Decides what waits for a decision, and looks after the tables."""

    def pause(self) -> float:
        """Come by now and then."""
        return 1 + self.chance.random() * 6

    def act(self, *, is_closing: bool) -> None:
        """Decide, report, move chips."""
        if self.open:
            return
        if self.queue is not None and self.queue.waiting:
            waiting = self.chance.choice(self.queue.waiting)
            said = console.DecideRound(
                id=self.new_id(),
                table=waiting.table,
                void=self.chance.random() < 0.5,
                why="as seen on camera",
                new_shoe=self.chance.random() < 0.2,
            )
            self.ask(said)
        elif not is_closing and self.chance.random() < 0.4:
            self._look_after(self.chance.choice(self.world.config.tables).id)

    def _look_after(self, table: str) -> None:
        at = {"id": self.new_id(), "table": table}
        if self.chance.random() < 0.5:
            found = self.irregularity(table)
            self.ask(console.ReportIrregularity(**at, irregularity=found, why="seen on camera"))
        elif self.chance.random() < 0.5:
            move = self.chance.choice(_MOVES)
            self.ask(console.MoveFloat(**at, move=move, amount=10_000, why="as counted"))
        else:
            self.ask(console.RelieveDealer(**at, why="gone home"))


class Office(Staff):
    """Somebody who asks over HTTP alone: one thing after the other, until each is answered."""

    def __init__(self, world: "World", name: str, address: str) -> None:
        super().__init__(world, name, address)
        self._asking: office.OfficeAsk | None = None
        self._is_under_way = False

    def come(self) -> None:
        """Sign in; there is no socket."""
        self._is_coming = False
        if self.token:
            self.is_welcome = True
        else:
            self.sign_in()

    def act(self, *, is_closing: bool) -> None:
        """Ask for something, or ask again for what is open."""
        if self._is_under_way:
            return
        if self._asking is None and not is_closing:
            self._asking = self.want()
            if self._asking is not None:
                asked = self.world.truth.note(f"{self.name}_{self._asking.id}", self._asking, "")
                self.open[self._asking.id] = asked
        if self._asking is not None:
            self._is_under_way = True
            self.ask_house("POST", "/api/office", self._asking, self._told)

    def _say(self, asked: Any) -> None:  # noqa: ANN401 – a request
        """Nothing is said again by itself."""

    def want(self) -> "office.OfficeAsk | None":
        """Choose what to ask for."""
        raise NotImplementedError

    def _told(self, status: int, body: Any, _: dict[str, str]) -> None:  # noqa: ANN401 – JSON
        self._is_under_way = False
        assert self._asking is not None, "it was asked"
        asked = self.open[self._asking.id]
        if status == _DONE:
            asked.accept(None)
        elif status and body.get("code") in {"locked", "sign-in"}:
            self.sign_in()
        elif status:
            asked.refuse(body.get("code", ""))
        if asked.is_answered:
            del self.open[self._asking.id]
            self._asking = None


class Cashier(Office):
    """Stands at the cage: sells, pays, and counts the till."""

    def pause(self) -> float:
        """Serve one after the other."""
        return 2 + self.chance.random() * 8

    def want(self) -> "office.OfficeAsk | None":
        """Choose whom to serve, and how."""
        accounts, chance, id_ = self.world.accounts(), self.chance, self.new_id()
        account = chance.choice(accounts) if accounts else ""
        amount = chance.choice((100, 5_000, 10**6))
        kind = chance.randrange(7)
        if kind < 2 and account:
            return office.SellCredits(id=id_, account=account, amount=amount)
        if kind == 2 and account:
            return office.PayCredits(id=id_, account=account, amount=amount)
        if kind == 3 and self.world.tickets:
            return office.PayTicket(id=id_, number=chance.choice(self.world.tickets))
        if kind == 4 and account:
            return office.EndCashOut(id=id_, account=account, printed=False, why="no paper")
        shift = OpenShift if chance.random() < 0.5 else CloseShift
        return shift(id=id_, place=f"till/{self.name}", counted=chance.randrange(10**6))


class Manager(Office):
    """Sets tables otherwise, and counts their floats."""

    def pause(self) -> float:
        """Come by rarely."""
        return 10 + self.chance.random() * 30

    def want(self) -> "office.OfficeAsk | None":
        """Choose what is to be otherwise."""
        chance, id_ = self.chance, self.new_id()
        table = chance.choice(self.world.config.tables)
        if chance.random() < 0.3:
            shift = OpenShift if chance.random() < 0.5 else CloseShift
            return shift(id=id_, place=f"table/{table.id}", counted=chance.randrange(10**6))
        now = self.world.settings_of(table.id)
        if now is None:
            return None
        key, after = chance.choice(
            (
                ("maximum", now.maximum + table.minimum),
                ("minimum", table.minimum * chance.choice((1, 2))),
                ("open", not now.open),
                ("window_ms", chance.choice((3_000, 6_000))),
            )
        )
        before = getattr(now, key)
        change = Setting(key=key, before=before, after=after)
        return office.SetTable(id=id_, table=table.id, changes=[change], why="as the day goes")
