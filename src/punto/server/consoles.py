"""The consoles that are open: each follows tables, and is shown what only staff may see."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

from punto.people import Role
from punto.people.patron import IDLE_MS
from punto.protocol import encode
from punto.protocol.console import ConsoleView, Queue
from punto.protocol.console_view import console_view_of
from punto.server.broadcast import TableBroadcast
from punto.server.connection import Connection
from punto.server.house_time import HouseTime
from punto.server.session import Answers
from punto.server.staff import Staff
from punto.server.staff_session import StaffSession

AT_TABLES: Final = frozenset({Role.DEALER, Role.SUPERVISOR, Role.MANAGER})
"""Whose work is at the tables."""


DECIDING: Final = frozenset({Role.SUPERVISOR, Role.MANAGER})
"""Who is called when a rulebook does not say what to do."""


class ConsoleConnection(Connection):
    """One socket of a console; who is there is asked anew with every message."""

    __slots__ = ("token",)

    def __init__(self, token: str, most_queued: int) -> None:
        super().__init__(None, most_queued)
        self.token = token

    @property
    def sees_all(self) -> bool:
        """Whoever deals has seen the cards."""
        return True


class Consoles:
    """All of them, by the tables that they follow."""

    def __init__(self, staff: Staff, time: HouseTime) -> None:
        self._staff = staff
        self._time = time
        self.at: dict[str, set[ConsoleConnection]] = {}
        """Those who follow a table; none where nobody does."""
        self.answered: dict[str, tuple[Answers, int]] = {}
        """What each of the staff was answered last in this process, and when they last asked."""
        self._open: set[ConsoleConnection] = set()

    def session(self, connection: ConsoleConnection) -> StaffSession | None:
        """Find who is at a console: nobody where they are staff no more, or have another PIN."""
        return self._staff.find(connection.token)

    def join(self, connection: ConsoleConnection, queue: Queue) -> None:
        """Take in a console that is open now, and call whoever decides what waits."""
        self._open.add(connection)
        self._call((connection,), queue)

    def show_queue(self, queue: Queue) -> None:
        """Call all who decide what waits, at whichever table they look."""
        self._call(self._open, queue)

    def _call(self, connections: Iterable[ConsoleConnection], queue: Queue) -> None:
        """Show what waits; to a locked console, which anybody may look at, only how much."""
        shown, counted = encode(queue), encode(Queue(waiting=[], count=queue.count))
        for connection in connections:
            session = self.session(connection)
            if session is not None and session.actor.role in DECIDING:
                connection.send(counted if session.is_locked(self._time.now_ms()) else shown)

    def answers_of(self, who: str) -> Answers:
        """Give what somebody was answered, who asks now."""
        answers = self.answered[who][0] if who in self.answered else OrderedDict()
        self.answered[who] = answers, self._time.now_ms()
        return answers

    def forget_gone(self) -> None:
        """Forget what those were answered who have asked for nothing for long."""
        oldest_ms = self._time.now_ms() - IDLE_MS
        self.answered = {who: (a, ms) for who, (a, ms) in self.answered.items() if ms >= oldest_ms}

    def watch(self, broadcast: TableBroadcast, connection: ConsoleConnection) -> None:
        """Let a console follow a table, and show it as it is."""
        broadcast.watchers.add(connection)
        connection.tables.add(broadcast.id)
        self.at.setdefault(broadcast.id, set()).add(connection)
        connection.tell(_view(broadcast))

    def leave(self, table_id: str, connection: Connection) -> None:
        """Let a console follow a table no longer."""
        consoles = self.at.get(table_id, set())
        consoles.discard(connection)
        if not consoles:
            self.at.pop(table_id, None)

    def forget(self, connection: Connection) -> None:
        """Let a console that is gone follow nothing any more."""
        if isinstance(connection, ConsoleConnection):
            self._open.discard(connection)
        for table_id in connection.tables:
            self.leave(table_id, connection)

    def show(self, broadcast: TableBroadcast) -> None:
        """Show a table as it is now to all consoles that follow it and have somebody there."""
        consoles = [each for each in self.at[broadcast.id] if self._is_seen(each)]
        if consoles:
            frame = encode(_view(broadcast))
            for connection in consoles:
                connection.send(frame)

    def _is_seen(self, connection: ConsoleConnection) -> bool:
        """Whether somebody looks at a console now: nobody while it is locked."""
        session = self.session(connection)
        return session is not None and not session.is_locked(self._time.now_ms())


def _view(broadcast: TableBroadcast) -> ConsoleView:
    return console_view_of(broadcast.name, broadcast.view.house_table, broadcast.version)
