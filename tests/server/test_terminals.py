"""A visit to a Player Terminal: buy, bet inside the window, settle, cash out, bring the ticket."""

import asyncio
from typing import Final, get_args
from urllib.error import HTTPError

import pytest

from punto.client import Player, Refusal, join, join_as_terminal
from punto.client.player import new_id
from punto.coup import Phase
from punto.house import CashOut, ConfirmTicket, Done
from punto.protocol import Session, ask, tell
from punto.testing.actors import request_of
from punto.testing.serving import ATTENDANT
from tests.rules.citing import cites
from tests.server.here import Here, assert_books_hold, open_house
from tests.server.saying import refused, say

TABLE: Final = "rws"
TERMINAL: Final = ("terminal-1", "demo-1")


async def buy(player: Player, amount: int) -> tell.Accepted:
    name, pin = ATTENDANT
    return await player.request(ask.BuyCredits(id=new_id(), amount=amount, attendant=name, pin=pin))


async def cashed_out(player: Player) -> tell.Ticket:
    """Ask for a ticket, and print it."""
    request = new_id()
    await player.request(ask.CashOut(id=request))
    ticket = player.tickets[request]
    await player.request(ask.TicketPrinted(id=new_id(), cash_out=request, printed=True))
    return ticket


async def redeem(player: Player, number: str) -> tell.Accepted:
    return await player.request(ask.RedeemTicket(id=new_id(), number=number))


async def refused_at_counter(player: Player, said: ask.AtCounter) -> str:
    with pytest.raises(Refusal) as caught:
        await player.request(said)
    return caught.value.code


@cites(rws="DEFINITION Player Terminal")
def test_a_whole_visit(database_url: str) -> None:
    async def scenario() -> None:
        async with (
            open_house(database_url) as here,
            await join_as_terminal(here.address, "terminal-1", "demo-1") as first,
            await join_as_terminal(here.address, "terminal-2", "demo-2") as second,
        ):
            await bought(first)
            assert first.welcome is not None
            assert first.welcome.who == "terminal"
            balance = await played(here, first)
            ticket = await cashed_out(first)
            assert (ticket.amount, ticket.terminal, ticket.house) == (
                balance,
                "terminal-1",
                "Punto",
            )
            assert first.balance.available == 0
            await brought(second, ticket)

    asyncio.run(scenario())
    assert_books_hold(database_url)


async def bought(player: Player) -> None:
    wrong = ask.BuyCredits(id=new_id(), amount=5_000, attendant="tess", pin="1111")
    assert await refused_at_counter(player, wrong) == "attendant-unknown"
    assert player.balance.available == 0
    await buy(player, 5_000)
    assert player.balance.available == 5_000


async def played(here: Here, player: Player) -> int:
    """Bet inside the window and be refused after it; give what is left."""
    view = await player.watch(TABLE)
    await player.betting(TABLE)
    await say(player, TABLE, ask.Chip, wager="tie", amount=100)
    await say(player, TABLE, ask.Chip, wager="player-pair", amount=200)
    in_play = ask.CashOut(id=new_id())
    assert await refused_at_counter(player, in_play) == "in-play"
    await here.until(TABLE, Phase.DEALING)
    await refused_too_late(player)
    await here.until(TABLE, Phase.SETTLED)
    await player.result(TABLE)
    assert player.balance.available == 5_000 + view.net
    assert player.balance.held == 0
    return player.balance.available


async def refused_too_late(player: Player) -> None:
    placed = await refused(player, TABLE, ask.Chip, wager="player", amount=100)
    assert (placed.code, placed.clause, placed.wager) == ("placed-too-late", "3.2", "player")
    raised = await refused(player, TABLE, ask.Chip, wager="tie", amount=100)
    assert (raised.code, raised.clause) == ("increased-too-late", "3.2")
    for kind in (ask.Undo, ask.Clear):
        taken: Refusal = await refused(player, TABLE, kind)
        assert (taken.code, taken.clause) == ("withdrawn-too-late", "3.2")
    assert player.tables[TABLE].stakes == {"tie": 100, "player-pair": 200}


async def brought(player: Player, ticket: tell.Ticket) -> None:
    """Redeem a ticket once, and never again."""
    malformed = ask.RedeemTicket(id=new_id(), number="1234")
    assert await refused_at_counter(player, malformed) == "number-malformed"
    request = ask.RedeemTicket(id=new_id(), number=ticket.number)
    answers = [await player.request(request) for _ in range(2)]
    assert answers[0] == answers[1]
    assert player.balance.available == ticket.amount
    again = ask.RedeemTicket(id=new_id(), number=ticket.number)
    assert await refused_at_counter(player, again) == "already-redeemed"
    assert player.balance.available == ticket.amount


def test_a_ticket_that_was_not_printed_gives_the_credits_back(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url) as here,
            await join_as_terminal(here.address, "terminal-1", "demo-1") as player,
        ):
            await buy(player, 700)
            request = new_id()
            await player.request(ask.CashOut(id=request))
            number = player.tickets[request].number
            early = ask.RedeemTicket(id=new_id(), number=number)
            assert await refused_at_counter(player, early) == "ticket-not-printed"
            said = ask.TicketPrinted(id=new_id(), cash_out=request, printed=False)
            await player.request(said)
            assert player.balance.available == 700

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_cash_out_asked_for_twice_is_one_ticket(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url) as here,
            await join_as_terminal(here.address, "terminal-1", "demo-1") as player,
        ):
            await buy(player, 700)
            request = ask.CashOut(id=new_id())
            await player.request(request)
            first = player.tickets.pop(request.id)
            await player.request(request)
            assert player.tickets[request.id] == first

    asyncio.run(scenario())


