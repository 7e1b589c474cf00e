"""Who owes what after a void: collected from the same player, and never from the next customer."""

import pytest
from msgspec.structs import replace

from punto.ledger import (
    Batch,
    Bet,
    Books,
    CashOut,
    Code,
    Kind,
    OpenAccount,
    Outcome,
    Purpose,
    Round,
    Settled,
    TicketCode,
    Transfer,
    broken_books,
    buy_in,
    cash_out,
    collected,
    credits_of,
    debts_of,
    deciding,
    enter,
    first_visit,
    ids_of,
    is_written,
    liability,
    meter,
    next_visit,
    owed_by,
    pay_credits,
    place,
    settle,
    settle_again,
    visit_of,
    void_round,
    without_collections,
    write_off,
)
from punto.refusal import Refusal

SECRET = b"a secret of the house"
NUMBER = "1" * 28


def written(books: Books, *batches: Batch) -> Books:
    for batch in batches:
        whole = collected(books.ledger, batch)
        books, results = enter(books, whole)
        assert is_written(results), results
        assert broken_books(books) == ()
        assert set(enter(books, whole)[1]) == {Code.EXISTS}
    return books


def buys(books: Books, player: str, request: str, amount: int) -> Books:
    """Sell credits as the store does: a visit may begin with it."""
    sold = buy_in(request, cash="cash", player=player, amount=amount)
    return written(books, Batch((*next_visit(books.ledger, player), *sold.entries)))


def played(number: int) -> Round:
    return Round(id=f"r{number}", table="t1", rulebook="mbs-tiger@3")


def wins(books: Books, player: str, number: int, stake: int, winnings: int) -> tuple[Books, Bet]:
    """Bet and win."""
    bet = Bet(player=player, wager="tie", stakes=(f"s{number}",))
    visit = visit_of(books.ledger, player)
    placed = place(
        played(number),
        stake=f"s{number}",
        player=player,
        wager="tie",
        amount=stake,
        visit=visit,
    )
    ended = Settled(bet=bet, outcome=Outcome.WIN, winnings=winnings)
    return written(books, placed, settle(played(number), [ended])), bet


def spends(books: Books, player: str) -> Books:
    available = books.ledger.accounts[player].available
    return written(
        books, pay_credits(f"out-{player}", cash="cash", player=player, amount=available)
    )


@pytest.fixture
def opened() -> Books:
    accounts = Batch(
        (
            OpenAccount("cash", Kind.CASH),
            OpenAccount("house", Kind.HOUSE),
            OpenAccount("ann", Kind.PLAYER),
            OpenAccount("desk-1", Kind.PLAYER),
        )
    )
    return written(Books(), accounts, first_visit("desk-1"))


@pytest.fixture
def owing(opened: Books) -> Books:
    """Ann owes 80: she won them, spent them, and then the round was void."""
    books = buys(opened, "ann", "b1", 100)
    books, bet = wins(books, "ann", 1, 10, 80)
    books = spends(books, "ann")
    return written(books, void_round(books.ledger, played(1), [bet]))


def test_what_is_owed_is_taken_from_a_buy_in(owing: Books) -> None:
    assert owed_by(owing.ledger, "ann") == 80
    sold = buy_in("b2", cash="cash", player="ann", amount=50)
    whole = collected(owing.ledger, sold)
    assert without_collections(whole.entries) == sold.entries != whole.entries
    books = buys(owing, "ann", "b2", 50)
    assert (books.ledger.accounts["ann"].balance, owed_by(books.ledger, "ann")) == (0, 30)
    books = buys(books, "ann", "b3", 50)
    assert (books.ledger.accounts["ann"].balance, owed_by(books.ledger, "ann")) == (20, 0)
    assert credits_of(books.ledger, "ann") == 20


def test_what_is_owed_is_taken_from_winnings_and_never_more(owing: Books) -> None:
    books = buys(owing, "ann", "b2", 70)
    assert owed_by(books.ledger, "ann") == 10
    held = place(played(2), stake="h", player="ann", wager="tie", amount=1)
    assert not is_written(enter(books, held)[1]), "all of it was owed"
    books = buys(books, "ann", "b3", 30)
    assert (books.ledger.accounts["ann"].balance, owed_by(books.ledger, "ann")) == (20, 0)
    books, _ = wins(books, "ann", 3, 10, 80)
    assert books.ledger.accounts["ann"].balance == 100


