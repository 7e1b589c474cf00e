"""Those who play and are on record: every bet is held against their limits, in its transaction."""

from itertools import count

import pytest
from immutables import Map
from msgspec.structs import replace
from sqlalchemy import insert, update

import punto
from punto.audit.report import audit
from punto.coup.command import CloseBetting, OpenBetting, PlaceWager, WithdrawWager
from punto.errors import Unverified
from punto.house import (
    AcknowledgeCheck,
    Act,
    BringShoe,
    BuyIn,
    CashOut,
    ChangePassword,
    CloseTable,
    DealOut,
    Done,
    EnrolStaff,
    Exclude,
    House,
    OpenAccount,
    OpenTable,
    PayCredits,
    Request,
    SetLimits,
    SignIn,
    SignOut,
    SignUp,
)
from punto.house.chain import PATRONS, linked
from punto.house.house import Change
from punto.house.record import PatronRecord, encode
from punto.house.request import What
from punto.ledger import Kind
from punto.office.significant import significant
from punto.people import Actor, Limits, Patron, Protection, Role
from punto.people.protection import DAY_MS, Coming, Played
from punto.refusal import Refusal
from punto.store import Database, HouseKey, Writer, schema
from tests.house.matrix import SETTINGS
from tests.house.pure_house import PureHouse

KEY = HouseKey(bytes(range(32)))
NOW = 1_700_000_000_000
MANAGER, ANN = Actor("mary", Role.MANAGER), Actor("ann", Role.PLAYER)
MINUTE = 60_000
IDS = count(1)


class Clock:
    """A clock that stands still."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        return self.now


def hand(*bets: tuple[str, int]) -> Act:
    """Deal a hand at Ann's own table."""
    placed = (PlaceWager("ann", wager, amount) for wager, amount in bets)
    return Act("hers", (BringShoe(), OpenBetting(), *placed, CloseBetting(), DealOut()))


ONLINE = replace(SETTINGS, rulebook=punto.rulebook("zero-commission"))


def house_of_ann() -> PureHouse:
    """Open a shared table that takes bets, and one of Ann's own."""
    house = PureHouse(shared=(SETTINGS, ""), hers=(ONLINE, "ann"))
    house.done(Act("shared", (BringShoe(), OpenBetting())))
    return house


def said(house: PureHouse, what: What) -> str:
    """Ask as Ann, and give the answer in a word."""
    answer = house.carry_out(Request(ANN, what, f"a{next(IDS)}"))
    return answer.code if isinstance(answer, Refusal) else "done"


def bet(amount: int, wager: str = "player") -> Act:
    return Act("shared", (PlaceWager("ann", wager, amount),))


def test_a_stake_limit_holds_for_all_wagers_of_a_round_together() -> None:
    house = house_of_ann()
    assert said(house, SetLimits(account="ann", limits=Limits(stake=30))) == "done"
    assert said(house, bet(20)) == "done"
    assert said(house, bet(12, "tie")) == "stake-limit"
    assert said(house, bet(10, "tie")) == "done"
    taken_back = Act("shared", (WithdrawWager("ann", "player"),))
    assert said(house, taken_back) == "done"
    changed = WithdrawWager("ann", "tie"), PlaceWager("ann", "player", 32)
    assert said(house, Act("shared", changed)) == "stake-limit"
    assert said(house, Act("shared", (*changed[:1], PlaceWager("ann", "player", 30)))) == "done"
    assert said(house, hand(("player", 32))) == "stake-limit"
    assert said(house, hand(("player", 30))) == "done"
    assert said(house, hand(("nothing", 30))) == "unknown-wager"
    # Bob has set none, and nothing was counted for him.
    house.done(Act("shared", (PlaceWager("bob", "player", 500),)), who="bob")
    assert set(house.house.patrons) == {"ann"}


def test_a_loss_limit_counts_what_is_lost_and_what_may_be() -> None:
    house = house_of_ann()
    assert said(house, SetLimits(account="ann", limits=Limits(loss_day=100))) == "done"
    assert said(house, bet(60)) == "done"  # and it stays at risk
    assert said(house, hand(("player", 42))) == "loss-limit"
    while house.house.accounts["ann"].balance > 100_000 - 40:  # a tie wins now and then
        assert said(house, hand(("tie", 10))) == "done"
    assert said(house, hand(("tie", 2))) == "loss-limit"
    house.now_ms += DAY_MS
    assert said(house, hand(("player", 40))) == "done"


