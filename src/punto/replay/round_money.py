"""What a round moved between accounts, and what its bettors had before and after it.

An account's life is spread over all chains, so everything that moved up to the round is added up
again, in the order in which it was stored.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from punto.house.chain import ACCOUNTS, EMPTY, Head, Link, break_at
from punto.house.folding import fold_money, money_record
from punto.house.forward import BroughtForward
from punto.house.record import CageRecord, TableRecord
from punto.ledger import Ledger, debts_of

_UNFOLDABLE: Final = (AssertionError, LookupError, ValueError, msgspec.MsgspecError)


class Balance(msgspec.Struct, frozen=True, kw_only=True):
    """A bettor's credits before a round first moved any and after it last did, and any debt."""

    account: str
    before: int
    after: int
    owed_before: int = 0
    owed_after: int = 0


class RoundMoney:
    """Adds up all that moved, and looks at the accounts around a round."""

    def __init__(
        self, entries: Sequence[Link], bettors: Sequence[str], start: BroughtForward
    ) -> None:
        self.batches: list[Link] = []
        """In older books, what the entries of the round moved."""
        self.balances: tuple[Balance, ...] = ()
        self.breaks: list[str] = []
        self._entries = {(link.chain, link.position) for link in entries}
        self._causes = {f"{link.chain} {link.position}" for link in entries}
        self._last = entries[-1]
        self._bettors = bettors
        self._now = start.balances
        self._heads: dict[str, Head] = dict(start.reached)
        self._before: Ledger | None = None
        self._after: Ledger | None = None
        self._is_told = entries[0].position > start.moved_through(self._last.chain)

    @property
    def begins_after(self) -> dict[str, int]:
        """Tell after which entry of each chain to read: what moved before is brought forward."""
        return {chain: head.position for chain, head in self._heads.items()}

    def go_through(self, links: Iterable[Link]) -> None:
        """Add up what moved, as far as the last entry of the round."""
        for link in links if self._is_told else ():
            self._check(link)
            try:
                self._add(link)
            except _UNFOLDABLE as error:
                self.breaks.append(f"{link.chain}, entry {link.position}: not added up: {error!r}")
                return
            if (link.chain, link.position) == (self._last.chain, self._last.position):
                break
        self.balances = tuple(self._told())

    def _check(self, link: Link) -> None:
        broken = break_at(link, self._heads.get(link.chain, EMPTY))
        if broken is not None:
            self.breaks.append(str(broken))
        self._heads[link.chain] = link.head

    def _add(self, link: Link) -> None:
        record = money_record(link)
        if record is None:
            return
        before, self._now = self._now, fold_money(self._now, record).balances
        if self._is_of_round(link, record):
            self._before = self._before or before.ledger
            self._after = self._now.ledger
            if link.chain == ACCOUNTS:
                self.batches.append(link)

    def _is_of_round(self, link: Link, record: TableRecord | CageRecord) -> bool:
        if isinstance(record, CageRecord):
            return record.cause in self._causes
        return bool(record.entries) and (link.chain, link.position) in self._entries

    def _told(self) -> Iterator[Balance]:
        if self._before is None or self._after is None:
            return
        for bettor in self._bettors:
            yield Balance(
                account=bettor,
                before=_balance(self._before, bettor),
                after=_balance(self._after, bettor),
                owed_before=_owed(self._before, bettor),
                owed_after=_owed(self._after, bettor),
            )


def _owed(ledger: Ledger, account: str) -> int:
    return -sum(debt.balance for debt in debts_of(ledger, account))


def _balance(ledger: Ledger, account: str) -> int:
    known = ledger.accounts.get(account)
    return known.balance if known is not None else 0
