"""A house without a database: what requests make of it is kept in memory, and nowhere else."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import count
from secrets import token_bytes

from immutables import Map

from punto.house import House, OpenAccount, OpenTable, Request
from punto.house.carry_out import carry_out
from punto.house.chain import Link
from punto.house.context import Context, Past
from punto.house.forward import NOTHING_DROPPED
from punto.house.house import Change
from punto.house.request import Act, BuyIn, What
from punto.ledger import Kind, Meters, Movement, meter, metered
from punto.ledger import OpenAccount as AccountOpened
from punto.refusal import Refusal
from punto.store import HouseKey
from punto.table import Settings
from punto.testing.actors import request_of

KEY = HouseKey(bytes(range(32)))
NOW_MS = 1_700_000_000_000


class PureHouse:
    """Carries out requests one after the other; the accounts of Ann and Bob have credits."""

    def __init__(self, **tables: tuple[Settings, str]) -> None:
        self.house = House()
        self.now_ms = NOW_MS
        self.game_ms = 0
        self.links: dict[str, list[Link]] = defaultdict(list)
        self._entries: dict[str, Movement] = {}
        self._meters: Meters = Map()
        self._ids = count(1)
        self.done(OpenAccount("cage", Kind.CASH))
        self.done(OpenAccount("house", Kind.HOUSE))
        for name in ("ann", "bob"):
            self.done(OpenAccount(name))
            self.done(BuyIn(name, 100_000))
        for table, (settings, owner) in tables.items():
            self.done(OpenTable(table, settings, owner))

    def ask(self, what: What, *, who: str = "desk", id_: str | None = None) -> Change | Refusal:
        """Ask as somebody who may, under a new id unless one is given."""
        house_table = self.house.tables.get(what.table) if isinstance(what, Act) else None
        name = f"r{next(self._ids)}" if id_ is None else id_
        return self.carry_out(
            request_of(who, what, name, owner=house_table.owner if house_table else "")
        )

    def carry_out(self, request: Request) -> Change | Refusal:
        """Carry out a request, and keep what it changes."""
        change = carry_out(self.house, request, self._context())
        if isinstance(change, Change):
            self.house = change.house
            for each in change.written:
                self.links[each.link.chain].append(each.link)
                self._meters = metered(self._meters, each.ledger, each.batch.entries)
            entries = (entry for each in change.written for entry in each.batch.entries)
            self._entries |= {e.id: e for e in entries if not isinstance(e, AccountOpened)}
        return change

    def _context(self) -> Context:
        past = Past(forward=lambda: NOTHING_DROPPED, in_order=lambda _: (), links=self._read)
        accounts = self.house.accounts
        return Context(
            self.now_ms,
            lambda: token_bytes(32),
            KEY,
            self._entries.get,
            accounts.get,
            past,
            self._lost,
            self._written_ms,
            game_ms=self.game_ms,
        )

    def _lost(self, account: str) -> int:
        read = meter(self._meters, player=account)
        return read.coin_in - read.coin_out

    def _written_ms(self, chain: str) -> int:
        return self.links[chain][-1].at_ms if self.links[chain] else 0

    def _read(self, chain: str, after: int, through: int | None) -> Iterable[Link]:
        last = through if through is not None else len(self.links[chain])
        return self.links[chain][after:last]

    def done(self, what: What, **named: str) -> Change:
        """Ask for something that is done."""
        change = self.ask(what, **named)
        assert isinstance(change, Change), change
        assert change.refusal is None, change.refusal
        return change

    def denied(self, what: What, **named: str) -> str:
        """Ask for something that is denied, on record or not; give the code."""
        change = self.ask(what, **named)
        refusal = change if isinstance(change, Refusal) else change.refusal
        assert refusal is not None, change
        return refusal.code

    def drop_bodies(self, chain: str) -> None:
        """Drop the bodies of a chain, as retention does after their time."""
        self.links[chain] = [link._replace(body=None) for link in self.links[chain]]
