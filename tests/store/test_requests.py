"""What is asked of a house: done once, denied without a trace, answered the same again."""

from collections.abc import Callable, Iterator
from itertools import groupby
from threading import Event

import pytest
from sqlalchemy import text

import punto
from punto.coup.command import CloseBetting, OpenBetting, PlaceWager, WithdrawWager
from punto.coup.event import WagersCollected, WagersPaid
from punto.errors import DatabaseUnusable, WrongKey
from punto.house import (
    Act,
    Answer,
    BringShoe,
    BuyIn,
    CashOut,
    CloseTable,
    ConfirmTicket,
    DealOut,
    Done,
    OpenAccount,
    OpenTable,
    PayCredits,
    RedeemTicket,
    Repay,
)
from punto.house.record import decode_table
from punto.house.request import TableAction, What
from punto.ledger import Kind
from punto.refusal import Refusal
from punto.store import Database, Entropy, HouseKey, Writer
from punto.store.reading import entries_of_round
from punto.table import Found, Limit, Settings
from punto.table.command import OpenShoe, ReportIrregularity
from punto.table.record import ShoeCommitted, ShoeRevealed
from punto.testing.actors import request_of
from tests.support.house.whole import beside_heads, house_table_at, whole_house, written_down

KEY = HouseKey(bytes(range(32)))
TIGER = Settings(
    rulebook=punto.rulebook("mbs-tiger"), decks=8, limit=Limit(minimum=2, maximum=1000, step=2)
)
ROUND = (OpenBetting(), PlaceWager("ann", "player", 100), CloseBetting(), DealOut())


def bettor_of(action: TableAction) -> str:
    return action.bettor if isinstance(action, PlaceWager | WithdrawWager) else ""


class Desk:
    """A house and somebody who asks: every request under a new id, unless one is given."""

    def __init__(self, url: str, entropy: Entropy | None = None) -> None:
        self.url = url
        self.writer = Writer(Database(url), KEY, entropy=entropy)
        self._asked = 0

    def ask(self, what: What, *, who: str = "desk", request: str | None = None) -> Answer:
        self._asked += 1
        name = f"{self._asked}" if request is None else request
        return self.writer.ask(request_of(who, what, name, owner=self._owner(what)))

    def _owner(self, what: What) -> str:
        house_table = house_table_at(self.writer, what.table) if isinstance(what, Act) else None
        return house_table.owner if house_table else ""

    def done(self, what: What, **named: str) -> Done:
        answer = self.ask(what, **named)
        assert isinstance(answer, Done), answer
        return answer

    def denied(self, what: What, **named: str) -> str:
        answer = self.ask(what, **named)
        assert isinstance(answer, Refusal), answer
        return answer.code

    def act(self, *actions: object) -> Done:
        return self.done(Act("tiger", actions))  # type: ignore[arg-type]

    def shared(self, table: str, *actions: TableAction) -> Done:
        """Let the dealer of a shared table deal, and each bettor bet, one after the other."""
        runs = [tuple(run) for _, run in groupby(actions, bettor_of)]
        *_, last = [self.done(Act(table, run)) for run in runs]
        return last

    def balance(self, account: str) -> int:
        return whole_house(self.writer).accounts[account].balance

    def reopen(self) -> None:
        self.writer.close()
        self.writer = Writer(Database(self.url), KEY)
        self._asked += 1000

    def entries(self) -> int:
        return sum(head.position for head in whole_house(self.writer).heads.values())


@pytest.fixture
def desk(database_url: str) -> Iterator[Desk]:
    desk = Desk(database_url)
    opened(desk)
    yield desk
    desk.writer.close()


@pytest.fixture
def quick_desk(sqlite_url: str) -> Iterator[Desk]:
    desk = Desk(sqlite_url)
    opened(desk)
    yield desk
    desk.writer.close()


def opened(desk: Desk, owner: str = "ann") -> None:
    """Open a house with a table of Ann's own, where she deals and bets in one request."""
    desk.done(OpenAccount("cage", Kind.CASH))
    desk.done(OpenAccount("house", Kind.HOUSE))
    desk.done(OpenAccount("ann"))
    desk.done(BuyIn("ann", 1000))
    desk.done(OpenTable("tiger", TIGER, owner))


