"""What a request makes of a house, without any database: where it is denied, nothing follows."""

import pytest
from immutables import Map
from msgspec.structs import replace

import punto
from punto.cards import parse_card
from punto.coup import Bet, Coup
from punto.coup.command import CloseBetting, OpenBetting, PlaceWager, WithdrawWager
from punto.coup.event import WagersCollected, WagersPaid
from punto.house import (
    Act,
    BringShoe,
    BuyIn,
    CashOut,
    ConfirmTicket,
    DealOut,
    OpenTable,
    Request,
)
from punto.house.metering import unmatched
from punto.house.request import What, own_id
from punto.house.settlement_check import SettlementAudit
from punto.ledger import Meter, MeterKey
from punto.people import Actor, Role
from punto.rules import deal
from punto.table import Found, Limit, Settings
from punto.table.command import ReportIrregularity
from tests.house.pure_house import PureHouse

WIDE = Limit(minimum=1, maximum=10**6)
TIGER = Settings(
    rulebook=punto.rulebook("mbs-tiger"), decks=8, limit=Limit(minimum=2, maximum=10**6, step=2)
)
ZERO = Settings(rulebook=punto.rulebook("zero-commission"), decks=8, limit=WIDE, cut=0)
CHIPS = replace(TIGER, results_only=True)


@pytest.fixture
def house() -> PureHouse:
    return PureHouse(tiger=(TIGER, ""), zero=(ZERO, "ann"), chips=(CHIPS, ""))


def game(*bets: PlaceWager | WithdrawWager) -> Act:
    return Act("zero", (BringShoe(), OpenBetting(), *bets, CloseBetting(), DealOut()))


MUCH = (OpenBetting(), *(PlaceWager("ann", "player", 2),) * 101)
DENIED: dict[str, tuple[What, str]] = {
    "a shoe for physical chips": (Act("chips", (BringShoe(),)), "no-shoe-promised"),
    "a table without a name": (OpenTable("a b", TIGER), "request-malformed"),
    "nothing at all": (Act("tiger", ()), "nothing-to-do"),
    "dealing what is not there": (Act("tiger", (DealOut(),)), "nothing-to-do"),
    "far too much": (Act("zero", (BringShoe(), *MUCH)), "too-much-at-once"),
}


@pytest.mark.parametrize(("what", "code"), DENIED.values(), ids=DENIED)
def test_what_makes_no_sense_is_denied(house: PureHouse, what: What, code: str) -> None:
    before = house.house
    assert house.denied(what) == code
    assert house.house == before


def test_a_bet_without_an_id_is_denied(house: PureHouse) -> None:
    house.done(Act("tiger", (BringShoe(), OpenBetting())))
    bet = Act("tiger", (PlaceWager("ann", "player", 10),))
    assert house.denied(bet, id_="") == "id-wanted"


def test_bets_changed_at_once_are_held_to_the_differential_together() -> None:
    house = PureHouse(tiger=(replace(TIGER, differential=100), ""))
    house.done(Act("tiger", (BringShoe(), OpenBetting())))
    apart = PlaceWager("ann", "player", 300), PlaceWager("ann", "banker", 200)
    house.done(Act("tiger", apart))
    house.done(Act("tiger", (PlaceWager("bob", "banker", 100),)))
    taken = WithdrawWager("ann", "player")
    assert house.denied(Act("tiger", (taken,))) == "above-differential"
    house.done(Act("tiger", (taken, PlaceWager("ann", "player", 200))))  # as Undo does
    house.done(Act("tiger", (WithdrawWager("ann", "player"), WithdrawWager("ann", "banker"))))
    assert house.house.tables["tiger"].table.differential == 100
    assert house.denied(Act("tiger", (PlaceWager("ann", "banker", 10),))) == "above-differential"


def test_bets_are_held_to_the_differential_before_they_are_closed() -> None:
    house = PureHouse(zero=(replace(ZERO, differential=100), "ann"))
    player = PlaceWager("ann", "player", 300)
    assert house.denied(game(player)) == "above-differential"
    house.done(game(player, PlaceWager("ann", "banker", 200)))


def test_a_second_shoe_is_denied_and_the_first_stays_secret(house: PureHouse) -> None:
    house.done(Act("tiger", (BringShoe(),)))
    secrets = house.house.secrets
    assert house.denied(Act("tiger", (BringShoe(),))) == "shoe-in-play"
    assert house.house.secrets == secrets


