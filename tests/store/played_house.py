"""A small house that is played for real: five rulebooks, shoes, voids, tickets, a closed table."""

import shutil
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy.engine import make_url

import punto
from punto.coup.command import CloseBetting, OpenBetting, PlaceWager, WithdrawWager
from punto.coup.event import WagersPaid
from punto.fair import contribution_commitment
from punto.house import (
    Act,
    BringShoe,
    BuyIn,
    CashOut,
    CloseTable,
    ConfirmTicket,
    Contribute,
    DealOut,
    Done,
    OpenAccount,
    OpenTable,
    PayCredits,
    RedeemTicket,
    Repay,
    ShowContribution,
)
from punto.house.record import decode_table
from punto.house.request import TableAction, What
from punto.ledger import Kind, receivable_of
from punto.store import Database, Entropy, HouseKey, Writer
from punto.table import Found, Limit, Settings
from punto.table.command import LeaveSeat, ReportIrregularity, TakeSeat
from punto.testing.actors import request_of

KEY = HouseKey(bytes(range(32)))
TABLES = {
    "nc": "mbs-no-commission",
    "rws": "rws-non-commission",
    "zero": "zero-commission",
    "tiger": "mbs-tiger",
    "elements": "mbs-elements",
}
PLAYERS = ("ann", "bob", "cy")


