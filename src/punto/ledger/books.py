"""The ledger with all that is folded from the same batches, so that nothing is counted twice."""

from collections.abc import Iterable

import msgspec
from immutables import Map

from punto.ledger.account import Kind
from punto.ledger.applying import Results, apply
from punto.ledger.invariant import broken
from punto.ledger.ledger import Ledger, written
from punto.ledger.meters import Meters, house_unreconciled, metered, unreconciled
from punto.ledger.recall import Recall, recalled
from punto.ledger.result import is_written
from punto.ledger.transfer import Batch


class Books(msgspec.Struct, frozen=True):
    """What an operator keeps."""

    ledger: Ledger = Ledger()
    meters: Meters = Map()
    recall: Recall = Map()


def enter(books: Books, batch: Batch) -> tuple[Books, Results]:
    """Write a batch and count it, if it is new; the books given are never changed."""
    ledger, results = apply(books.ledger, batch)
    return (_followed(books, ledger, batch) if is_written(results) else books), results


def fold(books: Books, batch: Batch) -> Books:
    """Add a batch that was written before, without asking again."""
    ledger = books.ledger
    for entry in batch.entries:
        ledger = written(ledger, entry)
    return _followed(books, ledger, batch)


def _followed(books: Books, ledger: Ledger, batch: Batch) -> Books:
    return Books(
        ledger=ledger,
        meters=metered(books.meters, ledger, batch.entries),
        recall=recalled(books.recall, ledger, batch.entries),
    )


def replay(batches: Iterable[Batch]) -> Books:
    """Fold the batches that were written, in their order: the books as they were."""
    books = Books()
    for batch in batches:
        books = fold(books, batch)
    return books


def broken_books(books: Books) -> tuple[str, ...]:
    """Name what does not add up: an invariant of the ledger, or the meters of someone."""
    ledger, meters = books.ledger, books.meters
    players = sorted(
        each.id for each in ledger.accounts.values() if each.kind in (Kind.PLAYER, Kind.FELT)
    )
    unmatched = (f"meters of {each}" for each in players if unreconciled(ledger, meters, each))
    house = ("meters of the house",) if house_unreconciled(ledger, meters) else ()
    return (*broken(ledger), *unmatched, *house)