def test_a_ticket_is_confirmed_once(house: PureHouse) -> None:
    for name, printed, code in (("ann", True, "already-posted"), ("bob", False, "already-voided")):
        house.done(CashOut(name), id_=f"out-{name}")
        # The request is that of the one who asked: a name and an id.
        ticket = f"{name}_out-{name}"
        house.done(ConfirmTicket(ticket, printed=printed))
        assert house.denied(ConfirmTicket(ticket, printed=not printed)) == code


def test_a_house_keeps_its_secrets_out_of_logs(house: PureHouse) -> None:
    assert repr(house.house) == "<house of 3 tables and 7 accounts>"


# --- rounds that others have followed -----------------------------------------------------------


def malfunction(first: int) -> Act:
    found = Found.MALFUNCTION
    return Act("zero", (ReportIrregularity(found=found, who="sue", why="froze", round=first),))


def test_a_wager_that_was_taken_back_is_none_when_its_round_is_void(house: PureHouse) -> None:
    stays = PlaceWager("ann", "player", 100)
    house.done(game(stays, PlaceWager("ann", "tie", 50), WithdrawWager("ann", "tie")))
    house.done(game(PlaceWager("ann", "banker", 10)))
    house.done(malfunction(first=1))
    assert house.house.accounts["ann"].available == 100_000
    assert house.house.accounts["house:zero"].balance == 0


def test_a_ruling_reaches_back_once(house: PureHouse) -> None:
    for _ in range(2):
        house.done(game(PlaceWager("ann", "player", 100)))
    house.done(malfunction(first=1))
    before = house.house.accounts
    change = house.done(Act("zero", (BringShoe(),)))
    assert len(change.written) == 1, "the rounds that are void are not void again"
    assert house.house.accounts == before


def test_rounds_whose_stakes_were_dropped_stand(house: PureHouse) -> None:
    for _ in range(2):
        house.done(game(PlaceWager("ann", "player", 100)))
    before = house.house.accounts
    house.drop_bodies("table/zero")
    assert house.denied(malfunction(first=1)) == "too-long-ago"
    assert house.house.accounts == before


# --- meters and payments, held against the books ------------------------------------------------


def test_meters_that_do_not_explain_the_credits_are_named(house: PureHouse) -> None:
    ledger = house.house.ledger()
    bought = {name: Meter(buy_ins=100_000) for name in ("ann", "bob")}
    right = Map({MeterKey(name, "", ""): meter for name, meter in bought.items()})
    assert [*unmatched(ledger, right)] == []
    wrong = right.set(MeterKey("bob", "", ""), Meter(buy_ins=99_999))
    assert [*unmatched(ledger, wrong)] == ["bob"]
    played = right.set(MeterKey("ann", "tiger", "mbs-tiger@3"), Meter(staked=10))
    assert [*unmatched(ledger, played)] == ["ann", "the house"]


def bet(outcome: str, *, wager: str = "player") -> Bet:
    return Bet(
        bettor="ann",
        wager=wager,
        stake=10,
        outcome=outcome,
        pays=None,
        returned=0,
        net=-10,
        clause=None,
    )


def test_a_bet_in_the_wrong_pile_is_found() -> None:
    audit = SettlementAudit()
    (words,) = audit.collected(WagersCollected((bet("win"),)))
    assert words.endswith("is collected with the outcome win")


def test_a_bet_that_nobody_placed_is_found() -> None:
    audit = SettlementAudit()
    coup = Coup(number=1, rulebook=TIGER.rulebook)
    (words,) = audit.paid(coup, WagersPaid((bet("push"),)))
    assert words.endswith("is settled, and was never placed")


def test_an_entry_names_the_request_of_whoever_asked_and_of_nobody_else() -> None:
    key = Request(Actor("ann", Role.GUEST), BuyIn("ann", 1), "one_more").key
    assert own_id(key, "ann") == "one_more"
    assert own_id(key, "an") is None
    assert own_id(None, "ann") is own_id(None, "") is None


def test_a_bet_that_was_paid_otherwise_or_not_at_all_is_found() -> None:
    """Ten on Player, and he wins by nine to one: ten are won, and twenty come back."""
    dealt = deal(map(parse_card, ("9s", "Th", "Kd", "Ac")))
    coup = Coup(number=1, rulebook=TIGER.rulebook, stakes=Map({("ann", "player"): 10}), dealt=dealt)
    (words,) = SettlementAudit().paid(coup, WagersPaid((bet("push"),)))
    assert words.startswith("ann's bet of 10 on player: mbs-tiger@")
    assert "outcome win, pays 1:1, returned 20, net 10" in words
    assert "the journal says outcome push, pays None, returned 0, net -10" in words
    (words,) = SettlementAudit().paid(coup, WagersPaid(()))
    assert words == "ann's bet of 10 on player is not settled"
