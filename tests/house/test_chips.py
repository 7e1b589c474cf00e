"""Chips on the felt: entered by the dealer, in the books while they lie there, and gone after."""

from itertools import count

import pytest
from msgspec.structs import replace

import punto
from punto.audit.report import audit
from punto.coup.command import (
    AnnounceResult,
    AnnounceTotals,
    CloseBetting,
    CollectLosing,
    DealCard,
    OpenBetting,
    PayWinning,
)
from punto.house import (
    Act,
    Done,
    EnrolStaff,
    LayChips,
    MoveFloat,
    OpenAccount,
    OpenTable,
    Request,
    TakeChips,
    TakeTable,
)
from punto.house.request import TableAction
from punto.ledger import VAULT, Kind, chips_account, felt_account, float_account
from punto.people import Actor, Role
from punto.refusal import Refusal
from punto.rules import Rulebook
from punto.server.office_books import read_meters
from punto.store import Database, HouseKey, Writer
from punto.table import Found, Limit
from punto.table.command import OpenShoe, ReportIrregularity
from punto.table.record import FloatMove
from punto.table.settings import Driven
from tests.house.matrix import SETTINGS

KEY = HouseKey(bytes(range(32)))
MANAGER = Actor("mary", Role.MANAGER)
DORA, DAVE = Actor("dora", Role.DEALER), Actor("dave", Role.DEALER)
PLAYER_WINS = ("4s", "Th", "5d", "2c")
BANKER_WINS = ("4s", "Th", "2d", "9c")
"""Naturals both; only the Player's second and the Banker's second card differ."""
IDS = count(1)


def opened(url: str, positions: int = 8, rulebook: Rulebook = SETTINGS.rulebook) -> Writer:
    """Open a table that Dora deals with physical cards."""
    writer = Writer(Database(url), KEY)
    limit = Limit(minimum=2, maximum=500)
    settings = replace(SETTINGS, driven=Driven.BY_DEALER, positions=positions, limit=limit)
    settings = replace(settings, rulebook=rulebook)
    assert isinstance(writer.ask(Request(MANAGER, OpenTable("salon", settings))), Done)
    assert isinstance(writer.ask(Request(MANAGER, OpenAccount("cage", Kind.CASH), "cage")), Done)
    enrolment = EnrolStaff("dora", Role.DEALER, "a hash")
    assert isinstance(writer.ask(Request(MANAGER, enrolment, "dora")), Done)
    done(writer, TakeTable(), OpenShoe(None, "dora"), OpenBetting())
    return writer


def ask(writer: Writer, action: TableAction, actor: Actor = DORA) -> str:
    """Do something at the table, and give what was answered, in a word."""
    answer = writer.ask(Request(actor, Act("salon", (action,)), f"r{next(IDS)}"))
    assert isinstance(answer, Done | Refusal), answer
    return "done" if isinstance(answer, Done) else answer.code


def done(writer: Writer, *actions: TableAction) -> None:
    """Do what must not be refused."""
    for action in actions:
        assert ask(writer, action) == "done", action


def lay(writer: Writer) -> None:
    """Lay 200 on Player and 50 on Tie at position 3, and in the end 100 on Banker at 4."""
    done(writer, LayChips(3, "player", 100), LayChips(3, "player", 100), LayChips(3, "tie", 50))
    done(writer, LayChips(4, "banker", 200), TakeChips(4, "banker"), LayChips(4, "banker", 100))
    assert balances(writer) == (250, 100, -350, 0)


def deal(writer: Writer, cards: tuple[str, ...]) -> None:
    """Deal a natural, and pay it."""
    done(writer, CloseBetting(), *map(DealCard, cards), AnnounceTotals(), AnnounceResult())
    done(writer, CollectLosing(), PayWinning())


def balances(writer: Writer) -> tuple[int, ...]:
    """Read what lies at positions 3 and 4, what came from hands, and what the house has."""
    names = felt_account("salon", 3), felt_account("salon", 4), chips_account("salon")
    found = [writer.account(name) for name in (*names, "house:salon")]
    return tuple(account.balance if account else 0 for account in found)


def report(found: Found, cards: tuple[str, ...] = ()) -> ReportIrregularity:
    """Report something as Dora does."""
    return ReportIrregularity(
        found=found, who="dora", why="seen", reconstructed=bool(cards), cards=cards
    )


def assert_books_hold(writer: Writer) -> None:
    """Want every entry to be right, and the rows to be what they add up to."""
    writer.close()
    with writer.database.reading() as connection:
        assert audit(connection).findings == ()


def test_what_chips_win_leaves_as_chips_and_nothing_stays_on_the_felt(sqlite_url: str) -> None:
    writer = opened(sqlite_url)
    lay(writer)
    deal(writer, PLAYER_WINS)
    assert balances(writer) == (0, 0, 200 - 50 - 100, -50)
    done(writer, OpenBetting(), LayChips(3, "banker", 10))
    assert balances(writer)[0] == 10, "the next round begins with what is laid for it"
    assert_books_hold(writer)


def test_chips_go_back_when_a_round_is_void(sqlite_url: str) -> None:
    writer = opened(sqlite_url)
    lay(writer)
    done(writer, CloseBetting(), DealCard("4s"), report(Found.FOREIGN_CARD))
    assert balances(writer) == (0, 0, 0, 0)
    assert_books_hold(writer)


def test_chips_that_were_paid_are_laid_down_again_to_be_taken_back(sqlite_url: str) -> None:
    writer = opened(sqlite_url)
    lay(writer)
    deal(writer, PLAYER_WINS)
    done(writer, report(Found.INCORRECT_NUMBER_OF_CARDS))
    assert balances(writer) == (0, 0, 0, 0)
    assert_books_hold(writer)


