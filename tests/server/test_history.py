"""What a player reads of rounds that were paid and became void afterwards."""

import asyncio
from collections.abc import Callable
from itertools import count

import pytest

import punto
from punto.coup.command import CloseBetting, OpenBetting, PlaceWager, WithdrawWager
from punto.house import Act, BringShoe, BuyIn, DealOut, Done, OpenAccount, OpenTable
from punto.house.request import TableAction, What
from punto.ledger import Kind
from punto.protocol import PlayedRound
from punto.replay import balance_history
from punto.server import history, history_reader
from punto.server.async_writer import AsyncWriter
from punto.server.history import Ended, Page, history_page, played_round, with_balances
from punto.server.history_reader import Export, HistoryReader
from punto.store import Database, Writer
from punto.store.round_index import Sought
from punto.store.timestamp import utc_ms
from punto.table import Found, Limit, Settings
from punto.table.command import ReportIrregularity
from punto.testing.actors import request_of
from tests.server.here import KEY, assert_books_hold
from tests.support.house.whole import house_table_at

TABLE = "tiger"
OTHER = "salon"
MOST_ROUNDS = 400
"""No round in so many is a tie once in 10^17 times."""


class Books:
    """A house without a server: one player at a table of her own."""

    def __init__(self, url: str, clock: Callable[[], int] = utc_ms) -> None:
        self._url = url
        self._asked = 0
        self.writer = Writer(Database(url), KEY, clock=clock)
        self.ask(OpenAccount("cage", Kind.CASH))
        self.ask(OpenAccount("house", Kind.HOUSE))
        self.ask(OpenAccount("ann"))
        self.ask(BuyIn("ann", 10**6))
        limit = Limit(minimum=100, maximum=1000)
        settings = Settings(rulebook=punto.rulebook("mbs-tiger"), decks=8, limit=limit)
        for table in (TABLE, OTHER):
            self.ask(OpenTable(table, settings, "ann"))

    def ask(self, what: What) -> None:
        self._asked += 1
        answer = self.writer.ask(request_of("house", what, f"r{self._asked}", owner="ann"))
        assert isinstance(answer, Done), answer

    def act(self, *actions: TableAction, table: str = TABLE) -> None:
        self.ask(Act(table, actions))

    def play(self, table: str = TABLE) -> PlayedRound:
        """Bet on the Player, and give the round as its player reads it."""
        house_table = house_table_at(self.writer, table)
        shoe = house_table.table.shoe if house_table is not None else None
        if shoe is None or not shoe.can_start_a_round:
            self.act(BringShoe(), table=table)
        bet = PlaceWager("ann", "player", 100)
        self.act(OpenBetting(), bet, CloseBetting(), DealOut(), table=table)
        return self.read()[0]

    def read(self) -> list[PlayedRound]:
        return self.page(Sought(), 2).rounds

    def with_balances(self, page: Page) -> list[PlayedRound]:
        with Database(self._url).reading() as connection:
            return with_balances(connection, page, "ann", KEY).rounds

    def page(self, sought: Sought, limit: int, ended: Ended | None = None) -> Page:
        with Database(self._url).reading() as connection:
            return history_page(connection, lambda _: None, "ann", sought, ended=ended, limit=limit)