def test_winnings_of_a_stake_that_was_held_pay_the_debt(opened: Books) -> None:
    """The stake is on the table while an earlier round is voided; its winnings pay."""
    books = buys(opened, "ann", "b1", 100)
    books, bet = wins(books, "ann", 1, 10, 80)
    held = Bet(player="ann", wager="tie", stakes=("s2",))
    books = written(books, place(played(2), stake="s2", player="ann", wager="tie", amount=100))
    books = spends(books, "ann")
    books = written(books, void_round(books.ledger, played(1), [bet]))
    assert owed_by(books.ledger, "ann") == 80
    won = settle(played(2), [Settled(bet=held, outcome=Outcome.WIN, winnings=50)])
    books = written(books, won)
    assert (books.ledger.accounts["ann"].balance, owed_by(books.ledger, "ann")) == (100, 30)
    ticket = cash_out(books.ledger, CashOut(id="c1", player="ann", number=NUMBER), SECRET)
    assert isinstance(ticket, Batch)
    books = written(books, ticket)
    amounts = [each.amount for each in ticket.entries if isinstance(each, Transfer)]
    assert amounts == [30, 70], "what is owed, and a ticket for what is left"
    assert owed_by(books.ledger, "ann") == 0


def owes_more_than_is_there(opened: Books, player: str) -> Books:
    """A stake of 60 was on the table when 80 were to be taken back; then it is pushed."""
    books = buys(opened, player, "b1", 100)
    books, bet = wins(books, player, 1, 10, 80)
    visit = visit_of(books.ledger, player)
    held = Bet(player=player, wager="tie", stakes=("s2",))
    placed = place(played(2), stake="s2", player=player, wager="tie", amount=60, visit=visit)
    books = spends(written(books, placed), player)
    books = written(books, void_round(books.ledger, played(1), [bet]))
    return written(books, settle(played(2), [Settled(bet=held, outcome=Outcome.PUSH)]))


def test_a_cash_out_of_no_more_than_is_owed_takes_it_all_and_makes_no_ticket(opened: Books) -> None:
    books = owes_more_than_is_there(opened, "ann")
    asked = CashOut(id="c1", player="ann", number=NUMBER)
    batch = cash_out(books.ledger, asked, SECRET)
    assert isinstance(batch, Batch)
    moved = [each.purpose for each in batch.entries if isinstance(each, Transfer)]
    assert moved == [Purpose.COLLECTION]
    books = written(books, batch)
    assert (books.ledger.accounts["ann"].balance, owed_by(books.ledger, "ann")) == (0, 20)
    assert cash_out(books.ledger, asked, SECRET) == batch, "asked for again it is the same"
    other = CashOut(id="c2", player="ann", number=NUMBER)
    nothing = cash_out(books.ledger, other, SECRET)
    assert isinstance(nothing, Refusal)
    assert nothing.code is TicketCode.NOTHING_TO_CASH_OUT


# --- terminals ----------------------------------------------------------------------------------


def test_the_next_customer_never_pays_for_the_last(opened: Books) -> None:
    books = buys(opened, "desk-1", "b1", 100)
    assert visit_of(books.ledger, "desk-1") == 2
    books, bet = wins(books, "desk-1", 1, 10, 80)
    books = spends(books, "desk-1")
    books = written(books, void_round(books.ledger, played(1), [bet]))
    assert owed_by(books.ledger, "desk-1") == 80
    books = buys(books, "desk-1", "b2", 500)
    assert (books.ledger.accounts["desk-1"].balance, owed_by(books.ledger, "desk-1")) == (500, 0)
    books, _ = wins(books, "desk-1", 2, 10, 80)
    assert books.ledger.accounts["desk-1"].balance == 580
    assert [-debt.balance for debt in debts_of(books.ledger, "desk-1")] == [0, 80, 0]
    assert credits_of(books.ledger, "desk-1") == 500


