"""Every change to the journal is found, at every entry, and nothing is played on it."""

from collections.abc import Callable

import pytest

from punto.audit.chains import Bound, audit_chain, audit_chains
from punto.audit.commits import CommitsAudit
from punto.audit.report import audit
from punto.coup.command import OpenBetting
from punto.errors import Unverified
from punto.house import Act, Done
from punto.house.chain import COMMITS, EMPTY, Link, linked
from punto.house.forward import NOTHING_DROPPED
from punto.refusal import Refusal
from punto.store import Database, Writer, reading
from punto.testing.actors import request_of
from tests.store.played_house import KEY, played
from tests.store.tamperer import Tamperer, tampering

Tampering = Callable[[list[Link], int], tuple[list[Link], int]]
"""Changes the entries of a chain at a place, and says which entry is the first that is wrong."""


def flipped(content: bytes) -> bytes:
    """Change one bit in the middle."""
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def _with(links: list[Link], at: int, link: Link) -> list[Link]:
    return [*links[:at], link, *links[at + 1 :]]


def body_flipped(links: list[Link], at: int) -> tuple[list[Link], int]:
    return _with(links, at, links[at]._replace(body=flipped(links[at].body or b""))), at + 1


def digest_flipped(links: list[Link], at: int) -> tuple[list[Link], int]:
    return _with(links, at, links[at]._replace(digest=flipped(links[at].digest))), at + 1


def time_flipped(links: list[Link], at: int) -> tuple[list[Link], int]:
    return _with(links, at, links[at]._replace(at_ms=links[at].at_ms ^ 1)), at + 1


def request_changed(links: list[Link], at: int) -> tuple[list[Link], int]:
    return _with(links, at, links[at]._replace(request="eve_1")), at + 1


def hash_flipped(links: list[Link], at: int) -> tuple[list[Link], int]:
    return _with(links, at, links[at]._replace(hash=flipped(links[at].hash))), at + 1


def deleted(links: list[Link], at: int) -> tuple[list[Link], int]:
    # Of a chain without its last entry, the last one that is left is the place to look at.
    return [*links[:at], *links[at + 1 :]], min(at + 1, len(links) - 1)


def inserted(links: list[Link], at: int) -> tuple[list[Link], int]:
    later = [link._replace(position=link.position + 1) for link in links[at:]]
    return [*links[: at + 1], *later], at + 2


def swapped(links: list[Link], at: int) -> tuple[list[Link], int]:
    if at + 1 == len(links):
        at -= 1
    if at < 0:  # a chain of one entry has no neighbours
        return [], 0
    first = links[at + 1]._replace(position=links[at].position)
    second = links[at]._replace(position=links[at + 1].position)
    return [*links[:at], first, second, *links[at + 2 :]], at + 1


def truncated(links: list[Link], at: int) -> tuple[list[Link], int]:
    return links[:at], at


ALL: tuple[Tampering, ...] = (
    body_flipped,
    digest_flipped,
    time_flipped,
    request_changed,
    hash_flipped,
    deleted,
    inserted,
    swapped,
    truncated,
)


def named(tamper: Tampering) -> str:
    return tamper.__name__


@pytest.mark.parametrize("tamper", ALL, ids=named)
def test_every_change_at_every_entry_is_found_there(sqlite_url: str, tamper: Tampering) -> None:
    played(sqlite_url)
    _want_each_found(sqlite_url, tamper)


@pytest.mark.parametrize("tamper", [body_flipped, deleted], ids=named)
def test_so_it_is_on_postgresql(postgres_url: str, tamper: Tampering) -> None:
    played(postgres_url)
    _want_each_found(postgres_url, tamper)


def _want_each_found(url: str, tamper: Tampering) -> None:
    with tampering(url) as tamperer:
        for chain in reading.chains(tamperer.connection):
            links = tamperer.links(chain)
            for at in range(len(links)):
                changed, first = tamper(links, at)
                assert _places(tamperer, chain, changed)[0] == f"{chain}, entry {first}"


def _places(tamperer: Tamperer, chain: str, changed: list[Link]) -> list[str]:
    """Put a changed chain in the database, read it from there, and take it out again."""
    with tamperer.undone():
        tamperer.put(chain, changed)
        head = reading.heads(tamperer.connection)[chain]
        links = reading.links(tamperer.connection, chain)
        return [finding.place for finding in audit_chain(chain, links, head, Bound())]


