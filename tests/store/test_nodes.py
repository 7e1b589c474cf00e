"""Several processes on one PostgreSQL: each has its tables, and the dead write nothing."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from sqlalchemy.exc import OperationalError

import punto
from punto.coup.command import CloseBetting, OpenBetting
from punto.errors import DatabaseUnusable
from punto.house import Act, BringShoe, BuyIn, DealOut, Done, NotStored, OpenAccount
from punto.house.request import Exclude, OpenTable
from punto.house.roster_request import EnrolStaff
from punto.ledger import Kind
from punto.people import Role
from punto.refusal import Refusal
from punto.store import Database, Writer, nodes, steadiness, working_set
from punto.store.lease import Lease
from punto.store.steadiness import Beat, Steadiness
from punto.store.terms import longest_odds
from punto.table import Limit
from punto.testing.actors import request_of
from tests.store.floor import KEY, ZERO, Floor, Node, until


@pytest.fixture
def floor(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Floor]:
    # No life ends by itself here: a busy machine may be silent for long.
    monkeypatch.setattr(steadiness, "BEATS", 10**9)
    opened = Floor(postgres_url)
    yield opened
    opened.close()


@pytest.fixture
def two(floor: Floor) -> tuple[Node, Node]:
    """Two nodes, with a table each and a round in play at the first one's."""
    one, other = floor.node("one"), floor.node("other")
    one.done(OpenAccount("cage", Kind.CASH))
    other.done(OpenAccount("house", Kind.HOUSE))
    for name in ("ann", "bob"):
        one.done(OpenAccount(name))
        other.done(BuyIn(name, 10_000))
    one.done(OpenTable("east", ZERO))
    other.done(OpenTable("west", ZERO))
    for node, table in ((one, "east"), (other, "west")):
        node.done(Act(table, (BringShoe(), OpenBetting())))
    return one, other


def test_each_has_its_tables_and_both_move_the_same_money(
    floor: Floor, two: tuple[Node, Node]
) -> None:
    one, other = two
    assert one.writer.leased == {"east"}
    assert other.writer.leased == {"west"}
    for _ in range(5):
        assert isinstance(one.bet("east"), Done)
        assert isinstance(other.bet("west"), Done)
    assert one.writer.look() is None
    assert one.credits("ann") == other.credits("ann") == 10_000 - 10 * 100
    refused = other.bet("east")
    assert isinstance(refused, Refusal)
    assert (refused.code, other.writer.node_of("east")) == ("elsewhere", "one")
    for node, table in ((one, "east"), (other, "west")):
        node.done(Act(table, (CloseBetting(), DealOut())))
    # The last credits are bet at two tables, of two processes, and are there once.
    left = (one.writer.look(), one.credits("ann"))[1]
    for node, table in ((one, "east"), (other, "west")):
        node.done(Act(table, (BringShoe(), OpenBetting())))
    assert isinstance(one.bet("east", stake=left), Done)
    again = other.bet("west", stake=left)
    assert isinstance(again, Refusal)
    assert again.code == "insufficient-credits"
    assert floor.findings() == []


def test_what_one_has_stored_the_other_knows_before_it_takes_a_bet(
    two: tuple[Node, Node],
) -> None:
    one, other = two
    one.done(Exclude(account="ann", days=7), "ann")
    excluded = other.bet("west")
    assert isinstance(excluded, Refusal)
    assert excluded.code == "excluded"
    one.done(EnrolStaff("dora", Role.DEALER, "hash"), "house")
    other.done(Act("west", (CloseBetting(), DealOut())))
    assert other.writer.house.staff["dora"].role is Role.DEALER


