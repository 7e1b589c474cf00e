"""A table that is set otherwise between two rounds, or closed and opened again: what stays."""

from itertools import count

import pytest
from msgspec.structs import replace

import punto
from punto.coup.command import CloseBetting, OpenBetting
from punto.house import Act, BringShoe, CloseTable, DealOut, EnrolStaff, OpenTable, TakeTable
from punto.house.chain import Link
from punto.house.record import TableRecord, decode_table, encode
from punto.house.request import What
from punto.people import Role
from punto.refusal import Refusal
from punto.replay.chronicle import chronicle
from punto.table import Limit, Settings
from punto.table.command import OpenShoe, ReportIrregularity, StandBehind, TakeSeat
from punto.table.house_table import HouseTable
from punto.table.irregularity import Found
from punto.table.record import TableOpened
from punto.table.settings import Driven
from punto.testing.actors import request_of
from tests.store.played_house import Play
from tests.store.test_audit_authority import forge, found

SETTINGS = Settings(
    rulebook=punto.rulebook("mbs-tiger"),
    decks=8,
    limit=Limit(minimum=20, maximum=50_000, step=20),
    positions=7,
    back_betting=True,
)
HIGHER = replace(SETTINGS, limit=Limit(minimum=20, maximum=80_000, step=20))


class Salon(Play):
    """A house with one table, at which Ann and Bob sit."""

    def __init__(self, url: str, *, is_new: bool = True) -> None:
        super().__init__(url)
        self._ids = count(1 if is_new else 1_000)
        if is_new:
            self._begin()

    def _begin(self) -> None:
        self.open_accounts()
        self.ask(OpenTable("salon", SETTINGS))
        self.deal("salon", BringShoe())
        for who, position in (("ann", 2), ("bob", 7)):
            self.bet("salon", who, TakeSeat(who, position))
        self.bet("salon", "cy", StandBehind("cy", 2))

    @property
    def house_table(self) -> HouseTable:
        found = self.writer.house_table("salon")
        assert found is not None
        return found

    def refused(self, what: What) -> str:
        answer = self.writer.ask(request_of("mary", what, "refused"))
        assert isinstance(answer, Refusal)
        return answer.code

    def void_the_last(self) -> None:
        found = Found.INCORRECT_NUMBER_OF_CARDS
        self.deal("salon", ReportIrregularity(found=found, who="eve", why="seen on camera"))

    def credits(self) -> list[int]:
        accounts = [self.writer.account(who) for who in ("ann", "bob")]
        return [each.balance for each in accounts if each is not None]


@pytest.fixture
def salon(sqlite_url: str) -> Salon:
    return Salon(sqlite_url)


def assert_books_hold(salon: Salon, url: str) -> None:
    salon.writer.close()
    assert found(url) == {}


def test_other_limits_leave_seats_shoe_and_the_last_round(salon: Salon, sqlite_url: str) -> None:
    before = salon.credits()
    salon.round("salon")
    shoe, seats = salon.house_table.table.shoe, salon.house_table.table.seats
    salon.ask(OpenTable("salon", HIGHER))
    assert salon.house_table.table.settings.limit.maximum == 80_000
    assert salon.house_table.table.shoe == shoe
    assert salon.house_table.table.seats == seats
    assert dict(salon.house_table.table.behind) == {"cy": 2}
    salon.void_the_last()
    assert salon.credits() == before
    salon.deal("salon", OpenBetting())
    assert salon.refused(OpenTable("salon", SETTINGS)) == "round-in-play"
    assert_books_hold(salon, sqlite_url)


def test_a_round_is_judged_by_the_limits_at_its_opening(salon: Salon, sqlite_url: str) -> None:
    salon.round("salon")
    salon.ask(OpenTable("salon", HIGHER))
    salon.round("salon", stake=60_000)
    with salon.writer.database.reading() as connection:
        maxima = [
            chronicle(connection, name).settings.limit.maximum for name in ("salon-1", "salon-2")
        ]
    assert maxima == [50_000, 80_000]
    assert_books_hold(salon, sqlite_url)


def test_a_closed_table_goes_on_where_it_was(salon: Salon, sqlite_url: str) -> None:
    before = salon.credits()
    salon.round("salon")
    salon.ask(CloseTable("salon", "a break"))
    assert salon.refused(Act("salon", (OpenBetting(),))) == "table-closed"
    salon.writer.close()
    again = Salon(sqlite_url, is_new=False)
    again.ask(OpenTable("salon", HIGHER))
    assert dict(again.house_table.table.seats) == {"ann": 2, "bob": 7}
    again.void_the_last()
    assert again.credits() == before
    again.round("salon", stake=100)
    assert again.house_table.table.rounds == 2
    assert_books_hold(again, sqlite_url)