def test_a_ticket_that_is_not_printed_yet_is_at_no_risk() -> None:
    house = house_of_ann()
    assert said(house, SetLimits(account="ann", limits=Limits(loss_day=100))) == "done"
    assert said(house, CashOut("ann")) == "done"
    house.done(BuyIn("ann", 500))
    assert said(house, bet(100)) == "done"
    assert said(house, bet(2)) == "loss-limit"


def test_whoever_is_excluded_bets_nowhere_buys_nothing_and_is_paid() -> None:
    house = house_of_ann()
    assert said(house, Exclude(account="ann", days=1)) == "done"
    for what in (bet(20), hand(("player", 20))):
        assert said(house, what) == "excluded"
    assert house.denied(BuyIn("ann", 10)) == "excluded"
    assert said(house, CashOut("ann")) == "done"
    house.now_ms += DAY_MS - 1
    assert said(house, bet(20)) == "excluded"
    assert said(house, Exclude(account="ann", days=7)) == "done"
    head = house.house.head(PATRONS)
    assert said(house, Exclude(account="ann", days=1)) == "nothing-to-do"
    assert said(house, SetLimits(account="ann", limits=Limits())) == "nothing-to-do"
    assert house.house.head(PATRONS) == head  # nothing new, and nothing written
    house.now_ms += 7 * DAY_MS - 1
    assert said(house, hand(("player", 20))) == "excluded"
    assert said(house, Exclude(account="ann", days=None)) == "done"
    house.now_ms += 3_650 * DAY_MS
    assert said(house, hand(("player", 20))) == "excluded"


def test_whoever_is_excluded_moves_no_stake_to_another_wager_and_takes_back_what_lies_there() -> (
    None
):
    house = house_of_ann()
    assert said(house, Act("shared", (*bet(20).actions, *bet(10, "tie").actions))) == "done"
    assert said(house, Exclude(account="ann", days=None)) == "done"
    moved = WithdrawWager("ann", "player"), PlaceWager("ann", "banker", 20)
    less = WithdrawWager("ann", "player"), PlaceWager("ann", "player", 10)
    more_of_one = (*less, PlaceWager("ann", "tie", 2))
    for actions in (moved, more_of_one):
        assert said(house, Act("shared", actions)) == "excluded"
    assert said(house, Act("shared", less)) == "done"
    assert said(house, Act("shared", (WithdrawWager("ann", "tie"),))) == "done"


def test_credits_of_whoever_is_excluded_can_be_paid_at_the_cage() -> None:
    house = house_of_ann()
    house.done(Exclude(account="bob", days=None, who="Sue", why="asked for it"), who="mary")
    house.done(PayCredits("bob", 100_000))
    assert house.house.accounts["bob"].balance == 0


def test_a_check_must_be_acknowledged_before_the_next_bet() -> None:
    house = house_of_ann()
    assert said(house, AcknowledgeCheck("ann")) == "no-check-due"
    assert said(house, SetLimits(account="ann", limits=Limits(check_minutes=10))) == "done"
    for _ in range(2):
        assert said(house, hand(("player", 2))) == "done"
        house.now_ms += 5 * MINUTE
    assert said(house, hand(("player", 2))) == "check-due"
    assert said(house, AcknowledgeCheck("ann")) == "done"
    assert said(house, hand(("player", 2))) == "done"
    house.now_ms += 60 * MINUTE  # Ann has only looked on since, and her screen asks her
    assert said(house, AcknowledgeCheck("ann")) == "done"
    protection = house.house.patrons["ann"].protection
    assert protection is not None
    assert protection.check_due_ms(house.now_ms) is None
    assert said(house, SetLimits(account="ann", limits=Limits())) == "done"
    house.now_ms += DAY_MS
    assert said(house, AcknowledgeCheck("ann")) == "done"


