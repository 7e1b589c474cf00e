"""Tickets: numbers that nobody guesses or misreads, money that is on one of them or none."""

import hashlib
import re
from itertools import pairwise

import pytest
from immutables import Map

from punto.ledger import (
    Batch,
    Books,
    CashOut,
    Code,
    Kind,
    OpenAccount,
    Post,
    Redemption,
    Release,
    Round,
    TicketCode,
    Void,
    broken_books,
    buy_in,
    cash_out,
    deciding,
    enter,
    grouped,
    is_written,
    last_tickets,
    liability,
    meter,
    place,
    redeem,
    redemption_id,
    ticket_in_hand,
    ticket_key,
    validation_number,
)
from punto.ledger.recall import KEPT, TicketState
from punto.ledger.ticket import DIGITS, is_checked
from punto.refusal import Refusal

SECRET = b"a secret of the house"


def entropy(seed: int) -> bytes:
    return hashlib.sha256(seed.to_bytes(8)).digest()[:11]


def number(seed: int) -> str:
    return validation_number(entropy(seed))


# --- numbers ------------------------------------------------------------------------------------


def test_a_hundred_thousand_numbers_are_distinct_and_checked() -> None:
    numbers = {number(seed) for seed in range(100_000)}
    assert len(numbers) == 100_000
    assert {len(each) for each in numbers} == {DIGITS}
    assert all(is_checked(each) for each in numbers)


def test_no_order_shows_in_the_numbers() -> None:
    """A later number is the higher one half of the time, and every digit is as frequent."""
    numbers = [number(seed) for seed in range(10_000)]
    rises = sum(earlier < later for earlier, later in pairwise(numbers))
    assert 4_700 < rises < 5_300
    # The last digits of the random part are uniform: each of ten about a tenth of the time.
    for place_of in range(-10, -2):
        counts = [sum(each[place_of] == digit for each in numbers) for digit in "0123456789"]
        assert all(850 < count < 1_150 for count in counts)


def test_both_ends_of_the_range_make_a_number() -> None:
    assert validation_number(bytes(11)) == "0" * 26 + "98"
    assert validation_number(b"\xff" * 11)[:26] == str(2**86 - 1).zfill(26)
    with pytest.raises(AssertionError):
        validation_number(bytes(10))


def wrong_digits(good: str) -> set[str]:
    return {
        good[:at] + digit + good[at + 1 :]
        for at in range(DIGITS)
        for digit in "0123456789"
        if digit != good[at]
    }


def swaps(good: str) -> set[str]:
    swapped = {good[:at] + good[at + 1] + good[at] + good[at + 2 :] for at in range(DIGITS - 1)}
    return swapped - {good}


def test_every_wrong_digit_and_every_swap_is_caught() -> None:
    """Exhaustive on 300 numbers: 75,600 wrong digits, and all swaps of neighbours."""
    for seed in range(300):
        good = number(seed)
        digits = wrong_digits(good)
        assert len(digits) == 9 * DIGITS
        assert not any(is_checked(each) for each in digits | swaps(good))


def test_a_number_is_printed_in_groups_of_four() -> None:
    assert re.fullmatch(r"(\d{4} ){6}\d{4}", grouped(number(1)))


def test_a_key_hides_the_number_and_depends_on_the_secret() -> None:
    good = number(1)
    key = ticket_key(good, SECRET)
    assert key != ticket_key(good, b"another")
    assert good[:-4] not in key
    assert key.endswith(good[-4:])


# --- cashing out and redeeming ------------------------------------------------------------------


def code_of(outcome: Batch | Refusal) -> str:
    assert isinstance(outcome, Refusal), outcome
    return outcome.code


def written(books: Books, batch: Batch | Refusal) -> Books:
    assert isinstance(batch, Batch), batch
    books, results = enter(books, batch)
    assert is_written(results), results
    assert broken_books(books) == ()
    return books


def asked(seed: int, player: str = "ann") -> CashOut:
    return CashOut(id=f"out{seed}", player=player, number=number(seed))


def brought(seed: int, to: str = "bob", request: str = "q1") -> Redemption:
    return Redemption(request=request, number=number(seed), to=to)


@pytest.fixture
def opened() -> Books:
    accounts = Batch(
        (
            OpenAccount("cash", Kind.CASH),
            OpenAccount("house", Kind.HOUSE),
            OpenAccount("ann", Kind.PLAYER),
            OpenAccount("bob", Kind.PLAYER),
        )
    )
    books = written(Books(), accounts)
    return written(books, buy_in("buy", cash="cash", player="ann", amount=12_347))