BAD: dict[str, tuple[What, str]] = {
    "insufficient credits": (
        Act("tiger", (PlaceWager("ann", "player", 1000),)),
        "insufficient-credits",
    ),
    "unknown bettor": (Act("shared", (PlaceWager("bob", "player", 10),)), "debit-account-unknown"),
    "below the minimum": (Act("tiger", (PlaceWager("ann", "player", 0),)), "stake-out-of-range"),
    "negative": (Act("tiger", (PlaceWager("ann", "player", -2),)), "stake-out-of-range"),
    "beyond the limit": (Act("tiger", (PlaceWager("ann", "player", 2000),)), "above-maximum"),
    "splits the unit": (Act("tiger", (PlaceWager("ann", "banker", 3),)), "stake-splits-unit"),
    "no such wager": (Act("tiger", (PlaceWager("ann", "dragon", 2),)), "unknown-wager"),
    "no such table": (Act("lion", (OpenBetting(),)), "no-such-table"),
    "linked, the second fails": (
        Act("tiger", (PlaceWager("ann", "tie", 10), PlaceWager("ann", "player", 2000))),
        "above-maximum",
    ),
    "an order of one's own": (Act("tiger", (OpenShoe(("As",), "ann"),)), "order-not-yours"),
    "a buy-in of zero": (BuyIn("ann", 0), "amount-zero"),
    "a negative buy-in": (BuyIn("ann", -1), "amount-negative"),
    "a buy-in beyond the limit": (BuyIn("ann", 10**18 + 1), "above-sale-maximum"),
    "a buy-in for nobody": (BuyIn("bob", 10), "credit-account-unknown"),
    "more than there is": (PayCredits("ann", 1001), "insufficient-credits"),
    "a ticket in play": (CashOut("ann"), "in-play"),
    "a ticket for nobody": (CashOut("bob"), "player-unknown"),
    "a ticket nobody asked for": (ConfirmTicket("ann_none", printed=True), "ticket-unknown"),
    "a number of letters": (RedeemTicket("none", "ann"), "number-malformed"),
    "a misread number": (RedeemTicket("1" * 28, "ann"), "number-misread"),
    "a debt nobody has": (Repay("ann", 5, in_money=True), "credit-account-unknown"),
    "the name of a debt": (OpenAccount("receivable:bob"), "id-malformed"),
    "an account again": (OpenAccount("ann", Kind.HOUSE), "exists-with-different-kind"),
    "a table again": (OpenTable("tiger", TIGER), "table-open"),
    "closing in a round": (CloseTable("tiger", "late"), "round-in-play"),
    "too few decks": (
        OpenTable("short", Settings(rulebook=TIGER.rulebook, decks=1, limit=TIGER.limit)),
        "settings-defective",
    ),
}


@pytest.mark.parametrize(("what", "code"), BAD.values(), ids=BAD)
def test_bad_input_is_denied_and_leaves_no_entry(quick_desk: Desk, what: What, code: str) -> None:
    quick_desk.act(BringShoe(), OpenBetting(), PlaceWager("ann", "tie", 100))
    quick_desk.done(OpenTable("shared", TIGER))
    quick_desk.done(Act("shared", (BringShoe(), OpenBetting())))
    before, entries = written_down(whole_house(quick_desk.writer)), quick_desk.entries()
    assert quick_desk.denied(what) == code
    assert quick_desk.entries() == entries
    assert written_down(whole_house(quick_desk.writer)) == before


@pytest.mark.parametrize(
    ("who", "request_id"), [("a_b", "1"), ("", "1"), ("ann", "a b"), ("a" * 25, "1")]
)
def test_names_that_could_collide_are_denied(quick_desk: Desk, who: str, request_id: str) -> None:
    assert quick_desk.denied(BuyIn("ann", 1), who=who, request=request_id) == "request-malformed"


def test_money_without_an_id_is_denied(quick_desk: Desk) -> None:
    assert quick_desk.denied(BuyIn("ann", 1), request="") == "id-wanted"


def test_the_same_id_again_answers_the_same_and_another_content_clashes(desk: Desk) -> None:
    first = desk.done(BuyIn("ann", 50), request="x")
    again = desk.done(BuyIn("ann", 50), request="x")
    assert (again.link, again.again) == (first.link, True)
    assert desk.denied(BuyIn("ann", 51), request="x") == "id-clash"
    desk.reopen()
    assert desk.done(BuyIn("ann", 50), request="x").link == first.link
    assert desk.balance("ann") == 1050


def test_two_who_choose_the_same_id_do_not_meet(desk: Desk) -> None:
    desk.done(OpenAccount("ben"))
    desk.done(BuyIn("ann", 50), who="ann", request="x")
    desk.done(BuyIn("ben", 50), who="ben", request="x")
    assert (desk.balance("ann"), desk.balance("ben")) == (1050, 50)


def test_a_round_moves_the_money_of_its_result(desk: Desk) -> None:
    before = desk.balance("ann")
    done = desk.act(BringShoe(), *ROUND)
    events = decode_table(done.link.body or b"").events
    ended = [event for event in events if isinstance(event, WagersCollected | WagersPaid)]
    net = sum(bet.net for event in ended for bet in event.bets)
    assert desk.balance("ann") == before + net
    assert desk.balance("house:tiger") == -net


def played(desk: Desk) -> int:
    before = desk.balance("ann")
    desk.act(*ROUND)
    return desk.balance("ann") - before