def test_what_somebody_had_is_told_around_each_round(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    books = Books(sqlite_url)
    had, around = 10**6, {}
    for number in range(4):
        played = books.play((TABLE, OTHER)[number % 2])
        around[played.round] = (had, had + played.net)
        had += played.net
        if number == 1:  # credits that no round has brought
            books.ask(BuyIn("ann", 500))
            had += 500
    page = books.page(Sought(), 3)
    told = books.with_balances(page)
    assert [(each.before, each.after) for each in told] == [
        around[each.round] for each in page.rounds
    ]
    assert books.with_balances(Page([], None)) == []
    monkeypatch.setattr(balance_history, "MOST_SINCE", 3)
    assert [each.before for each in books.with_balances(page)] != [None] * 3
    monkeypatch.setattr(balance_history, "MOST_SINCE", 1)
    assert [each.after for each in books.with_balances(page)] == [None] * 3


@pytest.mark.parametrize("outcome", ["push", "lose", "win"])
def test_a_paid_round_that_became_void_is_void_in_history(sqlite_url: str, outcome: str) -> None:
    books = Books(sqlite_url)
    paid = next(
        played
        for played in (books.play() for _ in range(MOST_ROUNDS))
        if played.bets[0].outcome == outcome
    )
    assert not paid.void
    found = Found.INCORRECT_NUMBER_OF_CARDS
    books.act(ReportIrregularity(found=found, who="eve", why="a card too many"))
    void = books.read()[0]
    assert (void.round, void.void, void.winner) == (paid.round, True, None)
    assert [(bet.outcome, bet.returned, bet.net) for bet in void.bets] == [("void", 100, 0)]
    assert (void.staked, void.returned, void.net) == (100, 100, 0)
    later = books.play()
    assert later.round != void.round
    assert not later.void
    assert books.read()[1] == void
    with Database(sqlite_url).reading() as connection:
        assert played_round(connection, lambda _: None, "ann", void.round) == void
    books.writer.close()
    assert_books_hold(sqlite_url)


def test_a_history_is_read_page_by_page_and_by_what_is_sought(database_url: str) -> None:
    books = Books(database_url)
    played = [books.play() for _ in range(12)]
    newest_first = [each.round for each in reversed(played)]
    # Many rounds have the same time here: the order is the same all the same.
    first = books.page(Sought(), 5)
    second = books.page(Sought(before=first.last), 5)
    third = books.page(Sought(before=second.last), 5)
    pages = [each.round for page in (first, second, third) for each in page.rounds]
    assert pages == newest_first
    assert (first.last, second.last, third.last) == (newest_first[4], newest_first[9], None)
    assert books.page(Sought(), 12).last is None, "there is nothing older than the oldest"
    for ended in ("player", "banker", "tie", "void"):
        wanted = [each.round for each in reversed(played) if (each.winner or "void") == ended]
        assert [each.round for each in books.page(Sought(), 12, ended).rounds] == wanted
    times = [each.at_ms for each in played]
    assert len(books.page(Sought(since_ms=min(times), until_ms=max(times) + 1), 50).rounds) == 12
    assert books.page(Sought(until_ms=min(times)), 50).rounds == []
    assert books.page(Sought(since_ms=max(times) + 1), 50).rounds == []
    assert len(books.page(Sought(table=TABLE), 50).rounds) == 12
    for nowhere in (Sought(table="other"), Sought(before="other-1"), Sought(before="%")):
        assert books.page(nowhere, 50) == Page([], None)
    books.writer.close()


def test_one_question_reads_so_many_rounds_and_no_more(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "MOST_READ", 4)
    books = Books(sqlite_url)
    played = [books.play().round for _ in range(6)][::-1]
    page = books.page(Sought(), 50, "void")
    assert page == Page([], played[3]), "none of four was void, and there are more"
    assert books.page(Sought(before=page.last), 50, "void") == Page([], None)
    books.writer.close()


def test_a_file_has_every_round_once_though_one_changes_its_place_while_it_is_read(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history_reader, "_AT_ONCE", 1)
    books = Books(sqlite_url, clock=count(1_700_000_000_000).__next__)
    oldest = books.play(OTHER).round
    bet = PlaceWager("ann", "player", 100)
    # What was let go has its place in the index before the round is over.
    books.act(BringShoe(), OpenBetting(), bet, WithdrawWager("ann", "player"), bet)
    newest = books.play(OTHER).round

    async def read() -> list[str]:
        reader = HistoryReader(AsyncWriter(books.writer), KEY)
        export = reader.export("ann", Sought(), None)
        assert isinstance(export, Export)
        told = []
        async for played in export.rounds():
            told.append(played.round)
            if played.round == newest:  # now the round at the first table ends, and is newer
                books.act(CloseBetting(), DealOut())
        reader.close()
        return told

    told = asyncio.run(read())
    moved = books.read()[0].round
    assert moved.startswith(f"{TABLE}-")
    assert told == [newest, moved, oldest]
    books.writer.close()
