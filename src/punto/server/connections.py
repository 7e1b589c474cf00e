"""All sockets, and whose they are."""

from collections import defaultdict
from collections.abc import Collection, Iterator

from punto.protocol import Tell
from punto.server.connection import Connection


class Connections(Collection[Connection]):
    """The sockets that are open now, also by the account that is signed in there."""

    def __init__(self) -> None:
        self._all: set[Connection] = set()
        self._of_account: defaultdict[str, set[Connection]] = defaultdict(set)

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
            self._of_account[connection.session.account].add(connection)

    def remove(self, connection: Connection, now_ms: int) -> None:
        """Forget a socket; with the last one of a session, that is left."""
        self._all.discard(connection)
        session = connection.session
        if session is None or connection not in self.of_account(session.account):
            return
        others = self._of_account[session.account]
        others.discard(connection)
        if not others:
            del self._of_account[session.account]
        if not any(each.session is session for each in others):
            session.left_ms = now_ms

    def of_account(self, account: str) -> Collection[Connection]:
        """Give all sockets of an account."""
        return self._of_account.get(account, ())

    def tell_account(self, account: str, message: Tell) -> None:
        """Tell somebody something, on all his screens."""
        for connection in self._of_account.get(account, ()):
            connection.tell(message)

    def tell_all(self, message: Tell) -> None:
        """Tell everyone something."""
        for connection in self:
            connection.tell(message)
