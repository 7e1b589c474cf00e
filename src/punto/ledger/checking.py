"""Which code an entry earns. The checks are tables in the order of `Code`: the first that holds."""

from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar, assert_never

from punto.ledger.account import MAX_TOTAL, NEVER_ABOVE_ZERO, NEVER_BELOW_ZERO, Kind, receivable_of
from punto.ledger.ledger import Ledger
from punto.ledger.result import Code
from punto.ledger.transfer import (
    BETWEEN,
    RELEASES,
    Entry,
    Movement,
    OpenAccount,
    Post,
    Transfer,
    Void,
    is_client_id,
    is_derived_id,
    is_id_for,
)

EntryT = TypeVar("EntryT")
Check: TypeAlias = tuple[Code, Callable[[Ledger, EntryT], bool]]


def code_of(ledger: Ledger, entry: Entry) -> Code:
    """Answer one entry by itself; `OK` if it can be written now."""
    match entry:
        case OpenAccount():
            return _first(OPENING, ledger, entry)
        case Transfer():
            checks = MOVED if entry.id in ledger.entries else MOVING
            return _first(checks, ledger, entry)
        case Post() | Void():
            ends = RESOLVED if entry.id in ledger.entries else RESOLVING
            return _first(ends, ledger, entry)
        case _:
            assert_never(entry)


def _first(checks: Iterable[Check[EntryT]], ledger: Ledger, entry: EntryT) -> Code:
    for code, holds in checks:
        if holds(ledger, entry):
            return code
    return Code.OK


# --- opening an account -------------------------------------------------------------------------


_NAMED_AFTER_OTHERS = frozenset({Kind.TICKET, Kind.RECEIVABLE, Kind.FELT, Kind.CHIPS, Kind.FLOAT})


def _account_id_malformed(_: Ledger, entry: OpenAccount) -> bool:
    """Names made from others are for tickets, debts and tables: nobody may take them first."""
    if entry.kind is Kind.HOUSE and entry.id.startswith("house:"):
        return not is_derived_id(entry.id)
    is_named = is_derived_id if entry.kind in _NAMED_AFTER_OTHERS else is_client_id
    return not is_named(entry.id)


def _other_kind(ledger: Ledger, entry: OpenAccount) -> bool:
    known = ledger.accounts.get(entry.id)
    return known is not None and known.kind is not entry.kind


def _other_owner(ledger: Ledger, entry: OpenAccount) -> bool:
    known = ledger.accounts.get(entry.id)
    return known is not None and known.owner != entry.owner


def _account_exists(ledger: Ledger, entry: OpenAccount) -> bool:
    return entry.id in ledger.accounts


def _owner_wrong(ledger: Ledger, entry: OpenAccount) -> bool:
    if entry.kind is not Kind.RECEIVABLE:
        return entry.owner != ""
    owner = ledger.accounts.get(entry.owner)
    return owner is None or owner.kind is not Kind.PLAYER or not _is_named_for_owner(entry)


def _is_named_for_owner(entry: OpenAccount) -> bool:
    visit = entry.id.rpartition(":")[2]
    named = {receivable_of(entry.owner)}
    if visit.isdecimal() and visit.isascii():
        named.add(receivable_of(entry.owner, int(visit)))
    return entry.id in named


OPENING: tuple[Check[OpenAccount], ...] = (
    (Code.ID_MALFORMED, _account_id_malformed),
    (Code.EXISTS_WITH_DIFFERENT_KIND, _other_kind),
    (Code.EXISTS_WITH_DIFFERENT_OWNER, _other_owner),
    (Code.EXISTS, _account_exists),
    (Code.OWNER_WRONG, _owner_wrong),
)


# --- moving money -------------------------------------------------------------------------------


def _transfer_id_malformed(_: Ledger, entry: Transfer) -> bool:
    return not is_id_for(entry.purpose, entry.id)


def _other(field: str) -> Callable[[Ledger, Movement], bool]:
    """Ask whether an entry of the same id has something else in a field."""

    def differs(ledger: Ledger, entry: Movement) -> bool:
        return bool(getattr(ledger.entries[entry.id], field) != getattr(entry, field))

    return differs


def _not_whole(_: Ledger, entry: Transfer) -> bool:
    return type(entry.amount) is not int


def _player_to_player(ledger: Ledger, entry: Transfer) -> bool:
    return _kinds(ledger, entry) == (Kind.PLAYER, Kind.PLAYER)


def _not_for_purpose(ledger: Ledger, entry: Transfer) -> bool:
    return _kinds(ledger, entry) not in BETWEEN[entry.purpose]