def test_whoever_owes_more_than_is_there_can_leave(opened: Books) -> None:
    """The visit is over with the cash-out, and the debt does not wait for the next customer."""
    books = owes_more_than_is_there(opened, "desk-1")
    out = cash_out(books.ledger, CashOut(id="c1", player="desk-1", number=NUMBER), SECRET)
    assert isinstance(out, Batch)
    books = buys(written(books, out), "desk-1", "b2", 500)
    assert (books.ledger.accounts["desk-1"].balance, owed_by(books.ledger, "desk-1")) == (500, 0)
    assert sum(-debt.balance for debt in debts_of(books.ledger, "desk-1")) == 20


def test_a_void_takes_nothing_from_a_customer_who_came_later(opened: Books) -> None:
    books = buys(opened, "desk-1", "b1", 100)
    books, bet = wins(books, "desk-1", 1, 10, 80)
    books = spends(books, "desk-1")
    books = buys(books, "desk-1", "b2", 500)
    books = written(books, void_round(books.ledger, played(1), [bet]))
    assert books.ledger.accounts["desk-1"].balance == 500
    assert owed_by(books.ledger, "desk-1") == 0
    assert sum(-debt.balance for debt in debts_of(books.ledger, "desk-1")) == 80


def plays(books: Books, number: int, **nets: int) -> tuple[Books, list[Bet]]:
    """Bet 100 on each wager at the terminal, and win so much or lose it."""
    visit = visit_of(books.ledger, "desk-1")
    bets = [Bet(player="desk-1", wager=wager, stakes=(f"s{number}{wager}",)) for wager in nets]
    ended = []
    for bet in bets:
        placed = place(
            played(number),
            stake=bet.stakes[0],
            player="desk-1",
            wager=bet.wager,
            amount=100,
            visit=visit,
        )
        books = written(books, placed)
        net = nets[bet.wager]
        outcome = Outcome.WIN if net > 0 else Outcome.LOSE
        ended.append(Settled(bet=bet, outcome=outcome, winnings=max(net, 0)))
    return written(books, settle(played(number), ended)), bets


def now(books: Books) -> tuple[int, list[int]]:
    """Give the credits on the terminal, and what each of its visitors owes."""
    debts = debts_of(books.ledger, "desk-1")
    return books.ledger.accounts["desk-1"].balance, [-debt.balance for debt in debts]


@pytest.mark.parametrize(
    ("lost", "credits_there", "owes"), [(1, 500, 0), (2, 600, 0), (0, 500, 100)]
)
def test_what_is_due_to_a_past_visitor_pays_what_is_taken_from_him(
    opened: Books, lost: int, credits_there: int, owes: int
) -> None:
    """The first customer wins 100 once and loses 100 so often; the second one buys 500."""
    books = buys(opened, "desk-1", "b1", 1000)
    nets = dict.fromkeys(["tie", "pair"][:lost], -100)
    books, bets = plays(books, 1, player=100, **nets)
    books = buys(spends(books, "desk-1"), "desk-1", "b2", 500)
    books = written(books, void_round(books.ledger, played(1), bets))
    assert now(books) == (credits_there, [0, owes, 0])


def test_a_settling_again_is_netted_within_the_visit_too(opened: Books) -> None:
    books = buys(opened, "desk-1", "b1", 1000)
    books, bets = plays(books, 1, player=100, banker=-100)
    books = buys(spends(books, "desk-1"), "desk-1", "b2", 500)
    other_way = [
        Settled(bet=bets[0], outcome=Outcome.LOSE),
        Settled(bet=bets[1], outcome=Outcome.WIN, winnings=100),
    ]
    books = written(books, settle_again(books.ledger, played(1), other_way))
    assert now(books) == (500, [0, 0, 0])
    again = replace(played(1), settled_again=1)
    books = written(books, void_round(books.ledger, again, bets))
    assert now(books) == (500, [0, 0, 0])
    named = {key for bet in bets for key in ids_of(replace(again, settled_again=2), bet)}
    assert set(books.ledger.entries) - named == {"b1", "b2", "out-desk-1"}, "all can be looked up"


def test_what_one_round_gives_pays_what_another_has_taken(opened: Books) -> None:
    """A past visitor owes for the first round; the second one gives him 100 back."""
    books = buys(opened, "desk-1", "b1", 1000)
    books, won = plays(books, 1, player=80)
    books, lost = plays(books, 2, player=-100)
    books = buys(spends(books, "desk-1"), "desk-1", "b2", 500)
    books = written(books, void_round(books.ledger, played(1), won))
    assert now(books) == (500, [0, 80, 0])
    books = written(books, void_round(books.ledger, played(2), lost))
    assert now(books) == (520, [0, 0, 0])


