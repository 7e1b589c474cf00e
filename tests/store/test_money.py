"""Money in a house: sums near the largest, what is owed after a void, terms bound to the books."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import delete

from punto.archive.backup import back_up, restore
from punto.audit.report import audit
from punto.coup.command import (
    AnnounceResult,
    AnnounceTotals,
    CloseBetting,
    CollectLosing,
    DealCard,
    OpenBetting,
    PayWinning,
    PlaceWager,
)
from punto.errors import WrongInput
from punto.house import (
    Act,
    BringShoe,
    BuyIn,
    CashOut,
    ConfirmTicket,
    DealOut,
    EnrolTerminal,
    OpenAccount,
    OpenTable,
    PayCredits,
    RedeemTicket,
    WriteOff,
)
from punto.house.record import decode_cage
from punto.ledger import Purpose, Transfer, debts_of, owed_by
from punto.ledger.applying import ROOM
from punto.money import MAX_ODDS, MAX_STAKE
from punto.refusal import Refusal
from punto.rules import Rulebook, newest_rulebooks
from punto.store import Database, Terms, Writer, schema
from punto.table import Found, Limit, Settings
from punto.table.command import OpenShoe, ReportIrregularity
from tests.store.test_requests import KEY, TIGER, Desk, opened
from tests.support.house.whole import whole_house

TERMS = Terms("EUR", 2, play_money=False, sale_maximum=5_000)
VOID = ReportIrregularity(found=Found.INCORRECT_NUMBER_OF_CARDS, who="sam", why="on camera")


@pytest.fixture
def desk(sqlite_url: str) -> Iterator[Desk]:
    desk = Desk(sqlite_url)
    opened(desk, owner="")
    yield desk
    desk.writer.close()
    assert_clean(desk.url)


def assert_clean(url: str) -> None:
    with Database(url).reading() as connection:
        assert audit(connection).findings == ()


def owed(desk: Desk, account: str) -> int:
    return owed_by(whole_house(desk.writer).ledger(), account)


def won(desk: Desk, account: str = "ann", stake: int = 100) -> int:
    """Play until a round is won, and tell by how much."""
    if whole_house(desk.writer).tables["tiger"].table.shoe is None:
        desk.act(BringShoe())
    for _ in range(60):
        before = desk.balance(account)
        bet = PlaceWager(account, "player", stake)
        desk.shared("tiger", OpenBetting(), bet, CloseBetting(), DealOut())
        if desk.balance(account) > before:
            return desk.balance(account) - before
    raise AssertionError("nothing is won in sixty rounds")


def in_debt(desk: Desk, account: str = "ann") -> int:
    """Win, spend it all, and have the round voided."""
    amount = won(desk, account)
    desk.done(PayCredits(account, desk.balance(account)))
    desk.act(VOID)
    assert owed(desk, account) == amount
    return amount


# --- near the largest sum -----------------------------------------------------------------------

HIGHEST = Limit(minimum=2, maximum=MAX_STAKE, step=2)
HIGH = Settings(rulebook=TIGER.rulebook, decks=8, limit=HIGHEST)
LONGEST = 101
"""How often a stake can move at a table of Tiger, which pays 100:1 at the most."""


def steep(limit: Limit) -> Settings:
    """Tiger, but for a Tie that pays as much as odds can say."""
    wagers = {wager.id: wager for wager in TIGER.rulebook.wagers}
    line = replace(wagers["tie"].lines[0], pays=f"{MAX_ODDS}:1")
    wagers["tie"] = replace(wagers["tie"], lines=(line,))
    rulebook = replace(TIGER.rulebook, id="steep", wagers=tuple(wagers.values()))
    return Settings(rulebook=rulebook, decks=8, limit=TIGER.limit, limits={"tie": limit})


@pytest.mark.parametrize("rulebook", newest_rulebooks(), ids=lambda rulebook: rulebook.id)
def test_the_largest_stake_is_taken_with_every_rulebook(desk: Desk, rulebook: Rulebook) -> None:
    limit = Limit(minimum=20, maximum=MAX_STAKE, step=20)
    settings = Settings(rulebook=rulebook, decks=rulebook.shoe.max_decks, limit=limit)
    desk.done(OpenTable("high", settings))
    desk.done(BuyIn("ann", 2 * MAX_STAKE))
    desk.done(Act("high", (BringShoe(),)))
    bet = PlaceWager("ann", "player", MAX_STAKE)
    desk.shared("high", OpenBetting(), bet, CloseBetting(), DealOut())


def test_the_longest_odds_of_any_table_are_meant(desk: Desk) -> None:
    """A stake that could be paid 9,999 times over is weighed so, and all that lie elsewhere."""
    desk.done(OpenTable("high", HIGH))
    most = ROOM // (MAX_ODDS + 1)
    wide, right = (Limit(minimum=2, maximum=each, step=2) for each in (most + 2, most))
    assert desk.denied(OpenTable("steep", steep(wide))) == "settings-defective"
    desk.done(OpenTable("steep", steep(right)))
    desk.done(BuyIn("ann", 2 * MAX_STAKE))
    for table in ("high", "steep"):
        desk.done(Act(table, (BringShoe(), OpenBetting())))
    assert desk.denied(Act("high", (PlaceWager("ann", "player", MAX_STAKE),))) == "no-room"
    desk.done(Act("steep", (PlaceWager("ann", "tie", most // 2),)))
    assert desk.denied(Act("high", (PlaceWager("ann", "player", most // 2),))) == "no-room"


def test_a_hand_is_taken_or_refused_whatever_its_cards(desk: Desk) -> None:
    """Near the largest sum a hand is refused by what was moved before, never by how it ends."""
    stake, most = MAX_STAKE // 2, 6
    desk.done(OpenTable("high", HIGH, owner="ann"))
    # Every hand that is won or lost moves one stake; after six of them there is no room for a win.
    desk.done(BuyIn("ann", ROOM - LONGEST * stake - (most - 1) * stake - 1000))
    hand = (OpenBetting(), PlaceWager("ann", "player", stake), CloseBetting(), DealOut())
    desk.done(Act("high", (BringShoe(),)))
    moved = 0
    while moved < most:
        before = desk.balance("ann")
        desk.done(Act("high", hand))
        moved += desk.balance("ann") != before
    for _ in range(20):
        assert desk.denied(Act("high", hand)) == "no-room"


def test_a_stake_whose_pay_might_not_fit_is_refused_before_any_card(desk: Desk) -> None:
    desk.done(OpenTable("high", HIGH))
    desk.done(BuyIn("ann", 9 * 10**17))
    desk.done(Act("high", (BringShoe(),)))
    desk.done(Act("high", (OpenBetting(),)))
    too_much = (PlaceWager("ann", "tie", MAX_STAKE),)
    assert desk.denied(Act("high", too_much)) == "no-room"
    desk.done(Act("high", (PlaceWager("ann", "tie", 10**12),)))
    desk.done(Act("high", (CloseBetting(), DealOut())))


def test_a_house_that_is_full_says_so_and_pays_out_all_the_same(desk: Desk) -> None:
    desk.done(BuyIn("ann", 10**18 - 1000))
    desk.done(OpenAccount("bob"))
    assert desk.denied(BuyIn("bob", 1)) == "no-room"
    desk.done(PayCredits("ann", 10**18))


# --- what is owed -------------------------------------------------------------------------------


def test_a_debt_is_collected_from_a_buy_in_in_the_same_batch(desk: Desk) -> None:
    amount = in_debt(desk)
    done = desk.done(BuyIn("ann", amount + 25))
    entries = decode_cage(done.link.body or b"").entries
    moved = [each.purpose for each in entries if isinstance(each, Transfer)]
    assert moved == [Purpose.BUY_IN, Purpose.COLLECTION]
    assert (desk.balance("ann"), owed(desk, "ann")) == (25, 0)


def test_a_debt_is_collected_from_winnings_in_the_same_batch(desk: Desk) -> None:
    """A stake is held while an earlier round of another table is voided; then it wins."""
    desk.done(OpenTable("lion", TIGER))
    amount = won(desk)
    desk.done(Act("lion", (BringShoe(),)))
    for _ in range(60):
        available = whole_house(desk.writer).accounts["ann"].available
        desk.shared("lion", OpenBetting(), PlaceWager("ann", "player", 100))
        if owed(desk, "ann") == 0:
            desk.done(PayCredits("ann", available - 100))
            desk.act(VOID)
        before = owed(desk, "ann")
        assert before == amount
        desk.done(Act("lion", (CloseBetting(), DealOut())))
        if owed(desk, "ann") < before:
            assert (desk.balance("ann"), owed(desk, "ann")) == (100, 0)
            return
        if not desk.balance("ann"):
            desk.done(BuyIn("ann", amount + 5_000))
            amount = won(desk)
    raise AssertionError("nothing is won in sixty rounds")


def test_a_debt_is_collected_from_a_ticket(desk: Desk) -> None:
    desk.done(OpenAccount("bob"))
    desk.done(BuyIn("bob", 700))
    out = desk.done(CashOut("bob"))
    desk.done(ConfirmTicket(out.link.request or "", printed=True))
    amount = in_debt(desk)
    desk.done(RedeemTicket(out.ticket or "", "ann"))
    assert (desk.balance("ann"), owed(desk, "ann")) == (700 - amount, 0)


def test_the_next_customer_of_a_terminal_owes_nothing(desk: Desk) -> None:
    desk.done(OpenAccount("t-1"))
    desk.done(EnrolTerminal("t-1"))
    desk.done(BuyIn("t-1", 1000))
    amount = won(desk, "t-1")
    out = desk.done(CashOut("t-1"))
    desk.done(ConfirmTicket(out.link.request or "", printed=True))
    desk.act(VOID)
    assert owed(desk, "t-1") == amount
    desk.done(BuyIn("t-1", 300))
    assert (desk.balance("t-1"), owed(desk, "t-1")) == (300, 0)
    desk.reopen()
    debts = debts_of(whole_house(desk.writer).ledger(), "t-1")
    assert sum(-debt.balance for debt in debts) == amount


def test_a_terminal_is_enrolled_once_however_many_visits_it_has_had(desk: Desk) -> None:
    desk.done(OpenAccount("t-1"))
    desk.done(EnrolTerminal("t-1"), request="first")
    for _ in range(3):
        desk.done(BuyIn("t-1", 100))
        desk.done(PayCredits("t-1", 100))
    desk.reopen()
    answer = desk.ask(EnrolTerminal("t-1"), request="second")
    assert isinstance(answer, Refusal)
    assert answer.code == "exists"
    assert whole_house(desk.writer).accounts["t-1"].visit == 4


def owes_more_than_is_there(desk: Desk, account: str) -> int:
    """Be in debt with a stake of 100 at another table, and have that round void too."""
    desk.done(OpenTable("lion", TIGER))
    desk.done(Act("lion", (BringShoe(),)))
    won(desk, account, stake=200)
    desk.shared("lion", OpenBetting(), PlaceWager(account, "player", 100))
    desk.done(PayCredits(account, whole_house(desk.writer).accounts[account].available))
    desk.act(VOID)
    return owed(desk, account)


def test_a_cash_out_of_no_more_than_is_owed_ends_the_visit_without_a_ticket(desk: Desk) -> None:
    desk.done(OpenAccount("t-1"))
    desk.done(EnrolTerminal("t-1"))
    desk.done(BuyIn("t-1", 5000))
    amount = owes_more_than_is_there(desk, "t-1")
    desk.done(Act("lion", (CloseBetting(), VOID)))
    assert desk.balance("t-1") == 100 < amount
    out = desk.done(CashOut("t-1"), request="all")
    assert (out.ticket, desk.balance("t-1"), owed(desk, "t-1")) == (None, 0, amount - 100)
    again = desk.done(CashOut("t-1"), request="all")
    assert (again.again, again.ticket) == (True, None)
    desk.reopen()
    assert desk.done(CashOut("t-1"), request="all").ticket is None
    desk.done(BuyIn("t-1", 500))
    assert (desk.balance("t-1"), owed(desk, "t-1")) == (500, 0)


def test_a_void_takes_nothing_from_whoever_came_later(desk: Desk) -> None:
    desk.done(OpenAccount("t-1"))
    desk.done(EnrolTerminal("t-1"))
    desk.done(BuyIn("t-1", 1000))
    won(desk, "t-1")
    out = desk.done(CashOut("t-1"))
    desk.done(ConfirmTicket(out.link.request or "", printed=True))
    desk.done(BuyIn("t-1", 300))
    desk.act(VOID)
    assert (desk.balance("t-1"), owed(desk, "t-1")) == (300, 0)


def test_what_a_void_gives_a_past_visitor_pays_what_it_takes_from_him(desk: Desk) -> None:
    """Somebody wins and loses in one round and leaves; the round is void after the next came."""
    desk.done(OpenAccount("t-1"))
    desk.done(EnrolTerminal("t-1"))
    desk.done(BuyIn("t-1", 10_000))
    desk.act(OpenShoe(None, "sam"))
    bets = (PlaceWager("t-1", "player", 100), PlaceWager("t-1", "banker", 100))
    cards = map(DealCard, ("9s", "4h", "Td", "2c"))
    desk.shared("tiger", OpenBetting(), *bets, CloseBetting())
    desk.act(*cards, AnnounceTotals(), AnnounceResult())
    desk.act(CollectLosing(), PayWinning())
    out = desk.done(CashOut("t-1"))
    desk.done(ConfirmTicket(out.link.request or "", printed=True))
    desk.done(BuyIn("t-1", 500))
    desk.act(VOID)
    assert desk.balance("t-1") == 500
    debts = debts_of(whole_house(desk.writer).ledger(), "t-1")
    assert sum(-debt.balance for debt in debts) == 0


def test_a_debt_is_written_off_on_record(desk: Desk) -> None:
    amount = in_debt(desk)
    assert desk.denied(WriteOff("ann", "", "gone")) == "who-and-why-wanted"
    assert desk.denied(WriteOff("ann", "sam", " ")) == "who-and-why-wanted"
    done = desk.done(WriteOff("ann", "sam", "the customer is gone"))
    record = decode_cage(done.link.body or b"")
    assert (record.staff, record.why) == ("sam", "the customer is gone")
    assert (owed(desk, "ann"), desk.balance("house")) == (0, desk.balance("house"))
    assert desk.denied(WriteOff("ann", "sam", "again")) == "nothing-owed"
    assert desk.denied(WriteOff("nobody", "sam", "again")) == "nothing-owed"
    desk.done(BuyIn("ann", amount))
    assert desk.balance("ann") == amount


# --- terms --------------------------------------------------------------------------------------


def test_books_are_bound_to_their_terms(database_url: str) -> None:
    Writer(Database(database_url), KEY, terms=TERMS).close()
    Writer(Database(database_url), KEY).close()
    others = [
        TERMS._replace(currency="USD"),
        TERMS._replace(minor_digits=0),
        TERMS._replace(play_money=True),
    ]
    for other in others:
        with pytest.raises(WrongInput, match="these books are kept with"):
            Writer(Database(database_url), KEY, terms=other)
    Writer(Database(database_url), KEY, terms=TERMS._replace(sale_maximum=7)).close()


def test_sales_are_capped_as_the_house_was_last_opened(sqlite_url: str) -> None:
    desk = Desk(sqlite_url)
    opened(desk)
    desk.writer.close()
    Writer(Database(sqlite_url), KEY, terms=TERMS).close()
    desk.reopen()
    assert desk.denied(BuyIn("ann", 5_001)) == "above-sale-maximum"
    desk.done(BuyIn("ann", 5_000))
    desk.writer.close()


def test_a_backup_keeps_the_terms(sqlite_url: str, tmp_path: Path) -> None:
    Writer(Database(sqlite_url), KEY, terms=TERMS).close()
    back_up(Database(sqlite_url), tmp_path / "b.gz", KEY)
    there = Database(f"sqlite:///{tmp_path}/there.db")
    restore(tmp_path / "b.gz", there, KEY)
    with pytest.raises(WrongInput, match="currency 'EUR', and not 'USD'"):
        Writer(there, KEY, terms=TERMS._replace(currency="USD"))


def test_books_of_before_are_bound_when_they_are_opened(sqlite_url: str) -> None:
    Writer(Database(sqlite_url), KEY, terms=TERMS).close()
    with Database(sqlite_url).engine.begin() as connection:
        connection.execute(delete(schema.house).where(schema.house.c.name != "public key"))
    Writer(Database(sqlite_url), KEY, terms=TERMS._replace(currency="USD")).close()
    with pytest.raises(WrongInput, match="'USD', and not 'EUR'"):
        Writer(Database(sqlite_url), KEY, terms=TERMS)