def _kinds(ledger: Ledger, entry: Transfer) -> tuple[Kind, Kind]:
    return ledger.accounts[entry.debit].kind, ledger.accounts[entry.credit].kind


def _insufficient(ledger: Ledger, entry: Transfer) -> bool:
    account = ledger.accounts[entry.debit]
    return account.kind in NEVER_BELOW_ZERO and account.available < entry.amount


def _more_than_owed(ledger: Ledger, entry: Transfer) -> bool:
    account = ledger.accounts[entry.credit]
    return account.kind in NEVER_ABOVE_ZERO and -account.balance < entry.amount


def _total_beyond_limit(ledger: Ledger, entry: Transfer) -> bool:
    debit, credit = ledger.accounts[entry.debit], ledger.accounts[entry.credit]
    totals = (
        debit.debits_posted + debit.debits_pending,
        credit.credits_posted + credit.credits_pending,
    )
    return max(totals) + entry.amount > MAX_TOTAL


MOVED: tuple[Check[Transfer], ...] = (
    (Code.ID_MALFORMED, _transfer_id_malformed),
    (Code.EXISTS_WITH_DIFFERENT_DEBIT, _other("debit")),
    (Code.EXISTS_WITH_DIFFERENT_CREDIT, _other("credit")),
    (Code.EXISTS_WITH_DIFFERENT_AMOUNT, _other("amount")),
    (Code.EXISTS_WITH_DIFFERENT_PURPOSE, _other("purpose")),
    (Code.EXISTS_WITH_DIFFERENT_REFERENCE, _other("reference")),
    (Code.EXISTS, lambda *_: True),
)
"""What is asked of a transfer whose id is in the ledger already."""

MOVING: tuple[Check[Transfer], ...] = (
    (Code.ID_MALFORMED, _transfer_id_malformed),
    (Code.AMOUNT_NOT_WHOLE, _not_whole),
    (Code.AMOUNT_ZERO, lambda _, entry: entry.amount == 0),
    (Code.AMOUNT_NEGATIVE, lambda _, entry: entry.amount < 0),
    (Code.AMOUNT_BEYOND_LIMIT, lambda _, entry: entry.amount > entry.limit),
    (Code.SAME_ACCOUNT, lambda _, entry: entry.debit == entry.credit),
    (Code.DEBIT_ACCOUNT_UNKNOWN, lambda ledger, entry: entry.debit not in ledger.accounts),
    (Code.CREDIT_ACCOUNT_UNKNOWN, lambda ledger, entry: entry.credit not in ledger.accounts),
    (Code.PLAYER_TO_PLAYER, _player_to_player),
    (Code.ACCOUNTS_NOT_FOR_PURPOSE, _not_for_purpose),
    (Code.INSUFFICIENT_CREDITS, _insufficient),
    (Code.MORE_THAN_OWED, _more_than_owed),
    (Code.TOTAL_BEYOND_LIMIT, _total_beyond_limit),
)


# --- posting and voiding ------------------------------------------------------------------------


def _pending_id_malformed(_: Ledger, entry: Post | Void) -> bool:
    return not is_client_id(entry.pending)


def _other_release(ledger: Ledger, entry: Post | Void) -> bool:
    known = ledger.entries.get(entry.id)
    return isinstance(known, Void) and known != entry


def _not_pending(ledger: Ledger, entry: Post | Void) -> bool:
    return not ledger.transfer(entry.pending).is_pending


def _release_not_for_purpose(ledger: Ledger, entry: Post | Void) -> bool:
    purpose = ledger.transfer(entry.pending).purpose
    return isinstance(entry, Void) and entry.why not in RELEASES[purpose]


RESOLVED: tuple[Check[Post | Void], ...] = (
    (Code.ID_MALFORMED, _pending_id_malformed),
    (Code.EXISTS_WITH_DIFFERENT_RELEASE, _other_release),
    (Code.EXISTS, lambda *_: True),
)
"""What is asked of an end whose id is in the ledger already."""

RESOLVING: tuple[Check[Post | Void], ...] = (
    (Code.ID_MALFORMED, _pending_id_malformed),
    (Code.PENDING_UNKNOWN, lambda ledger, entry: entry.pending not in ledger.entries),
    (Code.NOT_PENDING, _not_pending),
    (Code.ALREADY_POSTED, lambda ledger, entry: ledger.is_posted(entry.pending)),
    (Code.ALREADY_VOIDED, lambda ledger, entry: ledger.is_voided(entry.pending)),
    (Code.RELEASE_NOT_FOR_PURPOSE, _release_not_for_purpose),
)
