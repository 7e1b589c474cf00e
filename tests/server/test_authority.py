"""What a guest or a terminal says is about itself: nobody else's money, and no dealer's work."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Final, NamedTuple, get_args

import msgspec
import pytest

from punto.client import Player, Refusal, join, join_as_terminal
from punto.client.player import new_id
from punto.house import House
from punto.protocol import Ask, ask
from tests.server.here import Here, assert_books_hold, open_house
from tests.server.raw import Raw
from tests.server.saying import say
from tests.server.test_terminals import buy
from tests.support.house.whole import whole_house, written_down

SHARED: Final = "mbs"
ELECTRONIC: Final = "rws"
OWN: Final = "zero"
WITHOUT_EFFECT: Final = (ask.Watch, ask.Unwatch, ask.Ping)
"""What changes nothing, whoever says it."""


class Stranger(NamedTuple):
    """Somebody who has credits on two tables or a ticket in hand, and keeps out of it."""

    guest: Player
    terminal: Player
    cash_out: str
    """The request whose ticket waits to be printed."""

    def tables(self) -> tuple[str, ...]:
        """Name the tables of their own, as the books do."""
        return f"{OWN}-{self.guest.session.name}", f"{OWN}-terminal-2"


@asynccontextmanager
async def with_stranger(url: str) -> AsyncIterator[tuple[Here, Stranger]]:
    """Open a house where somebody has staked at a shared and an own table, and cashed out."""
    async with (
        open_house(url) as here,
        await join(here.address) as guest,
        await join_as_terminal(here.address, "terminal-2", "demo-2") as terminal,
    ):
        await guest.watch(OWN)
        await guest.bet(OWN, "player", 200)
        await guest.deal(OWN)
        await guest.watch(SHARED)
        await guest.betting(SHARED)
        await say(guest, SHARED, ask.Chip, wager="tie", amount=100)
        await buy(terminal, 5_000)
        cash_out = new_id()
        await terminal.request(ask.CashOut(id=cash_out))
        yield here, Stranger(guest, terminal, cash_out)


def said_at(table: str) -> Iterator[Ask]:
    """Give every message that names a table, each with all that it can say."""
    for kind in (*get_args(ask.Building), *get_args(ask.Dealing), *get_args(ask.Seating)):
        fields = {"wager": "tie", "amount": 100, "position": 1}.items()
        content = {name: value for name, value in fields if name in kind.__struct_fields__}
        frame = {"type": kind.__name__, "id": new_id(), "table": table, **content}
        yield msgspec.convert(frame, kind)
    yield ask.OpenCard(id=new_id(), table=table, round=1, place=0)
    yield ask.Contribute(id=new_id(), table=table, shoe=1, commitment="ab" * 32)
    yield ask.ShowContribution(id=new_id(), table=table, shoe=1, random="ab" * 32)


def said_at_counter(stranger: Stranger) -> Iterator[Ask]:
    """Give every message of the counter, for what is the stranger's."""
    number = stranger.terminal.tickets[stranger.cash_out].number
    for name in (stranger.cash_out, f"terminal-2_{stranger.cash_out}"[:36]):
        yield ask.TicketPrinted(id=new_id(), cash_out=name, printed=True)
        yield ask.TicketPrinted(id=new_id(), cash_out=name, printed=False)
    yield ask.RedeemTicket(id=new_id(), number=number)
    yield ask.BuyCredits(id=new_id(), amount=100, attendant="tess", pin="9999")
    yield ask.CashOut(id=new_id())


async def require_refused(here: Here, player: Player, said: Ask) -> str:
    """Want a message to be refused, and the house to be as it was; give the code."""
    before = whole_house(here.writer)
    with pytest.raises(Refusal) as caught:
        await player.request(said)
    require_same(before, whole_house(here.writer))
    return caught.value.code


def require_same(before: House, after: House) -> None:
    assert written_down(after) == written_down(before)


def test_the_messages_tried_here_are_all_that_there_are(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with with_stranger(sqlite_url) as (_, stranger):
            tried = {type(each) for each in (*said_at(OWN), *said_at_counter(stranger))}
            assert tried | set(WITHOUT_EFFECT) == set(get_args(Ask))

    asyncio.run(scenario())


async def attack(here: Here, player: Player, stranger: Stranger) -> None:
    """Say everything at tables that are somebody else's own, and deal where the house deals."""
    for table in stranger.tables():
        for said in said_at(table):
            assert await require_refused(here, player, said) == "no-such-table"
    for said in said_at(SHARED):
        if isinstance(said, ask.Deal | ask.RebetAndDeal):
            assert await require_refused(here, player, said) == "not-your-deal"


def test_a_guest_reaches_nobody_elses_account_and_no_dealers_work(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with with_stranger(sqlite_url) as (here, stranger), await join(here.address) as guest:
            await guest.watch(SHARED)
            await attack(here, guest, stranger)
            for said in said_at(ELECTRONIC):
                assert await require_refused(here, guest, said) == "terminals-only"
            for said in said_at_counter(stranger):
                assert await require_refused(here, guest, said) == "terminals-only"

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_terminal_reaches_nobody_elses_account_and_no_dealers_work(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with (
            with_stranger(sqlite_url) as (here, stranger),
            await join_as_terminal(here.address, "terminal-1", "demo-1") as terminal,
        ):
            await terminal.watch(SHARED)
            await attack(here, terminal, stranger)
            codes = [
                await require_refused(here, terminal, said) for said in said_at_counter(stranger)
            ]
            assert codes == [
                *["ticket-unknown"] * 4,
                "ticket-not-printed",
                "attendant-unknown",
                "nothing-to-cash-out",
            ]

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_whoever_builds_at_a_shared_table_moves_his_own_stakes_only(sqlite_url: str) -> None:
    """Clear, undo, double and the rest are said at a table where a stranger has staked, too."""

    async def scenario() -> None:
        async with with_stranger(sqlite_url) as (here, stranger), await join(here.address) as guest:
            await guest.watch(SHARED)
            others = stranger.guest.session.name, "terminal-2", "terminal-1"
            before = theirs(here, others)
            assert before[1], "the stranger has staked"
            for said in said_at(SHARED):
                with suppress(Refusal):
                    await guest.request(said)
                assert theirs(here, others) == before

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def theirs(here: Here, names: tuple[str, ...]) -> tuple[list[object], dict[tuple[str, str], int]]:
    house = whole_house(here.writer)
    coup = house.tables[SHARED].table.coup
    assert coup is not None, "bets are open"
    stakes = {key: stake for key, stake in coup.stakes.items() if key[0] in names}
    return [house.accounts[name] for name in names], stakes


@pytest.mark.parametrize("field", ["account", "bettor", "who", "role", "actor"])
def test_nobody_says_for_whom_he_asks(sqlite_url: str, field: str) -> None:
    """A message has no place for a name or a role: who asks is known from the session."""

    async def scenario() -> None:
        async with with_stranger(sqlite_url) as (here, stranger):
            token, before = (await join(here.address)).session.token, whole_house(here.writer)
            said = {"type": "Chip", "id": new_id(), "table": SHARED, "wager": "tie", "amount": 100}
            async with Raw(here.address, token) as socket:
                frame = msgspec.json.encode({**said, field: stranger.guest.session.name})
                await socket.send(frame.decode())
                await socket.of("BadFrame")
            require_same(before, whole_house(here.writer))

    asyncio.run(scenario())
