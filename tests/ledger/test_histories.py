"""Random histories of a house, with every invariant after every step.

A model of plain dictionaries, which knows nothing of debits and credits, says what each player must
have; requests are sent again and again, in any order, and must change nothing.
"""

import hashlib
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from punto.ledger import (
    Batch,
    Bet,
    Books,
    CashOut,
    Code,
    Kind,
    Ledger,
    Meter,
    OpenAccount,
    Outcome,
    Post,
    Purpose,
    Redemption,
    Release,
    Round,
    Settled,
    Transfer,
    Void,
    apply,
    broken,
    broken_books,
    buy_in,
    cash_out,
    credits_of,
    enter,
    is_accepted,
    is_written,
    liability,
    meter,
    pay_credits,
    place,
    receivable_of,
    redeem,
    repay,
    replay,
    settle,
    validation_number,
    void_round,
    withdraw,
)
from punto.ledger.account import Account
from punto.ledger.ledger import replayed

SECRET = b"a secret of the house"
PLAYERS = ("ann", "bob", "cat")
WAGERS = ("player", "banker", "tie")
players = st.sampled_from(PLAYERS)
amounts = st.integers(min_value=1, max_value=300)


class House(RuleBasedStateMachine):
    """A table, a cage, three players, and a network that repeats itself."""

    def __init__(self) -> None:
        super().__init__()
        self.books = Books()
        self.journal: list[Batch] = []
        self.sent: list[Batch] = []
        self.last_id = 0
        self.round_number = 0
        self.bets: list[tuple[Bet, int]] = []
        self.paid: tuple[Round, list[Bet], dict[str, int]] | None = None
        self.net = dict.fromkeys(PLAYERS, 0)
        """What each player must have, debts taken off."""
        self.tickets: dict[str, int] = {}
        self.printing: dict[str, tuple[str, str, int]] = {}
        self.before = Meter()

    def new_id(self) -> str:
        self.last_id += 1
        return f"id{self.last_id}"

    @property
    def round(self) -> Round:
        return Round(id=f"r{self.round_number}", table="t1", rulebook="mbs-tiger@3")

    def send(self, batch: Batch) -> bool:
        """Send a batch; say whether it is in the ledger now."""
        self.books, results = enter(self.books, batch)
        if is_written(results):
            self.journal.append(batch)
            self.sent.append(batch)
        return is_accepted(results)

    @initialize()
    def open_accounts(self) -> None:
        opened = [OpenAccount(player, Kind.PLAYER) for player in PLAYERS]
        assert self.send(
            Batch((OpenAccount("cash", Kind.CASH), OpenAccount("house", Kind.HOUSE), *opened))
        )

    # --- the cage

    @rule(player=players, amount=amounts)
    def buy(self, player: str, amount: int) -> None:
        assert self.send(buy_in(self.new_id(), cash="cash", player=player, amount=amount))
        self.net[player] += amount

    @rule(player=players, amount=amounts)
    def pay(self, player: str, amount: int) -> None:
        enough = self.books.ledger.accounts[player].available >= amount
        paid = self.send(pay_credits(self.new_id(), cash="cash", player=player, amount=amount))
        assert paid is enough
        self.net[player] -= amount if paid else 0

    @rule(player=players, amount=amounts, in_cash=st.booleans())
    def repay_debt(self, player: str, amount: int, in_cash: bool) -> None:  # noqa: FBT001
        source = "cash" if in_cash else player
        if self.send(repay(self.new_id(), source=source, player=player, amount=amount)):
            self.net[player] += amount if in_cash else 0

    # --- the table

    @rule(player=players, wager=st.sampled_from(WAGERS), amount=amounts)
    def bet(self, player: str, wager: str, amount: int) -> None:
        if not self.bets:
            self.round_number += 1
            self.paid = None
        stake = self.new_id()
        enough = self.books.ledger.accounts[player].available >= amount
        batch = place(self.round, stake=stake, player=player, wager=wager, amount=amount)
        assert self.send(batch) is enough
        if enough:
            self.bets.append((Bet(player=player, wager=wager, stakes=(stake,)), amount))

    @precondition(lambda self: self.bets)
    @rule(data=st.data())
    def withdraw_one(self, data: st.DataObject) -> None:
        chosen = data.draw(st.sampled_from(self.bets))
        self.bets.remove(chosen)
        assert self.send(withdraw(chosen[0]))

    @precondition(lambda self: self.bets)
    @rule(data=st.data())
    def settle_round(self, data: st.DataObject) -> None:
        ended, change = [], dict.fromkeys(PLAYERS, 0)
        for bet, amount in self.bets:
            outcome = data.draw(st.sampled_from((Outcome.WIN, Outcome.LOSE, Outcome.PUSH)))
            won = data.draw(st.integers(1, 8)) * amount if outcome is Outcome.WIN else 0
            ended.append(Settled(bet=bet, outcome=outcome, winnings=won))
            change[bet.player] += won - (amount if outcome is Outcome.LOSE else 0)
        assert self.send(settle(self.round, ended)), "an accepted bet can always be settled"
        self.change_all(change)
        self.paid = (self.round, [bet for bet, _ in self.bets], change)
        self.bets = []

    @precondition(lambda self: self.bets)
    @rule()
    def void_unfinished(self) -> None:
        bets = [bet for bet, _ in self.bets]
        assert self.send(void_round(self.books.ledger, self.round, bets))
        self.bets = []

    @precondition(lambda self: self.paid is not None)
    @rule()
    def void_paid(self) -> None:
        assert self.paid is not None
        played, bets, change = self.paid
        assert self.send(void_round(self.books.ledger, played, bets))
        self.change_all({player: -amount for player, amount in change.items()})
        again = void_round(self.books.ledger, played, bets)
        assert set(enter(self.books, again)[1]) <= {Code.EXISTS}
        self.paid = None

    def change_all(self, change: dict[str, int]) -> None:
        for player, amount in change.items():
            self.net[player] += amount

    # --- tickets

    @rule(player=players)
    def ask_for_ticket(self, player: str) -> None:
        asked = self.new_id()
        number = validation_number(hashlib.sha256(asked.encode()).digest()[:11])
        request = CashOut(id=asked, player=player, number=number)
        batch = cash_out(self.books.ledger, request, SECRET)
        if isinstance(batch, Batch):
            amount = self.books.ledger.accounts[player].balance
            assert self.send(batch)
            self.printing[asked] = (player, number, amount)

    @precondition(lambda self: self.printing)
    @rule(data=st.data(), works=st.booleans())
    def print_ticket(self, data: st.DataObject, works: bool) -> None:  # noqa: FBT001
        asked = data.draw(st.sampled_from(sorted(self.printing)))
        player, number, amount = self.printing.pop(asked)
        assert self.send(Batch((Post(asked) if works else Void(asked, Release.NOT_PRINTED),)))
        if works:
            self.net[player] -= amount
            self.tickets[number] = amount

    @precondition(lambda self: self.tickets)
    @rule(data=st.data(), to=st.sampled_from((*PLAYERS, "cash")))
    def bring_ticket(self, data: st.DataObject, to: str) -> None:
        number = data.draw(st.sampled_from(sorted(self.tickets)))
        request = Redemption(request=self.new_id(), number=number, to=to)
        batch = redeem(self.books.ledger, request, SECRET)
        assert isinstance(batch, Batch) is (self.tickets[number] > 0)
        if isinstance(batch, Batch):
            assert self.send(batch)
            if to != "cash":
                self.net[to] += self.tickets[number]
            self.tickets[number] = 0

    # --- the network

    @precondition(lambda self: self.sent)
    @rule(data=st.data(), times=st.integers(1, 5))
    def send_again(self, data: st.DataObject, times: int) -> None:
        for batch in data.draw(st.lists(st.sampled_from(self.sent), min_size=times, max_size=5)):
            books, results = enter(self.books, batch)
            assert set(results) == {Code.EXISTS}
            assert books is self.books

    @rule(
        debit=st.sampled_from((*PLAYERS, "cash", "house", "nobody")),
        credit=st.sampled_from((*PLAYERS, "cash", "house", "nobody")),
        amount=st.sampled_from((-1, 0, 10**15 + 1, 10**18 + 1, 10**30)),
        purpose=st.sampled_from(Purpose),
    )
    def send_nonsense(self, debit: str, credit: str, amount: int, purpose: Purpose) -> None:
        if amount == 10**15 + 1 and purpose is Purpose.BUY_IN:
            return
        entry = Transfer(
            id=self.new_id(), debit=debit, credit=credit, amount=amount, purpose=purpose
        )
        books, results = enter(self.books, Batch((entry,)))
        assert not is_accepted(results)
        assert books is self.books

    # --- what must be true

    @invariant()
    def nothing_is_broken(self) -> None:
        assert broken_books(self.books) == ()

    @invariant()
    def everybody_has_what_the_model_says(self) -> None:
        ledger = self.books.ledger
        for player in PLAYERS:
            assert credits_of(ledger, player) == (self.net[player] if ledger.accounts else 0)
        owed = [ledger.accounts.get(receivable_of(player)) for player in PLAYERS]
        debts = -sum(account.balance for account in owed if account is not None)
        assert liability(ledger) == sum(self.net.values()) + debts + sum(self.tickets.values())

    @invariant()
    def what_is_held_is_on_the_table_or_in_the_printer(self) -> None:
        held = sum(account.held for account in self.books.ledger.accounts.values())
        printing = sum(amount for _, _, amount in self.printing.values())
        assert held == sum(amount for _, amount in self.bets) + printing

    @invariant()
    def no_meter_goes_down(self) -> None:
        now = meter(self.books.meters)
        before, after = msgspec.structs.asdict(self.before), msgspec.structs.asdict(now)
        assert all(after[name] >= before[name] for name in after)
        self.before = now

    def teardown(self) -> None:
        """The journal alone gives the same books, and so does everything sent twice."""
        assert replay(self.journal) == self.books
        assert replayed(self.journal) == self.books.ledger
        twice = Books()
        for batch in self.journal:
            for _ in range(2):
                twice, _ = enter(twice, batch)
        assert twice == self.books


