"""The audit of commits: nothing is left out of them, listed twice, or told in another order."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete

from punto.house.canonical import canonical
from punto.house.chain import CHECKPOINTS, COMMITS, Link
from punto.house.record import CommitRecord, encode
from punto.store import reading, schema
from tests.store.played_house import played
from tests.store.tamperer import Tamperer, tampering
from tests.store.test_audit import said

Plain = dict[str, Any]
OUT_OF_ORDER = "its order is not that of the entries that it lists"


def last_commit(tamperer: Tamperer, change: Callable[[Plain], object]) -> int:
    """Change what the last commit says; give its number."""
    tamperer.forget_checkpoints()
    last = reading.heads(tamperer.connection)[COMMITS].position

    def changed(link: Link) -> bytes:
        plain = msgspec.json.decode(link.body or b"")
        if link.position == last:
            change(plain)
        return canonical(plain)

    tamperer.rewrite(COMMITS, changed)
    return last


def put_in(plain: Plain, at: int, value: object) -> None:
    """Change the one head that a commit lists: its chain, its entry or its hash."""
    (head,) = plain["heads"]
    head[at] = value


def test_an_entry_that_no_commit_lists_is_found(database_url: str) -> None:
    played(database_url)
    with tampering(database_url) as tamperer:
        tamperer.forget_checkpoints()
        heads = reading.heads(tamperer.connection)
        last = heads[COMMITS].position
        (head,) = msgspec.json.decode(tamperer.links(COMMITS)[-1].body or b"")["heads"]
        tamperer.rewrite(COMMITS, lambda link: link.body if link.position < last else None)
    assert said(database_url) == [f"{head[0]}, entry {head[1]}: no commit lists it"]


def test_without_commits_nothing_is_listed(sqlite_url: str) -> None:
    played(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        tamperer.forget_checkpoints()
        tamperer.put(COMMITS, [])
        table = schema.heads
        tamperer.connection.execute(delete(table).where(table.c.chain == COMMITS))
        chains = reading.chains(tamperer.connection)
    assert set(said(sqlite_url)) == {f"{chain}, entry 1: no commit lists it" for chain in chains}


OTHERWISE: dict[str, tuple[Callable[[Plain], object], str]] = {
    "nothing": (lambda plain: plain.update(heads=[], order=[]), "lists nothing"),
    "twice": (lambda plain: plain["heads"].append(plain["heads"][0]), "lists a chain twice"),
    "commits": (
        lambda plain: plain["heads"].append([COMMITS, 1, ""]),
        "lists commits/1, which is in no commit",
    ),
    "checkpoints": (
        lambda plain: plain["heads"].append([CHECKPOINTS, 1, ""]),
        "lists checkpoints, which is in no commit",
    ),
    "before": (lambda plain: put_in(plain, 1, 1), "lists entry 1 of table/nc, and entry "),
    "too many": (lambda plain: plain.update(order=[[0, 2]]), OUT_OF_ORDER),
    "less than none": (lambda plain: plain.update(order=[[0, -1], [0, 2]]), OUT_OF_ORDER),
    "of no chain": (lambda plain: plain.update(order=[[0, 1], [7, 1]]), OUT_OF_ORDER),
    "no order": (lambda plain: plain.pop("order"), OUT_OF_ORDER),
    "unreadable": (lambda plain: plain.update(heads=3), "cannot be read: "),
}


@pytest.mark.parametrize(("change", "what"), OTHERWISE.values(), ids=OTHERWISE)
def test_a_commit_that_says_something_else_is_found(
    sqlite_url: str, change: Callable[[Plain], object], what: str
) -> None:
    played(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        last = last_commit(tamperer, change)
    assert any(each.startswith(f"commits/1, entry {last}: {what}") for each in said(sqlite_url))


DENIED: dict[str, tuple[Callable[[Plain], object], str]] = {
    "another hash": (lambda plain: put_in(plain, 2, "00" * 32), "not the entry of commit"),
    "no hash": (lambda plain: put_in(plain, 2, "none"), "not the entry of commit"),
    "beyond the end": (lambda plain: put_in(plain, 1, 99), "missing; commit"),
    "of no table": (lambda plain: put_in(plain, 0, "table/no"), "missing; commit"),
}


@pytest.mark.parametrize(("change", "what"), DENIED.values(), ids=DENIED)
def test_an_entry_that_a_commit_denies_is_found(
    sqlite_url: str, change: Callable[[Plain], object], what: str
) -> None:
    played(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        last = last_commit(tamperer, change)
    assert any(f": {what} {last}" in each for each in said(sqlite_url))


def test_another_order_is_found_by_the_numbers_of_movements(sqlite_url: str) -> None:
    """All that was ever done told as one group, table by table: every hash fits, and no number."""
    played(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        tamperer.forget_checkpoints()
        heads = reading.heads(tamperer.connection)
        del heads[COMMITS]
        one = CommitRecord(
            tuple((chain, head.position, head.hash.hex()) for chain, head in heads.items()),
            tuple((place, head.position) for place, head in enumerate(heads.values())),
        )
        tamperer.rewrite(COMMITS, lambda link: encode(one) if link.position == 1 else None)
    found = said(sqlite_url)
    assert any("of account ann, and" in each for each in found)
    assert not any("of account house:tiger, and" in each for each in found), "it is in one chain"
