"""The audit of older books: their money has its causes, and is brought forward whole."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.archive.backup import restore
from punto.house import BuyIn, Done
from punto.house.chain import ACCOUNTS, CAGE, Link
from punto.house.record import CageRecord, decode_cage, decode_table, encode
from punto.ledger import Account, Kind, Purpose, Reference, Transfer
from punto.store import Database, Writer
from punto.testing.actors import request_of
from tests.store.played_house import KEY, played
from tests.store.tamperer import Change, Tamperer, tampering
from tests.store.test_audit import said

BOOKS = Path(__file__).parent / "books" / "5821e87.punto.gz"


@pytest.fixture
def older(sqlite_url: str) -> str:
    """Books of before money was in the entries of tables, closed and gone on with."""
    restore(BOOKS, Database(sqlite_url), KEY)
    Writer(Database(sqlite_url), KEY).close()
    return sqlite_url


def forged(url: str, chain: str, change: Change) -> list[str]:
    with tampering(url) as tamperer:
        tamperer.forge(chain, change)
    return said(url)


def test_older_books_are_clean_before_they_are_closed_and_after(sqlite_url: str) -> None:
    restore(BOOKS, Database(sqlite_url), KEY)
    assert said(sqlite_url) == []
    Writer(Database(sqlite_url), KEY).close()
    assert said(sqlite_url) == []


# --- causes -------------------------------------------------------------------------------------

PAYOUT = Transfer(
    id="payout:tiger-1:mine",
    debit="house",
    credit="ann",
    amount=777,
    purpose=Purpose.PAYOUT,
    reference=Reference(table="tiger", round="tiger-1", wager="tie", rulebook="mbs-tiger@3"),
)


def with_one_more(tamperer: Tamperer, cause: str) -> str:
    """Write one more batch at the end of the accounts, as the house itself would have."""
    links = tamperer.links(ACCOUNTS)
    last = decode_cage(links[-1].body or b"")
    body = encode(replace(last, entries=(PAYOUT,), cause=cause, asked=""))
    extra = links[-1]._replace(position=len(links) + 1, request=None, body=body)
    tamperer.put(ACCOUNTS, [*links, extra])
    tamperer.forge(ACCOUNTS, lambda link: link.body)
    return f"accounts, entry {len(links) + 1}"


@pytest.mark.parametrize(
    ("cause", "what"),
    [
        ("", "moves stakes or winnings, and is no entry of a table"),
        ("table/tiger 999", "its cause, table/tiger 999, is missing"),
        ("table/tiger 6", "its cause, table/tiger 6, has a batch already or comes too late"),
        ("table/none 1", "its cause, 'table/none 1', is no entry of a table"),
    ],
)
def test_a_payout_that_no_round_is_the_cause_of_is_found(older: str, cause: str, what: str) -> None:
    with tampering(older) as tamperer:
        place = with_one_more(tamperer, cause)
    assert f"{place}: {what}" in said(older)


def test_a_batch_left_out_is_missed_at_its_cause(older: str) -> None:
    with tampering(older) as tamperer:
        last = tamperer.links(ACCOUNTS)[-1]
        cause = decode_cage(last.body or b"").cause.replace(" ", ", entry ")
        tamperer.forge(ACCOUNTS, lambda link: link.body if link.position < last.position else None)
    what = "moves money, and no batch of the accounts has it as its cause"
    assert f"{cause}: {what}" in said(older)


class Caused:
    """Changes the first batch that has a cause, and remembers its place."""

    def __init__(self, change: Callable[[CageRecord], CageRecord]) -> None:
        self.place = ""
        self._change = change

    def __call__(self, link: Link) -> bytes:
        record = decode_cage(link.body or b"")
        if self.place or not record.cause:
            return link.body or b""
        self.place = f"accounts, entry {link.position}"
        return encode(self._change(record))


def doubled(record: CageRecord) -> CageRecord:
    first, *others = record.entries
    assert isinstance(first, Transfer)
    return replace(record, entries=(replace(first, amount=2 * first.amount), *others))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (doubled, ": is not what table/nc 4 moves: "),
        (lambda record: replace(record, who="eve"), ": was not made by whoever made its cause"),
        (lambda record: replace(record, entries=()), ": is not what table/nc 4 moves: "),
    ],
    ids=["doubled", "by another", "nothing"],
)
def test_a_batch_that_is_not_what_its_cause_moves_is_found(
    older: str, change: Callable[[CageRecord], CageRecord], what: str
) -> None:
    caused = Caused(change)
    found = forged(older, ACCOUNTS, caused)
    assert any(each.startswith(f"{caused.place}{what}") for each in found)


def test_money_in_an_entry_of_an_older_table_is_found(older: str) -> None:
    def paid(link: Link) -> bytes:
        record = decode_table(link.body or b"")
        return encode(replace(record, entries=(PAYOUT,)) if link.position == 1 else record)

    found = forged(older, "table/tiger", paid)
    assert "table/tiger, entry 1: moves money itself, and is of older books" in found


# --- closing ------------------------------------------------------------------------------------


def richer(record: CageRecord) -> CageRecord:
    first, *others = record.brought
    more = replace(first, credits_posted=first.credits_posted + 1)
    return replace(record, brought=(more, *others))


def numbered_on(record: CageRecord) -> CageRecord:
    first, *others = record.brought
    return replace(record, brought=(replace(first, sequence=7), *others))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (richer, "account ann is brought forward as "),
        (numbered_on, "account ann is brought forward as "),
        (
            lambda record: replace(record, who="eve", role="manager"),
            "does more than to bring accounts of older books forward",
        ),
        (
            lambda record: replace(record, entries=(PAYOUT,)),
            "does more than to bring accounts of older books forward",
        ),
    ],
    ids=["richer", "numbered on", "by another", "with a payout"],
)
def test_accounts_brought_forward_otherwise_are_found(
    older: str, change: Callable[[CageRecord], CageRecord], what: str
) -> None:
    found = forged(older, CAGE, lambda link: encode(change(decode_cage(link.body or b""))))
    assert any(each.startswith(f"cage, entry 1: {what}") for each in found)


def test_an_account_that_is_left_behind_is_found(older: str) -> None:
    def without_first(link: Link) -> bytes:
        record = decode_cage(link.body or b"")
        return encode(replace(record, brought=record.brought[1:]))

    found = forged(older, CAGE, without_first)
    assert "cage: account ann of older books was not brought forward" in found


def test_accounts_are_brought_forward_once_and_first(older: str) -> None:
    with tampering(older) as tamperer:
        (closing,) = tamperer.links(CAGE)
        again = closing._replace(position=2)
        tamperer.put(CAGE, [closing, again])
        tamperer.forge(CAGE, lambda link: link.body)
    found = said(older)
    assert any(
        each.startswith("cage, entry 2: account ann is brought forward as ") for each in found
    )


def test_nothing_is_written_to_older_books_after_they_are_closed(older: str) -> None:
    with tampering(older) as tamperer:
        tamperer.forget_checkpoints()
        links = tamperer.links(ACCOUNTS)
        tamperer.put(ACCOUNTS, [*links, links[-1]._replace(position=len(links) + 1, request=None)])
        tamperer.rewrite(ACCOUNTS, lambda link: link.body)
    assert f"accounts, entry {len(links) + 1}: no commit lists it" in said(older)
    with tampering(older) as tamperer:
        tamperer.commit_rest()
    what = "was written after the older books were closed"
    assert f"accounts, entry {len(links) + 1}: {what}" in said(older)


def test_a_house_that_has_no_older_books_brings_nothing_forward(sqlite_url: str) -> None:
    played(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        links = tamperer.links(CAGE)
        gift = Account(id="ann", kind=Kind.PLAYER, credits_posted=10**6)
        body = encode(CageRecord("house", (), role="house", brought=(gift,)))
        extra = links[-1]._replace(position=len(links) + 1, request=None, body=body)
        tamperer.put(CAGE, [*links, extra])
        tamperer.forge(CAGE, lambda link: link.body)
    what = "brings accounts of older books forward, and they were closed before"
    assert f"cage, entry {len(links) + 1}: {what}" in said(sqlite_url)


def test_older_books_that_are_not_brought_forward_at_all_are_found(older: str) -> None:
    writer = Writer(Database(older), KEY)
    buy_in = writer.ask(request_of("cage", BuyIn("ann", 100), "more"))
    writer.close()
    assert isinstance(buy_in, Done)
    found = forged(older, CAGE, lambda link: None if link.position == 1 else link.body)
    what = "comes before the accounts of older books are brought forward"
    assert f"cage, entry 1: {what}" in found