def test_the_house_sets_limits_with_a_name_and_a_reason() -> None:
    house = house_of_ann()
    limits = SetLimits(account="ann", limits=Limits(stake=10), who="Mary", why="a letter")
    house.done(limits)
    assert said(house, SetLimits(account="ann", limits=Limits(stake=900))) == "done"
    house.now_ms += 2 * DAY_MS
    assert said(house, bet(12)) == "stake-limit"
    house.done(SetLimits(account="ann", limits=Limits(), who="Mary", why="another letter"))
    assert said(house, bet(12)) == "done"
    unsigned = Request(MANAGER, Exclude(account="ann", days=1), "m1")
    assert isinstance(refused := house.carry_out(unsigned), Refusal)
    assert refused.code == "who-and-why-wanted"


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    house = house_of_ann()
    before = house.house.head(PATRONS)
    assert said(house, Exclude(account="ann", days=0)) == "request-malformed"
    assert said(house, Exclude(account="ann", days=3_651)) == "request-malformed"
    for limits in (Limits(minutes_day=7), Limits(check_minutes=0), Limits(stake=10**18)):
        assert said(house, SetLimits(account="ann", limits=limits)) == "request-malformed"
    assert house.denied(SetLimits(account="nobody", limits=Limits())) == "no-such-player"
    assert house.denied(SetLimits(account="ann", limits=Limits()), id_="") == "id-wanted"
    assert house.house.head(PATRONS) == before


def test_a_game_has_its_least_time_by_setting() -> None:
    house = house_of_ann()
    house.game_ms = 5_000
    assert said(house, hand(("player", 2))) == "done"
    house.now_ms += 4_999
    assert said(house, hand(("player", 2))) == "too-soon"
    house.now_ms += 1
    assert said(house, hand(("player", 2))) == "done"
    assert said(house, bet(2)) == "done"  # a shared table has the pace of its dealer
    house.done(CloseTable("hers", "closing"))
    assert said(house, Act("none", ())) == "no-such-table"


# --- in the books -------------------------------------------------------------------------------


def opened(url: str, clock: Clock) -> Writer:
    """Open a house with an account and a shared table that takes bets."""
    writer = Writer(Database(url), KEY, clock=clock)
    house = Actor("house", Role.HOUSE)
    first: tuple[tuple[Actor, What, str], ...] = (
        (house, OpenAccount("cage", Kind.CASH), "cage"),
        (house, OpenAccount("house", Kind.HOUSE), "house"),
        (house, OpenAccount("ann"), "ann"),
        (house, BuyIn("ann", 1_000), "buy"),
        (house, OpenTable("hers", ONLINE, "ann"), ""),
    )
    for actor, what, id_ in first:
        answer = writer.ask(Request(actor, what, id_))
        assert isinstance(answer, Done), answer
    return writer


def asked(writer: Writer, what: What) -> str:
    answer = writer.ask(Request(ANN, what, f"b{next(IDS)}"))
    assert isinstance(answer, Done | Refusal), answer
    return "done" if isinstance(answer, Done) else answer.code