@pytest.fixture
def printed(opened: Books) -> Books:
    books = written(opened, cash_out(opened.ledger, asked(1), SECRET))
    return written(books, Batch((Post("out1"),)))


def test_the_whole_balance_goes_on_the_ticket_to_the_last_unit(printed: Books) -> None:
    assert printed.ledger.accounts["ann"].balance == 0
    assert liability(printed.ledger) == 12_347
    assert meter(printed.meters, player="ann").tickets_out == 12_347


def test_a_ticket_that_is_not_printed_is_credits_again(opened: Books) -> None:
    books = written(opened, cash_out(opened.ledger, asked(1), SECRET))
    assert books.ledger.accounts["ann"].available == 0
    assert code_of(redeem(books.ledger, brought(1), SECRET)) is TicketCode.TICKET_NOT_PRINTED
    books = written(books, Batch((Void("out1", Release.NOT_PRINTED),)))
    assert books.ledger.accounts["ann"].available == 12_347
    assert code_of(redeem(books.ledger, brought(1), SECRET)) is TicketCode.TICKET_NOT_PRINTED
    assert meter(books.meters).tickets_out == 0
    assert last_tickets(books.recall, books.ledger, "ann") == ()


def test_a_cash_out_asked_for_again_is_the_same(printed: Books) -> None:
    books = written(printed, buy_in("more", cash="cash", player="ann", amount=5))
    again = cash_out(books.ledger, asked(1), SECRET)
    assert isinstance(again, Batch)
    assert enter(books, again) == (books, (Code.EXISTS, Code.EXISTS))


def test_a_cash_out_under_a_used_id_is_refused_by_the_ledger(printed: Books) -> None:
    books = written(printed, buy_in("more", cash="cash", player="ann", amount=5))
    other = cash_out(books.ledger, CashOut(id="out1", player="ann", number=number(2)), SECRET)
    assert isinstance(other, Batch)
    assert deciding(enter(books, other)[1]) is Code.EXISTS_WITH_DIFFERENT_CREDIT
    odd = cash_out(books.ledger, CashOut(id="post:out1", player="ann", number=number(2)), SECRET)
    assert isinstance(odd, Batch)
    assert deciding(enter(books, odd)[1]) is Code.ID_MALFORMED


def test_cash_out_is_refused_in_order_of_precedence(printed: Books) -> None:
    def refused(books: Books, seed: int, player: str = "ann") -> str:
        again = CashOut(id="new", player=player, number=number(seed))
        return code_of(cash_out(books.ledger, again, SECRET))

    assert refused(printed, 1, "nobody") is TicketCode.PLAYER_UNKNOWN
    assert refused(printed, 1, "house") is TicketCode.PLAYER_UNKNOWN
    assert refused(printed, 1) is TicketCode.NOTHING_TO_CASH_OUT
    books = written(printed, buy_in("more", cash="cash", player="ann", amount=5))
    assert refused(books, 1) is TicketCode.NUMBER_TAKEN
    played = Round(id="r", table="t", rulebook="ez@1")
    books = written(books, place(played, stake="s", player="ann", wager="tie", amount=5))
    assert refused(books, 1) is TicketCode.IN_PLAY


def test_a_second_cash_out_waits_for_the_ticket_in_hand(opened: Books) -> None:
    books = written(opened, cash_out(opened.ledger, asked(1), SECRET))
    second = CashOut(id="new", player="ann", number=number(2))
    assert code_of(cash_out(books.ledger, second, SECRET)) is TicketCode.TICKET_IN_HAND
    books = written(books, buy_in("more", cash="cash", player="ann", amount=5))
    assert code_of(cash_out(books.ledger, second, SECRET)) is TicketCode.TICKET_IN_HAND
    books = written(books, Batch((Post("out1"),)))
    assert isinstance(cash_out(books.ledger, second, SECRET), Batch)


def test_a_ticket_buys_credits_at_another_terminal(printed: Books) -> None:
    books = written(printed, redeem(printed.ledger, brought(1), SECRET))
    assert books.ledger.accounts["bob"].balance == 12_347
    assert meter(books.meters, player="bob").tickets_in == 12_347


def test_a_ticket_is_paid_at_the_cage(printed: Books) -> None:
    books = written(printed, redeem(printed.ledger, brought(1, "cash"), SECRET))
    assert books.ledger.accounts["cash"].balance == 0
    assert liability(books.ledger) == 0
    assert books.meters == printed.meters


