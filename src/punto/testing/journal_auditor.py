"""An auditor who knows nothing but the rows of the journal, and adds up the life of every account.

Each movement says which one it is in the life of both its accounts. That alone puts any account in
order, over all chains: no commit, no index and no code of the house is asked.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, text

Plain = dict[str, Any]

HELD: Final = frozenset({"wager", "ticket-out"})
"""What is only held, until it is posted or void."""

PLAY: Final = frozenset({"wager", "payout", "correction", "receivable"})
"""What moves because a round is over, or is another than was told."""

OLDER: Final = "accounts"
"""In older books the chain of all money: what they came to is brought forward in the cage."""


class Wrong(NamedTuple):
    """What does not hold."""

    rule: str
    """`order`, `zero` or `sum`."""
    where: str
    """The account, or what moved."""
    what: str


class Step(NamedTuple):
    """One movement in the life of one account."""

    number: int
    place: str
    balance: int
    """What it adds to what is posted."""
    held: int
    """What it adds to what is held."""


class JournalAuditor:
    """Reads a journal once; `wrong` says what does not hold in it."""

    def __init__(self, connection: Connection) -> None:
        self._kinds: dict[str, str] = {}
        self._owners: dict[str, str] = {}
        self._begun: dict[str, tuple[int, int]] = {}
        """By account, what was posted and held when older books were closed."""
        self._steps: dict[str, list[Step]] = defaultdict(list)
        self._transfers: dict[str, Plain] = {}
        self._ended: Counter[str] = Counter()
        self.won: Counter[str] = Counter()
        """What play has brought each player, or has cost; chips that lie on a table count too."""
        self._unsummed: list[Wrong] = []
        rows = "SELECT chain, position, body FROM journal ORDER BY chain, position"
        entries = [
            (row.chain, f"{row.chain} {row.position}", json.loads(bytes(row.body)))
            for row in connection.execute(text(rows))
            if row.chain in {"cage", OLDER} or row.chain.startswith("table/")
        ]
        for _, place, entry in entries:
            self._find(place, entry)
        for chain, place, entry in entries:
            if chain == OLDER:
                self._ended.update(_ended_in(entry))
            else:
                self._follow(place, entry)

    # --- reading --------------------------------------------------------------------------------

    def _find(self, place: str, record: Plain) -> None:
        """Note the accounts that an entry opens, and the transfers that others may end."""
        for account in record.get("brought", ()):
            posted = account["credits_posted"] - account["debits_posted"]
            self._begun[account["id"]] = posted, account["debits_pending"]
        for entry in record.get("entries", ()):
            known = self._kinds if entry["type"] == "OpenAccount" else self._transfers
            if entry.get("id") in known:
                self._unsummed.append(Wrong("sum", entry["id"], f"is there again in {place}"))
            elif entry["type"] == "OpenAccount":
                self._kinds[entry["id"]] = entry["kind"]
                self._owners[entry["id"]] = entry.get("owner", "")
            elif entry["type"] == "Transfer":
                self._transfers[entry["id"]] = entry

    def _follow(self, place: str, record: Plain) -> None:
        entries, numbers = record.get("entries", []), record.get("numbers", [])
        if len(entries) != len(numbers):
            self._unsummed.append(Wrong("order", place, "not every movement has its numbers"))
        for entry, (debit, credit) in zip(entries, numbers, strict=False):
            if entry["type"] != "OpenAccount":
                self._move(place, entry, debit, credit)

    def _move(self, place: str, entry: Plain, debit: int, credit: int) -> None:
        transfer = self._transfers.get(entry["pending"]) if "pending" in entry else entry
        if transfer is None:
            self._unsummed.append(
                Wrong("sum", entry["pending"], f"ends in {place}, begins nowhere")
            )
            return
        self._ended.update(_ended_in({"entries": [entry]}))
        posted, held = _effect(entry, transfer)
        self._steps[transfer["debit"]].append(Step(debit, place, -posted, held))
        self._steps[transfer["credit"]].append(Step(credit, place, posted, 0))
        if transfer["purpose"] in PLAY:
            self._count(transfer["debit"], -posted)
            if transfer["purpose"] != "receivable":
                self._count(transfer["credit"], posted)

    def _count(self, account: str, amount: int) -> None:
        if self._kinds.get(account) in {"player", "receivable", "felt"}:
            self.won[self._owners.get(account) or account] += amount

    # --- judging --------------------------------------------------------------------------------

    def wrong(self) -> list[Wrong]:
        """Say what does not hold."""
        accounts = sorted({*self._steps, *self._kinds, *self._begun})
        orders = [each for name in accounts for each in self._out_of_order(name)]
        zeros = [each for name in accounts for each in self._beyond_zero(name)]
        return [*orders, *zeros, *self._unsummed, *self._sums(accounts)]

    def _out_of_order(self, account: str) -> Iterator[Wrong]:
        """Want 1, 2, 3 … over all chains, and never a lower one later in the same chain."""
        last: dict[str, int] = {}
        for number, place, _, _ in self._steps[account]:
            chain = place.rpartition(" ")[0]
            if number <= last.get(chain, 0):
                what = f"movement {number} in {place} comes after {last[chain]}"
                yield Wrong("order", account, what)
            last[chain] = number
        numbers = Counter(step.number for step in self._steps[account])
        for number in sorted({*numbers, *range(1, len(self._steps[account]) + 1)}):
            if numbers[number] != 1:
                yield Wrong("order", account, f"movement {number} is there {numbers[number]} times")

    def _beyond_zero(self, account: str) -> Iterator[Wrong]:
        """Walk through a life: no player and no ticket is ever below zero, no debt above."""
        kind = self._kinds.get(account)
        balance, held = self._begun.get(account, (0, 0))
        for number, place, posted, more in sorted(self._steps[account]):
            balance, held = balance + posted, held + more
            is_below = kind in {"player", "ticket"} and balance - held < 0
            if is_below or (kind == "receivable" and balance > 0) or held < 0:
                what = f"{balance} posted and {held} held after movement {number} in {place}"
                yield Wrong("zero", account, what)

    def _sums(self, accounts: list[str]) -> Iterator[Wrong]:
        """Want every unit that leaves an account to come to another, and what is held to wait."""
        ends = {name: self._end(name) for name in accounts}
        total = sum(balance for balance, _ in ends.values())
        if total:
            yield Wrong("sum", "all accounts", f"come to {total}")
        waiting: Counter[str] = Counter()
        for key, transfer in self._transfers.items():
            if transfer["purpose"] in HELD and not self._ended[key]:
                waiting[transfer["debit"]] += transfer["amount"]
            elif self._ended[key] > 1:
                yield Wrong("sum", key, f"ends {self._ended[key]} times")
        for name, (_, held) in ends.items():
            if name not in self._kinds:
                yield Wrong("sum", name, "was never opened")
            if held != waiting[name]:
                yield Wrong("sum", name, f"{held} is held, and {waiting[name]} waits")

    def _end(self, account: str) -> tuple[int, int]:
        balance, held = self._begun.get(account, (0, 0))
        steps = self._steps[account]
        return balance + sum(each.balance for each in steps), held + sum(e.held for e in steps)


def _ended_in(record: Plain) -> list[str]:
    return [entry["pending"] for entry in record.get("entries", ()) if "pending" in entry]


def _effect(entry: Plain, transfer: Plain) -> tuple[int, int]:
    """Tell what an entry posts from one account to the other, and what it adds to what is held."""
    amount = int(transfer["amount"])
    match entry["type"]:
        case "Post":
            return amount, -amount
        case "Void":
            return 0, -amount
        case _:
            return (0, amount) if transfer["purpose"] in HELD else (amount, 0)
