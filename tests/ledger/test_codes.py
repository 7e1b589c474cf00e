"""Every code of an entry, and which one is given when several hold."""

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from punto.ledger import (
    Batch,
    Code,
    Entry,
    Kind,
    Ledger,
    OpenAccount,
    Post,
    Purpose,
    Reference,
    Release,
    Transfer,
    Void,
    apply,
    deciding,
    is_accepted,
    is_written,
)
from punto.ledger.account import MAX_TOTAL, Account
from punto.ledger.applying import MOVED, OPENING, RESOLVED, RESOLVING
from punto.ledger.transfer import BETWEEN, MAX_AMOUNT
from punto.money import MAX_STAKE


def moved(id: str, debit: str, credit: str, amount: int, purpose: Purpose) -> Transfer:  # noqa: A002
    return Transfer(id=id, debit=debit, credit=credit, amount=amount, purpose=purpose)


BUY = moved("buy", "cash", "ann", 1000, Purpose.BUY_IN)
STAKE = moved("stake", "ann", "house", 100, Purpose.WAGER)
LOST = moved("lost", "ann", "house", 100, Purpose.WAGER)
GONE = moved("gone", "ann", "house", 100, Purpose.WAGER)
TICKET = moved("print", "bob", "ticket:t1", 50, Purpose.TICKET_OUT)
START: tuple[Entry, ...] = (
    OpenAccount("cash", Kind.CASH),
    OpenAccount("house", Kind.HOUSE),
    OpenAccount("ann", Kind.PLAYER),
    OpenAccount("bob", Kind.PLAYER),
    OpenAccount("receivable:ann", Kind.RECEIVABLE, "ann"),
    OpenAccount("ticket:t1", Kind.TICKET),
    BUY,
    moved("buy-bob", "cash", "bob", 50, Purpose.BUY_IN),
    STAKE,
    LOST,
    GONE,
    Post("lost"),
    Void("gone", Release.WITHDRAWN),
    TICKET,
    moved("receivable:r:w", "receivable:ann", "house", 30, Purpose.RECEIVABLE),
)


@pytest.fixture(scope="module")
def ledger() -> Ledger:
    ledger, results = apply(Ledger(), Batch(START))
    assert is_written(results)
    return ledger


def fresh(**changes: object) -> Transfer:
    """A wager that would be good, but for the changes."""
    return replace(moved("new", "ann", "house", 10, Purpose.WAGER), **changes)


