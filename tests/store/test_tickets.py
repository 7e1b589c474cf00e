"""The last 35 tickets of a player or terminal, read from what is stored."""

from sqlalchemy import event

from punto.house import CashOut, ConfirmTicket, RedeemTicket
from punto.ledger.ticket import grouped
from punto.store import Database
from punto.store.tickets import tickets_of
from tests.store.played_house import Play


def printed(house: Play, who: str) -> str:
    """Cash out on a ticket, and give its number."""
    out = house.ask(CashOut(who), who)
    house.ask(ConfirmTicket(out.link.request or "", printed=True), who)
    assert out.ticket is not None
    return out.ticket


def seen(number: str) -> str:
    return grouped("•" * 24 + number[-4:])


def test_the_last_tickets_are_shown_without_their_numbers(database_url: str) -> None:
    house = Play(database_url)
    house.open_accounts()
    expected: list[tuple[str, int, str]] = []
    for turn in range(40):
        number = printed(house, "ann")
        expected.insert(0, (seen(number), 100_000, "redeemed" if turn < 39 else "outstanding"))
        if turn < 39:
            house.ask(RedeemTicket(number, "ann"))
        if turn % 10 == 0:  # what others do, and what is not printed, does not count
            house.ask(RedeemTicket(printed(house, "bob"), "bob"))
            jammed = house.ask(CashOut("cy"), "cy")
            house.ask(ConfirmTicket(jammed.link.request or "", printed=False), "cy")
    house.writer.close()
    with Database(database_url).reading() as connection:
        shown = tickets_of(connection, "ann")
        assert len(tickets_of(connection, "bob")) == 4
        assert tickets_of(connection, "cy") == ()
        assert tickets_of(connection, "nobody") == ()
    assert [(each.number, each.amount, each.state.value) for each in shown] == expected[:35]


def test_a_ticket_that_waits_for_its_printer_is_in_hand(sqlite_url: str) -> None:
    house = Play(sqlite_url)
    house.open_accounts()
    waiting = house.ask(CashOut("ann"), "ann")
    with Database(sqlite_url).reading() as connection:
        [in_hand] = tickets_of(connection, "ann")
    assert (in_hand.state.value, in_hand.amount) == ("in-hand", 100_000)
    house.ask(ConfirmTicket(waiting.link.request or "", printed=True), "ann")
    with Database(sqlite_url).reading() as connection:
        [ticket] = tickets_of(connection, "ann")
    house.writer.close()
    assert ticket.number == seen(waiting.ticket or "")
    assert ticket.state.value == "outstanding"


def test_nobody_elses_accounts_are_read(sqlite_url: str) -> None:
    house = Play(sqlite_url)
    house.open_accounts()
    house.ask(RedeemTicket(printed(house, "bob"), "bob"))
    printed(house, "ann")
    house.writer.close()
    database, asked = Database(sqlite_url), list[str]()
    event.listen(database.engine, "before_cursor_execute", lambda *a: asked.append(a[2]))
    with database.reading() as connection:
        assert len(tickets_of(connection, "ann")) == 1
    assert any("FROM accounts WHERE id IN" in each for each in asked)
    assert all("WHERE " in each for each in asked if each.startswith("SELECT"))
