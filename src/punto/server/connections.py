"""All sockets, and whose they are."""

from collections.abc import Collection, Iterator

from punto.protocol import Tell
from punto.server.connection import Connection


class Connections(Collection[Connection]):
    """The sockets that are open now, also by the account that is signed in there."""

    def __init__(self) -> None:
        self._all: set[Connection] = set()
        self.of_account: dict[str, set[Connection]] = {}
        """Those of every account that has any."""

    def __contains__(self, connection: object) -> bool:
        return connection in self._all

    def __iter__(self) -> Iterator[Connection]:
        return iter(tuple(self._all))

    def __len__(self) -> int:
        return len(self._all)

    def add(self, connection: Connection) -> None:
        """Take a new socket in."""
        self._all.add(connection)
        if connection.session is not None:
            self.of_account.setdefault(connection.session.account, set()).add(connection)

    def remove(self, connection: Connection, now_ms: int) -> None:
        """Forget a socket; with the last one of a session, that is left."""
        self._all.discard(connection)
        session = connection.session
        if session is None or connection not in self.of_account.get(session.account, ()):
            return
        others = self.of_account[session.account]
        others.discard(connection)
        if not others:
            del self.of_account[session.account]
        if not any(each.session is session for each in others):
            session.left_ms = now_ms

    def tell_account(self, account: str, message: Tell) -> None:
        """Tell somebody something, on all his screens."""
        for connection in self.of_account.get(account, ()):
            connection.tell(message)

    def tell_all(self, message: Tell) -> None:
        """Tell everyone something."""
        for connection in self:
            connection.tell(message)