CASES: list[tuple[Code, Entry]] = [
    (Code.OK, fresh()),
    (Code.OK, fresh(amount=700)),
    (Code.OK, OpenAccount("cat", Kind.PLAYER)),
    (Code.OK, OpenAccount("receivable:bob", Kind.RECEIVABLE, "bob")),
    (Code.OK, Post("stake")),
    (Code.OK, Void("stake", Release.PUSHED)),
    (Code.OK, Void("print", Release.NOT_PRINTED)),
    (Code.OK, moved("repay", "ann", "receivable:ann", 30, Purpose.REPAYMENT)),
    (Code.ID_MALFORMED, OpenAccount("", Kind.PLAYER)),
    (Code.ID_MALFORMED, OpenAccount("a:b:c:d", Kind.PLAYER)),
    (Code.ID_MALFORMED, fresh(id="")),
    (Code.ID_MALFORMED, fresh(id="x" * 65)),
    (Code.ID_MALFORMED, fresh(id="wager:x")),
    (Code.ID_MALFORMED, fresh(id="new\n")),
    (Code.ID_MALFORMED, fresh(id="ｎew")),  # noqa: RUF001 - a letter that only looks like one
    (Code.ID_MALFORMED, moved("mine", "house", "ann", 1, Purpose.PAYOUT)),
    (Code.ID_MALFORMED, moved("correction:r:w", "house", "ann", 1, Purpose.PAYOUT)),
    (Code.ID_MALFORMED, moved("payout:", "house", "ann", 1, Purpose.PAYOUT)),
    (Code.ID_MALFORMED, Post("receivable:r:w")),
    (Code.ID_MALFORMED, Void("", Release.WON)),
    (Code.EXISTS_WITH_DIFFERENT_KIND, OpenAccount("ann", Kind.HOUSE)),
    (Code.EXISTS_WITH_DIFFERENT_OWNER, OpenAccount("receivable:ann", Kind.RECEIVABLE, "bob")),
    (Code.EXISTS_WITH_DIFFERENT_DEBIT, replace(STAKE, debit="bob")),
    (Code.EXISTS_WITH_DIFFERENT_CREDIT, replace(STAKE, credit="cash")),
    (Code.EXISTS_WITH_DIFFERENT_AMOUNT, replace(STAKE, amount=101)),
    (Code.EXISTS_WITH_DIFFERENT_PURPOSE, replace(STAKE, purpose=Purpose.BUY_IN)),
    (Code.EXISTS_WITH_DIFFERENT_REFERENCE, replace(STAKE, reference=Reference(round="r"))),
    (Code.EXISTS_WITH_DIFFERENT_RELEASE, Void("gone", Release.WON)),
    (Code.EXISTS, OpenAccount("ann", Kind.PLAYER)),
    (Code.EXISTS, BUY),
    (Code.EXISTS, STAKE),
    (Code.EXISTS, LOST),
    (Code.EXISTS, Post("lost")),
    (Code.EXISTS, Void("gone", Release.WITHDRAWN)),
    (Code.OWNER_WRONG, OpenAccount("cat", Kind.PLAYER, "ann")),
    (Code.OWNER_WRONG, OpenAccount("receivable:cat", Kind.RECEIVABLE, "cat")),
    (Code.OWNER_WRONG, OpenAccount("receivable:house", Kind.RECEIVABLE, "house")),
    (Code.OWNER_WRONG, OpenAccount("receivable:x", Kind.RECEIVABLE, "bob")),
    (Code.AMOUNT_NOT_WHOLE, fresh(amount=10.0)),
    (Code.AMOUNT_NOT_WHOLE, fresh(amount=True)),
    (Code.AMOUNT_ZERO, fresh(amount=0)),
    (Code.AMOUNT_NEGATIVE, fresh(amount=-1)),
    (Code.AMOUNT_BEYOND_LIMIT, fresh(amount=MAX_STAKE + 1)),
    (Code.AMOUNT_BEYOND_LIMIT, moved("b", "cash", "ann", MAX_AMOUNT + 1, Purpose.BUY_IN)),
    (Code.SAME_ACCOUNT, fresh(credit="ann")),
    (Code.DEBIT_ACCOUNT_UNKNOWN, fresh(debit="cat")),
    (Code.CREDIT_ACCOUNT_UNKNOWN, fresh(credit="cat")),
    (Code.PLAYER_TO_PLAYER, fresh(credit="bob")),
    (Code.ACCOUNTS_NOT_FOR_PURPOSE, fresh(credit="cash")),
    (Code.ACCOUNTS_NOT_FOR_PURPOSE, fresh(debit="house", credit="ann")),
    (Code.PENDING_UNKNOWN, Post("nothing")),
    (Code.PENDING_UNKNOWN, Void("nothing", Release.WON)),
    (Code.NOT_PENDING, Post("buy")),
    (Code.NOT_PENDING, Void("buy", Release.WITHDRAWN)),
    (Code.ALREADY_POSTED, Void("lost", Release.PUSHED)),
    (Code.ALREADY_VOIDED, Post("gone")),
    (Code.RELEASE_NOT_FOR_PURPOSE, Void("stake", Release.NOT_PRINTED)),
    (Code.RELEASE_NOT_FOR_PURPOSE, Void("print", Release.WON)),
    (Code.INSUFFICIENT_CREDITS, fresh(amount=801)),
    (Code.INSUFFICIENT_CREDITS, fresh(debit="bob", amount=1)),
    (
        Code.INSUFFICIENT_CREDITS,
        moved("ticket-in:t1", "ticket:t1", "cash", 50, Purpose.TICKET_IN),
    ),
    (Code.MORE_THAN_OWED, moved("repay", "cash", "receivable:ann", 31, Purpose.REPAYMENT)),
]


