"""A table that a person deals, over the wire: a dealer, a supervisor, a bettor, and a script."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from punto.client import Player, join
from punto.coup import Phase
from punto.house.chain import table_chain
from punto.house.record import decode_table
from punto.people import Role
from punto.protocol import PlayedRound, console
from punto.protocol.console import ConsoleAsk
from punto.store import reading
from punto.table import Table, due
from punto.table.due import Due
from punto.testing.serving import quick_house
from tests.server.console import Console, enrolled
from tests.server.here import Here, open_house

Event = TypeVar("Event")

STAKE: Final = 1_00
TABLE: Final = "salon"
DECKS: Final = 8

_SUITS: Final = {"mbs-elements": "mwafe"}
_RANKS: Final = {"mbs-elements": "4SL3A9"}
"""Player 4 draws an ace, Banker 3 draws a nine: Player wins, 5 over 2."""

STEPS: Final[tuple[tuple[str, type[ConsoleAsk]], ...]] = (
    ("open", console.OpenBets),
    ("closed", console.CloseBets),
    ("one", console.ScanCard),
    ("two", console.ScanCard),
    ("three", console.ScanCard),
    ("four", console.ScanCard),
    ("totals", console.AnnounceTotals),
    ("five", console.ScanCard),
    ("six", console.ScanCard),
    ("result", console.AnnounceResult),
    ("collected", console.CollectLosing),
    ("paid", console.PayWinning),
    ("next", console.OpenBets),
)
"""The moments of a round, and what brings each about."""

_DUE: Final[dict[Due, type[ConsoleAsk]]] = {
    Due.CLOSE_BETS: console.CloseBets,
    Due.CARD: console.ScanCard,
    Due.TOTALS: console.AnnounceTotals,
    Due.RESULT: console.AnnounceResult,
    Due.COLLECT: console.CollectLosing,
    Due.PAY: console.PayWinning,
}


def house_with(rulebook: str, setting: str) -> str:
    """Give a house whose dealt table plays by a rulebook, with one more setting."""
    before = 'name = "Salon"\nrulebook = "mbs-no-commission"'
    usual = quick_house()
    assert before in usual
    return usual.replace(before, f'name = "Salon"\nrulebook = "{rulebook}"\n{setting}')


class DealtTable:
    """One table of a house, and who is at it."""

    def __init__(self, here: Here, dealer: Console, supervisor: Console, player: Player) -> None:
        self.here = here
        self.dealer = dealer
        self.supervisor = supervisor
        self.player = player
        self.scripted = 0
        """How many rounds were chosen for this shoe: each takes one card of six ranks."""
        self.cards: list[str] = []
        """Those of the round in play."""

    @property
    def table(self) -> Table:
        """The table as it is stored."""
        house_table = self.here.writer.house_table(TABLE)
        assert house_table is not None
        return house_table.table

    def has_shoe(self) -> bool:
        """Whether a shoe is on the table."""
        return self.table.shoe is not None

    @property
    def results(self) -> int:
        """How many results are on the roads."""
        return len(self.table.board.results)

    @property
    def balance(self) -> int:
        """What the bettor has, on the felt or off it."""
        account = self.here.writer.account(self.player.session.name)
        assert account is not None
        return account.available + account.held

    def recorded(self, kind: type[Event]) -> list[Event]:
        """Read all events of a kind from the journal."""
        with self.here.writer.database.reading() as connection:
            bodies = [link.body or b"" for link in reading.links(connection, table_chain(TABLE))]
        events = [event for body in bodies for event in decode_table(body).events]
        return [event for event in events if isinstance(event, kind)]

    async def last(self) -> PlayedRound:
        """Read the last round in the bettor's own history."""
        (played,) = await self.player.history(TABLE, 1)
        return played

    # --- dealing --------------------------------------------------------------------------------

    async def shoe(self) -> None:
        """Bring a shoe of physical cards."""
        await self.dealer.done(console.BringShoe, scanned=True)
        self.scripted = 0

    def script(self) -> None:
        """Choose the cards of the next round: ranks are always the same, suits take turns."""
        name = self.table.settings.rulebook.id
        suits = _SUITS.get(name, "shdc")
        suit = suits[self.scripted % len(suits)]
        self.scripted += 1
        self.cards = [rank + suit for rank in _RANKS.get(name, "4KJ3A9")]

    async def play_to(self, moment: str, deal: Console | None = None) -> None:
        """Play a round from its commencement to a moment, with a bet on the Player."""
        if due(self.table) is Due.SHOE:
            await self.shoe()
        self.script()
        for name, kind in STEPS:
            await self.do(kind, deal)
            if name == "open":
                await self.player.bet(TABLE, "player", STAKE)
            if name == moment:
                return

    async def do(self, kind: type[ConsoleAsk], deal: Console | None = None) -> None:
        """Do one thing; a card is the next of the script."""
        dealer = deal or self.dealer
        if kind is console.OpenBets:
            # A round of its own time: what its bettor had is told back from now to then.
            await self.here.advance(1_000)
        if kind is not console.ScanCard:
            await dealer.done(kind)
            return
        coup = self.table.coup
        assert coup is not None
        gone = len(coup.cards) + len(coup.surplus)
        await dealer.done(kind, card=self.cards[gone])

    async def finish(self, deal: Console | None = None) -> None:
        """Do what is due until no round is in play."""
        while self.table.in_play:
            await self.do(_DUE[due(self.table)], deal)
        assert self.table.coup is not None
        assert self.table.coup.phase in {Phase.SETTLED, Phase.VOID}


@asynccontextmanager
async def dealt_table(
    url: str, rulebook: str = "mbs-no-commission", setting: str = ""
) -> AsyncIterator[DealtTable]:
    """Open a house with a dealer who has taken the table, a supervisor, and a bettor."""
    async with open_house(url, house_with(rulebook, setting)) as here:
        dora, sue = await enrolled(here, "dora"), await enrolled(here, "sue", Role.SUPERVISOR)
        async with (
            await join(here.address) as player,
            Console(here, dora) as dealer,
            Console(here, sue) as supervisor,
        ):
            await dealer.done(console.TakeTable)
            await player.take_seat(TABLE, 1)
            table = DealtTable(here, dealer, supervisor, player)
            await table.shoe()
            yield table
