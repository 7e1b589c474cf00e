"""Players add to shared shoes: who may, when, and that nobody can turn it afterwards."""

from collections.abc import Callable, Sequence
from hashlib import sha256

import pytest
from msgspec.structs import replace

from punto.audit.finding import Finding
from punto.audit.shoes import ShoeAudit
from punto.coup.command import OpenBetting
from punto.fair import BeaconRound, Contribution, contribution_commitment, contributor_name
from punto.house import Act, BringShoe, CloseTable, Contribute, HearBeacon, ShowContribution
from punto.house.chain import table_chain
from punto.house.draft import order_for
from punto.house.record import decode_table
from punto.house.request import OpenTable, TableAction
from punto.table.carried import carried, restored
from punto.table.command import OpenShoe
from punto.table.contributing import MOST_CONTRIBUTIONS, SITS_OUT, BeaconCall, Contributing
from punto.table.house_table import HouseTable, fold_recorded, opened_house_table
from punto.table.record import (
    OutsideEntropyMixed,
    Recorded,
    ShoeMixed,
    TableOpened,
)
from tests.fair.test_contributions import QUICKNET, ROUNDS
from tests.house.pure_house import NOW_MS, PureHouse
from tests.house.test_requests import CHIPS, TIGER, ZERO

REVEAL_MS = TIGER.reveal_ms
BEACON = BeaconRound(QUICKNET, 1000000, ROUNDS[1000000][0])
CALL = BeaconCall(QUICKNET, 1000000, NOW_MS + REVEAL_MS + 1_500, NOW_MS + REVEAL_MS + 9_000)


def chance(who: str) -> bytes:
    return sha256(who.encode()).digest()


def promise(who: str, shoe: int = 1, word: str = "") -> Contribute:
    made = contribution_commitment(chance(who), word, table="tiger", shoe=shoe)
    return Contribute(who, shoe, made)


def shown(who: str, shoe: int = 1, word: str = "") -> ShowContribution:
    return ShowContribution(who, shoe, chance(who).hex(), word)


@pytest.fixture
def house() -> PureHouse:
    return PureHouse(tiger=(TIGER, ""), zero=(ZERO, "ann"), chips=(CHIPS, ""))


def do(house: PureHouse, *actions: TableAction, table: str = "tiger") -> None:
    for action in actions:
        house.done(Act(table, (action,)))


def code(house: PureHouse, action: TableAction, table: str = "tiger") -> str:
    return house.denied(Act(table, (action,)))


def events(house: PureHouse) -> list[Recorded]:
    links = house.links[table_chain("tiger")]
    return [event for link in links for event in decode_table(link.body or b"").events]


def last_mix(house: PureHouse) -> ShoeMixed:
    return [event for event in events(house) if isinstance(event, ShoeMixed)][-1]


# --- the way it goes ----------------------------------------------------------------------------


def test_a_shoe_that_nobody_adds_to_is_opened_at_once(house: PureHouse) -> None:
    do(house, BringShoe())
    assert not any(isinstance(event, ShoeMixed | OutsideEntropyMixed) for event in events(house))


def test_a_shoe_is_mixed_when_all_have_shown_and_no_sooner(house: PureHouse) -> None:
    do(house, promise("bob"), promise("ann", word="luck"), BringShoe())
    do(house, shown("ann", word="luck"))
    assert code(house, BringShoe()) == "shuffling"
    do(house, shown("bob"), BringShoe())
    mixed = last_mix(house)
    assert {each.who for each in mixed.contributions} == {
        contributor_name("tiger", "ann"),
        contributor_name("tiger", "bob"),
    }
    assert not any(each.is_withheld for each in mixed.contributions)
    assert house.house.tables["tiger"].contributing == Contributing(), "the next one begins anew"


def test_whoever_withholds_costs_the_window_and_sits_out(house: PureHouse) -> None:
    do(house, promise("bob"), promise("ann"), BringShoe(), shown("ann"))
    house.now_ms += REVEAL_MS - 1
    assert code(house, BringShoe()) == "shuffling"
    house.now_ms += 1
    assert code(house, shown("bob")) == "too-late-to-show"
    do(house, BringShoe())
    withheld = [each.who for each in last_mix(house).contributions if each.is_withheld]
    assert withheld == [contributor_name("tiger", "bob")]
    assert code(house, promise("bob", 2)) == "sitting-out"
    do(house, promise("ann", 2))
    sits_out = house.house.tables["tiger"].contributing
    assert sits_out.out_until("bob") == 1 + SITS_OUT
    assert sits_out.mixed(2).out_until("bob") == 1 + SITS_OUT
    assert sits_out.mixed(1 + SITS_OUT).out_until("bob") == 0, "then he is heard again"


