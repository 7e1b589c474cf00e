"""The consoles that are open: each follows tables, and is shown what only staff may see."""

from collections import defaultdict
from typing import Final

from punto.people import Role
from punto.protocol import encode
from punto.protocol.console import ConsoleTell
from punto.protocol.console_view import console_view_of
from punto.server.broadcast import TableBroadcast
from punto.server.connection import Connection
from punto.server.staff_session import StaffSession

AT_TABLES: Final = frozenset({Role.DEALER, Role.SUPERVISOR, Role.MANAGER})
"""Whose work is at the tables."""


class ConsoleConnection(Connection):
    """One socket of a console."""

    def __init__(self, staff: StaffSession) -> None:
        super().__init__(None)
        self.staff = staff


class Consoles:
    """All of them, by the tables that they follow."""

    def __init__(self) -> None:
        self._at: defaultdict[str, set[ConsoleConnection]] = defaultdict(set)

    def watch(self, broadcast: TableBroadcast, connection: ConsoleConnection) -> None:
        """Let a console follow a table, and show it as it is."""
        broadcast.watchers.add(connection)
        connection.tables.add(broadcast.id)
        self._at[broadcast.id].add(connection)
        connection.tell(_view(broadcast))

    def leave(self, table_id: str, connection: ConsoleConnection) -> None:
        """Let a console follow a table no longer."""
        self._at[table_id].discard(connection)

    def forget(self, connection: Connection) -> None:
        """Let a console that is gone follow nothing any more."""
        for consoles in self._at.values():
            consoles.discard(connection)

    def show(self, broadcast: TableBroadcast) -> None:
        """Show a table as it is now to all consoles that follow it."""
        consoles = self._at.get(broadcast.id)
        if consoles:
            frame = encode(_view(broadcast))
            for connection in consoles:
                connection.send(frame)


def _view(broadcast: TableBroadcast) -> ConsoleTell:
    return console_view_of(broadcast.name, broadcast.view.floor, broadcast.version)