def test_a_void_after_payment_is_one_batch_with_a_receivable_for_what_is_spent(desk: Desk) -> None:
    desk.act(BringShoe())
    won = next(net for net in (played(desk) for _ in range(60)) if net > 0)
    desk.done(PayCredits("ann", desk.balance("ann")))
    found = Found.INCORRECT_NUMBER_OF_CARDS
    desk.act(ReportIrregularity(found=found, who="sam", why="a card too many"))
    accounts = whole_house(desk.writer).accounts
    assert accounts["receivable:ann"].balance == -won
    assert sum(account.balance for account in accounts.values()) == 0
    desk.done(Repay("ann", won, in_money=True))
    assert whole_house(desk.writer).accounts["receivable:ann"].balance == 0


def test_two_rounds_in_one_request_are_paid_each_under_its_own_name(desk: Desk) -> None:
    desk.act(BringShoe(), OpenBetting(), PlaceWager("ann", "tie", 100))
    desk.act(CloseBetting(), DealOut(), OpenBetting(), PlaceWager("ann", "player", 50))
    desk.act(CloseBetting(), DealOut())
    with Database(desk.url).reading() as connection:
        moved = {
            played: [entry.id for _, entry in entries_of_round(connection, played)]
            for played in ("tiger-1", "tiger-2")
        }
    staked = [[key for key in keys if key.startswith("_")] for keys in moved.values()]
    ended = [[key for key in keys if key.startswith(("post:", "void:"))] for keys in moved.values()]
    assert [len(keys) for keys in staked] == [1, 1]
    assert [keys[0].partition(":")[2] for keys in ended] == [keys[0] for keys in staked]


def test_a_withdrawn_wager_is_free_again(desk: Desk) -> None:
    desk.act(BringShoe(), OpenBetting(), PlaceWager("ann", "tie", 600))
    assert desk.denied(Act("tiger", (PlaceWager("ann", "player", 600),))) == "insufficient-credits"
    desk.act(WithdrawWager("ann", "tie"))
    desk.act(PlaceWager("ann", "player", 600))
    assert whole_house(desk.writer).accounts["ann"].available == 400


# --- shoes --------------------------------------------------------------------------------------


def events_of(done: Done) -> list[object]:
    return list(decode_table(done.link.body or b"").events)


def of_kind(events: list[object], kind: type) -> list[object]:
    return [event for event in events if isinstance(event, kind)]


def test_a_shoe_is_promised_before_it_can_be_bet_on_and_revealed_when_the_table_closes(
    desk: Desk,
) -> None:
    opened_house_table = whole_house(desk.writer).tables["tiger"]
    assert opened_house_table.committed is not None
    brought = events_of(desk.act(BringShoe()))
    assert [each.number for each in of_kind(brought, ShoeCommitted)] == [2]  # type: ignore[attr-defined]
    desk.act(*ROUND)
    closed = events_of(desk.done(CloseTable("tiger", "end of day")))
    revealed = {each.number: each.outside for each in of_kind(closed, ShoeRevealed)}  # type: ignore[attr-defined]
    assert revealed == {1: ""}
    assert set(whole_house(desk.writer).secrets) == {("tiger", 2)}, (
        "the promised shoe stays promised"
    )


def test_numbers_go_on_when_a_table_opens_again(desk: Desk) -> None:
    desk.act(BringShoe(), *ROUND)
    desk.done(CloseTable("tiger", "night"))
    assert desk.denied(Act("tiger", (BringShoe(),))) == "table-closed"
    desk.done(OpenTable("tiger", TIGER, "ann"))
    desk.act(BringShoe(), *ROUND)
    table = whole_house(desk.writer).tables["tiger"].table
    assert (table.rounds, table.shoes) == (2, 2)


def test_outside_entropy_that_is_none_is_denied(quick_desk: Desk) -> None:
    assert quick_desk.denied(Act("tiger", (BringShoe("xyz"),))) == "entropy-malformed"
    assert quick_desk.denied(Act("tiger", (BringShoe("ab" * 200),))) == "entropy-malformed"


def test_a_scanned_shoe_takes_its_number_and_the_promise_for_it_is_revealed(desk: Desk) -> None:
    events = events_of(desk.act(OpenShoe(None, "dora")))
    assert [each.number for each in of_kind(events, ShoeRevealed)] == [1]  # type: ignore[attr-defined]
    assert [each.number for each in of_kind(events, ShoeCommitted)] == [2]  # type: ignore[attr-defined]


def broken(_: int) -> bytes:
    raise OSError("no chance today")