def test_a_clock_that_was_set_back_holds_nothing_up(house: PureHouse) -> None:
    do(house, promise("ann"), BringShoe())
    house.now_ms -= 60_000
    do(house, BringShoe())


def test_a_promise_may_be_made_anew_until_the_set_is_closed(house: PureHouse) -> None:
    do(house, promise("ann"), promise("ann", word="another"), BringShoe())
    assert code(house, shown("ann")) == "not-as-promised"
    do(house, shown("ann", word="another"), BringShoe())
    (given,) = last_mix(house).contributions
    assert given.word == "another"


def test_a_beacon_is_waited_for_and_its_silence_is_on_record(house: PureHouse) -> None:
    do(house, promise("ann"), BringShoe(call=CALL), shown("ann"))
    assert code(house, BringShoe()) == "shuffling"
    house.now_ms = CALL.at_ms
    do(house, HearBeacon(BEACON), BringShoe())
    assert last_mix(house).beacon == BEACON
    silent = PureHouse(tiger=(TIGER, ""))
    do(silent, BringShoe(call=CALL))
    silent.now_ms = CALL.until_ms - 1
    assert code(silent, BringShoe()) == "shuffling"
    silent.now_ms += 1
    assert code(silent, HearBeacon(BEACON)) == "too-late-to-show"
    do(silent, BringShoe())
    assert (last_mix(silent).beacon, last_mix(silent).silent) == (None, True)


# --- refusals -----------------------------------------------------------------------------------

WRONG: dict[str, tuple[Callable[[PureHouse], object], TableAction, str, str]] = {
    "at one's own table": (lambda _: None, promise("ann"), "zero", "no-contributions"),
    "chips of stone": (lambda _: None, promise("ann"), "chips", "another-shoe"),
    "the shoe after the next": (lambda _: None, promise("ann", 2), "tiger", "another-shoe"),
    "no hash": (lambda _: None, Contribute("ann", 1, "A" * 64), "tiger", "contribution-malformed"),
    "the same twice": (
        lambda h: do(h, promise("ann")),
        promise("ann"),
        "tiger",
        "contributed-already",
    ),
    "a copy of another's": (
        lambda h: do(h, promise("ann")),
        replace(promise("ann"), bettor="bob"),
        "tiger",
        "contributed-already",
    ),
    "too late to join": (
        lambda h: do(h, promise("ann"), BringShoe()),
        promise("bob"),
        "tiger",
        "shuffling",
    ),
    "shown too soon": (lambda h: do(h, promise("ann")), shown("ann"), "tiger", "not-shuffling"),
    "shown for another shoe": (
        lambda h: do(h, promise("ann"), BringShoe()),
        shown("ann", 2),
        "tiger",
        "another-shoe",
    ),
    "shown and never promised": (
        lambda h: do(h, promise("ann"), BringShoe()),
        shown("bob"),
        "tiger",
        "not-promised",
    ),
    "shown twice": (
        lambda h: do(h, promise("ann"), promise("bob"), BringShoe(), shown("ann")),
        shown("ann"),
        "tiger",
        "contributed-already",
    ),
    "no chance": (
        lambda h: do(h, promise("ann"), BringShoe()),
        ShowContribution("ann", 1, "ff"),
        "tiger",
        "contribution-malformed",
    ),
    "a word that steers a terminal": (
        lambda h: do(h, promise("ann"), BringShoe()),
        shown("ann", word="\x1b[2J"),
        "tiger",
        "contribution-malformed",
    ),
    "a huge word": (
        lambda h: do(h, promise("ann"), BringShoe()),
        shown("ann", word="a" * 41),
        "tiger",
        "contribution-malformed",
    ),
    "a beacon that nobody called": (
        lambda h: do(h, promise("ann"), BringShoe()),
        HearBeacon(BEACON),
        "tiger",
        "not-shuffling",
    ),
    "another round of the beacon": (
        lambda h: do(h, BringShoe(call=CALL)),
        HearBeacon(replace(BEACON, round=657413)),
        "tiger",
        "another-beacon",
    ),
    "a signature that is none": (
        lambda h: do(h, BringShoe(call=CALL)),
        HearBeacon(replace(BEACON, signature="")),
        "tiger",
        "contribution-malformed",
    ),
    "the beacon twice": (
        lambda h: do(h, BringShoe(call=CALL), HearBeacon(BEACON)),
        HearBeacon(BEACON),
        "tiger",
        "contributed-already",
    ),
    "a beacon that is known before all is shown": (
        lambda h: do(h, promise("ann")),
        BringShoe(call=replace(CALL, at_ms=NOW_MS + REVEAL_MS)),
        "tiger",
        "another-beacon",
    ),
    "entropy of the house's choice": (
        lambda _: None,
        BringShoe("00ff"),
        "tiger",
        "order-not-yours",
    ),
    "a shuffle while a shoe is in play": (
        lambda h: do(h, BringShoe(), promise("ann", 2)),
        BringShoe(),
        "tiger",
        "shoe-in-play",
    ),
    "physical cards instead of a bad shoe": (
        lambda h: do(h, promise("ann"), BringShoe()),
        OpenShoe(None, "dora"),
        "tiger",
        "shuffling",
    ),
}


