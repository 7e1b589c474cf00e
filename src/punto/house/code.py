"""Why the house itself refuses, before it asks a table or the ledger or in spite of them."""

from enum import StrEnum


class Code(StrEnum):
    """Where several hold, the first of this list is the answer."""

    ELSEWHERE = "elsewhere"
    """Another node has the table: it is asked there."""
    BOOKS_DAMAGED = "books-damaged"
    NOT_PERMITTED = "not-permitted"
    ID_CLASH = "id-clash"
    REQUEST_MALFORMED = "request-malformed"
    # at a table
    SETTINGS_DEFECTIVE = "settings-defective"
    TABLE_OPEN = "table-open"
    NO_SUCH_TABLE = "no-such-table"
    TABLE_CLOSED = "table-closed"
    ID_WANTED = "id-wanted"
    NO_DEALER_WANTED = "no-dealer-wanted"
    AT_TABLE_ALREADY = "at-table-already"
    NOT_AT_TABLE = "not-at-table"
    DEALT_BY_YOU = "dealt-by-you"
    NO_SHOE_PROMISED = "no-shoe-promised"
    ENTROPY_MALFORMED = "entropy-malformed"
    NO_CONTRIBUTIONS = "no-contributions"
    SHUFFLING = "shuffling"
    NOT_SHUFFLING = "not-shuffling"
    ANOTHER_SHOE = "another-shoe"
    TOO_LATE_TO_SHOW = "too-late-to-show"
    CONTRIBUTION_MALFORMED = "contribution-malformed"
    NOT_PROMISED = "not-promised"
    CONTRIBUTED_ALREADY = "contributed-already"
    SITTING_OUT = "sitting-out"
    CONTRIBUTIONS_FULL = "contributions-full"
    NOT_AS_PROMISED = "not-as-promised"
    ANOTHER_BEACON = "another-beacon"
    ORDER_NOT_YOURS = "order-not-yours"
    TOO_MUCH_AT_ONCE = "too-much-at-once"
    NOTHING_TO_DO = "nothing-to-do"
    ENTROPY_FAILED = "entropy-failed"
    TOO_SOON = "too-soon"
    NOT_NOW = "not-now"
    TOO_LONG_AGO = "too-long-ago"
    SET_MEANWHILE = "set-meanwhile"
    # at the counter
    ABOVE_SALE_MAXIMUM = "above-sale-maximum"
    NOTHING_OWED = "nothing-owed"
    NO_TICKET_IN_HAND = "no-ticket-in-hand"
    # of shifts
    SHIFT_OPEN = "shift-open"
    NO_SHIFT = "no-shift"
    # of staff
    NO_SUCH_PERSON = "no-such-person"
    NAME_TAKEN = "name-taken"
    NOT_YOUR_OWN = "not-your-own"
    CODE_USED = "code-used"
    CODES_SET = "codes-set"
    # of terminals
    TERMINAL_UNKNOWN = "terminal-unknown"
    NOT_ENROLLED = "not-enrolled"
    # of those who play
    NO_SUCH_PLAYER = "no-such-player"
    NO_CHECK_DUE = "no-check-due"
    # of old entries
    PERIOD_TOO_SHORT = "period-too-short"
    DROPPING_ALREADY = "dropping-already"
    NOTHING_OLD = "nothing-old"
    # of all that moves money
    NO_ROOM = "no-room"
    FAULT = "fault"
    """A mistake of ours, whatever was asked."""
