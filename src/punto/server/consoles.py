"""The consoles that are open: each follows tables, and is shown what only staff may see."""

from typing import Final

from punto.people import Role
from punto.protocol import encode
from punto.protocol.console import ConsoleView, Queue
from punto.protocol.console_view import console_view_of
from punto.server.broadcast import TableBroadcast
from punto.server.connection import Connection
from punto.server.house_time import HouseTime
from punto.server.staff import Staff
from punto.server.staff_session import StaffSession

AT_TABLES: Final = frozenset({Role.DEALER, Role.SUPERVISOR, Role.MANAGER})
"""Whose work is at the tables."""


DECIDING: Final = frozenset({Role.SUPERVISOR, Role.MANAGER})
"""Who is called when a rulebook does not say what to do."""


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
        self._open: set[ConsoleConnection] = set()

    def session(self, connection: ConsoleConnection) -> StaffSession | None:
        """Find who is at a console: nobody where they are staff no more, or have another PIN."""
        return self._staff.find(connection.token)

    def join(self, connection: ConsoleConnection, queue: Queue) -> None:
        """Take in a console that is open now, and show what waits to whoever decides it."""
        self._open.add(connection)
        if self._decides(connection):
            connection.tell(queue)

    def show_queue(self, queue: Queue) -> None:
        """Show what waits to all who decide it, at whichever table they look."""
        frame = encode(queue)
        for connection in self._open:
            if self._decides(connection):
                connection.send(frame)

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
        if isinstance(connection, ConsoleConnection):
            self._open.discard(connection)
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
        return self._seen_by(connection) is not None

    def _decides(self, connection: ConsoleConnection) -> bool:
        session = self._seen_by(connection)
        return session is not None and session.actor.role in DECIDING

    def _seen_by(self, connection: ConsoleConnection) -> StaffSession | None:
        """Find who looks at a console now: nobody while it is locked."""
        session = self.session(connection)
        return None if session is None or session.is_locked(self._time.now_ms()) else session


def _view(broadcast: TableBroadcast) -> ConsoleView:
    return console_view_of(broadcast.name, broadcast.view.floor, broadcast.version)