@pytest.mark.parametrize(("code", "entry"), CASES)
def test_an_entry_earns_its_code_and_only_a_good_one_is_written(
    ledger: Ledger, code: Code, entry: Entry
) -> None:
    after, results = apply(ledger, Batch((entry,)))
    assert results == (code,)
    assert (after is ledger) is (code is not Code.OK)
    assert is_accepted(results) is (code in {Code.OK, Code.EXISTS})


BATCHED = {Code.LINKED_FAILED, Code.EXISTS_ALONE, Code.TOTAL_BEYOND_LIMIT}


def test_every_code_has_a_case() -> None:
    assert {code for code, _ in CASES} | BATCHED == set(Code)


# Each line is wrong in the way of its code and in that of every later line.
PRECEDENCE: list[tuple[Code, Transfer]] = [
    (Code.ID_MALFORMED, fresh(id="?", amount=0, credit="ann", debit="ann")),
    (Code.EXISTS_WITH_DIFFERENT_DEBIT, replace(STAKE, debit="x", credit="y", amount=0)),
    (Code.EXISTS_WITH_DIFFERENT_CREDIT, replace(STAKE, credit="y", amount=0)),
    (Code.EXISTS_WITH_DIFFERENT_AMOUNT, replace(STAKE, amount=0, purpose=Purpose.BUY_IN)),
    (
        Code.EXISTS_WITH_DIFFERENT_PURPOSE,
        replace(STAKE, purpose=Purpose.BUY_IN, reference=Reference(round="r")),
    ),
    (Code.AMOUNT_NOT_WHOLE, fresh(amount=0.0, debit="x", credit="x")),
    (Code.AMOUNT_ZERO, fresh(amount=0, debit="x", credit="x")),
    (Code.AMOUNT_NEGATIVE, fresh(amount=-1, debit="x", credit="x")),
    (Code.AMOUNT_BEYOND_LIMIT, fresh(amount=MAX_STAKE + 1, debit="x", credit="x")),
    (Code.SAME_ACCOUNT, fresh(debit="x", credit="x")),
    (Code.DEBIT_ACCOUNT_UNKNOWN, fresh(debit="x", credit="y")),
    (Code.CREDIT_ACCOUNT_UNKNOWN, fresh(amount=801, credit="y")),
    (Code.PLAYER_TO_PLAYER, fresh(amount=801, credit="bob", purpose=Purpose.BUY_IN)),
    (Code.ACCOUNTS_NOT_FOR_PURPOSE, fresh(amount=801, credit="cash")),
    (
        Code.INSUFFICIENT_CREDITS,
        moved("repay", "bob", "receivable:ann", 31, Purpose.REPAYMENT),
    ),
]


@pytest.mark.parametrize(("code", "entry"), PRECEDENCE)
def test_where_several_hold_the_first_of_the_list_is_given(
    ledger: Ledger, code: Code, entry: Entry
) -> None:
    assert apply(ledger, Batch((entry,)))[1] == (code,)


@pytest.mark.parametrize("checks", [OPENING, MOVED, RESOLVED, RESOLVING])
def test_the_checks_stand_in_the_order_of_the_codes(checks: tuple[tuple[Code, Any], ...]) -> None:
    order = list(Code)
    places = [order.index(code) for code, _ in checks]
    assert places == sorted(places)


def test_an_account_that_is_full_takes_no_more() -> None:
    ledger, _ = apply(Ledger(), Batch(START[:3]))
    buys = [moved(f"b{at}", "cash", "ann", MAX_AMOUNT, Purpose.BUY_IN) for at in range(9)]
    ledger, results = apply(ledger, Batch(tuple(buys)))
    assert is_written(results)
    rest = MAX_TOTAL - 9 * MAX_AMOUNT
    too_much = moved("last", "cash", "ann", rest + 1, Purpose.BUY_IN)
    assert apply(ledger, Batch((too_much,)))[1] == (Code.TOTAL_BEYOND_LIMIT,)
    assert apply(ledger, Batch((replace(too_much, amount=rest),)))[1] == (Code.OK,)