def test_a_table_of_another_is_looked_at_and_each_entry_of_it_is_told_once(
    two: tuple[Node, Node],
) -> None:
    one, other = two
    assert other.writer.look(follow=("east",)) is None
    known = other.writer.table("east")
    assert known is not None
    assert isinstance(one.bet("east"), Done)
    one.done(Act("east", (CloseBetting(), DealOut())))
    assert other.writer.look() is None
    own = [
        (each.link, each.house_table is not None)
        for change in other.seen
        for each in change.written
        if each.link.chain == "table/east" and each.link.position > known[1].position
    ]
    assert [(link.position, shown) for link, shown in own] == [
        (known[1].position + step, True) for step in (1, 2)
    ]
    assert (followed := other.writer.table("east")) is not None
    assert followed[1] == own[-1][0].head
    table = one.writer.house_table("east")
    assert table is not None
    assert followed[0].table.rounds == table.table.rounds
    assert one.credits("ann") == other.credits("ann")


def test_who_only_believes_to_have_a_table_writes_nothing(
    floor: Floor, two: tuple[Node, Node]
) -> None:
    one, other = two
    assert isinstance(one.bet("east"), Done)
    floor.end_life("one")
    before = floor.entries()
    answer = one.bet("east")
    assert isinstance(answer, NotStored)
    assert "declared dead" in answer.words
    assert (floor.entries(), one.lost) == (before, 1)
    assert isinstance(one.bet("east"), NotStored), "and never again"
    # The round goes on with the bet that was acknowledged, where the table is now.
    assert isinstance(other.bet("east", "bob"), Done)
    assert other.writer.leased == {"east", "west"}
    house_table = other.writer.house_table("east")
    assert house_table is not None
    assert {bettor for bettor, _ in house_table.stakes} == {"ann", "bob"}
    other.done(Act("east", (CloseBetting(), DealOut())))
    one.writer.close()
    assert floor.findings() == []


def test_tables_are_left_to_others_and_those_of_a_node_that_closes_are_free(
    floor: Floor, two: tuple[Node, Node]
) -> None:
    one, other = two
    assert other.writer.look(take=("east", "west", "none")) is None
    assert other.writer.leased == {"west"}
    assert one.writer.look(leave=("east",)) is None
    assert one.writer.leased == frozenset()
    assert other.writer.look(take=("east",)) is None
    assert other.writer.leased == {"east", "west"}
    assert isinstance(other.bet("east"), Done)
    other.writer.close()
    assert isinstance(one.bet("west"), Done)
    assert isinstance(floor.node("other").bet("east"), Done)
    assert floor.findings() == []


