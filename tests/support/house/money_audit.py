"""The audit of the accounts: the journal against the balances, the meters and the rounds."""

from collections import defaultdict
from collections.abc import Iterable

from sqlalchemy import Connection, select

from punto.house.chain import Link
from punto.house.folding import money_record
from punto.ledger import (
    Account,
    Batch,
    Books,
    Kind,
    Movement,
    OpenAccount,
    Post,
    Purpose,
    Transfer,
    broken_books,
    felt_account,
    fold,
    numbered,
)
from punto.store import reading, schema
from punto.testing.violation import require


class MoneyAudit:
    """Books that are kept beside the house's own, from its journal alone."""

    def __init__(self) -> None:
        self._books = Books()
        self._places: dict[str, tuple[str, int, int]] = {}
        self._unlisted: set[str] = set()
        self.won: dict[str, int] = defaultdict(int)
        """What play has brought each player, as the ledger has it."""

    def read(self, links: Iterable[Link]) -> None:
        """Enter the batches that are new."""
        for link in links:
            record = money_record(link)
            if record is None:
                continue
            batch, before = Batch(record.entries), self._books.ledger.accounts
            self._books = fold(self._books, batch)
            numbers = numbered(before, self._books.ledger, batch)
            require(record.numbers == numbers, f"{link.chain} {link.position} is out of order")
            for place, entry in enumerate(batch.entries):
                if not isinstance(entry, OpenAccount):
                    require(entry.id not in self._places, f"{entry.id} is in the journal twice")
                    self._places[entry.id] = link.chain, link.position, place
                    self._unlisted |= {entry.id} if _is_unlisted(entry, link) else set()
                    self._count(self._moved(entry))

    def _moved(self, entry: object) -> Transfer | None:
        """Give the transfer that an entry brings about now, if it does."""
        if isinstance(entry, Transfer):
            return None if entry.is_pending else entry
        return self._books.ledger.transfer(entry.pending) if isinstance(entry, Post) else None

    def _count(self, moved: Transfer | None) -> None:
        match moved:
            case Transfer(purpose=Purpose.WAGER | Purpose.CORRECTION | Purpose.PAYOUT):
                self._add(moved.debit, -moved.amount)
                self._add(moved.credit, moved.amount)
            case Transfer(purpose=Purpose.RECEIVABLE):
                self._add(moved.debit, -moved.amount)
            case _:
                pass

    def _add(self, name: str, amount: int) -> None:
        account = self._books.ledger.accounts[name]
        if account.kind in (Kind.PLAYER, Kind.RECEIVABLE, Kind.FELT):
            self.won[account.owner or account.id] += amount

    # --- against the database -------------------------------------------------------------------

    def compare(self, connection: Connection) -> None:
        """Nothing is lost or made, and what is stored is what the journal adds up to."""
        wrong = broken_books(self._books)
        require(not wrong, f"the books are broken: {', '.join(wrong)}")
        accounts = reading.accounts(connection)
        require(accounts == dict(self._books.ledger.accounts), "stored balances differ")
        require(all(map(_is_plain, accounts.values())), "a total is below zero")
        require(reading.meters(connection) == dict(self._books.meters), "stored meters differ")
        rows = connection.execute(select(schema.entries)).all()
        stored = {row.id: (row.chain, row.position, row.place) for row in rows}
        listed = {id_: self._places[id_] for id_ in self._places.keys() - self._unlisted}
        require(stored == listed, "the index of the ledger's entries differs")

    def compare_won(self, won: dict[str, int]) -> None:
        """The ledger has moved for play exactly what the tables say was won and lost."""
        for name in sorted({*won, *self.won}):
            ours, theirs = won.get(name, 0), self.won.get(name, 0)
            require(ours == theirs, f"{name} has won {ours} at tables and {theirs} in the ledger")

    def require_bare(self, table: str) -> None:
        """Between two rounds nothing lies on the felt of a table."""
        for name, account in self._books.ledger.accounts.items():
            if account.kind is Kind.FELT and name.startswith(felt_account(table, 0)[:-1]):
                require(not account.balance, f"{account.balance} lies on {name}, and no round does")

    @property
    def open_wagers(self) -> int:
        """How many stakes wait for their end."""
        ledger = self._books.ledger
        return sum(
            isinstance(each, Transfer) and each.purpose is Purpose.WAGER and ledger.is_open(each.id)
            for each in ledger.entries.values()
        )


def _is_unlisted(entry: Movement, link: Link) -> bool:
    """Whether it is found without the index: stakes by their request, winnings beside them."""
    if not isinstance(entry, Transfer):
        return False
    is_stake = entry.purpose is Purpose.WAGER and entry.id.endswith(link.request or " ")
    return is_stake or entry.purpose is Purpose.PAYOUT


def _is_plain(account: Account) -> bool:
    totals = (account.debits_posted, account.credits_posted)
    return min(*totals, account.debits_pending, account.credits_pending) >= 0
