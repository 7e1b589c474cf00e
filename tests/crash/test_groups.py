"""Requests that are stored together know of each other, and none can stop play for the others."""

import threading

import pytest
from sqlalchemy import delete, insert

import punto
from punto.coup.command import CloseBetting, OpenBetting, PlaceWager
from punto.house import (
    Act,
    BringShoe,
    BuyIn,
    CashOut,
    CloseTable,
    ConfirmTicket,
    DealOut,
    Done,
    NotStored,
    OpenTable,
    RedeemTicket,
)
from punto.house.request import What
from punto.refusal import Refusal
from punto.store import Database, schema
from punto.testing.actors import request_of
from tests.support.house.open_house import OpenHouse
from tests.support.house.premises import settings_of
from tests.support.house.whole import whole_house

TIGER = OpenTable("tiger", settings_of(punto.rulebook("mbs-tiger")))
BET = Act("tiger", (PlaceWager("ann", "player", 10),))


def with_betting(house: OpenHouse) -> OpenHouse:
    house.done(TIGER, "table", "dora")
    house.done(Act("tiger", (BringShoe(), OpenBetting())), "round", "dora")
    return house


def code(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


# --- in one group -------------------------------------------------------------------------------


def test_one_request_that_the_database_refuses_takes_no_other_with_it(database_url: str) -> None:
    """Somebody has put a row where the place of ann's credits would go."""
    stray = schema.entries.c.id == "ann_refused"
    row = {"id": "ann_refused", "chain": "cage", "position": 1, "place": 0, "at_ms": 0}
    with OpenHouse(database_url) as house:
        with Database(database_url).engine.begin() as connection:
            connection.execute(insert(schema.entries), [{**row, "round": "", "bettor": ""}])
        refused, other = house.at_once(
            request_of("ann", BuyIn("ann", 10), "refused"), request_of("ben", BuyIn("ben", 10), "x")
        )
        assert isinstance(refused, NotStored)
        assert isinstance(other, Done)
        assert house.writer.trouble is None
        with Database(database_url).engine.begin() as connection:
            connection.execute(delete(schema.entries).where(stray))
        house.done(BuyIn("ann", 10), "refused")


def test_a_ticket_is_not_printed_and_given_back_at_once(database_url: str) -> None:
    with OpenHouse(database_url) as house:
        house.done(CashOut("ann"), "cash-out")
        printed, not_printed = house.at_once(
            request_of("ann", ConfirmTicket("ann_cash-out", printed=True), "1"),
            request_of("ann", ConfirmTicket("ann_cash-out", printed=False), "2"),
        )
        assert isinstance(printed, Done)
        assert code(not_printed) == "already-posted"
        assert whole_house(house.writer).accounts["ann"].available == 0


def test_a_ticket_is_printed_and_redeemed_at_once(database_url: str) -> None:
    with OpenHouse(database_url) as house:
        ticket = house.done(CashOut("ann"), "cash-out").ticket or ""
        answers = house.at_once(
            request_of("ben", RedeemTicket(ticket, "ben"), "0"),
            request_of("ann", ConfirmTicket("ann_cash-out", printed=True), "1"),
            request_of("ben", RedeemTicket(ticket, "ben"), "2"),
            request_of("ben", RedeemTicket(ticket, "cage"), "3"),
        )
        assert code(answers[0]) == "ticket-not-printed"
        assert isinstance(answers[2], Done)
        assert code(answers[3]) == "already-redeemed"


def test_a_table_closed_and_opened_at_once_has_the_secret_of_its_new_promise(
    database_url: str,
) -> None:
    with OpenHouse(database_url) as house:
        house.done(TIGER, "table", "dora")
        house.at_once(
            request_of("dora", CloseTable("tiger", "a break"), "close"),
            request_of("dora", TIGER, "open"),
        )
    with OpenHouse(database_url, house.truth) as again:
        again.done(Act("tiger", (BringShoe(), OpenBetting())), "round", "dora")


# --- nobody stops play for others ---------------------------------------------------------------


def test_a_stake_is_no_ticket(database_url: str) -> None:
    with with_betting(OpenHouse(database_url)) as house:
        house.done(BET, "bet")
        (stake,) = whole_house(house.writer).tables["tiger"].stakes["ann", "player"]
        assert code(house.ask(ConfirmTicket(stake, printed=True), "confirm")) == "not-permitted"
        house.done(BuyIn("ann", 5), "buy")
        bought = ConfirmTicket("ann_buy", printed=True)
        assert code(house.ask(bought, "confirm-2")) == "ticket-unknown"
        house.done(Act("tiger", (CloseBetting(), DealOut())), "deal", "dora")


@pytest.mark.parametrize("bet_comes_first", [False, True])
def test_no_request_can_have_the_id_of_a_stake(
    database_url: str,
    bet_comes_first: bool,  # noqa: FBT001 – a parameter of the test
) -> None:
    others = [f"bet-{at}" for at in range(3)]
    with with_betting(OpenHouse(database_url)) as house:
        for request in ["bet", *others] if bet_comes_first else [*others, "bet"]:
            house.done(BET if request == "bet" else BuyIn("ann", 1), request)


def test_a_wager_has_an_id(database_url: str) -> None:
    with with_betting(OpenHouse(database_url)) as house:
        assert code(house.ask(BET)) == "id-wanted"


def test_a_table_has_a_name_that_ids_can_be_made_from(database_url: str) -> None:
    with OpenHouse(database_url) as house:
        for name in ("", "two words", "a/b", "x" * 25, "\0", "\ud800"):
            answer = house.writer.ask(request_of("dora", OpenTable(name, TIGER.settings), "table"))
            assert code(answer) == "request-malformed"
        house.done(BuyIn("ann", 1), "play-goes-on")


NO_TEXT: tuple[tuple[What, str], ...] = (
    (BuyIn("ann", 1), "\0"),
    (BuyIn("ann", 1), "\ud800"),
    (BuyIn("\0", 1), "1"),
    (BuyIn("\ud800", 1), "1"),
    (ConfirmTicket("ann_\0", printed=True), "1"),
    (ConfirmTicket("ann_\ud800", printed=True), "1"),
    (RedeemTicket("\0", "ann"), "1"),
    (Act("\0", (OpenBetting(),)), "1"),
)


def test_text_that_no_database_takes_is_denied(database_url: str) -> None:
    with OpenHouse(database_url) as house:
        for what, request in NO_TEXT:
            assert isinstance(house.writer.ask(request_of("ann", what, request)), Refusal)
            assert house.writer.trouble is None


def test_one_request_cannot_bring_about_too_much(database_url: str) -> None:
    with with_betting(OpenHouse(database_url)) as house:
        much = Act("tiger", (PlaceWager("ann", "player", 2),) * 101)
        assert code(house.ask(much, "much")) == "too-much-at-once"


# --- those who are told -------------------------------------------------------------------------


def test_a_watcher_or_a_client_that_fails_keeps_nobody_waiting(database_url: str) -> None:
    def fail(_: object) -> None:
        raise RuntimeError("a client is gone")

    with OpenHouse(database_url) as house:
        house.writer.watch(fail)
        house.writer.submit(request_of("ann", BuyIn("nobody", 1), "1"), fail)
        house.done(BuyIn("ann", 1), "2")


def test_whoever_comes_after_the_house_is_closed_is_told(database_url: str) -> None:
    with OpenHouse(database_url) as house:
        pass
    answers: list[object] = []
    late = threading.Thread(
        target=lambda: answers.append(house.writer.ask(request_of("ann", BuyIn("ann", 1), "late")))
    )
    late.start()
    late.join(60)
    assert answers == [NotStored("the house is closed")]
