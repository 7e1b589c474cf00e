"""What is taken in can be paid, voided and given up, whatever the cards: sums near the largest."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from punto.ledger import (
    Batch,
    Bet,
    Books,
    Kind,
    OpenAccount,
    Outcome,
    Round,
    Settled,
    broken_books,
    buy_in,
    collected,
    enter,
    has_room,
    is_written,
    largest_stake,
    pay_credits,
    place,
    settle,
    settle_again,
    void_round,
    write_off,
)
from punto.ledger.applying import ROOM
from punto.ledger.transfer import MAX_AMOUNT
from punto.money import MAX_ODDS, MAX_STAKE

PLAYERS = ("ann", "bob")
AT_THE_MOST = largest_stake(MAX_ODDS)
players = st.sampled_from(PLAYERS)
sums = st.sampled_from((1, AT_THE_MOST, MAX_STAKE, ROOM // 3, ROOM)) | st.integers(1, MAX_AMOUNT)
stakes = st.sampled_from((1, AT_THE_MOST // 2, AT_THE_MOST, MAX_STAKE)) | st.integers(1, MAX_STAKE)
OPEN = Batch(
    (
        OpenAccount("cash", Kind.CASH),
        OpenAccount("house", Kind.HOUSE),
        *(OpenAccount(player, Kind.PLAYER) for player in PLAYERS),
    )
)


class FullHouse(RuleBasedStateMachine):
    """People ask for as much as they like; what is taken once is never stuck afterwards."""

    def __init__(self) -> None:
        super().__init__()
        self.books = Books()
        self.last_id = 0
        self.rounds = 0
        self.bets: list[tuple[Bet, int]] = []
        self.paid: list[tuple[Round, list[tuple[Bet, int]]]] = []
        self.longest = MAX_ODDS

    def new_id(self) -> str:
        self.last_id += 1
        return f"id{self.last_id}"

    @property
    def round(self) -> Round:
        return Round(id=f"r{self.rounds}", table="t1", rulebook="any@1")

    def asks(self, batch: Batch) -> bool:
        """Ask as the store does: the room first, then the ledger."""
        if not has_room(self.books.ledger, batch, self.longest):
            return False
        self.books, results = enter(self.books, collected(self.books.ledger, batch))
        return is_written(results)

    def must(self, batch: Batch) -> None:
        if batch.entries:
            self.books, results = enter(self.books, collected(self.books.ledger, batch))
            assert is_written(results), results

    @initialize(longest=st.sampled_from((1, 12, 200, 999, MAX_ODDS)))
    def open_accounts(self, longest: int) -> None:
        self.longest = longest
        self.must(OPEN)

    @rule(player=players, amount=sums)
    def buy(self, player: str, amount: int) -> None:
        self.asks(buy_in(self.new_id(), cash="cash", player=player, amount=amount))

    @rule(player=players, amount=stakes)
    def bet(self, player: str, amount: int) -> None:
        self.rounds += not self.bets
        stake = self.new_id()
        placed = place(self.round, stake=stake, player=player, wager="tie", amount=amount)
        if self.asks(placed):
            self.bets.append((Bet(player=player, wager="tie", stakes=(stake,)), amount))

    @precondition(lambda self: self.bets)
    @rule(data=st.data())
    def deal(self, data: st.DataObject) -> None:
        self.must(settle(self.round, self.ended(data, self.bets)))
        self.paid.append((self.round, self.bets))
        self.bets = []

    def ended(self, data: st.DataObject, bets: list[tuple[Bet, int]]) -> list[Settled]:
        ended = []
        for bet, amount in bets:
            outcome = data.draw(st.sampled_from((Outcome.WIN, Outcome.LOSE, Outcome.PUSH)))
            odds = data.draw(st.sampled_from(sorted({1, min(8, self.longest), self.longest})))
            won = odds * amount if outcome is Outcome.WIN else 0
            ended.append(Settled(bet=bet, outcome=outcome, winnings=won))
        return ended

    @precondition(lambda self: self.paid and self.paid[-1][0].settled_again < 2)
    @rule(data=st.data())
    def settle_the_last_round_again(self, data: st.DataObject) -> None:
        played, bets = self.paid.pop()
        self.must(settle_again(self.books.ledger, played, self.ended(data, bets)))
        self.paid.append((replace(played, settled_again=played.settled_again + 1), bets))

    @precondition(lambda self: self.bets)
    @rule()
    def void_unfinished(self) -> None:
        self.must(void_round(self.books.ledger, self.round, [bet for bet, _ in self.bets]))
        self.bets = []

    @precondition(lambda self: self.paid)
    @rule(data=st.data())
    def void_any_paid_round(self, data: st.DataObject) -> None:
        chosen = data.draw(st.sampled_from(self.paid))
        self.paid.remove(chosen)
        played, bets = chosen
        self.must(void_round(self.books.ledger, played, [bet for bet, _ in bets]))

    @rule(player=players)
    def pay_all(self, player: str) -> None:
        amount = self.books.ledger.accounts[player].available
        if amount:
            self.must(pay_credits(self.new_id(), cash="cash", player=player, amount=amount))

    @rule(player=players)
    def give_up(self, player: str) -> None:
        self.must(write_off(self.books.ledger, self.new_id(), house="house", player=player))

    @invariant()
    def nothing_is_broken(self) -> None:
        assert broken_books(self.books) == ()


TestFullHouse = FullHouse.TestCase
TestFullHouse.settings = settings(max_examples=30, stateful_step_count=40, deadline=None)


def opened(credits_of_ann: int) -> Books:
    books, _ = enter(Books(), OPEN)
    bought = buy_in("b", cash="cash", player="ann", amount=credits_of_ann)
    assert has_room(books.ledger, bought)
    return enter(books, bought)[0]


def test_the_largest_stake_fits_once() -> None:
    ledger = opened(10**15).ledger
    played = Round(id="r1", table="t1", rulebook="any@1")
    for amount, fits in ((AT_THE_MOST - 10**12, True), (AT_THE_MOST + 1, False)):
        batch = place(played, stake="s1", player="ann", wager="tie", amount=amount)
        assert has_room(ledger, batch) is fits


def test_the_largest_stake_of_all_is_taken_where_no_odds_are_too_long() -> None:
    """As the contract has it: a stake is at most 10¹⁵. Nothing that is shipped pays above 200:1."""
    assert [largest_stake(odds) for odds in (1, 200, 999)] == [10**15] * 3
    assert largest_stake(1000) < 10**15
    ledger = opened(10**15).ledger
    played = Round(id="r1", table="t1", rulebook="any@1")
    batch = place(played, stake="s1", player="ann", wager="tie", amount=10**15)
    assert has_room(ledger, batch, 200)
    assert not has_room(ledger, batch)


def test_what_is_staked_already_is_counted_as_won() -> None:
    played = Round(id="r1", table="t1", rulebook="any@1")
    half = AT_THE_MOST // 2
    first, second = (
        place(played, stake=key, player="ann", wager="tie", amount=half) for key in ("s1", "s2")
    )
    books = opened(10**15)
    assert has_room(books.ledger, first)
    assert not has_room(enter(books, first)[0].ledger, second)


def test_an_account_that_is_not_there_yet_has_all_its_room() -> None:
    ledger = opened(1).ledger
    assert has_room(ledger, buy_in("c", cash="cash", player="nobody", amount=ROOM - 1))
    assert not has_room(ledger, buy_in("c", cash="cash", player="nobody", amount=ROOM))


def test_sales_end_where_the_cage_is_full() -> None:
    ledger = opened(ROOM).ledger
    assert not has_room(ledger, buy_in("c", cash="cash", player="bob", amount=1))


def test_what_is_no_amount_is_left_to_the_ledger() -> None:
    books = opened(1)
    for amount in (0, -1):
        batch = buy_in("c", cash="cash", player="bob", amount=amount)
        assert has_room(books.ledger, batch)
        assert not is_written(enter(books, batch)[1])