# --- chains that hold, and are not what was committed -------------------------------------------


def _written_anew(links: list[Link], at: int) -> list[Link]:
    """Say of one entry that it was made a moment later, and fit all hashes after it."""
    head = links[at - 1].head if at else EMPTY
    new = links[:at]
    for link in links[at:]:
        moment = link.at_ms + (link.position == at + 1)
        new.append(linked(head, link.chain, moment, link.request, link.body or b""))
        head = new[-1].head
    return new


@pytest.mark.parametrize("chain", ["cage", "table/seated"])
def test_an_entry_written_anew_with_all_hashes_is_found_by_its_commit(
    sqlite_url: str, chain: str
) -> None:
    played(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        links = tamperer.links(chain)
        chains = audit_chains(tamperer.connection, None, lambda: None)
        for at in range(len(links)):
            with tamperer.undone():
                tamperer.put(chain, _written_anew(links, at))
                tamperer.rewrite(chain, lambda link: link.body)
                commits = CommitsAudit(tamperer.connection, chains, NOTHING_DROPPED, lambda: None)
                assert [*commits.in_order()]
                found = [finding.place for finding in commits.findings]
                assert found == [f"{chain}, entry {at + 1}"]


# --- a house on a changed journal ---------------------------------------------------------------


@pytest.mark.parametrize("tamper", ALL, ids=named)
def test_a_changed_table_is_not_played_at_and_all_others_are(
    sqlite_url: str, tamper: Tampering
) -> None:
    played(sqlite_url)
    _want_it_closed(sqlite_url, tamper)


def test_so_it_is_on_a_server(postgres_url: str) -> None:
    played(postgres_url)
    _want_it_closed(postgres_url, swapped)


def _want_it_closed(url: str, tamper: Tampering) -> None:
    with tampering(url) as tamperer:
        changed, first = tamper(tamperer.links("table/tiger"), 6)
        tamperer.put("table/tiger", changed)
    place = f"table/tiger, entry {first}"
    with Database(url).reading() as connection:
        assert audit(connection).findings[0].place == place
    writer = Writer(Database(url), KEY)
    refused = writer.ask(request_of("house", Act("tiger", (OpenBetting(),))))
    played_on = writer.ask(request_of("house", Act("rws", (OpenBetting(),))))
    writer.close()
    assert isinstance(refused, Refusal)
    assert refused.code == "books-damaged"
    assert refused.words.startswith(f"table tiger cannot be used: {place}: ")
    assert isinstance(played_on, Done)


@pytest.mark.parametrize("tamper", ALL, ids=named)
def test_a_house_does_not_open_on_changed_commits(sqlite_url: str, tamper: Tampering) -> None:
    """Those since the last checkpoint are walked at every start."""
    played(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        tamperer.forget_checkpoints()
        changed, first = tamper(tamperer.links(COMMITS), 6)
        tamperer.put(COMMITS, changed)
    place = f"commits/1, entry {first}"
    with Database(sqlite_url).reading() as connection:
        assert audit(connection).findings[0].place == place
    with pytest.raises(Unverified, match=f"^{place}: "):
        Writer(Database(sqlite_url), KEY)


def test_an_entry_before_the_first_is_found(sqlite_url: str) -> None:
    played(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        links = tamperer.links("cage")
        tamperer.put("cage", [links[0]._replace(position=0), *links])
    with Database(sqlite_url).reading() as connection:
        found = audit(connection).findings
    assert [str(finding) for finding in found] == ["cage, entry 0: a chain begins with entry 1"]


def test_a_chain_without_its_head_is_found(sqlite_url: str) -> None:
    played(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        last = reading.heads(tamperer.connection)["table/rws"].position
        tamperer.connection.exec_driver_sql("DELETE FROM heads WHERE chain = 'table/rws'")
    with Database(sqlite_url).reading() as connection:
        found = audit(connection).findings
    assert str(found[0]) == f"table/rws, entry {last}: ends here, and its head is missing"


def test_the_guards_of_the_journal_hold_while_they_are_there(database_url: str) -> None:
    played(database_url)
    with Database(database_url).engine.connect() as connection:
        for statement in ("DELETE FROM journal", "UPDATE journal SET at_ms = 0"):
            with pytest.raises(Exception, match="append-only"):
                connection.exec_driver_sql(statement)
            connection.rollback()
