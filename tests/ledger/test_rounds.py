"""The worked flows of a round: what each account and each meter shows, unit by unit."""

from collections.abc import Iterable

import pytest

from punto.ledger import (
    Batch,
    Bet,
    Books,
    Code,
    Kind,
    Meter,
    OpenAccount,
    Outcome,
    Release,
    Round,
    Settled,
    Void,
    apply,
    broken_books,
    buy_in,
    credits_of,
    deciding,
    enter,
    is_written,
    liability,
    meter,
    pay_credits,
    place,
    receivable_of,
    repay,
    settle,
    unreconciled,
    void_round,
    withdraw,
)
from punto.ledger.meters import MeterKey
from punto.ledger.transfer import Post, Purpose, Transfer

ROUND = Round(id="r1", table="t1", rulebook="mbs-tiger@3")
ANN = Bet(player="ann", wager="banker", stakes=("a1",))
BOB = Bet(player="bob", wager="tie", stakes=("b1",))


def written(books: Books, *batches: Batch) -> Books:
    for batch in batches:
        books, results = enter(books, batch)
        assert is_written(results), results
        assert broken_books(books) == ()
        again, retried = enter(books, batch)
        assert set(retried) == {Code.EXISTS}
        assert again is books
    return books


def staked(bet: Bet, amount: int) -> Iterable[Batch]:
    for stake in bet.stakes:
        yield place(ROUND, stake=stake, player=bet.player, wager=bet.wager, amount=amount)


def shown(books: Books, player: str) -> tuple[int, int]:
    """Available and held."""
    account = books.ledger.accounts[player]
    return account.available, account.held


def house(books: Books) -> int:
    return books.ledger.accounts["house"].balance


@pytest.fixture
def opened() -> Books:
    """Ann has 1000 and Bob 500."""
    accounts = Batch(
        (
            OpenAccount("cash", Kind.CASH),
            OpenAccount("house", Kind.HOUSE),
            OpenAccount("ann", Kind.PLAYER),
            OpenAccount("bob", Kind.PLAYER),
        )
    )
    return written(
        Books(),
        accounts,
        buy_in("buy-a", cash="cash", player="ann", amount=1000),
        buy_in("buy-b", cash="cash", player="bob", amount=500),
    )


@pytest.fixture
def betting(opened: Books) -> Books:
    """Ann has 200 on the Banker, Bob 100 on a tie."""
    return written(opened, *staked(ANN, 200), *staked(BOB, 100))


def test_a_stake_is_held_at_once_and_is_no_coin_in_yet(betting: Books) -> None:
    assert shown(betting, "ann") == (800, 200)
    assert house(betting) == 0
    assert meter(betting.meters).coin_in == 0
    assert liability(betting.ledger) == 1500


def test_a_withdrawn_bet_leaves_no_trace_on_the_meters(betting: Books) -> None:
    books = written(betting, withdraw(ANN))
    assert shown(books, "ann") == (1000, 0)
    assert books.meters == betting.meters


def test_lose_win_and_push_are_one_batch(betting: Books) -> None:
    pushed = Bet(player="bob", wager="banker", stakes=("b2", "b3"))
    books = written(betting, *staked(pushed, 50))
    ended = [
        Settled(bet=ANN, outcome=Outcome.WIN, winnings=100),
        Settled(bet=BOB, outcome=Outcome.LOSE),
        Settled(bet=pushed, outcome=Outcome.PUSH),
    ]
    books = written(books, settle(ROUND, ended))
    assert shown(books, "ann") == (1100, 0)
    assert shown(books, "bob") == (400, 0)
    assert house(books) == 0
    ann, bob = meter(books.meters, player="ann"), meter(books.meters, player="bob")
    assert (ann.coin_in, ann.coin_out) == (200, 300)
    assert (bob.coin_in, bob.coin_out) == (200, 100)
    assert (ann.voids, bob.voids) == (0, 0)


def test_an_increase_is_part_of_its_bet_and_paid_with_it(opened: Books) -> None:
    bet = Bet(player="ann", wager="banker", stakes=("a1", "a2"))
    books = written(opened, *staked(bet, 1))
    won = Settled(bet=bet, outcome=Outcome.WIN, winnings=1)
    books = written(books, settle(ROUND, [won]))
    assert shown(books, "ann") == (1001, 0)


def test_only_a_win_has_winnings() -> None:
    with pytest.raises(AssertionError):
        Settled(bet=ANN, outcome=Outcome.LOSE, winnings=1)
    with pytest.raises(AssertionError):
        Settled(bet=ANN, outcome=Outcome.WIN)


