"""What came and went at the cage in a gaming day, and through whose hands."""

from collections import Counter
from collections.abc import Callable
from typing import Final, NamedTuple

from punto.house.chain import Link
from punto.house.house import CAGE
from punto.house.record import decode_cage
from punto.ledger import Entry, Movement, Post, Purpose, Transfer

_SOLD: Final = {Purpose.BUY_IN: "sold", Purpose.REPAYMENT: "repaid"}
"""What brings money, where it comes from the cage."""

Find = Callable[[str], Movement | None]
"""Looks up what has moved before, by its id."""


class Drawer(NamedTuple):
    """Who has taken money and paid it out; the house itself gives guests their credits."""

    person: str
    role: str


class Till:
    """Folds the entries of the cage; each must come once."""

    def __init__(self) -> None:
        self.sums = Counter[str]()
        """By what was done: sold, paid, repaid, tickets-made, tickets-taken, tickets-paid,
        written-off."""
        self.taken = Counter[Drawer]()
        self.paid = Counter[Drawer]()

    def add(self, link: Link, find: Find) -> None:
        """Take in an entry."""
        record = decode_cage(link.body or b"")
        drawer = Drawer(record.who, record.role)
        for entry in record.entries:
            done = _done(entry, find)
            if done is None:
                continue
            name, amount = done
            self.sums[name] += amount
            if name in {"sold", "repaid"}:
                self.taken[drawer] += amount
            elif name in {"paid", "tickets-paid"}:
                self.paid[drawer] += amount


def _done(entry: Entry, find: Find) -> tuple[str, int] | None:
    match entry:
        case Transfer(purpose=Purpose.BUY_IN | Purpose.REPAYMENT, debit=source) if source == CAGE:
            return _SOLD[entry.purpose], entry.amount
        case Transfer(purpose=Purpose.CASH_OUT):
            return "paid", entry.amount
        case Transfer(purpose=Purpose.TICKET_IN, credit=to):
            return "tickets-paid" if to == CAGE else "tickets-taken", entry.amount
        case Transfer(purpose=Purpose.WRITE_OFF):
            return "written-off", entry.amount
        case Post(pending):
            printed = find(pending)
            return ("tickets-made", printed.amount) if isinstance(printed, Transfer) else None
        case _:
            return None