@pytest.mark.parametrize(("before", "action", "table", "refused"), WRONG.values(), ids=WRONG)
def test_what_is_refused(
    house: PureHouse,
    before: Callable[[PureHouse], object],
    action: TableAction,
    table: str,
    refused: str,
) -> None:
    before(house)
    known = house.house
    assert code(house, action, table) == refused
    assert house.house == known, "nothing is changed"


def test_there_is_room_for_so_many(house: PureHouse) -> None:
    tables = house.house.tables
    contributing = Contributing()
    for name in map("p{}".format, range(MOST_CONTRIBUTIONS)):
        contributing = contributing.promised(name, Contribution(name, promise(name).commitment))
    full = replace(tables["tiger"], contributing=contributing)
    house.house = replace(house.house, tables=tables.set("tiger", full))
    assert code(house, promise("ann")) == "contributions-full"
    do(house, promise("p1", word="anew"))


def test_a_shuffle_that_has_begun_ends_in_its_shoe(house: PureHouse) -> None:
    """The house could otherwise drop a shoe that it does not like, once it knows what it is."""
    do(house, promise("ann"), BringShoe(), shown("ann"))
    assert house.denied(CloseTable("tiger", "no luck today")) == "shuffling"
    assert house.denied(OpenTable("tiger", replace(TIGER, reveal_ms=9_000))) == "shuffling"
    assert code(house, OpenBetting()) == "no-shoe"


def test_a_scanned_shoe_takes_the_place_of_one_that_was_added_to(house: PureHouse) -> None:
    do(house, promise("ann"), OpenShoe(None, "dora"))
    assert house.house.tables["tiger"].contributing == Contributing()


# --- the same shoe, whatever happens --------------------------------------------------------------


def test_a_table_is_the_same_at_every_step_when_it_is_read_back(house: PureHouse) -> None:
    steps = (promise("ann"), promise("bob"), BringShoe(call=CALL), shown("ann"))
    for step in steps:
        do(house, step)
        known = house.house.tables["tiger"]
        assert restored(carried(known)).contributing == known.contributing
    house.now_ms = CALL.at_ms
    do(house, HearBeacon(BEACON), BringShoe())
    known = house.house.tables["tiger"]
    assert known.mixed == last_mix(house) == restored(carried(known)).mixed
    assert known.mixed.silent is False


def order(house: PureHouse) -> tuple[str, ...]:
    shoe = house.house.tables["tiger"].table.shoe
    assert shoe is not None
    assert shoe.order is not None
    return shoe.order


def test_the_order_follows_from_promise_and_all_that_was_added(house: PureHouse) -> None:
    do(house, promise("ann"), promise("bob"), BringShoe(), shown("ann"), shown("bob"))
    before = house.house.tables["tiger"]
    secret = house.house.secrets["tiger", 1]
    do(house, BringShoe())
    outside = house.house.tables["tiger"].outside
    assert order(house) == order_for(before, 1, secret, outside)
    assert order(house) != order_for(before, 1, secret, "")


# --- planted bugs: the house turns the shoe after the set is closed -----------------------------