def test_a_name_is_one_process_and_a_house_without_nodes_is_alone(
    floor: Floor, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("punto.store.node_right._TRIES", 2)
    one = floor.node("one")
    with pytest.raises(DatabaseUnusable, match="node one is running already"):
        Node(floor.url, "one")
    with pytest.raises(DatabaseUnusable, match="in use by another"):
        Writer(Database(floor.url), KEY)
    with pytest.raises(DatabaseUnusable, match="nodes share a PostgreSQL"):
        Node(sqlite_url, "one")
    assert one.writer.epoch == 1
    one.writer.close()
    alone = Writer(Database(floor.url), KEY)
    with pytest.raises(DatabaseUnusable, match="in use by another"):
        Node(floor.url, "two")
    alone.close()
    assert floor.node("one").writer.epoch == 3, "closing ended the first life, and a second began"


def test_a_word_is_stored_in_turn_and_a_dead_one_stores_none(
    floor: Floor, two: tuple[Node, Node]
) -> None:
    one, _ = two
    told: list[str | None] = []
    one.writer.probe(told.append)
    assert one.writer.look() is None
    assert told == [None]
    floor.end_life("one")
    words = one.writer.look()
    assert words is not None
    one.writer.probe(told.append)
    assert one.writer.look() == words
    assert told == [None, words]


def test_the_longest_odds_of_any_table_are_known_to_all(
    floor: Floor, two: tuple[Node, Node]
) -> None:
    one, other = two
    before = other.writer.longest_odds
    for node, rulebook in ((one, "pairs"), (other, "mbs-tiger")):
        limit = Limit(minimum=20, maximum=1_000_000, step=20)
        settings = replace(ZERO, rulebook=punto.rulebook(rulebook), limit=limit)
        node.done(OpenTable(rulebook, settings))
    assert one.writer.look() is None
    assert one.writer.longest_odds == other.writer.longest_odds == 200 > before
    with Database(floor.url).reading() as connection:
        assert longest_odds(connection) == 200


def test_a_table_that_is_kept_on_purpose_is_never_idle(
    two: tuple[Node, Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(working_set, "MOST_TABLES", 1)
    one, other = two
    one.writer.reserve(frozenset({"east"}))
    for table in ("north", "south"):
        one.done(OpenTable(table, ZERO))
        one.done(Act(table, (BringShoe(),)))
    assert one.writer.look() is None
    assert one.writer.leased == {"east"}
    assert other.writer.look(take=("east", "north")) is None
    assert other.writer.leased == {"west", "north"}


def test_a_node_that_is_in_doubt_about_a_table_finds_out_and_never_denies_it(
    two: tuple[Node, Node],
) -> None:
    _, other = two
    for _ in range(2):
        refused = other.bet("east")
        assert isinstance(refused, Refusal)
        assert (refused.code, other.writer.node_of("east")) == ("elsewhere", "one")
        other.writer.forget_node("east")
        assert other.writer.node_of("east") is None
    # As it is asked in the middle of a group, where the doubt comes from another thread:
    asked = request_of("ann", Act("east", ()), "late")
    late = other.writer._working_set.damage_to(other.writer.house, asked)
    assert late is not None
    assert late.code == "elsewhere"


def test_a_heartbeat_that_loses_its_connection_beats_and_hears_again(
    floor: Floor, two: tuple[Node, Node], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nodes, "BEAT_SECONDS", 0.01)
    one, other = two
    lost = floor.end_listening()
    assert len(lost) == 2
    until(lambda: len(floor.listening() - lost) == 2)
    seen = floor.seen_ms("one")
    until(lambda: floor.seen_ms("one") > seen)
    before = len(other.seen)
    one.done(OpenAccount("eve"))
    until(lambda: any("eve" in change.house.accounts for change in other.seen[before:]))
    one.writer.close()
    assert floor.seen_ms("one") == 0, "it said that its life was over"


def test_a_node_beats_while_its_group_is_in_flight_and_nobody_ends_it_before(
    floor: Floor, two: tuple[Node, Node]
) -> None:
    one, _ = two
    lease = Lease("one", one.writer.epoch)
    engine = Database(floor.url).engine
    alone = engine.execution_options(isolation_level="AUTOCOMMIT")
    with engine.begin() as group, alone.connect() as beating:
        nodes.hold_life(group, lease)
        beating.exec_driver_sql("SET lock_timeout = '100ms'")
        seen_ms = nodes.beat(beating, lease)
        assert seen_ms is not None
        with pytest.raises(OperationalError, match="timeout"):
            nodes.end_silent_lives(beating, seen_ms + 3_600_000)
        group.rollback()
        assert "one" in nodes.end_silent_lives(beating, seen_ms + 3_600_000)
        assert nodes.beat(beating, lease) is None


@pytest.mark.parametrize(("seconds", "database_ms"), [(4.0, 1_000), (1.0, 4_000), (1.0, -4_000)])
def test_who_was_held_up_calls_nobody_dead_for_a_while(seconds: float, database_ms: int) -> None:
    steady = Steadiness()

    def beats(first: Beat, count: int) -> list[bool]:
        said = []
        for each in range(count):
            steady.add(Beat(first.at + each, first.seen_ms + 1_000 * each))
            said.append(steady.is_steady)
        return said

    assert beats(Beat(0.0, 0), 6) == [False] * 5 + [True]
    late = Beat(5.0 + seconds, 5_000 + database_ms)
    assert beats(late, 6) == [False] * 5 + [True]
    steady.lose()
    assert beats(Beat(late.at + 6, late.seen_ms + 6_000), 1) == [False]