def test_whoever_has_no_place_any_more_has_left_and_is_paid_and_voided_where_he_lay(
    salon: Salon, sqlite_url: str
) -> None:
    before = salon.credits()
    salon.round("salon")
    salon.ask(OpenTable("salon", replace(SETTINGS, positions=5, back_betting=False)))
    assert dict(salon.house_table.table.seats) == {"ann": 2}
    assert dict(salon.house_table.table.behind) == {}
    assert salon.house_table.table.position_of_stake("bob") == 7
    salon.void_the_last()
    assert salon.credits() == before
    assert_books_hold(salon, sqlite_url)


def test_who_drives_changes_between_rounds_and_scanned_cards_go_with_the_dealer(
    salon: Salon, sqlite_url: str
) -> None:
    salon.round("salon")
    shoe = salon.house_table.table.shoe
    salon.ask(OpenTable("salon", replace(SETTINGS, driven=Driven.BY_DEALER)))
    assert salon.house_table.table.shoe == shoe
    salon.ask(EnrolStaff("dora", Role.DEALER, "a hash"))
    salon.ask(Act("salon", (TakeTable(),)), "dora")
    salon.ask(OpenTable("salon", replace(HIGHER, driven=Driven.BY_DEALER)))
    assert salon.house_table.dealer == "dora"
    salon.ask(OpenTable("salon", SETTINGS))
    assert salon.house_table.dealer == ""
    assert salon.house_table.table.shoe == shoe
    assert_books_hold(salon, sqlite_url)


def test_nobody_but_a_person_deals_on_from_a_scanned_shoe(salon: Salon, sqlite_url: str) -> None:
    salon.ask(CloseTable("salon", "another shoe"))
    salon.ask(OpenTable("salon", replace(SETTINGS, driven=Driven.BY_DEALER)))
    salon.ask(EnrolStaff("dora", Role.DEALER, "a hash"))
    salon.ask(Act("salon", (TakeTable(), OpenShoe(None, "dora"))), "dora")
    before = salon.house_table.table
    assert before.shoe is not None
    assert before.shoe.scanned
    salon.ask(OpenTable("salon", SETTINGS))
    assert salon.house_table.table.shoe is None
    salon.round("salon")
    assert_books_hold(salon, sqlite_url)


def test_another_game_begins_at_a_closed_table_with_nobody_seated(
    salon: Salon, sqlite_url: str
) -> None:
    salon.round("salon")
    other = replace(SETTINGS, decks=6)
    assert salon.refused(OpenTable("salon", other)) == "table-open"
    assert salon.refused(OpenTable("salon", SETTINGS)) == "table-open"
    salon.ask(CloseTable("salon", "another game"))
    salon.ask(OpenTable("salon", other))
    assert dict(salon.house_table.table.seats) == {}
    assert salon.house_table.table.coup is None
    assert_books_hold(salon, sqlite_url)


def test_a_table_that_waits_for_a_supervisor_is_not_set_otherwise(salon: Salon) -> None:
    salon.deal("salon", OpenBetting())
    salon.deal("salon", CloseBetting())
    salon.deal("salon", DealOut())
    found_ = ReportIrregularity(found=Found.MALFUNCTION, who="eve", why="it hums")
    salon.deal("salon", found_)
    assert salon.refused(OpenTable("salon", HIGHER)) == "supervisor-wanted"
    salon.writer.close()


def gone_on(record: TableRecord) -> TableRecord:
    opened, *rest = record.events
    assert isinstance(opened, TableOpened)
    return replace(record, events=(replace(opened, goes_on=True), *rest))


def test_another_game_that_only_says_that_it_goes_on_is_found(
    salon: Salon, sqlite_url: str
) -> None:
    salon.ask(CloseTable("salon", "another game"))
    done = salon.ask(OpenTable("salon", replace(SETTINGS, decks=6)))
    salon.writer.close()
    last = done.link.position

    def forged(link: Link) -> bytes:
        record = decode_table(link.body or b"")
        return encode(gone_on(record) if link.position == last else record)

    forge(sqlite_url, "table/salon", forged)
    assert found(sqlite_url)[f"table/salon, entry {last}"] == [
        "the table goes on with another game"
    ]


def test_settings_that_change_in_mid_round_are_found(salon: Salon, sqlite_url: str) -> None:
    salon.deal("salon", OpenBetting())
    last = salon.deal("salon", CloseBetting()).link.position
    salon.writer.close()
    opened = TableOpened(HIGHER, house="house:salon", goes_on=True)

    def forged(link: Link) -> bytes:
        record = decode_table(link.body or b"")
        return encode(replace(record, events=(opened,)) if link.position == last else record)

    forge(sqlite_url, "table/salon", forged)
    wrong = found(sqlite_url)[f"table/salon, entry {last}"]
    assert "the table is set otherwise before its round is over" in wrong
