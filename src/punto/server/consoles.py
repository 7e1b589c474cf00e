"""The consoles that are open: each follows tables, and is shown what only staff may see."""

from typing import Final

from punto.people import Role
from punto.protocol import encode
from punto.protocol.console import ConsoleView
from punto.protocol.console_view import console_view_of
from punto.server.broadcast import TableBroadcast
from punto.server.connection import Connection
from punto.server.house_time import HouseTime
from punto.server.staff import Staff
from punto.server.staff_session import StaffSession

AT_TABLES: Final = frozenset({Role.DEALER, Role.SUPERVISOR, Role.MANAGER})
"""Whose work is at the tables."""


class ConsoleConnection(Connection):
    """One socket of a console; who is there is asked anew with every message."""

    def __init__(self, token: str) -> None:
        super().__init__(None)
        self.token = token


class Consoles:
    """All of them, by the tables that they follow."""

    def __init__(self, staff: Staff, time: HouseTime) -> None:
        self._staff = staff
        self._time = time
        self._at: dict[str, set[ConsoleConnection]] = {}

    def session(self, connection: ConsoleConnection) -> StaffSession | None:
        """Find who is at a console: nobody where they are staff no more, or have another PIN."""
        return self._staff.find(connection.token)

    def watch(self, broadcast: TableBroadcast, connection: ConsoleConnection) -> None:
        """Let a console follow a table, and show it as it is."""
        broadcast.watchers.add(connection)
        connection.tables.add(broadcast.id)
        self._at.setdefault(broadcast.id, set()).add(connection)
        connection.tell(_view(broadcast))

    def leave(self, table_id: str, connection: Connection) -> None:
        """Let a console follow a table no longer."""
        consoles = self._at.get(table_id, set())
        consoles.discard(connection)
        if not consoles:
            self._at.pop(table_id, None)

    def forget(self, connection: Connection) -> None:
        """Let a console that is gone follow nothing any more."""
        for table_id in connection.tables:
            self.leave(table_id, connection)

    def show(self, broadcast: TableBroadcast) -> None:
        """Show a table as it is now to all consoles that follow it and have somebody there."""
        consoles = [each for each in self._at.get(broadcast.id, ()) if self._is_seen(each)]
        if consoles:
            frame = encode(_view(broadcast))
            for connection in consoles:
                connection.send(frame)

    def _is_seen(self, connection: ConsoleConnection) -> bool:
        session = self.session(connection)
        return session is not None and not session.is_locked(self._time.now_ms())


def _view(broadcast: TableBroadcast) -> ConsoleView:
    return console_view_of(broadcast.name, broadcast.view.floor, broadcast.version)
