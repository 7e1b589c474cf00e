"""Who may do what: every role asks a real house for everything, and is heard or changes nothing."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import NamedTuple, get_args

import pytest
from sqlalchemy import Connection

from punto.coup.command import CloseBetting, OpenBetting, PlaceWager
from punto.house import (
    Act,
    Answer,
    BringShoe,
    BuyIn,
    CashOut,
    DealOut,
    Done,
    OpenAccount,
    OpenTable,
    Request,
)
from punto.house.authority import Action, Subject, actions_of, permits
from punto.house.chain import COMMITS, table_chain
from punto.house.chain import STAFF as STAFF_CHAIN
from punto.house.house import house_account
from punto.house.record import decode_cage, decode_staff, decode_table
from punto.house.request import TableAction, What
from punto.ledger import Kind
from punto.people import Actor, Role
from punto.refusal import Refusal
from punto.store import Database, HouseKey, Writer, reading, url_of
from punto.table import Found
from punto.table.command import ReportIrregularity
from punto.table.record import RequestRefused
from tests.house.matrix import ANN, BOB, SETTINGS, TABLES, Row, kinds_asked_for, rows
from tests.support.house.whole import Stored, stored

KEY = HouseKey(bytes(range(32)))
MANAGER = Actor("mary", Role.MANAGER)
STAFF = {Role.DEALER, Role.SUPERVISOR, Role.CAGE, Role.MANAGER, Role.AUDITOR, Role.HOUSE}
ROWS = list(rows())
IDS = count(1)

NAMED: dict[str, set[str]] = defaultdict(set)
"""Of each action, the roles that may do it somewhere, for somebody."""
for each in ROWS:
    NAMED[each.action] |= {role.value for role in each.may}


class Looked(NamedTuple):
    """A house that is open, and somebody who looks at what it has stored after each request."""

    writer: Writer
    eye: Connection

    def stored(self) -> Stored:
        return stored(self.eye)


def opened(url: str) -> Writer:
    """Open a house where Ann and Bob have credits, and a table of their own beside a shared one."""
    writer = Writer(Database(url), KEY)
    foundation: list[What] = [
        OpenAccount("cage", Kind.CASH),
        OpenAccount("house", Kind.HOUSE),
        *(OpenAccount(name) for name in (ANN, BOB)),
        *(BuyIn(name, 1000) for name in (ANN, BOB)),
        *(OpenTable(table, SETTINGS, owner) for table, owner in TABLES.items()),
    ]
    for number, what in enumerate(foundation):
        answer = writer.ask(Request(MANAGER, what, f"{number}"))
        assert isinstance(answer, Done), answer
    return writer


@contextmanager
def looked_at(url: str) -> Iterator[Looked]:
    writer = opened(url)
    with writer.database.engine.connect() as eye:
        yield Looked(writer, eye)
    writer.close()


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Looked]:
    """Open a house where nothing happens but refusals."""
    with looked_at(url_of(tmp_path_factory.mktemp("quiet"))) as house:
        yield house


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Writer]:
    """Open a house where all is done that may be."""
    writer = opened(url_of(tmp_path_factory.mktemp("busy")))
    yield writer
    writer.close()


def ask(writer: Writer, role: Role, what: What) -> Answer:
    """Ask as Ann, under an id that nobody has used."""
    return writer.ask(Request(Actor(ANN, role), what, f"ask-{next(IDS)}"))


def require_refused(house: Looked, role: Role, what: What, named: set[str]) -> None:
    """Want a refusal that names who may, and a house that is as it was."""
    before = house.stored()
    answer = ask(house.writer, role, what)
    assert isinstance(answer, Refusal), (role, what, answer)
    assert answer.code == "not-permitted", (role, what, answer)
    assert roles_in(answer.words) == (named or {"nobody"})
    require_unchanged(house, before, role, what)


def roles_in(words: str) -> set[str]:
    """Read who may out of the words of a refusal."""
    _, _, may = words.partition(": ")
    listed = may.replace(" for their own", "").replace("; ", ", ")
    return set(listed.split(", "))


def require_unchanged(house: Looked, before: Stored, role: Role, what: What) -> None:
    """Want nothing to have changed, but that staff have asked at a table: that is on record."""
    after = house.stored()
    assert after.rows == before.rows
    moved = {chain for chain in after.heads if after.heads[chain] != before.heads.get(chain)}
    if role not in STAFF:
        assert moved == set()
        return
    if not isinstance(what, Act):
        assert moved == {STAFF_CHAIN, COMMITS}
        require_on_record(house, before.head(STAFF_CHAIN), role, what)
        return
    chain = table_chain(what.table)
    assert moved == {chain, COMMITS}
    links = list(reading.links(house.eye, chain, before.head(chain)))
    (record,) = [decode_table(link.body or b"") for link in links]
    (event,) = record.events
    assert (record.who, record.role, links[0].request) == (ANN, role.value, None)
    assert isinstance(event, RequestRefused)
    assert (event.what, event.code) == (type(what.actions[0]).__name__, "not-permitted")


def require_on_record(house: Looked, position: int, role: Role, what: What) -> None:
    (link,) = reading.links(house.eye, STAFF_CHAIN, position)
    record = decode_staff(link.body or b"")
    assert (record.who, record.role, link.request) == (ANN, role.value, None)
    assert (record.what, record.code) == (type(what).__name__, "not-permitted")


# --- the matrix ---------------------------------------------------------------------------------


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.label)
def test_whoever_may_not_is_refused_with_the_roles_that_may_and_changes_nothing(
    quiet: Looked, row: Row
) -> None:
    for role in set(Role) - row.may:
        for way in row.ways:
            require_refused(quiet, role, way, NAMED[row.action])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.label)
def test_whoever_may_is_heard(busy: Writer, row: Row) -> None:
    for role in row.may:
        for way in row.ways:
            answer = ask(busy, role, way)
            assert isinstance(answer, Done | Refusal), answer
            assert isinstance(answer, Done) or answer.code != "not-permitted", (role, way, answer)
            assert isinstance(answer, Done) or answer.code != "fault", (role, way, answer)


def test_what_was_refused_all_along_has_left_no_trace_in_the_database(quiet: Looked) -> None:
    """Every balance is as it was."""
    with quiet.writer.database.reading() as connection:
        accounts = reading.accounts(connection)
    tables = dict.fromkeys(map(house_account, TABLES), 0)
    balances = {name: account.balance for name, account in accounts.items()}
    assert balances == {"cage": -2000, "house": 0, ANN: 1000, BOB: 1000, **tables}


def test_the_matrix_holds_on_postgresql(postgres_url: str) -> None:
    """One way of each row, for every role that may not: all of it was tried on SQLite."""
    with looked_at(postgres_url) as house:
        for row in ROWS:
            for role in set(Role) - row.may:
                require_refused(house, role, row.ways[0], NAMED[row.action])


def test_the_matrix_has_every_request_and_every_action() -> None:
    there_are = {*get_args(What), *get_args(TableAction)}
    assert kinds_asked_for() == there_are
    asked = {action for row in ROWS for way in row.ways for action, _ in actions_of(way, "")}
    assert asked == set(Action)


# --- beyond the matrix --------------------------------------------------------------------------


def test_a_request_is_refused_whole_for_one_part_of_it(quiet: Looked) -> None:
    bet, other = PlaceWager(ANN, "player", 10), PlaceWager(BOB, "player", 10)
    mixed = [
        Act("shared", (bet, other)),
        Act("shared", (bet, OpenBetting())),
        Act("hers", (BringShoe(), OpenBetting(), bet, other, CloseBetting(), DealOut())),
    ]
    for what in mixed:
        before = quiet.stored()
        answer = ask(quiet.writer, Role.PLAYER, what)
        assert isinstance(answer, Refusal)
        assert answer.code == "not-permitted"
        assert quiet.stored() == before


def test_the_online_game_is_one_request_of_its_player(sqlite_url: str) -> None:
    writer = opened(sqlite_url)
    bet = PlaceWager(ANN, "player", 10)
    game = Act("hers", (OpenBetting(), bet, CloseBetting(), DealOut()))
    assert isinstance(ask(writer, Role.GUEST, Act("hers", (BringShoe(),))), Done)
    for role in (Role.GUEST, Role.PLAYER, Role.TERMINAL):
        done = ask(writer, role, game)
        assert isinstance(done, Done), done
        record = decode_table(done.link.body or b"")
        assert (record.who, record.role) == (ANN, role.value)
        assert record.entries, "what it moved is in the same entry"
    writer.close()


def test_a_role_is_asked_for_before_a_name(quiet: Looked) -> None:
    """Whoever may not learns nothing else, not even that his name is none."""
    for name in ("", "a b", "x" * 25, "\0"):
        for role in Role:
            answer = quiet.writer.ask(Request(Actor(name, role), BuyIn(BOB, 1), "1"))
            assert isinstance(answer, Refusal)
            may = role in {Role.CAGE, Role.MANAGER, Role.HOUSE}
            assert answer.code == ("request-malformed" if may else "not-permitted")


def test_nobody_without_a_name_owns_what_all_share() -> None:
    for role in Role:
        at_shared = permits(Actor("", role), Action.DEAL, Subject("", ""))
        assert at_shared is (role in {Role.DEALER, Role.HOUSE})


def test_staff_refused_at_a_table_that_is_none_leave_nothing(quiet: Looked) -> None:
    before = quiet.stored()
    for table in ("nowhere", "\0"):
        answer = ask(quiet.writer, Role.AUDITOR, Act(table, (OpenBetting(),)))
        assert isinstance(answer, Refusal)
        assert answer.code == "not-permitted"
    nameless = Request(Actor("a b", Role.AUDITOR), Act("shared", (OpenBetting(),)))
    assert isinstance(quiet.writer.ask(nameless), Refusal)
    assert quiet.stored() == before


def test_what_is_refused_to_staff_can_be_asked_for_again_under_its_id(tmp_path: Path) -> None:
    writer = opened(url_of(tmp_path))
    begin = Act("shared", (BringShoe(),))
    denied = writer.ask(Request(Actor("sam", Role.SUPERVISOR), begin, "x"))
    done = writer.ask(Request(Actor("sam", Role.DEALER), begin, "x"))
    assert isinstance(denied, Refusal)
    assert isinstance(done, Done)
    assert not done.again
    writer.close()


def test_the_role_is_on_record_at_the_counter_too(tmp_path: Path) -> None:
    writer = opened(url_of(tmp_path))
    out = ask(writer, Role.TERMINAL, CashOut(ANN))
    assert isinstance(out, Done)
    record = decode_cage(out.link.body or b"")
    assert (record.who, record.role) == (ANN, "terminal")
    writer.close()


def test_an_actor_says_who_asks_and_as_what() -> None:
    assert str(Actor("sam", Role.SUPERVISOR)) == "supervisor sam"


def test_the_part_that_may_not_be_done_is_the_one_on_record(tmp_path: Path) -> None:
    writer = opened(url_of(tmp_path))
    report = ReportIrregularity(found=Found.FOREIGN_CARD, who="sam", why="a joker")
    what = Act("shared", (report, OpenBetting()))
    answer = writer.ask(Request(Actor("sam", Role.SUPERVISOR), what, "x"))
    assert isinstance(answer, Refusal)
    with writer.database.reading() as connection:
        *_, last = reading.links(connection, table_chain("shared"))
    (event,) = decode_table(last.body or b"").events
    assert isinstance(event, RequestRefused)
    assert (event.what, event.code) == ("OpenBetting", "not-permitted")
    writer.close()


def test_an_answer_is_given_again_only_to_whoever_may_ask(tmp_path: Path) -> None:
    writer = opened(url_of(tmp_path))
    done = writer.ask(Request(Actor(ANN, Role.TERMINAL), CashOut(ANN), "out"))
    assert isinstance(done, Done)
    again = writer.ask(Request(Actor(ANN, Role.TERMINAL), CashOut(ANN), "out"))
    assert isinstance(again, Done)
    assert (again.again, again.ticket) == (True, done.ticket)
    guest = writer.ask(Request(Actor(ANN, Role.GUEST), CashOut(ANN), "out"))
    assert isinstance(guest, Refusal)
    assert guest.code == "not-permitted"
    writer.close()


@pytest.mark.parametrize("owner", ["a b", "\0", "x" * 25])
def test_an_owner_has_a_name(quiet: Looked, owner: str) -> None:
    answer = quiet.writer.ask(
        Request(MANAGER, OpenTable("new", SETTINGS, owner), f"own-{next(IDS)}")
    )
    assert isinstance(answer, Refusal)
    assert answer.code == "request-malformed"
