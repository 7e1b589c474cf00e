"""Writing a batch: each entry is checked, and all of it is written once, or nothing.

The checks stand in the order of `Code`: the first that holds is the answer. Before, it is asked
whether the books have room for what may come of it, whatever the cards will be.
"""

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias, TypeVar

from punto.ledger.account import (
    MAX_TOTAL,
    NEVER_ABOVE_ZERO,
    NEVER_BELOW_ZERO,
    Account,
    Kind,
    receivable_of,
)
from punto.ledger.ledger import Ledger, written
from punto.ledger.result import Code
from punto.ledger.transfer import (
    BETWEEN,
    DERIVED,
    MAX_AMOUNT,
    RELEASES,
    Batch,
    Entry,
    Movement,
    OpenAccount,
    Post,
    Purpose,
    Transfer,
    Void,
    is_client_id,
    is_derived_id,
)
from punto.money import MAX_ODDS, MAX_STAKE

EntryT = TypeVar("EntryT")
Check: TypeAlias = tuple[Code, Callable[[Ledger, EntryT], bool]]
Results: TypeAlias = tuple[Code, ...]
"""One code for each entry, in the order of the batch."""


def apply(ledger: Ledger, batch: Batch) -> tuple[Ledger, Results]:
    """Write a batch, and answer each of its entries; on any failure the ledger stays as it was."""
    after = ledger
    for place, entry in enumerate(batch.entries):
        code = _code_of(after, entry)
        if code is not Code.OK:
            is_retry = code is Code.EXISTS and place == 0 and _is_known(ledger, batch)
            return ledger, _retried(batch) if is_retry else _failed(batch, place, code)
        after = written(after, entry)
    return after, (Code.OK,) * len(batch.entries)


def _is_known(ledger: Ledger, batch: Batch) -> bool:
    """Whether every entry is there already, just so."""
    return all(_code_of(ledger, entry) is Code.EXISTS for entry in batch.entries)


def _retried(batch: Batch) -> Results:
    return (Code.EXISTS,) * len(batch.entries)


def _failed(batch: Batch, place: int, code: Code) -> Results:
    """Blame one entry. A batch of which only a part is known is no retry of anything."""
    blamed = Code.EXISTS_ALONE if code is Code.EXISTS else code
    places = range(len(batch.entries))
    return tuple(blamed if at == place else Code.LINKED_FAILED for at in places)


# --- one entry ----------------------------------------------------------------------------------


def _code_of(ledger: Ledger, entry: Entry) -> Code:
    """Answer one entry by itself; `OK` if it can be written now."""
    if type(entry) is OpenAccount:
        return _first(OPENING, ledger, entry)
    is_known = entry.id in ledger.entries
    if type(entry) is Transfer:
        return _first(MOVED, ledger, entry) if is_known else _moving(ledger, entry)
    return _first(RESOLVED if is_known else RESOLVING, ledger, entry)


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


def _other(field: str) -> Callable[[Ledger, Movement], bool]:
    """Ask whether an entry of the same id has something else in a field."""

    def differs(ledger: Ledger, entry: Movement) -> bool:
        return bool(getattr(ledger.entries[entry.id], field) != getattr(entry, field))

    return differs


MOVED: tuple[Check[Transfer], ...] = (
    (Code.ID_MALFORMED, lambda _, entry: _wrong_in_itself(entry) is Code.ID_MALFORMED),
    (Code.EXISTS_WITH_DIFFERENT_DEBIT, _other("debit")),
    (Code.EXISTS_WITH_DIFFERENT_CREDIT, _other("credit")),
    (Code.EXISTS_WITH_DIFFERENT_AMOUNT, _other("amount")),
    (Code.EXISTS_WITH_DIFFERENT_PURPOSE, _other("purpose")),
    (Code.EXISTS_WITH_DIFFERENT_REFERENCE, _other("reference")),
    (Code.EXISTS, lambda *_: True),
)
"""What is asked of a transfer whose id is in the ledger already."""


def _moving(ledger: Ledger, entry: Transfer) -> Code:
    """Answer a transfer that is new: in the order of `Code`, without a table, as every bet is one.

    The transfer itself comes first, then the accounts on its two sides.
    """
    wrong = _wrong_in_itself(entry)
    if wrong is not Code.OK:
        return wrong
    debit, credit = ledger.accounts.get(entry.debit), ledger.accounts.get(entry.credit)
    if debit is None:
        return Code.DEBIT_ACCOUNT_UNKNOWN
    if credit is None:
        return Code.CREDIT_ACCOUNT_UNKNOWN
    return _between(debit, credit, entry)


