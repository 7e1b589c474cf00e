"""The audit of a whole database after a crash: only what clients know, and the journal."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from hashlib import sha256

from immutables import Map
from sqlalchemy import Connection

from punto.house import House
from punto.house.chain import COMMITS, Head, Link, is_of_table, table_of
from punto.house.folding import Balances, fold_house_table, fold_money, money_record
from punto.house.record import decode_commit
from punto.store import Database, reading
from punto.store.opening import require_chains
from punto.store.storing import seal_place
from punto.table.house_table import HouseTable
from punto.testing.table_audit import TableAudit
from punto.testing.violation import require
from tests.support.house.money_audit import MoneyAudit
from tests.support.house.premises import KEY
from tests.support.house.request_audit import audit_requests
from tests.support.house.truth import Truth
from tests.support.house.whole import written_down


class HouseAudit:
    """Looks at one database again and again; what it has seen once must still be there."""

    def __init__(self, url: str, truth: Truth) -> None:
        self._database = Database(url)
        self._truth = truth
        self._seen: dict[str, Head] = {}
        self._house_tables: dict[str, HouseTable] = {}
        self._balances = Balances()
        self._money = MoneyAudit()
        self._tables: dict[str, TableAudit] = {}
        self.entries = 0
        self.requests: frozenset[str] = frozenset()
        """The requests that the journal holds."""

    @property
    def rounds(self) -> int:
        """How many rounds have begun."""
        return sum(audit.rounds for audit in self._tables.values())

    def check(self) -> str:
        """Check everything; give the state that a full replay of the journal comes to."""
        with self._database.reading() as connection:
            require_chains(connection)
            chains = {
                chain: list(reading.links(connection, chain))
                for chain in reading.chains(connection)
            }
            new = self._new(chains)
            self.requests = audit_requests(chains, self._truth)
            self._audit_tables(new, connection)
            self._fold(chains, new)
            self._money.compare(connection)
            self._money.compare_won(self._won())
            for audit in self._tables.values():
                if not audit.in_play:
                    self._money.require_bare(audit.table)
            return self._state(connection, chains)

    def check_at_rest(self) -> None:
        """Check what must hold at the end of the day: every round has ended, every stake gone."""
        for chain, audit in self._tables.items():
            require(not audit.in_play, f"{chain}: a round never ended")
        require(not self._money.open_wagers, "a stake is held, and no round is in play")

    def _new(self, chains: dict[str, list[Link]]) -> dict[str, list[Link]]:
        for chain, head in self._seen.items():
            links = chains.get(chain, [])
            still = len(links) >= head.position and links[head.position - 1].head == head
            require(still, f"{chain} {head.position} was there, and is not any more")
        known = {chain: self._seen[chain].position for chain in self._seen}
        self._seen = {chain: links[-1].head for chain, links in chains.items() if links}
        self.entries = sum(map(len, chains.values()))
        return {chain: links[known.get(chain, 0) :] for chain, links in chains.items()}

    def _audit_tables(self, new: dict[str, list[Link]], connection: Connection) -> None:
        secrets = _secrets(connection)
        for chain, links in new.items():
            if is_of_table(chain):
                audit = self._tables.setdefault(chain, TableAudit(chain))
                audit.read(links, secrets)
                require(audit.in_play in (0, 1), f"{chain}: {audit.in_play} rounds in play")

    def _fold(self, chains: dict[str, list[Link]], new: dict[str, list[Link]]) -> None:
        """Fold what is new, without any snapshot or balance that is stored."""
        for chain in filter(is_of_table, new):
            for link in new[chain]:
                table = table_of(chain)
                self._house_tables[table] = fold_house_table(self._house_tables.get(table), link)
        stored = [link for commit in new.get(COMMITS, ()) for link in _listed(chains, commit)]
        self._money.read(stored)
        for link in stored:
            record = money_record(link)
            if record is not None:
                self._balances = fold_money(self._balances, record).balances

    def _state(self, connection: Connection, chains: dict[str, list[Link]]) -> str:
        """Name the state that all entries come to."""
        house = House(
            tables=Map(self._house_tables),
            accounts=self._balances.accounts,
            heads=Map({chain: links[-1].head for chain, links in chains.items()}),
            secrets=Map(_secrets(connection)),
        )
        return sha256(written_down(house)).hexdigest()

    def _won(self) -> dict[str, int]:
        won: dict[str, int] = defaultdict(int)
        for audit in self._tables.values():
            for name, amount in audit.won.items():
                won[name] += amount
        return won


def _secrets(connection: Connection) -> dict[tuple[str, int], bytes]:
    sealed = reading.sealed_secrets(connection)
    return {place: KEY.unseal(each, seal_place(*place)) for place, each in sealed.items()}


def _listed(chains: dict[str, list[Link]], commit: Link) -> Iterator[Link]:
    """Give what a commit lists, in the order in which it was made."""
    record = decode_commit(commit.body or b"")
    counts: Counter[int] = Counter()
    for place, count in record.order:
        counts[place] += count
    at = {place: record.heads[place][1] - count for place, count in counts.items()}
    for place, count in record.order:
        first = at[place]
        yield from chains[record.heads[place][0]][first : first + count]
        at[place] += count
