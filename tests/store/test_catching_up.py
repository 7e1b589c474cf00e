"""A node that has missed much takes it over in pieces, and keeps nobody waiting for it."""

from collections.abc import Iterator

import pytest
from sqlalchemy.exc import OperationalError

from punto.house import BuyIn, OpenAccount
from punto.house.chain import COMMITS
from punto.house.house import Change
from punto.ledger import Kind
from punto.store import Database, node_writer, steadiness
from punto.store.node_writer import NodeWriter
from tests.store.floor import Floor

PIECE = 3


@pytest.fixture
def floor(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Floor]:
    """Open nodes of which none hears the others, so that each misses what they store."""
    monkeypatch.setattr(steadiness, "BEATS", 10**9)
    monkeypatch.setattr(NodeWriter, "_hear", lambda _: None)
    monkeypatch.setattr(node_writer, "MOST_MISSED", PIECE)
    opened = Floor(postgres_url)
    yield opened
    opened.close()


def test_what_was_missed_is_taken_over_in_pieces_and_all_but_the_last_out_of_turn(
    floor: Floor,
) -> None:
    one, other = floor.node("one"), floor.node("other")
    one.done(OpenAccount("cage", Kind.CASH))
    one.done(OpenAccount("ann"))
    other.done(BuyIn("ann", 1))
    pieces: list[tuple[int, bool]] = []
    other.writer.watch(lambda changes: pieces.append((_commits(changes), _can_store(floor.url))))
    for _ in range(3 * PIECE + 2):
        one.done(BuyIn("ann", 2))
    assert other.writer.look() is None
    assert other.credits("ann") == one.credits("ann") == 1 + 2 * (3 * PIECE + 2)
    assert pieces == [(PIECE, True), (PIECE, True), (PIECE, True), (2, True)]
    # So much as may be taken over in a turn is, and who stores waits for that alone.
    pieces.clear()
    for _ in range(PIECE):
        one.done(BuyIn("ann", 2))
    other.done(BuyIn("ann", 1))
    assert pieces == [(PIECE, False), (1, True)]
    assert floor.findings() == []


def test_what_others_store_while_a_node_comes_closer_is_taken_over_too(floor: Floor) -> None:
    one, other = floor.node("one"), floor.node("other")
    one.done(OpenAccount("cage", Kind.CASH))
    one.done(OpenAccount("ann"))
    left = [PIECE + 1, PIECE + 1, 2]

    def meanwhile(_changes: tuple[Change, ...]) -> None:
        for _ in range(left.pop(0) if left else 0):
            one.done(BuyIn("ann", 1))

    for _ in range(PIECE + 1):
        one.done(BuyIn("ann", 1))
    other.writer.watch(meanwhile)
    other.done(BuyIn("ann", 1))
    assert other.credits("ann") == 3 * (PIECE + 1) + 2 + 1
    assert left == []
    assert floor.findings() == []


def _commits(changes: tuple[Change, ...]) -> int:
    return sum(each.link.chain == COMMITS for change in changes for each in change.written)


def _can_store(url: str) -> bool:
    """Whether somebody else could take the turn now."""
    asked = "SELECT FROM heads WHERE chain = %(chain)s FOR UPDATE NOWAIT"
    try:
        with Database(url).engine.connect() as connection:
            connection.exec_driver_sql(asked, {"chain": COMMITS})
    except OperationalError:
        return False
    return True