def test_the_day_before_a_limit_is_looser_is_not_begun_anew_by_a_restart(database_url: str) -> None:
    clock = Clock()
    writer = opened(database_url, clock)
    assert asked(writer, SetLimits(account="ann", limits=Limits(stake=10, loss_day=500))) == "done"
    clock.now += 1_000
    assert asked(writer, SetLimits(account="ann", limits=Limits(stake=100))) == "done"
    for passed, expected in (
        (DAY_MS // 2, "stake-limit"),
        (DAY_MS // 2 - 1, "stake-limit"),
        (1, "done"),
    ):
        clock.now += passed
        writer.close()
        writer = Writer(Database(database_url), KEY, clock=clock)
        assert asked(writer, hand(("player", 12))) == expected, passed
    # What was lost is read from the meters, what was played from its chain, by whoever comes next.
    protection = writer.house.patrons["ann"].protection
    assert protection is not None
    writer.close()
    again = Writer(Database(database_url), KEY, clock=clock)
    assert again.house.patrons["ann"].protection == protection
    again.close()
    with Database(database_url).reading() as connection:
        assert audit(connection).findings == ()
        told = [each.what for each in significant(connection, None, 50)[0]]
    assert "limits of ann: stake 10, loss day 500" in told


def test_what_is_lost_in_one_group_counts_at_once(sqlite_url: str) -> None:
    clock = Clock()
    writer = opened(sqlite_url, clock)
    assert asked(writer, SetLimits(account="ann", limits=Limits(loss_week=100))) == "done"
    answers: list[str] = []
    for number in range(80):  # all of them wait together
        request = Request(ANN, hand(("tie", 10)), f"many-{number}")
        writer.submit(request, lambda answer: answers.append(type(answer).__name__))
    while asked(writer, hand(("tie", 10))) == "done":
        pass
    account = writer.account("ann")
    assert account is not None
    assert len(answers) == 80
    assert 900 <= account.balance < 910
    writer.close()


def forge(url: str, *bodies: bytes) -> None:
    """Add entries that no house would write."""
    writer = opened(url, Clock())
    assert asked(writer, SetLimits(account="ann", limits=Limits(stake=10))) == "done"
    assert asked(writer, Exclude(account="ann", days=7)) == "done"
    head = writer.house.head(PATRONS)
    writer.close()
    with Database(url).reading() as connection:
        for body in bodies:
            link = linked(head, PATRONS, NOW, None, body)
            head = link.head
            connection.execute(insert(schema.journal).values(link._asdict()))
        moved = update(schema.heads).where(schema.heads.c.chain == PATRONS)
        connection.execute(moved.values(position=head.position, hash=head.hash))
        connection.commit()


def findings(url: str) -> list[str]:
    """Audit the books."""
    with Database(url).reading() as connection:
        return [each.what for each in audit(connection).findings]


def test_the_audit_finds_whoever_was_protected_less(sqlite_url: str) -> None:
    week = NOW + 7 * DAY_MS
    held = Protection(own=Limits(stake=10), excluded_until_ms=week)

    def record(protection: Protection | None, **more: str) -> PatronRecord:
        given = {"who": "ann", "role": "player", **more}
        return PatronRecord(patron=Patron(id="ann", protection=protection), **given)

    early = Coming(Limits(stake=20), NOW + DAY_MS - 1)
    records = (
        record(Protection(own=Limits(stake=10), excluded_until_ms=week - 1)),
        record(Protection(own=Limits(stake=11), excluded_until_ms=week)),
        record(held),
        record(Protection(own=held.own, excluded_until_ms=week, coming=early)),
        record(Protection(own=held.own, excluded_until_ms=week, of_house=Limits(stake=5))),
        record(held, role="manager", who="mary"),
        record(held, who="bob"),
        record(Protection(own=Limits(stake=9), excluded_until_ms=week), bet="table/hers 3"),
        record(None, role="dealer"),
    )
    forge(sqlite_url, *map(encode, records))
    found = findings(sqlite_url)
    for words in (
        "the exclusion of ann was shortened",
        "limits of ann were loosened at once",
        "limits of ann were to be looser before a day was over",
        "limits that the house has set for ann were changed by ann",
        "more than a bet of ann was counted",
    ):
        assert words in found
    assert any("bob" in each for each in found)


def test_an_entry_that_cannot_be_read_is_found_by_audit_and_start(sqlite_url: str) -> None:
    forge(sqlite_url, b"{}")
    assert any("cannot be read" in each for each in findings(sqlite_url))
    with pytest.raises(Unverified, match="patrons: an entry cannot be read"):
        Writer(Database(sqlite_url), KEY)


def test_a_house_of_before_has_nobody_on_record() -> None:
    assert dict(House().patrons) == {}
    assert Played() == Protection().played


# --- names and passwords ------------------------------------------------------------------------

GUEST = Actor("ann", Role.GUEST)
NAMELESS = "request-malformed"


def test_a_guest_takes_a_name_once_and_nobody_elses() -> None:
    house = house_of_ann()
    house.done(EnrolStaff("dora", Role.DEALER, "a hash"))
    for name, code in (
        ("x", NAMELESS),
        ("house", NAMELESS),
        ("dora", "name-taken"),
        ("bob", "name-taken"),
    ):
        refused = house.carry_out(Request(GUEST, SignUp("ann", name, "h"), f"n-{name}"))
        assert isinstance(refused, Refusal)
        assert refused.code == code, name
    assert isinstance(house.carry_out(Request(GUEST, SignUp("ann", "ann-lee", "h"), "up")), Change)
    assert house.house.names == Map({"ann-lee": "ann"})
    assert house.denied(SignUp("ann", "another", "h")) == "name-taken"
    assert house.denied(SignUp("bob", "ann-lee", "h")) == "name-taken"
    assert house.denied(EnrolStaff("ann-lee", Role.CAGE, "h")) == "name-taken"
    assert house.denied(OpenAccount("ann-lee")) == "name-taken"


def test_the_name_of_an_account_that_is_not_at_hand_is_taken_too(sqlite_url: str) -> None:
    writer = opened(sqlite_url, Clock())
    house = Actor("house", Role.HOUSE)
    assert isinstance(writer.ask(Request(house, OpenAccount("terminal-2"), "t")), Done)
    writer.close()
    writer = Writer(Database(sqlite_url), KEY, clock=Clock())
    refused = writer.ask(Request(GUEST, SignUp("ann", "terminal-2", "h"), "up"))
    assert isinstance(refused, Refusal)
    assert refused.code == "name-taken"
    assert dict(writer.house.names) == {}
    writer.close()


def ended(house: PureHouse) -> tuple[int, ...]:
    """Tell which visits of Ann are signed out."""
    return house.house.patrons["ann"].ended


def test_another_password_and_every_way_out_change_the_seal_or_end_one_visit() -> None:
    house = house_of_ann()
    assert Patron(id="ann").seal == ""
    house.done(SignUp("ann", "ann-lee", "h"))
    seals = {house.house.patrons["ann"].seal}
    assert said(house, ChangePassword("ann", "i", "h")) == "done"
    seals.add(house.house.patrons["ann"].seal)
    # Whoever gave the password of before, and was overtaken while it was hashed, is not let in.
    assert house.denied(SignIn("ann", "h")) == "set-meanwhile"
    assert said(house, ChangePassword("ann", "j", "h")) == "set-meanwhile"
    house.done(SignIn("ann", "i"))
    house.now_ms += 1
    house.done(SignIn("ann", "i"))
    patron = house.house.patrons["ann"]
    assert (patron.signed_in_ms, patron.signed_in_before_ms) == (NOW + 1, NOW)
    assert said(house, SignOut("ann", NOW)) == "done"
    assert ended(house) == (NOW,)
    house.now_ms += 31 * MINUTE
    assert said(house, SignOut("ann", NOW + 5)) == "done"
    assert ended(house) == (NOW + 5,)  # the other is idle anyway
    assert {house.house.patrons["ann"].seal} <= seals
    assert said(house, SignOut("ann", None)) == "done"
    assert ended(house) == ()
    assert len(seals | {house.house.patrons["ann"].seal}) == 3


def test_whoever_signs_out_again_and_again_is_signed_out_everywhere() -> None:
    house = house_of_ann()
    house.done(SignUp("ann", "ann-lee", "h"))
    for number in range(100):
        assert said(house, SignOut("ann", NOW + number)) == "done"
        assert len(ended(house)) <= 20
    assert house.house.patrons["ann"].signed_out == 100 // 21


def test_the_audit_knows_who_may_name_let_in_and_let_out(sqlite_url: str) -> None:
    week = NOW + 7 * DAY_MS
    protection = Protection(own=Limits(stake=10), excluded_until_ms=week)
    named = Patron(id="ann", name="ann-lee", password="h", protection=protection)  # noqa: S106 – a hash
    changes = (
        named,
        replace(named, password="i"),  # noqa: S106 – a hash
        replace(named, password="i", signed_out=1),  # noqa: S106 – a hash
        replace(named, password="i", signed_out=1, name="eve"),  # noqa: S106 – a hash
        Patron(id="bob", name="eve"),
    )
    records = [PatronRecord(who="dora", role="dealer", patron=each) for each in changes]
    forge(sqlite_url, *map(encode, records))
    found = findings(sqlite_url)
    for words in ("give an account a name", "take another password", "sign out"):
        assert any(f"dealer dora had no right to {words}" in each for each in found), words
    assert "ann was called ann-lee, and is to be eve" in found
    assert "bob has the name eve of ann" in found