def test_a_round_that_is_settled_again_moves_chips_by_the_difference(sqlite_url: str) -> None:
    writer = opened(sqlite_url)
    lay(writer)
    deal(writer, PLAYER_WINS)
    done(writer, report(Found.INCORRECT_NUMBER_OF_CARDS, BANKER_WINS))
    assert balances(writer) == (0, 0, 100 - 200 - 50, 150)
    done(writer, report(Found.INCORRECT_NUMBER_OF_CARDS, PLAYER_WINS))
    assert balances(writer) == (0, 0, 200 - 50 - 100, -50)
    done(writer, report(Found.INCORRECT_NUMBER_OF_CARDS))
    assert balances(writer) == (0, 0, 0, 0)
    assert_books_hold(writer)


def test_a_ruling_that_reaches_back_takes_chips_back_too(sqlite_url: str) -> None:
    writer = opened(sqlite_url, rulebook=punto.rulebook("zero-commission"))
    done(writer, LayChips(3, "player", 100))
    deal(writer, PLAYER_WINS)
    assert balances(writer) == (0, 0, 100, -100)
    done(writer, OpenShoe(None, "dora"), OpenBetting(), LayChips(4, "tie", 10), CloseBetting())
    malfunction = ReportIrregularity(found=Found.MALFUNCTION, who="dora", why="logged", round=1)
    done(writer, malfunction)
    assert balances(writer) == (0, 0, 0, 0)
    assert_books_hold(writer)


def test_chips_are_no_money_of_the_cage(sqlite_url: str) -> None:
    writer = opened(sqlite_url)
    done(writer, LayChips(3, "player", 100))
    assert office_meters(writer)["credits"] == (100, 100)
    deal(writer, PLAYER_WINS)
    done(writer, report(Found.INCORRECT_NUMBER_OF_CARDS))
    meters = office_meters(writer)
    assert (meters["money-in"], meters["money-out"]) == ((0, None), (0, None))
    # Down came the bet, and then the winnings to be taken back; both had been taken up before.
    assert (meters["chips-down"], meters["chips-up"]) == ((200, None), (200, None))
    assert (meters["credits"], meters["win"]) == ((0, 0), (0, 0))


def office_meters(writer: Writer) -> dict[str, tuple[int, int | None]]:
    """Read the meters as the office does; all of them reconcile."""
    with writer.database.reading() as connection:
        shown = read_meters(connection)
    assert shown.unreconciled == []
    return {line.name: (line.meter, line.ledger) for line in shown.lines}


@pytest.mark.parametrize(
    ("action", "actor", "code"),
    [
        (LayChips(9, "player", 10), DORA, "no-such-position"),
        (LayChips(3, "player", 502), DORA, "above-maximum"),
        (LayChips(3, "dragon", 10), DORA, "unknown-wager"),
        (LayChips(3, "player", 10), DAVE, "not-at-table"),
        (LayChips(3, "player", 10), MANAGER, "not-permitted"),
        (TakeChips(3, "player"), DORA, "nothing-to-withdraw"),
    ],
)
def test_what_is_not_entered(sqlite_url: str, action: TableAction, actor: Actor, code: str) -> None:
    assert ask(opened(sqlite_url), action, actor) == code


def test_chips_lie_at_positions_and_are_entered_under_an_id(sqlite_url: str) -> None:
    writer = opened(sqlite_url, positions=0)
    assert ask(writer, LayChips(1, "player", 10)) == "no-such-position"
    for action in (LayChips(1, "player", 10), TakeChips(1, "player")):
        answer = writer.ask(Request(DORA, Act("salon", (action,))))
        assert isinstance(answer, Refusal)
        assert answer.code == "id-wanted"


# --- the float ----------------------------------------------------------------------------------


def moved(move: FloatMove, amount: int, why: str = "slip 17") -> MoveFloat:
    """Ask as Mary does."""
    return MoveFloat(move=move, amount=amount, who="mary", why=why)


def test_fills_credits_and_the_drop_are_in_the_books(sqlite_url: str) -> None:
    writer = opened(sqlite_url)
    for move, amount in (
        (FloatMove.FILL, 5_000),
        (FloatMove.CREDIT, 1_500),
        (FloatMove.FILL, 200),
        (FloatMove.DROP, 700),
    ):
        assert ask(writer, moved(move, amount), MANAGER) == "done"
    names = float_account("salon"), VAULT, chips_account("salon"), "cage"
    found = [writer.account(name) for name in names]
    assert [account.balance for account in found if account] == [3_700, -3_700, 700, -700]
    done(writer, LayChips(3, "player", 100))
    deal(writer, PLAYER_WINS)
    assert_books_hold(writer)


def test_the_float_is_moved_by_whoever_may_with_a_reason_and_an_amount(sqlite_url: str) -> None:
    writer = opened(sqlite_url)
    fill = moved(FloatMove.FILL, 10)
    assert ask(writer, fill, DORA) == "not-permitted"
    assert ask(writer, moved(FloatMove.FILL, 10, " "), MANAGER) == "who-and-why-wanted"
    assert ask(writer, moved(FloatMove.FILL, 0), MANAGER) == "amount-zero"
    assert ask(writer, moved(FloatMove.DROP, -1), MANAGER) == "amount-negative"
    assert isinstance(writer.ask(Request(MANAGER, OpenTable("tiger", SETTINGS))), Done)
    answer = writer.ask(Request(MANAGER, Act("tiger", (fill,)), "f1"))
    assert isinstance(answer, Refusal)
    assert answer.code == "no-dealer-wanted"