TestHouse = House.TestCase
TestHouse.settings = settings(max_examples=60, stateful_step_count=50, deadline=None)


# --- any entries at all -------------------------------------------------------------------------

_ids = st.sampled_from(("a", "b", "c", "payout:r:a", "ticket-in:t", "receivable:r:a"))
_accounts = st.sampled_from(("cash", "house", "ann", "bob", "receivable:ann", "ticket:t"))
_transfers: st.SearchStrategy[Any] = st.builds(
    Transfer,
    id=_ids,
    debit=_accounts,
    credit=_accounts,
    amount=st.integers(-1, 20),
    purpose=st.sampled_from(Purpose),
)
_entries = st.one_of(
    _transfers,
    st.builds(Post, _ids),
    st.builds(Void, _ids, st.sampled_from(Release)),
    st.builds(OpenAccount, _accounts, st.sampled_from(Kind), st.sampled_from(("", "ann"))),
)
_batches = st.lists(st.lists(_entries, min_size=1, max_size=4), max_size=12)
_OPEN = Batch(
    (
        OpenAccount("cash", Kind.CASH),
        OpenAccount("house", Kind.HOUSE),
        OpenAccount("ann", Kind.PLAYER),
        OpenAccount("receivable:ann", Kind.RECEIVABLE, "ann"),
        OpenAccount("ticket:t", Kind.TICKET),
        Transfer(id="buy", debit="cash", credit="ann", amount=15, purpose=Purpose.BUY_IN),
    )
)