@pytest.mark.parametrize("total", ["credits_posted", "credits_pending"])
def test_what_is_pending_counts_towards_a_full_account(total: str) -> None:
    """Else a promise could be accepted that can never be kept."""
    ann = Account(id="ann", kind=Kind.PLAYER, credits_posted=20)
    house = replace(Account(id="house", kind=Kind.HOUSE), **{total: MAX_TOTAL - 9})
    ledger = Ledger(Map({"ann": ann, "house": house}))
    assert apply(ledger, Batch((fresh(amount=9),)))[1] == (Code.OK,)
    assert apply(ledger, Batch((fresh(amount=10),)))[1] == (Code.TOTAL_BEYOND_LIMIT,)


def test_the_debited_side_can_be_full_too() -> None:
    ann = Account(id="ann", kind=Kind.PLAYER)
    house = Account(id="house", kind=Kind.HOUSE, debits_posted=MAX_TOTAL)
    ledger = Ledger(Map({"ann": ann, "house": house}))
    payout = moved("payout:r:w", "house", "ann", 1, Purpose.PAYOUT)
    assert apply(ledger, Batch((payout,)))[1] == (Code.TOTAL_BEYOND_LIMIT,)


def test_no_purpose_moves_money_between_players() -> None:
    assert set(BETWEEN) == set(Purpose)
    assert all((Kind.PLAYER, Kind.PLAYER) not in pairs for pairs in BETWEEN.values())


# --- batches ------------------------------------------------------------------------------------


def test_the_first_that_fails_decides_and_nothing_is_written(ledger: Ledger) -> None:
    batch = Batch((fresh(), fresh(id="poor", amount=9999), fresh(id="zero", amount=0)))
    after, results = apply(ledger, batch)
    assert results == (Code.LINKED_FAILED, Code.INSUFFICIENT_CREDITS, Code.LINKED_FAILED)
    assert after is ledger
    assert deciding(results) is Code.INSUFFICIENT_CREDITS


def test_an_entry_sees_those_before_it_in_its_batch(ledger: Ledger) -> None:
    cat = OpenAccount("cat", Kind.PLAYER)
    bought = moved("b", "cash", "cat", 5, Purpose.BUY_IN)
    staked = fresh(debit="cat", amount=5)
    assert apply(ledger, Batch((cat, bought, staked, Post("new"))))[1] == (Code.OK,) * 4
    assert deciding(apply(ledger, Batch((cat, staked, bought)))[1]) is Code.INSUFFICIENT_CREDITS


def test_two_wagers_that_only_fit_alone_do_not_fit_together(ledger: Ledger) -> None:
    batch = Batch((fresh(id="a", amount=500), fresh(id="b", amount=500)))
    assert apply(ledger, batch)[1] == (Code.LINKED_FAILED, Code.INSUFFICIENT_CREDITS)


def test_a_batch_of_which_a_part_is_known_is_refused(ledger: Ledger) -> None:
    after, results = apply(ledger, Batch((fresh(), STAKE)))
    assert results == (Code.LINKED_FAILED, Code.EXISTS_ALONE)
    assert after is ledger


def test_the_same_entry_twice_in_a_new_batch_is_refused(ledger: Ledger) -> None:
    assert apply(ledger, Batch((fresh(), fresh())))[1] == (Code.LINKED_FAILED, Code.EXISTS_ALONE)


def test_an_empty_batch_does_nothing(ledger: Ledger) -> None:
    after, results = apply(ledger, Batch(()))
    assert after is ledger
    assert results == ()
    assert not is_written(results)
    assert deciding(results) is Code.OK


def test_a_refused_id_is_not_used_up(ledger: Ledger) -> None:
    poor = fresh(debit="bob", amount=5)
    assert apply(ledger, Batch((poor,)))[1] == (Code.INSUFFICIENT_CREDITS,)
    richer, _ = apply(ledger, Batch((moved("b2", "cash", "bob", 5, Purpose.BUY_IN),)))
    assert apply(richer, Batch((poor,)))[1] == (Code.OK,)


def test_what_is_held_for_one_ticket_is_not_there_for_another_purpose(ledger: Ledger) -> None:
    bob = ledger.accounts["bob"]
    assert (bob.balance, bob.held, bob.available) == (50, 50, 0)
