"""The audit of a whole database after a crash: only what clients know, and the journal."""

from collections import defaultdict
from hashlib import sha256

from msgspec.structs import replace
from sqlalchemy import Connection

from punto.house import House
from punto.house.chain import ACCOUNTS, CHECKPOINTS, Head, Link
from punto.house.folding import fold_link
from punto.house.snapshot import snapshot_of
from punto.store import Database, reading
from punto.store.recovery import require_balances, require_chains
from punto.store.storing import seal_place
from punto.testing.violation import require
from tests.support.house.money_audit import MoneyAudit
from tests.support.house.premises import KEY
from tests.support.house.request_audit import audit_requests
from tests.support.house.table_audit import TableAudit
from tests.support.house.truth import Truth


class HouseAudit:
    """Looks at one database again and again; what it has seen once must still be there."""

    def __init__(self, url: str, truth: Truth) -> None:
        self._database = Database(url)
        self._truth = truth
        self._seen: dict[str, Head] = {}
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
            self._money.read(new.get(ACCOUNTS, ()))
            self._money.compare(connection)
            self._money.compare_won(self._won())
            return _state(connection, chains)

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
        sealed = reading.sealed_secrets(connection)
        secrets = {place: KEY.unseal(each, seal_place(*place)) for place, each in sealed.items()}
        for chain, links in new.items():
            if chain not in (ACCOUNTS, CHECKPOINTS):
                audit = self._tables.setdefault(chain, TableAudit(chain))
                audit.read(links, secrets)
                require(audit.in_play in (0, 1), f"{chain}: {audit.in_play} rounds in play")

    def _won(self) -> dict[str, int]:
        won: dict[str, int] = defaultdict(int)
        for audit in self._tables.values():
            for name, amount in audit.won.items():
                won[name] += amount
        return won


def _state(connection: Connection, chains: dict[str, list[Link]]) -> str:
    """Fold the house from its first entry, without any snapshot."""
    house = House()
    for chain, links in chains.items():
        for link in links:
            house = replace(fold_link(house, link), heads=house.heads.set(chain, link.head))
    require_balances(connection, house)
    return sha256(snapshot_of(house)).hexdigest()
