"""The working set of a node: of tables only those that it has, taken when they are nobody's."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from sqlalchemy import Connection

from punto.house.chain import table_chain, table_of
from punto.house.code import Code
from punto.house.house import House
from punto.house.needs import table_needed
from punto.house.request import Request, is_name
from punto.refusal import Refusal
from punto.store import nodes
from punto.store.key import HouseKey
from punto.store.lease import NOBODYS, Lease
from punto.store.working_set import WorkingSet


class LeasedSet(WorkingSet):
    """Reads no table for a request that another node has, and says which one has it."""

    lease: Lease = NOBODYS
    """The node, in this life."""

    def __init__(self, key: HouseKey) -> None:
        super().__init__(key)
        self.leased: set[str] = set()
        """The tables that this node has."""
        self.elsewhere: dict[str, str] = {}
        """By table, the node that had it when it was last asked for; empty for none."""
        self.doubted: set[str] = set()
        """Tables of which it is to be found out anew who has them: others add, the writer drops."""
        self._claimed: set[str] = set()
        """Tables that were taken in a transaction that is not committed yet."""
        self._idle: set[str] = set()
        """Tables that were let go, for others to have."""

    def claim(
        self, connection: Connection, tables: Iterable[str], but: AbstractSet[str] = frozenset()
    ) -> None:
        """Take tables that are nobody's, in the turn of this node, but for some.

        Tables that are kept on purpose are taken so too, and not because somebody asks for them.
        """
        wanted = {each for each in tables if is_name(each)} - self.leased - self._claimed
        if not wanted:
            return
        found = nodes.owners(connection, [*map(table_chain, wanted)])
        owners = {table_of(chain): node for chain, node in found.items()}
        nobodys = {table for table in wanted - but if owners.get(table) == ""}
        taken = nobodys | {table for table in wanted if owners.get(table) == self.lease.node}
        if taken:
            nodes.claim(connection, [*map(table_chain, taken)], self.lease)
        self._claimed |= taken
        self._idle -= taken
        for table in wanted:
            self.elsewhere.pop(table, None)
        self.elsewhere |= {table: node for table, node in owners.items() if table not in taken}
        self.doubted -= wanted

    def settled(self, house: House, tables: Iterable[str] | None) -> House:
        """Have what was taken, and the tables that were written to; None if nothing was stored."""
        claimed, self._claimed = self._claimed, set()
        if tables is None:
            return self.without_tables(house, [*claimed])
        self.leased |= claimed | {*tables}
        return house

    def give_up_idle(self, connection: Connection) -> set[str]:
        """Let others have the tables that were let go here, and name them."""
        idle, self._idle = self._idle, set()
        if idle:
            nodes.give_up(connection, [*map(table_chain, idle)], self.lease)
        return idle

    @property
    def mine(self) -> set[str]:
        """The tables that this node has, and those that it takes just now."""
        return self.leased | self._claimed

    @property
    def has_claimed(self) -> bool:
        """Whether something was taken that is not committed yet."""
        return bool(self._claimed)

    # --- as any working set ---------------------------------------------------------------------

    def brought(self, connection: Connection, house: House, requests: Sequence[Request]) -> House:
        """Take the tables that requests need, and add to a house what they need besides."""
        needed = {table for table in map(table_needed, requests) if table is not None}
        self.claim(connection, needed, self.reserved)
        return super().brought(connection, house, requests)

    def _with_tables(
        self, connection: Connection, house: House, tables: Iterable[str | None]
    ) -> House:
        mine = self.leased | self._claimed
        return super()._with_tables(connection, house, [each for each in tables if each in mine])

    def damage_to(self, house: House, request: Request) -> Refusal | None:
        """Say which node has the table of a request, if this one has it not."""
        table = table_needed(request)
        node = self.elsewhere.get(table or "")
        if node is not None:
            return Refusal(Code.ELSEWHERE, f"{table} is at {f'node {node}' if node else 'no node'}")
        return super().damage_to(house, request)

    def without_tables(self, house: House, tables: Sequence[str]) -> House:
        """Let go of tables, which others may have then."""
        self._idle |= self.leased & {*tables}
        self.leased -= self._idle
        return super().without_tables(house, tables)

    def forget(self) -> None:
        """Forget what is at hand, and which tables this node has: the books say."""
        super().forget()
        self.leased, self._claimed = set(), set()
