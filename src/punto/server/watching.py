"""Watching a table: what it shows at once, and what is told from then on."""

from punto.refusal import Refusal
from punto.server.connection import Connection
from punto.server.open_house import OpenHouse
from punto.server.refusals import NO_SUCH_TABLE, SIGN_IN


async def watch(
    house: OpenHouse, connection: Connection, table: str, since: int | None
) -> Refusal | None:
    """Show a table, all of it or what happened since, and to whoever is signed in what is his."""
    session = connection.session
    broadcast = await house.tables.find(table, session)
    if broadcast is None:
        return SIGN_IN if table in house.tables.configs else NO_SUCH_TABLE
    for frame in broadcast.frames_since(since):
        connection.send(frame)
    comes_anew = since is None and not broadcast.watchers
    house.tables.watch(broadcast, connection)
    if session is not None:
        player = house.tables.player(broadcast, session)
        if broadcast.is_own and comes_anew:
            player.begin_sitting()
        connection.tell(player.stakes_message())
        connection.tell(player.strip_message())
        connection.tell(house.publisher.balance(session))
        result = house.tables.last_result(broadcast, session)
        if result is not None:
            connection.tell(result)
    return None


def unwatch(house: OpenHouse, connection: Connection, table: str) -> None:
    """Let a client follow a table no longer."""
    house.tables.leave(house.tables.id_of(table, connection.session), connection)