def _is_derived(entry: Transfer) -> bool:
    """Whether an id that is not the client's to choose begins with the purpose."""
    return entry.id.startswith(f"{entry.purpose.value}:") and bool(is_derived_id(entry.id))


def _wrong_in_itself(entry: Transfer) -> Code:
    amount = entry.amount
    if not (_is_derived(entry) if entry.purpose in DERIVED else is_client_id(entry.id)):
        return Code.ID_MALFORMED
    if type(amount) is not int:
        return Code.AMOUNT_NOT_WHOLE
    if amount <= 0:
        return Code.AMOUNT_NEGATIVE if amount else Code.AMOUNT_ZERO
    if amount > (MAX_STAKE if entry.purpose is Purpose.WAGER else MAX_AMOUNT):
        return Code.AMOUNT_BEYOND_LIMIT
    return Code.SAME_ACCOUNT if entry.debit == entry.credit else Code.OK


def _between(debit: Account, credit: Account, entry: Transfer) -> Code:
    kinds, amount = (debit.kind, credit.kind), entry.amount
    if kinds not in BETWEEN[entry.purpose]:
        players = (Kind.PLAYER, Kind.PLAYER)
        return Code.PLAYER_TO_PLAYER if kinds == players else Code.ACCOUNTS_NOT_FOR_PURPOSE
    debits = debit.debits_posted + debit.debits_pending
    if debit.kind in NEVER_BELOW_ZERO and debit.credits_posted - debits < amount:
        return Code.INSUFFICIENT_CREDITS
    if credit.kind in NEVER_ABOVE_ZERO and -credit.balance < amount:
        return Code.MORE_THAN_OWED
    credits_ = credit.credits_posted + credit.credits_pending
    return Code.TOTAL_BEYOND_LIMIT if max(debits, credits_) + amount > MAX_TOTAL else Code.OK


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
    return type(entry) is Void and entry.why not in RELEASES[purpose]


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


# --- room ---------------------------------------------------------------------------------------
# No total of an account may exceed `MAX_TOTAL`, and no transfer `MAX_AMOUNT`. A payment that did
# not fit would hang its round, and a refusal then would depend on the cards. So it is asked before,
# when credits are sold or a stake is placed, as if every stake won at the longest odds of the
# house. What is taken in this way is at most a ninth of what fits: the rest is room for voids and
# for rounds that are settled again, each of which moves as much once more at the most.

ROOM: Final = MAX_AMOUNT
"""The most that may ever have moved on an account, both ways, with all that is staked won."""

_DECIDED: Final = frozenset(
    {
        *(Purpose.BUY_IN, Purpose.TICKET_IN, Purpose.WAGER),
        *(Purpose.CHIPS_DOWN, Purpose.FILL, Purpose.CREDIT, Purpose.DROP),
    }
)
"""What people decide to do. All else follows from it, and is never refused for want of room."""


def largest_stake(odds: int) -> int:
    """Tell the largest stake that can be paid at these odds: a table must not allow a larger."""
    return min(MAX_STAKE, ROOM // (odds + 1))


def has_room(ledger: Ledger, batch: Batch, odds: int = MAX_ODDS) -> bool:
    """Whether all that a batch asks for fits, on every account that it touches.

    `odds` are the longest that any stake can be paid at, those that are held included. What the
    cards bring about is in the batch of an online hand too, and is left out here.
    """
    more: dict[str, int] = {}
    moves = odds + 1  # a stake can move once itself, and once for each unit of odds
    for entry in batch.entries:
        if type(entry) is not Transfer or (purpose := entry.purpose) not in _DECIDED:
            continue
        most = entry.amount
        if type(most) is int and most > 0:  # or the ledger says what is wrong
            if purpose is Purpose.WAGER:
                most *= moves
            more[entry.debit] = more.get(entry.debit, 0) + most
            more[entry.credit] = more.get(entry.credit, 0) + most
    for name, amount in more.items():
        account, used = ledger.accounts.get(name), 0
        if account is not None:
            used = account.debits_posted + account.credits_posted
            used += moves * (account.debits_pending + account.credits_pending)
        if used + amount > ROOM:
            return False
    return True
