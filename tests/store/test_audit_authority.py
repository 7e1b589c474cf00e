"""An entry that somebody had no right to is found, in books that are otherwise without fault."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

import punto
from punto.audit.report import audit
from punto.coup.command import CloseBetting, DealCard, OpenBetting, PlaceWager
from punto.coup.event import RoundVoided
from punto.house import (
    Act,
    BringShoe,
    CashOut,
    ConfirmTicket,
    DealOut,
    EndCashOut,
    EnrolStaff,
    EnrolTerminal,
    LeaveTable,
    OpenTable,
    RevokeStaff,
    TakeTable,
)
from punto.house.chain import CAGE, CHECKPOINTS, COMMITS, RETENTION, Link
from punto.house.forward import decode_retention
from punto.house.record import TableRecord, decode_cage, decode_table, encode
from punto.house.request import RelieveDealer
from punto.people import Role
from punto.store import Database, reading
from punto.table import Found, Limit, Settings
from punto.table.command import Decide, OpenShoe, ReportIrregularity
from punto.table.event import SupervisorDecided
from punto.table.record import DealerCame, DealerLeft, DealerRelieved, Recorded, TableOpened
from punto.table.settings import Driven
from tests.store.played_house import Play, played
from tests.store.tamperer import Change, tampering
from tests.store.test_retention import YEAR, Years
from tests.store.test_retention import done as is_done

Forge = Callable[[TableRecord], TableRecord]


def found(url: str) -> dict[str, list[str]]:
    """Audit the books, and give what is found at each place."""
    with Database(url).reading() as connection:
        findings = audit(connection).findings
    places: dict[str, list[str]] = {}
    for finding in findings:
        places.setdefault(finding.place, []).append(finding.what)
    return places


def forge(url: str, chain: str, change: Change) -> None:
    """Write a chain anew, with all that binds it."""
    with tampering(url) as tamperer:
        tamperer.forge(chain, change)


def in_role(link: Link, role: str) -> bytes:
    """Write an entry of any chain as if it had been made in another role."""
    if link.chain == RETENTION:
        return encode(replace(decode_retention(link.body or b""), role=role))
    if link.chain == CAGE:
        return encode(replace(decode_cage(link.body or b""), role=role))
    return encode(replace(decode_table(link.body or b""), role=role))


class Once:
    """Forges the first entry of a table that holds an event of a kind, and remembers its place."""

    def __init__(self, kind: str, change: Forge) -> None:
        self.place = ""
        self._kind = kind
        self._change = change

    def __call__(self, link: Link) -> bytes:
        record = decode_table(link.body or b"")
        kinds = {type(event).__name__ for event in record.events}
        if self.place or self._kind not in kinds:
            return link.body or b""
        self.place = f"{link.chain}, entry {link.position}"
        return encode(self._change(record))


@pytest.mark.parametrize("chain", ["table/tiger", "table/seated", "table/nc", CAGE])
def test_every_entry_of_somebody_who_may_do_nothing_is_found(sqlite_url: str, chain: str) -> None:
    """An auditor only reads: whatever was done, it was not he who did it."""
    played(sqlite_url)
    forge(sqlite_url, chain, lambda link: in_role(link, "auditor"))
    with Database(sqlite_url).reading() as connection:
        links = list(reading.links(connection, chain))
    places = found(sqlite_url)
    assert len(links) >= 10
    for link in links:
        what = " ".join(places[f"{chain}, entry {link.position}"])
        assert "had no right to" in what, link


def as_role(role: str) -> Forge:
    return lambda record: replace(record, role=role)


FORGERIES: dict[str, tuple[str, Forge, str]] = {
    "a bet of somebody else": (
        "WagerPlaced",
        lambda record: replace(record, who="eve"),
        "guest eve had no right to bet",
    ),
    "a dealer who bets": ("WagerPlaced", as_role("dealer"), "dealer ann had no right to bet"),
    "a player who deals": ("WagersPaid", as_role("player"), "player house had no right to deal"),
    "a player with a shoe": (
        "ShoeOpened",
        as_role("player"),
        "player house had no right to put a shoe on the table",
    ),
    "a terminal that reports": (
        "IrregularityRuled",
        as_role("terminal"),
        "terminal house had no right to report an irregularity",
    ),
    "a dealer who opens": (
        "TableOpened",
        as_role("dealer"),
        "dealer house had no right to open a table",
    ),
    "a role that is none": (
        "BettingOpened",
        as_role("king"),
        "made in the role 'king', which is none",
    ),
}


@pytest.mark.parametrize(("kind", "change", "words"), FORGERIES.values(), ids=FORGERIES)
def test_a_forged_name_or_role_is_found_where_it_is(
    sqlite_url: str, kind: str, change: Forge, words: str
) -> None:
    played(sqlite_url)
    once = Once(kind, change)
    forge(sqlite_url, "table/tiger", once)
    assert words in found(sqlite_url)[once.place]


def test_books_of_before_have_no_roles_and_nothing_is_found(sqlite_url: str) -> None:
    played(sqlite_url)
    with Database(sqlite_url).reading() as connection:
        chains = {*reading.chains(connection)} - {CHECKPOINTS, COMMITS}
    for chain in chains:
        forge(sqlite_url, chain, lambda link: in_role(link, ""))
    assert found(sqlite_url) == {}


# --- a table of one's own, physical cards, the counter, old entries -----------------------------


@pytest.fixture
def house(sqlite_url: str) -> Play:
    house = Play(sqlite_url)
    house.open_accounts()
    return house


def owned_by_bob(record: TableRecord) -> TableRecord:
    opened, *rest = record.events
    assert isinstance(opened, TableOpened)
    return replace(record, events=(replace(opened, owner="bob"), *rest))


def test_a_game_is_right_at_ones_own_table_and_wrong_at_anothers(
    house: Play, sqlite_url: str
) -> None:
    house.open_table("own", "zero-commission", owner="ann")
    bet = PlaceWager("ann", "player", 100)
    game = (BringShoe(), OpenBetting(), bet, CloseBetting(), DealOut())
    done = house.ask(Act("own", game), "ann")
    house.writer.close()
    assert found(sqlite_url) == {}
    forge(sqlite_url, "table/own", Once("TableOpened", owned_by_bob))
    wrong = found(sqlite_url)[f"table/own, entry {done.link.position}"]
    assert "guest ann had no right to put a shoe on the table" in wrong
    assert "guest ann had no right to deal" in wrong
    assert "guest ann had no right to bet" in wrong


def test_nobody_deals_himself_cards_of_his_own_choice(house: Play, sqlite_url: str) -> None:
    house.open_table("own", "mbs-tiger", owner="ann")
    house.ask(Act("own", (OpenShoe(None, "dora"), OpenBetting())), "dora")
    house.ask(Act("own", (CloseBetting(), *map(DealCard, ("9s", "4h", "Td", "2c")))), "dora")
    house.writer.close()
    assert found(sqlite_url) == {}
    forge(sqlite_url, "table/own", lambda link: as_ann(link) if link.position > 1 else link.body)
    wrong = found(sqlite_url)
    words = "guest ann had no right to deal physical cards"
    assert [words in wrong[f"table/own, entry {at}"] for at in (2, 3)] == [True, True]


def as_ann(link: Link) -> bytes:
    return encode(replace(decode_table(link.body or b""), who="ann", role="guest"))


def test_what_staff_do_at_the_counter_is_judged_as_that(house: Play, sqlite_url: str) -> None:
    house.ask(EnrolTerminal("cy"))
    house.ask(CashOut("ann"), "ann")
    house.ask(EndCashOut(account="ann", printed=True, who="kim", why="seen"), "kim")
    pending = house.ask(CashOut("bob"), "bob")
    own = house.ask(ConfirmTicket(pending.link.request or "", printed=False), "bob")
    house.writer.close()
    assert found(sqlite_url) == {}
    forge(sqlite_url, CAGE, lambda link: in_role(link, "player"))
    wrong = {what for each in found(sqlite_url).values() for what in each}
    assert wrong == {
        "player house had no right to open an account",
        "player house had no right to sell credits",
        "player house had no right to enrol a terminal",
        "player kim had no right to end somebody's cash-out",
    }
    assert own.link.position == house.writer.house.head(CAGE).position, "and this was his own"


def test_old_entries_are_dropped_by_a_manager(sqlite_url: str) -> None:
    years = Years(sqlite_url)
    years.begin()
    years.reopen()
    years.wait(YEAR + 1)
    is_done(years.drop())
    years.writer.close()
    assert found(sqlite_url) == {}
    forge(sqlite_url, RETENTION, lambda link: in_role(link, "dealer"))
    words = found(sqlite_url)[f"{RETENTION}, entry 1"]
    assert words == ["dealer job had no right to drop old entries"]


# --- a table with a dealer ----------------------------------------------------------------------


def dealt_by_dora(url: str) -> None:
    """Let a dealer of the house deal a round, and Dave be one who is revoked."""
    house = Play(url)
    house.open_accounts()
    for person in ("dora", "dave"):
        house.ask(EnrolStaff(person, Role.DEALER, "a hash"))
    house.ask(RevokeStaff("dave", "left the house"), "mary")
    rulebook = punto.rulebook("mbs-tiger")
    limit = Limit(minimum=20, maximum=50_000, step=20)
    driven = Settings(rulebook=rulebook, decks=8, limit=limit, driven=Driven.BY_DEALER)
    house.ask(OpenTable("salon", driven))
    for action in (TakeTable(), BringShoe(), OpenBetting(), CloseBetting()):
        house.ask(Act("salon", (action,)), "dora")
    report = ReportIrregularity(found=Found.MALFUNCTION, who="dora", why="it jams")
    house.ask(Act("salon", (report,)), "dora")
    house.ask(Act("salon", (Decide(void=True, who="sue", why="seen"),)), "sue")
    house.ask(Act("salon", (LeaveTable(),)), "dora")
    house.ask(Act("salon", (TakeTable(),)), "dora")
    house.ask(Act("salon", (RelieveDealer("sue", "he fell ill"),)), "sue")
    house.writer.close()


def taken_by(name: str) -> Forge:
    """Write an entry as if somebody else had taken the table."""
    return lambda record: replace(record, who=name, events=(DealerCame(name),))


def with_events(*events: Recorded) -> Forge:
    """Write an entry as if something else had happened at the table."""
    return lambda record: replace(record, events=events)


def decided_by(name: str, record: TableRecord) -> tuple[Recorded, ...]:
    """Name somebody else for a decision, and for the void that follows from it."""
    return tuple(
        replace(each, who=name) if isinstance(each, SupervisorDecided | RoundVoided) else each
        for each in record.events
    )


OF_DEALERS: dict[str, tuple[str, Forge, str]] = {
    "a dealer of another table": (
        "BettingOpened",
        lambda record: replace(record, who="dave"),
        "dealer dave had not taken the table to deal: dora had",
    ),
    "somebody who was never enrolled": (
        "DealerCame",
        taken_by("eve"),
        "eve took the table, and was no dealer of the house then",
    ),
    "somebody who was revoked": (
        "DealerCame",
        taken_by("dave"),
        "dave took the table, and was no dealer of the house then",
    ),
    "a dealer who judges the own round": (
        "SupervisorDecided",
        lambda record: replace(record, who="dora"),
        "supervisor dora had dealt the round, and had no right to decide on an irregularity",
    ),
    "a dealer who was sent for": (
        "DealerCame",
        with_events(DealerCame("dave")),
        (
            "DealerCame(who='dave', before=''): by what came before it is "
            "DealerCame(who='dora', before='')"
        ),
    ),
    "a dealer who had the table from nobody": (
        "DealerCame",
        with_events(DealerCame("dora", "eve")),
        (
            "DealerCame(who='dora', before='eve'): by what came before it is "
            "DealerCame(who='dora', before='')"
        ),
    ),
    "a dealer who took the table again": (
        "DealerLeft",
        with_events(DealerCame("dora", "dora")),
        "DealerCame: the house refuses this here: you deal here already",
    ),
    "a dealer who left for another": (
        "DealerLeft",
        with_events(DealerLeft("dave")),
        "DealerLeft(who='dave'): by what came before it is DealerLeft(who='dora')",
    ),
    "a dealer who left a round in play": (
        "BettingClosed",
        with_events(DealerLeft("dora")),
        (
            "DealerLeft: the house refuses this here: a round is in play: finish it, or let "
            "another dealer take the table"
        ),
    ),
    "a dealer who was not there to be relieved": (
        "DealerRelieved",
        with_events(DealerRelieved("dave", "sue", "ill")),
        (
            "DealerRelieved(who='dave', by='sue', why='ill'): by what came before it is "
            "DealerRelieved(who='dora', by='sue', why='ill')"
        ),
    ),
    "a dealer who was relieved in another's name": (
        "DealerRelieved",
        with_events(DealerRelieved("dora", "sam", "ill")),
        (
            "DealerRelieved(who='dora', by='sam', why='ill'): by what came before it is "
            "DealerRelieved(who='dora', by='sue', why='ill')"
        ),
    ),
    "a dealer who is named as the judge of the own round": (
        "SupervisorDecided",
        lambda record: replace(record, events=decided_by("dora", record)),
        "dora had dealt the round, and had no right to decide on an irregularity",
    ),
}


@pytest.mark.parametrize("forgery", OF_DEALERS)
def test_a_dealer_who_had_not_the_table_is_found(sqlite_url: str, forgery: str) -> None:
    kind, change, words = OF_DEALERS[forgery]
    dealt_by_dora(sqlite_url)
    assert found(sqlite_url) == {}
    once = Once(kind, change)
    forge(sqlite_url, "table/salon", once)
    assert words in found(sqlite_url)[once.place]


def test_commits_that_cannot_be_read_say_nothing_of_dealers(sqlite_url: str) -> None:
    dealt_by_dora(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        tamperer.forget_checkpoints()
        tamperer.rewrite(COMMITS, lambda link: link.body if link.position == 1 else b"{")
    places = found(sqlite_url)
    assert "cannot be read" in " ".join(places["commits/1, entry 2"])
    assert not [what for each in places.values() for what in each if "no dealer" in what]


# --- clocks that are set back -------------------------------------------------------------------


def salon_at(url: str, clock: list[int]) -> Play:
    """Open a table that a person deals, by a clock that a test sets."""
    house = Play(url, lambda: clock[0])
    rulebook, limit = punto.rulebook("mbs-tiger"), Limit(minimum=20, maximum=50_000, step=20)
    driven = Settings(rulebook=rulebook, decks=8, limit=limit, driven=Driven.BY_DEALER)
    house.ask(OpenTable("salon", driven))
    return house


def test_a_dealer_who_came_after_the_clock_was_set_back_is_not_blamed(sqlite_url: str) -> None:
    clock = [1_000_000]
    house = salon_at(sqlite_url, clock)
    house.ask(EnrolStaff("dora", Role.DEALER, "a hash"))
    clock[0] = 500_000
    house.ask(Act("salon", (TakeTable(),)), "dora")
    house.writer.close()
    assert found(sqlite_url) == {}


def test_a_dealer_who_was_revoked_is_blamed_whatever_the_clock_says(sqlite_url: str) -> None:
    clock = [1_000_000]
    house = salon_at(sqlite_url, clock)
    for person in ("dora", "dave"):
        house.ask(EnrolStaff(person, Role.DEALER, "a hash"))
    clock[0] = 2_000_000
    house.ask(RevokeStaff("dave", "left the house"), "mary")
    clock[0] = 1_500_000
    house.ask(Act("salon", (TakeTable(),)), "dora")
    house.writer.close()
    once = Once("DealerCame", taken_by("dave"))
    forge(sqlite_url, "table/salon", once)
    words = "dave took the table, and was no dealer of the house then"
    assert words in found(sqlite_url)[once.place]