def entropy() -> Entropy:
    """Give the same chance every time, so that a test that fails fails again."""
    numbers = count()

    def source(size: int) -> bytes:
        start = f"played house {next(numbers)}".encode()
        blocks = (sha256(start + bytes([block])).digest() for block in range(size // 32))
        return b"".join(blocks)

    return Entropy(source)


def chance_of(who: str) -> bytes:
    """What somebody adds to a shoe."""
    return sha256(who.encode()).digest()


def clock() -> Iterator[int]:
    """A time that passes a quarter of a second whenever it is asked for."""
    return count(1_700_000_000_000, 250)


class Play:
    """Asks a house for things, and wants them done."""

    def __init__(self, url: str, now: Callable[[], int] | None = None) -> None:
        times = now or clock().__next__
        self.writer = Writer(Database(url), KEY, clock=times, entropy=entropy())
        self._ids = count(1)

    def ask(self, what: What, who: str = "house") -> Done:
        """Ask under a new id."""
        house_table = self.writer.house_table(what.table) if isinstance(what, Act) else None
        owner = house_table.owner if house_table else ""
        answer = self.writer.ask(request_of(who, what, f"r{next(self._ids)}", owner=owner))
        assert isinstance(answer, Done), f"{what}: {answer}"
        return answer

    def deal(self, table: str, *actions: TableAction) -> Done:
        """Let the house itself do something at a table, as its dealer does: without an id."""
        answer = self.writer.ask(request_of("house", Act(table, actions)))
        assert isinstance(answer, Done), f"{actions}: {answer}"
        return answer

    def bet(self, table: str, who: str, *commands: TableAction) -> None:
        """Let a player do something at a table."""
        self.ask(Act(table, commands), who)

    # --- the story ------------------------------------------------------------------------------

    def story(self) -> None:
        """Play all that can happen, and leave shoes on the tables."""
        self.open_accounts()
        for burn, (table, name) in enumerate(TABLES.items()):
            self.open_table(table, name, burn=burn)
            for _ in range(3):
                self.round(table, "ann" if table == "tiger" else "")
            self.void_a_paid_round(table)
            self.round(table)
        self.settle_debts()
        self.open_table("seated", "mbs-tiger", positions=7)
        self.seats("seated")
        self.tickets()
        self.ask(CloseTable("nc", "end of the day"))
        self.open_table("nc", "mbs-no-commission")
        self.round("nc")

    def open_accounts(self) -> None:
        self.ask(OpenAccount("cage", Kind.CASH))
        self.ask(OpenAccount("house", Kind.HOUSE))
        for who in PLAYERS:
            self.ask(OpenAccount(who))
            self.ask(BuyIn(who, 100_000))

    def open_table(
        self, table: str, name: str, *, burn: int = 0, positions: int = 0, owner: str = ""
    ) -> None:
        """Open a table with a cut card that makes its shoes short."""
        rulebook = punto.rulebook(name)
        size = rulebook.shoe.default_decks * len(rulebook.deck)
        settings = Settings(
            rulebook=rulebook,
            decks=rulebook.shoe.default_decks,
            limit=Limit(minimum=20, maximum=50_000, step=20),
            positions=positions,
            burn=burn,
            cut=size - 12,
        )
        self.ask(OpenTable(table, settings, owner))

    def round(self, table: str, adds: str = "", stake: int = 100) -> WagersPaid:
        """Play a round of two bettors, on a new shoe where one is wanted, added to by somebody."""
        house_table = self.writer.house_table(table)
        assert house_table is not None
        if house_table.table.shoe is None:
            self.bring(table, adds)
        self.deal(table, OpenBetting())
        self.bet(table, "ann", PlaceWager("ann", "player", stake), PlaceWager("ann", "tie", 20))
        self.bet(table, "bob", PlaceWager("bob", "banker", stake))
        done = self.deal(table, CloseBetting(), DealOut())
        events = decode_table(done.link.body or b"").events
        return next(event for event in events if isinstance(event, WagersPaid))

    def bring(self, table: str, *adding: str) -> None:
        """Bring a shoe that players add to, by chance that can be told again from their names."""
        house_table = self.writer.house_table(table)
        assert house_table is not None
        assert house_table.committed is not None
        number, adding = house_table.committed.number, tuple(filter(None, adding))
        for who in adding:
            commitment = contribution_commitment(chance_of(who), who, table=table, shoe=number)
            self.bet(table, who, Contribute(who, number, commitment))
        self.deal(table, BringShoe())
        for who in adding:
            self.bet(table, who, ShowContribution(who, number, chance_of(who).hex(), who))
        if adding:
            self.deal(table, BringShoe())

    def void_a_paid_round(self, table: str) -> None:
        """Void a round whose winnings are spent, so that they are owed."""
        found = Found.MALFUNCTION if table == "zero" else Found.INCORRECT_NUMBER_OF_CARDS
        while not any(bet.outcome == "win" for bet in self.round(table, stake=10_000).bets):
            pass
        for who in ("ann", "bob"):
            account = self.writer.account(who)
            assert account is not None
            self.ask(PayCredits(who, account.available), "cage")
        report = ReportIrregularity(found=found, who="eve", why="seen on camera")
        self.deal(table, report)
        for who in ("ann", "bob"):
            self.ask(BuyIn(who, 100_000), "cage")

    def settle_debts(self) -> None:
        for who in ("ann", "bob"):
            owed = self.owed(who)
            if owed:
                self.ask(Repay(who, owed // 2, in_money=False))
                self.ask(Repay(who, self.owed(who), in_money=True))

    def owed(self, who: str) -> int:
        debt = self.writer.account(receivable_of(who))
        return -debt.balance if debt is not None else 0

    def seats(self, table: str) -> None:
        """Sit down, raise, withdraw, leave; and void a round before it is paid."""
        self.bring(table, "cy", "ann")
        self.bet(table, "cy", TakeSeat("cy", 2))
        self.deal(table, OpenBetting())
        self.bet(table, "cy", PlaceWager("cy", "player", 100))
        self.bet(table, "cy", PlaceWager("cy", "player", 40), PlaceWager("cy", "tie", 20))
        self.bet(table, "cy", WithdrawWager("cy", "tie"))
        report = ReportIrregularity(found=Found.FOREIGN_CARD, who="eve", why="a joker")
        self.deal(table, CloseBetting())
        self.deal(table, report)
        self.bet(table, "cy", LeaveSeat("cy"))

    def tickets(self) -> None:
        """Cash out on a ticket and bring it back; another is not printed."""
        printed = self.ask(CashOut("cy"), "cy")
        self.ask(ConfirmTicket(printed.link.request or "", printed=True), "cy")
        assert printed.ticket is not None
        self.ask(RedeemTicket(printed.ticket, "cy"), "cy")
        jammed = self.ask(CashOut("cy"), "cy")
        self.ask(ConfirmTicket(jammed.link.request or "", printed=False), "cy")


@cache
def _template() -> tuple[TemporaryDirectory[str], Path]:
    """Play once for all tests that want a house in a file."""
    directory = TemporaryDirectory(prefix="played-house-")
    path = Path(directory.name) / "punto.db"
    play(f"sqlite:///{path}").close()
    return directory, path


def played(url: str) -> None:
    """Have a house that was played, and is closed."""
    place = make_url(url).database
    if url.startswith("sqlite") and place:
        shutil.copyfile(_template()[1], place)
    else:
        play(url).close()


def play(url: str) -> Writer:
    """Play the whole story; the house is still open, with shoes on its tables."""
    house = Play(url)
    house.story()
    return house.writer