@settings(max_examples=300)
@given(_batches)
def test_no_entries_whatever_break_the_ledger(lists: list[list[Any]]) -> None:
    ledger, _ = apply(Ledger(), _OPEN)
    journal = [_OPEN]
    for entries in lists:
        batch = Batch(tuple(entries))
        after, results = apply(ledger, batch)
        assert len(results) == len(entries)
        failing = [code for code in results if code not in {Code.OK, Code.EXISTS}]
        assert not failing or len(set(failing) - {Code.LINKED_FAILED}) == 1
        assert is_written(results) or after is ledger
        if is_written(results):
            journal.append(batch)
            assert set(apply(after, batch)[1]) == {Code.EXISTS}
        ledger = after
        assert broken(ledger) == ()
    assert replayed(journal) == ledger


def test_a_ledger_changed_from_outside_is_found() -> None:
    ledger, _ = apply(Ledger(), _OPEN)

    def tampered(name: str, **totals: int) -> tuple[str, ...]:
        account = msgspec.structs.replace(ledger.accounts[name], **totals)
        return broken(Ledger(ledger.accounts.set(name, account), ledger.entries))

    assert "debits_equal_credits" in tampered("ann", credits_posted=16)
    assert "balances_sum_to_zero" in tampered("ann", credits_posted=16)
    assert "guards_hold" in tampered("ann", debits_posted=16)
    assert "guards_hold" in tampered("ann", debits_pending=16)
    assert "guards_hold" in tampered("receivable:ann", credits_posted=1)
    assert "held_is_open" in tampered("ann", debits_pending=1)
    assert "accounts_follow_entries" in tampered("house", credits_pending=1)
    lost = Ledger(ledger.accounts, ledger.entries.delete("buy"))
    assert broken(lost) == ("accounts_follow_entries",)


def test_a_ledger_can_be_written_down_and_read_back() -> None:
    batch = msgspec.json.decode(msgspec.json.encode(_OPEN), type=Batch)
    assert batch == _OPEN
    assert isinstance(apply(Ledger(), batch)[0].accounts["ann"], Account)
