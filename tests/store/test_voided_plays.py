"""A malfunction voids plays and pays: the first hand affected, and all later ones at that table."""

from collections.abc import Iterator

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
    PlaceWager,
)
from punto.house import (
    Act,
    BringShoe,
    BuyIn,
    CloseTable,
    DealOut,
    Done,
    OpenAccount,
    OpenTable,
    PayCredits,
    tables,
)
from punto.house import earlier_round as earlier
from punto.house.chain import Link, table_chain
from punto.house.record import decode_table
from punto.house.request import What
from punto.ledger import Kind, receivable_of
from punto.refusal import Refusal
from punto.replay.chronicle import chronicle
from punto.replay.story import story_of
from punto.store import Database, HouseKey, Writer, reading
from punto.table import Found, Limit, Settings, Table
from punto.table.command import Decide, OpenShoe, ReportIrregularity
from punto.table.event import EarlierRoundVoided, IrregularityRuled
from punto.table.record import RequestRefused
from punto.testing.actors import request_of

KEY = HouseKey(bytes(range(32)))
ZERO = Settings(
    rulebook=punto.rulebook("zero-commission"),
    decks=8,
    limit=Limit(minimum=1, maximum=10**6),
    cut=0,
)
BOUGHT = 1_000_000


class House:
    """A house with one player at a table of her own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.writer = Writer(Database(url), KEY)
        self._asked = 0
        self.done(OpenAccount("cage", Kind.CASH))
        self.done(OpenAccount("house", Kind.HOUSE))
        self.done(OpenAccount("ann"))
        self.done(BuyIn("ann", BOUGHT))
        self.done(OpenTable("zero", ZERO, "ann"))

    def ask(self, what: What) -> Done | Refusal:
        self._asked += 1
        house_table = self.writer.house_table(what.table) if isinstance(what, Act) else None
        owner = house_table.owner if house_table else ""
        answer = self.writer.ask(request_of("desk", what, f"r{self._asked}", owner=owner))
        assert isinstance(answer, Done | Refusal), answer
        return answer

    def done(self, what: What) -> Done:
        answer = self.ask(what)
        assert isinstance(answer, Done), answer
        return answer

    def hand(self, wager: str = "player", stake: int = 100) -> None:
        bets = (OpenBetting(), PlaceWager("ann", wager, stake), CloseBetting())
        self.done(Act("zero", (BringShoe(), *bets, DealOut())))

    def report(self, first: int | None = None) -> Done | Refusal:
        found = ReportIrregularity(
            found=Found.MALFUNCTION, who="sue", why="the display froze", round=first
        )
        return self.ask(Act("zero", (found,)))

    @property
    def credits(self) -> int:
        ann = self.writer.account("ann")
        assert ann is not None
        return ann.available

    @property
    def table(self) -> Table:
        house_table = self.writer.house_table("zero")
        assert house_table is not None
        return house_table.table

    def assert_books_hold(self) -> None:
        self.writer.close()
        with Database(self.url).reading() as connection:
            found = audit(connection)
        assert found.findings == ()
        self.writer = Writer(Database(self.url), KEY)


@pytest.fixture
def house(database_url: str) -> Iterator[House]:
    opened = House(database_url)
    yield opened
    opened.writer.close()


def test_the_first_hand_affected_and_all_later_ones_are_void_each_by_its_own_batch(
    house: House,
) -> None:
    house.hand()
    before = house.credits
    for wager in ("player", "banker", "tie", "banker", "player"):
        house.hand(wager)
    answer = house.report(first=2)
    assert isinstance(answer, Done)
    assert not answer.has_more
    assert house.credits == before
    with house.writer.database.reading() as connection:
        links = list(reading.links(connection, table_chain("zero")))
        ruled, *earlier = [decode_table(link.body or b"").events for link in links[-5:]]
        assert isinstance(ruled[0], IrregularityRuled)
        assert (ruled[0].round, ruled[0].clause) == (2, "GENERAL RULES")
        voided = [event for events in earlier for event in events]
        assert [type(event) for event in voided] == [EarlierRoundVoided] * 4
        assert [event.round for event in voided if isinstance(event, EarlierRoundVoided)] == [
            5, 4, 3, 2,
        ]  # fmt: skip
        for link in links:
            record = decode_table(link.body or b"")
            rounds = {e.reference.round for e in record.entries if hasattr(e, "reference")}
            assert len(rounds) <= 1, "a batch is of one round"
        story = story_of(chronicle(connection, "zero-3"))
    assert story.phase == "void"
    assert story.void is not None
    assert (story.void.clause, story.void.bets[0].returned) == ("GENERAL RULES", 100)
    assert story.doubts == ()
    house.assert_books_hold()
    assert house.credits == before


def test_what_is_void_already_is_left_as_it_is(house: House) -> None:
    for _ in range(4):
        house.hand()
    assert isinstance(house.report(), Done)  # the last one only
    house.hand("banker")
    assert isinstance(house.report(first=3), Done)
    assert isinstance(house.report(first=1), Done)
    assert house.credits == BOUGHT
    again = house.report(first=1)
    assert isinstance(again, Done)  # nothing is left to void, and nothing moves
    assert house.credits == BOUGHT
    house.hand()
    house.assert_books_hold()


def test_what_was_won_and_spent_is_owed(house: House) -> None:
    before = house.credits
    house.hand()
    while house.credits <= before:
        before = house.credits
        house.hand()
    house.hand("tie")  # another one follows, whatever becomes of it
    paid = house.credits
    house.done(PayCredits("ann", paid))
    won = house.table.rounds - 1
    assert isinstance(house.report(first=won), Done)
    owed = house.writer.account(receivable_of("ann"))
    # All that she had was paid in money: what the two hands brought is missing now, or left over.
    assert house.credits + (owed.balance if owed else 0) == before - paid
    house.assert_books_hold()


@pytest.mark.parametrize("at_once", [3, 1_000])
def test_many_hands_are_void_in_several_requests(
    house: House, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_REACHED_BACK", 4)
    monkeypatch.setattr(earlier, "AT_ONCE", at_once)
    before = house.credits
    for _ in range(15):
        house.hand(stake=10)
    more = [house.report(first=1) for _ in range(4)]
    assert [answer.has_more for answer in more if isinstance(answer, Done)] == [
        True, True, True, False,
    ]  # fmt: skip
    assert house.credits == before
    house.assert_books_hold()


def test_a_ruling_that_is_not_carried_out_to_its_end_is_found(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_REACHED_BACK", 2)
    for _ in range(5):
        house.hand()
    house.report(first=1)
    with house.writer.database.reading() as connection:
        (found,) = audit(connection).findings
    assert "2 rounds are to be void, the first 1" in found.what
    house.report(first=1)
    house.assert_books_hold()


def test_hands_of_a_table_that_was_opened_again_can_be_void(house: House) -> None:
    for _ in range(3):
        house.hand()
    house.done(CloseTable("zero", "other settings"))
    house.done(OpenTable("zero", replace(ZERO, limit=Limit(minimum=1, maximum=50)), "ann"))
    assert isinstance(house.report(first=2), Done)
    assert house.table.voided_late == (2,)  # the third is the last, and was void by itself
    assert isinstance(house.report(first=1), Done)
    assert house.credits == BOUGHT
    house.assert_books_hold()


def test_what_was_dropped_long_ago_holds_up_no_later_hand(house: House) -> None:
    for _ in range(6):
        house.hand()
    with house.writer.database.reading() as connection:
        links = list(reading.links(connection, table_chain("zero")))
    dropped = [link._replace(body=None) if link.position <= 4 else link for link in links]

    def read(after: int, through: int) -> list[Link]:
        return [link for link in dropped if after < link.position <= through]

    head = links[-1].position
    found = earlier.earlier_rounds(read, head, first=5, last=6, most=10)
    assert isinstance(found, earlier.Earlier)
    assert [each.number for each in found.rounds] == [5]
    too_old = earlier.earlier_rounds(read, head, first=1, last=6, most=10)
    assert isinstance(too_old, Refusal)
    assert too_old.code == "too-long-ago"
    unseen = earlier.earlier_rounds(read, head + 1, first=5, last=6, most=10)
    assert isinstance(unseen, Refusal)
    assert unseen.code == "not-now"


def test_a_report_on_a_round_that_does_not_exist_changes_nothing_and_is_on_record(
    house: House,
) -> None:
    house.hand()
    before = house.credits
    answer = house.report(first=7)
    assert answer == Refusal("no-round", "there is no round 7 at this table")
    undecided = house.ask(Act("zero", (Decide(void=True, who="sue", why="just so"),)))
    assert undecided == Refusal("nothing-to-decide", "nothing waits for a supervisor")
    assert house.credits == before
    with house.writer.database.reading() as connection:
        *_, report, decision = reading.links(connection, table_chain("zero"))
    assert decode_table(report.body or b"").events == (
        RequestRefused(
            "sue", "ReportIrregularity", "no-round", "there is no round 7 at this table"
        ),
    )
    assert decode_table(decision.body or b"").events == (
        RequestRefused("sue", "Decide", "nothing-to-decide", "nothing waits for a supervisor"),
    )
    house.assert_books_hold()


@pytest.mark.parametrize(
    ("who", "why"),
    [
        ("", "seen"),
        ("sam", " "),
        ("sam\r\nWARNING forged", "seen"),
        ("sam", "\x1b[2J"),
        ("sam", "\u200b"),
        ("sam", "\u202egnorw"),
        ("s" * 201, "seen"),
        ("sam", "s" * 201),
    ],
)
def test_names_and_reasons_on_record_cannot_steer_a_log(house: House, who: str, why: str) -> None:
    house.hand()
    report = ReportIrregularity(found=Found.MALFUNCTION, who=who, why=why)
    for action in (report, Decide(void=True, who=who, why=why)):
        answer = house.ask(Act("zero", (action,)))
        assert isinstance(answer, Refusal)
        assert answer.code == "who-and-why-wanted"
    with house.writer.database.reading() as connection:
        *_, last = reading.links(connection, table_chain("zero"))
    (event,) = decode_table(last.body or b"").events
    assert isinstance(event, RequestRefused)
    assert event.who in {"", "sam"}


def test_a_refused_request_may_be_asked_again_under_its_id(house: House) -> None:
    house.hand()
    report = ReportIrregularity(found=Found.MALFUNCTION, who="sue", why="", round=None)
    asked = request_of("desk", Act("zero", (report,)), "the-same")
    assert isinstance(house.writer.ask(asked), Refusal)
    assert isinstance(house.writer.ask(asked), Refusal)


# --- reconstructed after the payment ------------------------------------------------------------

TIGER = Settings(
    rulebook=punto.rulebook("mbs-tiger"), decks=8, limit=Limit(minimum=2, maximum=1000)
)
BANKER_WINS_ON_SIX = ("2s", "4h", "3d", "2c", "Th")
PLAYER_WINS = ("9s", "4h", "Td", "2c", "Th")


def scanned(house: House, cards: tuple[str, ...]) -> None:
    """Deal a round by hand on a table of physical cards, and pay it."""
    house.done(Act("tiger", (OpenBetting(),)))
    bets = PlaceWager("ann", "banker", 200), PlaceWager("ann", "player", 100)
    house.done(Act("tiger", bets))
    house.done(Act("tiger", (CloseBetting(),)))
    house.done(Act("tiger", (*map(DealCard, cards[:4]), AnnounceTotals(), DealCard(cards[4]))))
    house.done(Act("tiger", (AnnounceResult(), CollectLosing(), PayWinning())))


@pytest.fixture
def tiger(house: House) -> House:
    house.done(OpenTable("tiger", TIGER))
    house.done(Act("tiger", (OpenShoe(None, "dan"),)))
    return house


def put(cards: tuple[str, ...]) -> Act:
    report = ReportIrregularity(
        found=Found.INCORRECT_NUMBER_OF_CARDS,
        who="dan",
        why="the nine was read as a two",
        reconstructed=True,
        cards=cards,
    )
    return Act("tiger", (report,))


def test_a_hand_reconstructed_after_payment_is_settled_again(tiger: House) -> None:
    scanned(tiger, BANKER_WINS_ON_SIX)
    assert tiger.credits == BOUGHT + 100 - 100  # six pays one to two, and the Player loses
    tiger.done(put(PLAYER_WINS))
    assert tiger.credits == BOUGHT - 200 + 100
    tiger.done(put(BANKER_WINS_ON_SIX))
    assert tiger.credits == BOUGHT
    tiger.done(put(PLAYER_WINS))
    tiger.assert_books_hold()
    assert tiger.credits == BOUGHT - 100
    with tiger.writer.database.reading() as connection:
        story = story_of(chronicle(connection, "tiger-1"))
    assert (story.winner, story.doubts) == ("player", ())
    assert {(bet.wager, bet.net) for bet in story.bets} == {("banker", -200), ("player", 100)}


def test_a_hand_that_was_settled_again_can_still_be_void(tiger: House) -> None:
    scanned(tiger, BANKER_WINS_ON_SIX)
    tiger.done(put(PLAYER_WINS))
    void = ReportIrregularity(found=Found.INCORRECT_NUMBER_OF_CARDS, who="dan", why="a sixth card")
    tiger.done(Act("tiger", (void,)))
    assert tiger.credits == BOUGHT
    tiger.assert_books_hold()


def test_what_a_second_settling_takes_and_is_not_there_is_owed(tiger: House) -> None:
    scanned(tiger, BANKER_WINS_ON_SIX)
    tiger.done(PayCredits("ann", BOUGHT - 30))
    tiger.done(put(PLAYER_WINS))
    debt = tiger.writer.account(receivable_of("ann"))
    assert debt is not None
    # 100 are given for the Player first and 100 of winnings and 200 of stake are taken then.
    assert (tiger.credits, debt.balance) == (0, -(100 - 30))
    tiger.assert_books_hold()


def test_a_reconstruction_with_cards_the_shoe_cannot_hold_changes_nothing(tiger: House) -> None:
    scanned(tiger, BANKER_WINS_ON_SIX)
    answer = tiger.ask(put(("9s",) * 9))
    assert isinstance(answer, Refusal)
    assert answer.code == "too-many-copies"
    assert tiger.credits == BOUGHT
    tiger.assert_books_hold()
