"""What becomes of every entry of a batch."""

from collections.abc import Iterable
from enum import StrEnum

from punto.refusal import Refusal


class Code(StrEnum):
    """The answer to one entry. Where several hold, the first of this list is given.

    The first entry that fails decides for its batch: the others answer `LINKED_FAILED`.
    """

    OK = "ok"
    LINKED_FAILED = "linked-failed"
    ID_MALFORMED = "id-malformed"
    EXISTS_WITH_DIFFERENT_KIND = "exists-with-different-kind"
    EXISTS_WITH_DIFFERENT_OWNER = "exists-with-different-owner"
    EXISTS_WITH_DIFFERENT_DEBIT = "exists-with-different-debit"
    EXISTS_WITH_DIFFERENT_CREDIT = "exists-with-different-credit"
    EXISTS_WITH_DIFFERENT_AMOUNT = "exists-with-different-amount"
    EXISTS_WITH_DIFFERENT_PURPOSE = "exists-with-different-purpose"
    EXISTS_WITH_DIFFERENT_REFERENCE = "exists-with-different-reference"
    EXISTS_WITH_DIFFERENT_RELEASE = "exists-with-different-release"
    EXISTS = "exists"
    """Every entry of the batch is in the ledger already: the answer to a retry."""
    EXISTS_ALONE = "exists-alone"
    """This entry is in the ledger already, but not all of its batch."""
    OWNER_WRONG = "owner-wrong"
    """A receivable is owed by a player, under that player's name; nothing else has an owner."""
    AMOUNT_NOT_WHOLE = "amount-not-whole"
    AMOUNT_ZERO = "amount-zero"
    AMOUNT_NEGATIVE = "amount-negative"
    AMOUNT_BEYOND_LIMIT = "amount-beyond-limit"
    SAME_ACCOUNT = "same-account"
    DEBIT_ACCOUNT_UNKNOWN = "debit-account-unknown"
    CREDIT_ACCOUNT_UNKNOWN = "credit-account-unknown"
    PLAYER_TO_PLAYER = "player-to-player"
    ACCOUNTS_NOT_FOR_PURPOSE = "accounts-not-for-purpose"
    PENDING_UNKNOWN = "pending-unknown"
    NOT_PENDING = "not-pending"
    ALREADY_POSTED = "already-posted"
    ALREADY_VOIDED = "already-voided"
    RELEASE_NOT_FOR_PURPOSE = "release-not-for-purpose"
    INSUFFICIENT_CREDITS = "insufficient-credits"
    MORE_THAN_OWED = "more-than-owed"
    TOTAL_BEYOND_LIMIT = "total-beyond-limit"


def is_written(results: Iterable[Code]) -> bool:
    """Whether a batch is new in the ledger: only then is it folded into anything else."""
    return set(results) == {Code.OK}


def is_accepted(results: Iterable[Code]) -> bool:
    """Whether a batch is in the ledger, by now or from before."""
    return set(results) <= {Code.OK, Code.EXISTS}


def deciding(results: Iterable[Code]) -> Code:
    """Give the one code that speaks for a batch."""
    return next((code for code in results if code is not Code.LINKED_FAILED), Code.OK)


def refusal_with(code: StrEnum) -> Refusal:
    """Refuse with a code of the ledger, which is words already."""
    return Refusal(code, code.replace("-", " "))