def test_what_is_given_after_a_visit_does_not_make_it_go_on(opened: Books) -> None:
    """The customer is gone and gets 100 back; the next one plays before another round is void."""
    books = buys(opened, "desk-1", "b1", 1000)
    books, won = plays(books, 1, player=300)
    books, lost = plays(books, 2, player=-100)
    books = spends(books, "desk-1")
    books = written(books, void_round(books.ledger, played(2), lost))
    books = buys(books, "desk-1", "b2", 500)
    books = written(books, void_round(books.ledger, played(1), won))
    assert now(books) == (600, [0, 300, 0])
    assert owed_by(books.ledger, "desk-1") == 0


def test_what_is_given_to_whoever_owes_is_set_against_it(opened: Books) -> None:
    books = buys(opened, "desk-1", "b1", 1000)
    books, won = plays(books, 1, player=300)
    books, lost = plays(books, 2, player=-100)
    books = spends(books, "desk-1")
    books = written(books, void_round(books.ledger, played(1), won))
    books = written(books, void_round(books.ledger, played(2), lost))
    assert now(books)[0] == 0
    books = buys(books, "desk-1", "b2", 500)
    assert (books.ledger.accounts["desk-1"].balance, owed_by(books.ledger, "desk-1")) == (500, 0)
    assert sum(now(books)[1]) == 200


def test_a_visit_goes_on_while_anything_is_there(opened: Books) -> None:
    books = buys(opened, "desk-1", "b1", 100)
    books = buys(books, "desk-1", "b2", 100)
    assert visit_of(books.ledger, "desk-1") == 2
    placed = place(played(1), stake="s1", player="desk-1", wager="tie", amount=200, visit=2)
    books = written(books, placed)
    books = buys(books, "desk-1", "b3", 100)
    assert visit_of(books.ledger, "desk-1") == 2


def test_many_visits_are_counted(opened: Books) -> None:
    books = opened
    for number in range(1, 40):
        assert visit_of(books.ledger, "desk-1") == number
        books = buys(books, "desk-1", f"b{number}", 5)
        out = pay_credits(f"o{number}", cash="cash", player="desk-1", amount=5)
        books = written(books, out)
    assert visit_of(books.ledger, "ann") == visit_of(books.ledger, "nobody") == 0


@pytest.mark.parametrize(
    "name", ["receivable:desk-1:0", "receivable:desk-1:01", "receivable:ann:x"]
)
def test_an_account_for_a_debt_has_the_name_of_its_visit(opened: Books, name: str) -> None:
    claim = OpenAccount(name, Kind.RECEIVABLE, name.split(":")[1])
    assert deciding(enter(opened, Batch((claim,)))[1]) is Code.OWNER_WRONG


# --- giving up ----------------------------------------------------------------------------------


def test_what_is_written_off_is_owed_no_more_and_all_meters_reconcile(owing: Books) -> None:
    before = liability(owing.ledger)
    books = written(owing, write_off(owing.ledger, "w1", house="house", player="ann"))
    assert owed_by(books.ledger, "ann") == 0
    assert books.ledger.accounts["house"].balance == -80, "the house bears the loss"
    assert liability(books.ledger) == before
    assert meter(books.meters, player="ann").coin_out == meter(owing.meters).coin_out + 80
    assert write_off(books.ledger, "w2", house="house", player="ann") == Batch(())


def test_all_visitors_of_a_terminal_are_let_off_together(opened: Books) -> None:
    books = opened
    for number in (1, 2):
        books = buys(books, "desk-1", f"b{number}", 100)
        books, bet = wins(books, "desk-1", number, 10, 80)
        out = pay_credits(f"o{number}", cash="cash", player="desk-1", amount=180)
        books = written(books, out)
        books = written(books, void_round(books.ledger, played(number), [bet]))
    batch = write_off(books.ledger, "w1", house="house", player="desk-1")
    purposes = {each.purpose for each in batch.entries if isinstance(each, Transfer)}
    assert (len(batch.entries), purposes) == (2, {Purpose.WRITE_OFF})
    books = written(books, batch)
    assert credits_of(books.ledger, "desk-1") == 0