@pytest.mark.parametrize("to", ["bob", "cash"])
def test_a_hundred_redemptions_pay_once(printed: Books, to: str) -> None:
    asks = [brought(1, to, f"q{at}") for at in range(100)]
    # All of them are worked out on the same ledger, as if they came at the same moment.
    batches = [redeem(printed.ledger, each, SECRET) for each in asks]
    books, codes = printed, []
    for batch in batches:
        assert isinstance(batch, Batch)
        books, results = enter(books, batch)
        codes.append(deciding(results))
    assert codes == [Code.OK, *[Code.EXISTS_WITH_DIFFERENT_REFERENCE] * 99]
    assert code_of(redeem(books.ledger, asks[1], SECRET)) is TicketCode.ALREADY_REDEEMED
    retried = redeem(books.ledger, asks[0], SECRET)
    assert isinstance(retried, Batch)
    assert enter(books, retried) == (books, (Code.EXISTS,))
    assert broken_books(books) == ()


def test_a_redemption_can_be_looked_up_by_the_number(printed: Books) -> None:
    assert redemption_id(grouped(number(1)), SECRET) not in printed.ledger.entries
    books = written(printed, redeem(printed.ledger, brought(1), SECRET))
    assert redemption_id(grouped(number(1)), SECRET) in books.ledger.entries
    assert redemption_id("no number", SECRET) == ""


def test_a_ticket_moves_to_players_and_the_cage_only(printed: Books) -> None:
    batch = redeem(printed.ledger, brought(1, "house"), SECRET)
    assert isinstance(batch, Batch)
    assert enter(printed, batch)[1] == (Code.ACCOUNTS_NOT_FOR_PURPOSE,)


def test_a_number_is_read_as_it_is_printed(printed: Books) -> None:
    typed = grouped(number(1))
    for text in (typed, typed.replace(" ", "-"), f" {typed} "):
        wanted = Redemption(request="q1", number=text, to="bob")
        assert isinstance(redeem(printed.ledger, wanted, SECRET), Batch)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", TicketCode.NUMBER_MALFORMED),
        (number(1)[:-1], TicketCode.NUMBER_MALFORMED),
        (number(1) + "0", TicketCode.NUMBER_MALFORMED),
        (number(1) + " " * 100, TicketCode.NUMBER_MALFORMED),
        ("９" * DIGITS, TicketCode.NUMBER_MALFORMED),  # noqa: RUF001 - digits of another script
        (number(1)[:-2] + "00", TicketCode.NUMBER_MISREAD),
        (number(2), TicketCode.TICKET_UNKNOWN),
    ],
)
def test_what_is_no_good_number_is_refused(printed: Books, text: str, code: TicketCode) -> None:
    wanted = Redemption(request="q1", number=text, to="bob")
    assert code_of(redeem(printed.ledger, wanted, SECRET)) is code


def test_with_another_secret_no_ticket_is_known(printed: Books) -> None:
    assert code_of(redeem(printed.ledger, brought(1), b"guessed")) is TicketCode.TICKET_UNKNOWN


# --- recall -------------------------------------------------------------------------------------


def test_a_ticket_in_hand_is_told_from_a_good_one(opened: Books) -> None:
    books = written(opened, cash_out(opened.ledger, asked(1), SECRET))
    ticket = ticket_in_hand(books.ledger, "ann")
    assert ticket is not None
    (view,) = last_tickets(Map({"ann": (ticket.credit,)}), books.ledger, "ann")
    assert (view.state, view.amount) == (TicketState.IN_HAND, 12_347)


def test_the_last_tickets_stay_in_view_and_their_numbers_do_not(opened: Books) -> None:
    books = written(opened, cash_out(opened.ledger, asked(0), SECRET))
    books = written(books, Batch((Post("out0"),)))
    for seed in range(1, KEPT + 2):
        bought = buy_in(f"b{seed}", cash="cash", player="ann", amount=seed)
        books = written(books, bought)
        books = written(books, cash_out(books.ledger, asked(seed), SECRET))
        books = written(books, Batch((Post(f"out{seed}"),)))
    books = written(books, redeem(books.ledger, brought(KEPT), SECRET))
    views = last_tickets(books.recall, books.ledger, "ann")
    assert [view.amount for view in views] == list(range(KEPT + 1, 1, -1))
    assert len(views) == KEPT
    redeemed = [view for view in views if view.state is TicketState.REDEEMED]
    assert [view.amount for view in redeemed] == [KEPT]
    for view, seed in zip(views, range(KEPT + 1, 1, -1), strict=True):
        assert view.number == "•••• " * 6 + number(seed)[-4:]
    assert last_tickets(books.recall, books.ledger, "bob") == ()
