"""Why the house itself refuses, before it asks a table or the ledger or in spite of them."""

from enum import StrEnum


class Code(StrEnum):
    """Where several hold, the first of this list is the answer."""

    OVERLOADED = "overloaded"
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
    ORDER_NOT_YOURS = "order-not-yours"
    TOO_MUCH_AT_ONCE = "too-much-at-once"
    NOTHING_TO_DO = "nothing-to-do"
    ENTROPY_FAILED = "entropy-failed"
    NOT_NOW = "not-now"
    TOO_LONG_AGO = "too-long-ago"
    SET_MEANWHILE = "set-meanwhile"
    # at the counter
    ABOVE_SALE_MAXIMUM = "above-sale-maximum"
    NOTHING_OWED = "nothing-owed"
    NO_TICKET_IN_HAND = "no-ticket-in-hand"
    # of staff
    NO_SUCH_PERSON = "no-such-person"
    NAME_TAKEN = "name-taken"
    # of old entries
    PERIOD_TOO_SHORT = "period-too-short"
    DROPPING_ALREADY = "dropping-already"
    NOTHING_OLD = "nothing-old"
    # of all that moves money
    NO_ROOM = "no-room"
    FAULT = "fault"
    """A mistake of ours, whatever was asked."""