async def in_hand(player: Player) -> tell.Ticket:
    """Wait for a ticket that is in hand."""
    await player.until(lambda: player.ticket is not None)
    assert player.ticket is not None
    return player.ticket


def test_a_ticket_in_hand_is_shown_on_every_connection_until_it_is_printed(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            request = new_id()
            async with await join_as_terminal(here.address, *TERMINAL) as player:
                await buy(player, 700)
                await player.request(ask.CashOut(id=request))
                ticket = player.tickets[request]
            async with (
                Player(here.address, player.session) as again,
                Player(here.address, player.session) as other,
            ):
                assert await in_hand(again) == await in_hand(other) == ticket
                more = ask.CashOut(id=new_id())
                assert await refused_at_counter(again, more) == "ticket-in-hand"
                said = ask.TicketPrinted(id=new_id(), cash_out=ticket.id, printed=True)
                await again.request(said)
                await other.until(lambda: other.ticket is None and other.balance.held == 0)
            async with Player(here.address, player.session) as after:
                await after.until(lambda: any(is_ticket(each) for each in after.received))
                assert after.ticket is None
                assert (after.balance.available, after.balance.held) == (0, 0)

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def is_ticket(message: object) -> bool:
    return isinstance(message, tell.YourTicket)


def test_a_ticket_in_hand_outlives_the_house(database_url: str) -> None:
    """The credits were held, and the house was gone before anybody saw the number."""

    async def held() -> Session:
        async with (
            open_house(database_url) as here,
            await join_as_terminal(here.address, *TERMINAL) as player,
        ):
            await buy(player, 700)
            asked = request_of("terminal-1", CashOut("terminal-1"), "lost")
            answer = await asyncio.to_thread(here.writer.ask, asked)
            assert isinstance(answer, Done)
        return player.session

    async def found(session: Session) -> None:
        async with (
            open_house(database_url) as here,
            Player(here.address, session) as player,
            await join_as_terminal(here.address, "terminal-2", "demo-2") as second,
        ):
            ticket = await in_hand(player)
            assert (ticket.id, ticket.amount, ticket.terminal) == ("lost", 700, "terminal-1")
            early = ask.RedeemTicket(id=new_id(), number=ticket.number)
            assert await refused_at_counter(second, early) == "ticket-not-printed"
            said = ask.TicketPrinted(id=new_id(), cash_out=ticket.id, printed=True)
            await player.request(said)
            await redeem(second, ticket.number)
            assert second.balance.available == 700
            assert second.ticket is None

    asyncio.run(found(asyncio.run(held())))
    assert_books_hold(database_url)


def test_a_ticket_that_staff_put_back_leaves_the_screen(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url) as here,
            await join_as_terminal(here.address, *TERMINAL) as player,
        ):
            await buy(player, 700)
            request = new_id()
            await player.request(ask.CashOut(id=request))
            put_back = ConfirmTicket(f"terminal-1_{request}", printed=False)
            await asyncio.to_thread(here.writer.ask, request_of("staff", put_back, "back"))
            await player.until(lambda: player.ticket is None and player.balance.available == 700)

    asyncio.run(scenario())


def test_only_terminals_bet_at_the_electronic_table(sqlite_url: str) -> None:
    """A guest looks on: every message that would build a bet is refused, and every round shown."""

    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as guest:
            view = await guest.watch(TABLE)
            await guest.betting(TABLE)
            for kind in (*get_args(ask.Building), *get_args(ask.Dealing)):
                fields = {"wager": "tie", "amount": 100}.items()
                said = {name: value for name, value in fields if hasattr(kind, name)}
                told = await refused(guest, TABLE, kind, **said)
                assert (told.code, told.clause) == ("terminals-only", "3.3")
            await here.until(TABLE, Phase.SETTLED)
            await guest.until(lambda: view.winner is not None)
            assert view.stakes == {}
            assert guest.balance.held == 0

    asyncio.run(scenario())


def test_guests_neither_buy_nor_cash_out(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as guest:
            await guest.until(lambda: guest.balance.available > 0)
            before = guest.balance
            asked: list[ask.AtCounter] = [
                ask.BuyCredits(id=new_id(), amount=100, attendant="tess", pin="2468"),
                ask.CashOut(id=new_id()),
                ask.TicketPrinted(id=new_id(), cash_out="x", printed=True),
                ask.RedeemTicket(id=new_id(), number="1" * 28),
            ]
            for said in asked:
                assert await refused_at_counter(guest, said) == "terminals-only"
            assert guest.balance == before

    asyncio.run(scenario())


NOT_ENROLLED: Final = [("terminal-1", "demo-2"), ("terminal-9", "demo-1"), ("house", "demo-1")]


def test_a_terminal_that_is_not_enrolled_stays_out(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            for terminal, code in NOT_ENROLLED:
                with pytest.raises(HTTPError) as caught:
                    await join_as_terminal(here.address, terminal, code)
                with caught.value as answer:
                    assert answer.code == 401

    asyncio.run(scenario())
