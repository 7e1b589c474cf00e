"""What a player reads of rounds that were paid and became void afterwards."""

import pytest

import punto
from punto.coup.command import CloseBetting, OpenBetting, PlaceWager
from punto.house import Act, BringShoe, BuyIn, DealOut, Done, OpenAccount, OpenTable
from punto.house.request import TableAction, What
from punto.ledger import Kind
from punto.protocol import PlayedRound
from punto.server.history import played_round, played_rounds
from punto.store import Database, Writer
from punto.table import Found, Limit, Settings
from punto.table.command import ReportIrregularity
from punto.testing.actors import request_of
from tests.server.here import KEY, assert_books_hold
from tests.support.house.whole import floor_at

TABLE = "tiger"
MOST_ROUNDS = 400
"""No round in so many is a tie once in 10^17 times."""


class Books:
    """A house without a server: one player at a table of her own."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._asked = 0
        self.writer = Writer(Database(url), KEY)
        self.ask(OpenAccount("cage", Kind.CASH))
        self.ask(OpenAccount("house", Kind.HOUSE))
        self.ask(OpenAccount("ann"))
        self.ask(BuyIn("ann", 10**6))
        limit = Limit(minimum=100, maximum=1000)
        rulebook = punto.rulebook("mbs-tiger")
        self.ask(OpenTable(TABLE, Settings(rulebook=rulebook, decks=8, limit=limit), "ann"))

    def ask(self, what: What) -> None:
        self._asked += 1
        answer = self.writer.ask(request_of("house", what, f"r{self._asked}", owner="ann"))
        assert isinstance(answer, Done), answer

    def act(self, *actions: TableAction) -> None:
        self.ask(Act(TABLE, actions))

    def play(self) -> PlayedRound:
        """Bet on the Player, and give the round as its player reads it."""
        floor = floor_at(self.writer, TABLE)
        shoe = floor.table.shoe if floor is not None else None
        if shoe is None or not shoe.can_start_a_round:
            self.act(BringShoe())
        self.act(OpenBetting(), PlaceWager("ann", "player", 100), CloseBetting(), DealOut())
        return self.read()[0]

    def read(self) -> list[PlayedRound]:
        with Database(self._url).reading() as connection:
            return played_rounds(connection, lambda _: None, "ann", None, 2)


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
