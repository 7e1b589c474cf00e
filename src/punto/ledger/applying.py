"""Writing a batch: all of it once, or nothing."""

from punto.ledger.checking import code_of
from punto.ledger.ledger import Ledger, written
from punto.ledger.result import Code
from punto.ledger.transfer import Batch

Results = tuple[Code, ...]
"""One code for each entry, in the order of the batch."""


def apply(ledger: Ledger, batch: Batch) -> tuple[Ledger, Results]:
    """Write a batch, and answer each of its entries; on any failure the ledger stays as it was."""
    after = ledger
    for place, entry in enumerate(batch.entries):
        code = code_of(after, entry)
        if code is not Code.OK:
            is_retry = code is Code.EXISTS and place == 0 and _is_known(ledger, batch)
            return ledger, _retried(batch) if is_retry else _failed(batch, place, code)
        after = written(after, entry)
    return after, (Code.OK,) * len(batch.entries)


def _is_known(ledger: Ledger, batch: Batch) -> bool:
    """Whether every entry is there already, just so."""
    return all(code_of(ledger, entry) is Code.EXISTS for entry in batch.entries)


def _retried(batch: Batch) -> Results:
    return (Code.EXISTS,) * len(batch.entries)


def _failed(batch: Batch, place: int, code: Code) -> Results:
    """Blame one entry. A batch of which only a part is known is no retry of anything."""
    blamed = Code.EXISTS_ALONE if code is Code.EXISTS else code
    places = range(len(batch.entries))
    return tuple(blamed if at == place else Code.LINKED_FAILED for at in places)