def honest() -> list[Recorded]:
    """A shoe that two players add to, of whom one withholds, and that is revealed."""
    house = PureHouse(tiger=(TIGER, ""))
    do(house, promise("ann"), promise("bob"), BringShoe(), shown("ann"))
    house.now_ms += REVEAL_MS
    do(house, BringShoe())
    do(house, OpenBetting())
    return events(house)


def found(recorded: Sequence[Recorded]) -> list[str]:
    """Let the audit look at events, one by one, as the entries of one table."""
    audit = ShoeAudit("table/tiger", "tiger")
    said: list[Finding] = []
    first = recorded[0]
    assert isinstance(first, TableOpened)
    house_table: HouseTable = opened_house_table("tiger", first)
    at_ms = NOW_MS
    for position, event in enumerate(recorded[1:], 1):
        begun = house_table.contributing.shuffle
        at_ms = begun.until_ms if isinstance(event, ShoeMixed) and begun else at_ms
        if type(event).__name__ in FAIRNESS:
            said += audit.judged(house_table, event, position, at_ms)  # type: ignore[arg-type]
        house_table = fold_recorded(house_table, event)
        if type(event).__name__ not in {"ShoeOpened", "ShoeMixed"}:
            said += audit.entry_ended(position)
    return [str(each) for each in said]


FAIRNESS = {
    *("ShoeCommitted", "ShoeRevealed", "ShoeOpened", "ShoeMixed", "OutsideEntropyMixed"),
    *("ContributionPromised", "ShuffleBegun", "ContributionShown", "BeaconHeard"),
}


def changed(kind: str, change: Callable[..., Recorded | None]) -> list[Recorded]:
    made = (change(event) if type(event).__name__ == kind else event for event in honest())
    return [event for event in made if event is not None]


def drop_one(event: ShoeMixed) -> ShoeMixed:
    return replace(event, contributions=event.contributions[:1])


def drop_shown(event: ShoeMixed) -> ShoeMixed:
    given = tuple(replace(each, random="", word="") for each in event.contributions)
    return replace(event, contributions=given)


def swap_value(event: ShoeMixed) -> ShoeMixed:
    given = tuple(
        each if each.is_withheld else replace(each, random=chance("eve").hex())
        for each in event.contributions
    )
    return replace(event, contributions=given)


BUGS: dict[str, tuple[str, Callable[..., Recorded | None], str]] = {
    "a contribution is left out": ("ShoeMixed", drop_one, "not mixed with what was promised"),
    "what was shown counts as withheld": ("ShoeMixed", drop_shown, "not mixed with what"),
    "another value is put in its place": ("ShoeMixed", swap_value, "not mixed with what"),
    "a beacon is put in that nobody called": (
        "ShoeMixed",
        lambda event: replace(event, beacon=BEACON),
        "not mixed with what was promised",
    ),
    "the hash is of the house's choice": (
        "OutsideEntropyMixed",
        lambda event: replace(event, outside="00" * 32),
        "does not follow from what was mixed",
    ),
    "the hash is left out": ("OutsideEntropyMixed", lambda _: None, "its entropy is not on record"),
    "nothing is said of the mix": ("ShoeMixed", lambda _: None, "nobody but the house has chosen"),
    "the set is closed without one": (
        "ShuffleBegun",
        lambda event: replace(event, promises=event.promises[:1]),
        "by the rules it is",
    ),
    "a promise under another name": (
        "ContributionPromised",
        lambda event: replace(event, who="somebody"),
        "by the rules it is",
    ),
    "a value that was never promised": (
        "ContributionShown",
        lambda event: replace(event, random=chance("eve").hex()),
        "the house refuses this here",
    ),
    "the shuffle is never begun": ("ShuffleBegun", lambda _: None, "the house refuses this here"),
}


def test_an_honest_shuffle_is_clean() -> None:
    assert found(honest()) == []


@pytest.mark.parametrize(("kind", "change", "says"), BUGS.values(), ids=BUGS)
def test_a_house_that_turns_a_shoe_is_found(
    kind: str, change: Callable[..., Recorded | None], says: str
) -> None:
    assert any(says in each for each in found(changed(kind, change)))


def test_a_shoe_opened_without_what_was_added_is_found() -> None:
    left = [e for e in honest() if not isinstance(e, ShoeMixed | OutsideEntropyMixed)]
    assert any("without what players had added" in each for each in found(left))
