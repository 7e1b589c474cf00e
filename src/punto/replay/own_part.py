"""What an entry says of one account: of thousands that it names, the others are passed over.

A round that thousands have bet on ends in one entry. Whoever reads what became of his own bets has
no use for theirs as values, and a house that made those would do nothing else meanwhile.
"""

from collections.abc import Container
from typing import Final, NamedTuple

import msgspec
from msgspec import Raw

from punto.house.record import Numbers, TableRecord, decode_table
from punto.ledger import Entry

_BETS: Final = b'"bets":['
_FIELDS: Final = msgspec.json.Decoder(dict[str, Raw])
_PARTS: Final = msgspec.json.Decoder(list[Raw])
_ENTRIES: Final = msgspec.json.Decoder(tuple[Entry, ...])
_NUMBERS: Final = msgspec.json.Decoder(Numbers)
_NONE: Final = Raw(b"[]")


class _Touched(msgspec.Struct):
    """A movement: whom it concerns, or which other one it ends."""

    id: str = ""
    debit: str = ""
    credit: str = ""
    pending: str = ""


_TOUCHED: Final = msgspec.json.Decoder(list[_Touched])


class OwnMoves(NamedTuple):
    """The movements of an entry that concern an account, each with its numbers."""

    entries: tuple[Entry, ...]
    numbers: Numbers


def own_events(body: bytes, account: str) -> TableRecord:
    """Read what has happened at a table, without the bets of others."""
    fields = _FIELDS.decode(body)
    events = [_with_own_bets(each, account) for each in _PARTS.decode(fields["events"])]
    return decode_table(msgspec.json.encode({"who": fields["who"], "events": events}))


def _with_own_bets(event: Raw, account: str) -> Raw:
    if _BETS not in bytes(event):
        return event
    fields, bettor = _FIELDS.decode(event), b'"bettor":' + msgspec.json.encode(account)
    own = [each for each in _PARTS.decode(fields["bets"]) if bettor in bytes(each)]
    return Raw(msgspec.json.encode({**fields, "bets": own}))


def own_moves(body: bytes, account: str, ended: Container[str] | None) -> OwnMoves | None:
    """Read what has moved for an account, and what ends one of some transfers, or any.

    None where movements have no numbers: those books are of long ago.
    """
    fields = _FIELDS.decode(body)
    moves, numbers = (fields.get(name, _NONE) for name in ("entries", "numbers"))
    touched, numbered = _TOUCHED.decode(moves), _NUMBERS.decode(numbers)
    if len(touched) != len(numbered):
        return None
    held = {each.id for each in touched if each.debit == account}
    own = [
        place
        for place, each in enumerate(touched)
        if account in (each.debit, each.credit)
        or (each.pending and (ended is None or each.pending in ended or each.pending in held))
    ]
    parts = _PARTS.decode(moves)
    entries = _ENTRIES.decode(msgspec.json.encode([parts[place] for place in own]))
    return OwnMoves(entries, tuple(numbered[place] for place in own))
