"""Many at once, in any order, as often as they like: one effect, and one answer."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

import punto
from punto.coup.command import OpenBetting, PlaceWager
from punto.house import (
    Act,
    Answer,
    BringShoe,
    BuyIn,
    CashOut,
    ConfirmTicket,
    Done,
    OpenAccount,
    OpenTable,
    PayCredits,
    RedeemTicket,
    Request,
)
from punto.refusal import Refusal
from punto.testing.actors import request_of
from tests.support.house.open_house import OpenHouse
from tests.support.house.premises import settings_of
from tests.support.house.whole import whole_house


def with_betting(house: OpenHouse) -> OpenHouse:
    house.done(OpenTable("tiger", settings_of(punto.rulebook("mbs-tiger"))), "table", "dora")
    house.done(Act("tiger", (BringShoe(), OpenBetting())), "round", "dora")
    return house


def codes(answers: list[Answer]) -> Counter[str]:
    return Counter(
        each.code if isinstance(each, Refusal) else type(each).__name__ for each in answers
    )


def from_threads(house: OpenHouse, asked: list[Request]) -> list[Answer]:
    with ThreadPoolExecutor(16) as threads:
        return [answer for (answer,) in threads.map(lambda each: house.ask_all([each]), asked)]


def test_of_200_bets_against_a_balance_for_one_exactly_one_is_accepted(database_url: str) -> None:
    with with_betting(OpenHouse(database_url)) as house:
        house.done(OpenAccount("cat"), "cat", "dora")
        house.done(BuyIn("cat", 100), "cat-credits", "dora")
        bet = Act("tiger", (PlaceWager("cat", "player", 100),))
        answers = from_threads(house, [request_of("cat", bet, f"bet-{at}") for at in range(200)])
        assert codes(answers) == {"Done": 1, "insufficient-credits": 199}
        account = whole_house(house.writer).accounts["cat"]
        assert (account.balance, account.held, account.available) == (100, 100, 0)


@pytest.mark.parametrize("in_one_group", [False, True])
def test_of_100_redemptions_of_one_ticket_one_is_paid(
    database_url: str,
    in_one_group: bool,  # noqa: FBT001 – a parameter of the test
) -> None:
    with OpenHouse(database_url) as house:
        ticket = house.done(CashOut("ann"), "cash-out").ticket
        assert ticket is not None
        house.done(ConfirmTicket("ann_cash-out", printed=True), "printed")
        redeem = RedeemTicket(ticket, "ben")
        asked = [request_of("ben", redeem, f"redeem-{at}") for at in range(100)]
        answers = house.at_once(*asked) if in_one_group else from_threads(house, asked)
        assert codes(answers) == {"Done": 1, "already-redeemed": 99}
        assert whole_house(house.writer).accounts["ben"].available == 2_000


def test_each_request_has_one_effect_however_often_and_in_whatever_order(database_url: str) -> None:
    chance = Random(4)  # noqa: S311 – an order, and no game
    bet = Act("tiger", (PlaceWager("ann", "player", 10),))
    asked = [
        *(request_of("ann", bet, f"bet-{at}") for at in range(10)),
        *(request_of("ann", BuyIn("ann", 7), f"buy-{at}") for at in range(10)),
        *(request_of("ben", PayCredits("ben", 3), f"pay-{at}") for at in range(10)),
    ]
    copies = [each for each in asked for _ in range(chance.randrange(1, 11))]
    chance.shuffle(copies)
    with with_betting(OpenHouse(database_url)) as house:
        first = from_threads(house, copies)
    assert codes(first) == {"Done": len(copies)}
    chance.shuffle(copies)
    with OpenHouse(database_url, house.truth) as again:
        second = from_threads(again, copies)
        assert all(isinstance(each, Done) and each.again for each in second)
        accounts = whole_house(again.writer).accounts
    ann, ben = accounts["ann"], accounts["ben"]
    assert (ann.balance, ann.held, ben.balance) == (1_070, 100, 970)
