"""Watching a table: what it shows at once, and what is told from then on."""

from msgspec.structs import replace

from punto.protocol import ask
from punto.refusal import Refusal
from punto.server.connection import Connection
from punto.server.contributing import your_contribution
from punto.server.open_house import OpenHouse
from punto.server.refusals import NO_SUCH_TABLE, SIGN_IN


async def watch(house: OpenHouse, connection: Connection, said: ask.Watch) -> Refusal | None:
    """Show a table, all of it or what happened since, and to whoever is signed in what is his."""
    session = connection.session
    broadcast = await house.tables.find(said.table, session)
    if broadcast is None:
        return SIGN_IN if said.table in house.tables.configs else NO_SUCH_TABLE
    frames = broadcast.frames_since(said.since, said.id, connection)
    for frame in frames:
        connection.send(frame)
    # Few words that are answered with many frames cost as much as many words.
    for rate in connection.rate_limits:
        rate.left -= len(frames)
    connection.squeezing -= {broadcast.id}
    if said.squeeze:
        connection.squeezing |= {broadcast.id}
    comes_anew = said.since is None and not broadcast.watchers
    house.tables.watch(broadcast, connection)
    if session is not None:
        player = house.tables.player(broadcast, session)
        if broadcast.is_own and comes_anew:
            player.begin_sitting()
        if broadcast.view.house_table.table.settings.positions:
            connection.tell(replace(broadcast.seat_of(session.account), id=said.id))
        if not broadcast.is_own:
            connection.tell(your_contribution(broadcast, session.account, said.id))
        connection.tell(player.stakes_message(said.id))
        connection.tell(player.strip_message(said.id))
        connection.tell(house.publisher.balance(session, said.id))
        result = house.tables.last_result(broadcast, session)
        if result is not None:
            connection.tell(replace(result, id=said.id))
    return None


def unwatch(house: OpenHouse, connection: Connection, table: str) -> None:
    """Let a client follow a table no longer."""
    house.tables.leave(house.tables.id_of(table, connection.session), connection)