SOURCES: dict[str, Callable[[int], bytes]] = {
    "raises": broken,
    "too little": lambda count: bytes(count - 1),
    "stuck byte": bytes,
    "mostly one value": lambda count: (b"ab" * count)[:count],
}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_without_chance_no_table_opens(sqlite_url: str, source: Callable[[int], bytes]) -> None:
    desk = Desk(sqlite_url, Entropy(source))
    assert desk.denied(OpenTable("tiger", TIGER)) == "entropy-failed"
    assert desk.entries() == 0
    desk.writer.close()


def test_the_same_bytes_twice_open_no_second_shoe(sqlite_url: str) -> None:
    desk = Desk(sqlite_url, Entropy(lambda count: bytes(range(256))[:count]))
    desk.done(OpenTable("tiger", TIGER))
    assert desk.denied(Act("tiger", (BringShoe(),))) == "entropy-failed"
    assert whole_house(desk.writer).tables["tiger"].table.shoe is None
    desk.writer.close()


def test_no_secret_and_no_undealt_card_is_stored_in_clear(desk: Desk) -> None:
    """Look through every byte of every table for the secrets that are not revealed yet."""
    desk.act(BringShoe(), *ROUND)
    secrets = list(whole_house(desk.writer).secrets.values())
    order = whole_house(desk.writer).tables["tiger"].table.shoe
    assert order is not None
    undealt = "".join(map(str, (order.order or ())[order.gone :][:12]))
    desk.writer.close()
    with Database(desk.url).reading() as connection:
        names = (
            "journal",
            "snapshots",
            "secrets",
            "accounts",
            "entries",
            "meters",
            "house",
            "heads",
        )
        cells = [
            cell
            for name in names
            for row in connection.execute(text(f"SELECT * FROM {name}")).all()  # noqa: S608
            for cell in row
        ]
    stored = b"\n".join(
        bytes(c) if isinstance(c, bytes | memoryview) else str(c).encode() for c in cells
    )
    for secret in secrets:
        assert secret not in stored
        assert secret.hex().encode() not in stored
    assert undealt.encode() not in stored.replace(b'","', b"").replace(b" ", b"")
    desk.writer = Writer(Database(desk.url), KEY)


# --- recovery -----------------------------------------------------------------------------------


def test_a_house_comes_back_as_it_was_in_the_middle_of_a_round(desk: Desk) -> None:
    desk.act(BringShoe("00ff"), OpenBetting(), PlaceWager("ann", "tiger", 20), CloseBetting())
    house = whole_house(desk.writer)
    before, order = beside_heads(house), house.tables["tiger"].table.shoe
    desk.reopen()
    after = whole_house(desk.writer)
    assert beside_heads(after) == before
    assert after.tables["tiger"].table.shoe == order
    desk.act(DealOut())


def test_another_key_and_a_second_writer_are_refused(desk: Desk) -> None:
    with pytest.raises(DatabaseUnusable, match="in use by another"):
        Writer(Database(desk.url), KEY)
    desk.writer.close()
    with pytest.raises(WrongKey):
        Writer(Database(desk.url), HouseKey(bytes(32)))
    desk.writer = Writer(Database(desk.url), KEY)


@pytest.mark.parametrize("url", ["nonsense", "mysql://localhost/x", "sqlite://"])
def test_what_is_no_database_is_refused_in_one_line(url: str) -> None:
    with pytest.raises(DatabaseUnusable):
        Database(url)


def test_the_journal_cannot_be_edited_through_the_database(desk: Desk) -> None:
    desk.act(BringShoe(), *ROUND)
    for statement in (
        "DELETE FROM journal",
        "UPDATE journal SET at_ms = 0",
        "UPDATE journal SET body = body",
        "UPDATE journal SET body = NULL, hash = digest",
    ):
        desk.writer.close()
        with Database(desk.url).engine.connect() as connection:
            with pytest.raises(Exception, match="append-only"):
                connection.execute(text(statement))
            connection.rollback()
        desk.writer = Writer(Database(desk.url), KEY)


def test_answers_that_are_given_together_are_told_of_once(quick_desk: Desk) -> None:
    """Otherwise whoever waits for them would take turns with the writer, answer by answer."""
    writer, answers, told = quick_desk.writer, list[Answer](), list[int]()
    begun, go_on, ended = Event(), Event(), Event()

    def hold(_: object) -> None:
        begun.set()
        go_on.wait()

    def note() -> None:
        told.append(len(answers))
        if len(answers) == 5:
            ended.set()
            raise RuntimeError("whoever was to be told is gone")  # which keeps nobody from betting

    writer.watch(hold)
    writer.after_answers(note)
    writer.submit(request_of("desk", BuyIn("ann", 1), "first"), answers.append)
    begun.wait()
    for number in range(4):
        writer.submit(request_of("desk", BuyIn("ann", 1), f"more-{number}"), answers.append)
    go_on.set()
    ended.wait()
    assert told == [1, 5]
    assert all(isinstance(answer, Done) for answer in answers)
    quick_desk.done(BuyIn("ann", 1))