def test_a_round_is_settled_once_whatever_the_second_result(betting: Books) -> None:
    lost = settle(ROUND, [Settled(bet=each, outcome=Outcome.LOSE) for each in (ANN, BOB)])
    won = settle(ROUND, [Settled(bet=ANN, outcome=Outcome.WIN, winnings=100)])
    pushed = settle(ROUND, [Settled(bet=ANN, outcome=Outcome.PUSH)])
    assert deciding(apply(written(betting, lost).ledger, won)[1]) is Code.ALREADY_POSTED
    code = deciding(apply(written(betting, won).ledger, pushed)[1])
    assert code is Code.EXISTS_WITH_DIFFERENT_RELEASE
    assert deciding(apply(written(betting, won).ledger, lost)[1]) is Code.ALREADY_VOIDED


def test_one_wager_that_cannot_end_ends_none(betting: Books) -> None:
    books = written(betting, withdraw(BOB))
    both = settle(ROUND, [Settled(bet=each, outcome=Outcome.LOSE) for each in (ANN, BOB)])
    after, results = enter(books, both)
    assert results == (Code.LINKED_FAILED, Code.ALREADY_VOIDED)
    assert after is books
    assert shown(after, "ann") == (800, 200)


# --- voids --------------------------------------------------------------------------------------


def test_the_void_of_an_unfinished_round_gives_every_stake_back(betting: Books) -> None:
    books = written(betting, void_round(betting.ledger, ROUND, (ANN, BOB)))
    assert shown(books, "ann") == (1000, 0)
    assert shown(books, "bob") == (500, 0)
    total = meter(books.meters)
    assert (total.coin_in, total.coin_out, total.voids) == (300, 300, 300)


def test_the_void_of_an_unfinished_round_asked_for_again_is_the_same(betting: Books) -> None:
    first = void_round(betting.ledger, ROUND, (ANN, BOB))
    books = written(betting, first)
    again = void_round(books.ledger, ROUND, (ANN, BOB))
    assert again == first
    assert set(enter(books, again)[1]) == {Code.EXISTS}


def test_a_bet_settled_as_void_is_a_void_too(betting: Books) -> None:
    voided = settle(ROUND, [Settled(bet=each, outcome=Outcome.VOID) for each in (ANN, BOB)])
    assert voided == void_round(betting.ledger, ROUND, (ANN, BOB))


def test_a_withdrawn_bet_is_no_part_of_a_void(betting: Books) -> None:
    books = written(betting, withdraw(BOB))
    batch = void_round(books.ledger, ROUND, (ANN, BOB))
    assert batch.entries == (Void("a1", Release.ROUND_VOID),)


@pytest.fixture
def paid(betting: Books) -> Books:
    """Ann has won 100, Bob has lost 100."""
    ended = [
        Settled(bet=ANN, outcome=Outcome.WIN, winnings=100),
        Settled(bet=BOB, outcome=Outcome.LOSE),
    ]
    return written(betting, settle(ROUND, ended))


def test_the_void_of_a_paid_round_takes_back_and_gives_back(paid: Books) -> None:
    books = written(paid, void_round(paid.ledger, ROUND, (ANN, BOB)))
    assert shown(books, "ann") == (1000, 0)
    assert shown(books, "bob") == (500, 0)
    assert house(books) == 0
    assert receivable_of("ann") not in books.ledger.accounts
    ann, bob = meter(books.meters, player="ann"), meter(books.meters, player="bob")
    assert (ann.coin_in, ann.coin_out, ann.voids) == (300, 300, 100)
    assert (bob.coin_in, bob.coin_out, bob.voids) == (100, 100, 100)


def test_nothing_written_is_edited_by_a_void(paid: Books) -> None:
    books = written(paid, void_round(paid.ledger, ROUND, (ANN, BOB)))
    for key, entry in paid.ledger.entries.items():
        assert books.ledger.entries[key] is entry


@pytest.mark.parametrize(("spent", "missing"), [(1000, 0), (1001, 1), (1060, 60), (1100, 100)])
def test_what_is_spent_becomes_a_debt(paid: Books, spent: int, missing: int) -> None:
    books = written(paid, pay_credits("out", cash="cash", player="ann", amount=spent))
    books = written(books, void_round(books.ledger, ROUND, (ANN, BOB)))
    assert shown(books, "ann") == (1000 - spent + missing, 0)
    assert credits_of(books.ledger, "ann") == 1000 - spent
    owed = books.ledger.accounts.get(receivable_of("ann"))
    assert (-owed.balance if owed else 0) == missing
    assert house(books) == 0


def test_money_held_in_another_round_is_not_taken(paid: Books) -> None:
    later = Round(id="r2", table="t1", rulebook="mbs-tiger@3")
    books = written(paid, place(later, stake="a9", player="ann", wager="tie", amount=1050))
    books = written(books, void_round(books.ledger, ROUND, (ANN, BOB)))
    assert shown(books, "ann") == (0, 1050)
    assert -books.ledger.accounts[receivable_of("ann")].balance == 50


