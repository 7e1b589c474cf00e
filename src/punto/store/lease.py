"""A lease: which node has a table, and in which of its lives it took it."""

from typing import Final, NamedTuple


class Lease(NamedTuple):
    """A node and its epoch, as the head of a table names them."""

    node: str
    epoch: int


NOBODYS: Final = Lease("", 0)
"""Of a table that no node has, and of all where there are no nodes."""