def test_a_void_asked_for_again_is_the_same_although_the_player_has_money_now(paid: Books) -> None:
    books = written(paid, pay_credits("out", cash="cash", player="ann", amount=1060))
    first = void_round(books.ledger, ROUND, (ANN, BOB))
    books = written(books, first, buy_in("more", cash="cash", player="ann", amount=500))
    again = void_round(books.ledger, ROUND, (ANN, BOB))
    assert set(again.entries) == {e for e in first.entries if not isinstance(e, OpenAccount)}
    assert set(enter(books, again)[1]) == {Code.EXISTS}


def test_two_bets_of_one_player_share_what_is_left_and_one_debt(opened: Books) -> None:
    bets = [Bet(player="ann", wager=f"w{at}", stakes=(f"s{at}",)) for at in range(3)]
    books = written(opened, *[batch for bet in bets for batch in staked(bet, 10)])
    ended = [Settled(bet=bet, outcome=Outcome.WIN, winnings=80) for bet in bets]
    books = written(books, settle(ROUND, ended))
    books = written(books, pay_credits("out", cash="cash", player="ann", amount=1140))
    batch = void_round(books.ledger, ROUND, bets)
    assert sum(isinstance(entry, OpenAccount) for entry in batch.entries) == 1
    books = written(books, batch)
    assert shown(books, "ann") == (0, 0)
    assert credits_of(books.ledger, "ann") == -140


def test_a_lost_stake_pays_for_winnings_that_are_spent(opened: Books) -> None:
    lost = Bet(player="ann", wager="tie", stakes=("s1",))
    books = written(opened, *staked(lost, 100), *staked(ANN, 100))
    ended = [
        Settled(bet=ANN, outcome=Outcome.WIN, winnings=100),
        Settled(bet=lost, outcome=Outcome.LOSE),
    ]
    books = written(books, settle(ROUND, ended))
    books = written(books, pay_credits("out", cash="cash", player="ann", amount=1000))
    books = written(books, void_round(books.ledger, ROUND, (ANN, lost)))
    assert shown(books, "ann") == (0, 0)
    assert receivable_of("ann") not in books.ledger.accounts


def test_a_round_of_pushes_has_nothing_to_undo(betting: Books) -> None:
    pushed = [Settled(bet=each, outcome=Outcome.PUSH) for each in (ANN, BOB)]
    books = written(betting, settle(ROUND, pushed))
    assert void_round(books.ledger, ROUND, (ANN, BOB)) == Batch(())


def test_a_debt_is_repaid_in_cash_or_from_credits_and_never_twice(paid: Books) -> None:
    books = written(paid, pay_credits("out", cash="cash", player="ann", amount=1100))
    books = written(books, void_round(books.ledger, ROUND, (ANN, BOB)))
    books = written(books, repay("cash-back", source="cash", player="ann", amount=60))
    books = written(books, buy_in("more", cash="cash", player="ann", amount=50))
    books = written(books, repay("own", source="ann", player="ann", amount=40))
    assert shown(books, "ann") == (10, 0)
    assert credits_of(books.ledger, "ann") == 10
    assert unreconciled(books.ledger, books.meters, "ann") == 0
    one_more = repay("again", source="ann", player="ann", amount=1)
    assert deciding(enter(books, one_more)[1]) is Code.MORE_THAN_OWED


def test_a_client_cannot_claim_the_id_of_a_payout_to_come(betting: Books) -> None:
    claim = Transfer(
        id="payout:r1:a1", debit="cash", credit="ann", amount=1, purpose=Purpose.BUY_IN
    )
    assert enter(betting, Batch((claim,)))[1] == (Code.ID_MALFORMED,)


# --- meters -------------------------------------------------------------------------------------


def test_meters_are_kept_by_player_table_and_rulebook(paid: Books) -> None:
    other = Round(id="r2", table="t2", rulebook="ez@1")
    books = written(paid, place(other, stake="x1", player="ann", wager="tie", amount=7))
    books = written(books, Batch((Post("x1"),)))
    assert meter(books.meters, table="t1").coin_in == 300
    assert meter(books.meters, table="t2").coin_in == 7
    assert meter(books.meters, rulebook="ez@1", player="ann").coin_in == 7
    assert meter(books.meters, rulebook="ez@1", player="bob").coin_in == 0
    assert meter(books.meters, player="ann").coin_in == 207
    assert meter(books.meters, player="ann").credits_in == 1000


def test_a_meter_that_was_changed_is_found(paid: Books) -> None:
    tampered = Books(paid.ledger, paid.meters.delete(next(iter(paid.meters))), paid.recall)
    assert broken_books(tampered) != ()
    without = Books(paid.ledger, Books().meters, paid.recall)
    assert broken_books(without) == ("meters of ann", "meters of bob")


def test_a_meter_that_counts_what_the_house_does_not_have_is_found(opened: Books) -> None:
    key = MeterKey("nobody", "t1", "ez@1")
    tampered = Books(opened.ledger, opened.meters.set(key, Meter(staked=1)), opened.recall)
    assert broken_books(tampered) == ("meters of the house",)
