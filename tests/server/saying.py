"""Saying things to a house, under ids that are made here."""

from typing import TypeVar

import msgspec
import pytest

from punto.client import Player, Refusal
from punto.client.player import new_id
from punto.protocol import ask, tell

Said = TypeVar("Said", bound=ask.Building | ask.Dealing)


def at(table: str, kind: type[Said], **fields: object) -> Said:
    """Make a request for a table."""
    return msgspec.convert({"type": kind.__name__, "id": new_id(), "table": table, **fields}, kind)


async def say(player: Player, table: str, kind: type[Said], **fields: object) -> tell.Accepted:
    """Ask for something that is done."""
    return await player.request(at(table, kind, **fields))


async def refused(player: Player, table: str, kind: type[Said], **fields: object) -> Refusal:
    """Ask for something that is refused."""
    with pytest.raises(Refusal) as caught:
        await player.request(at(table, kind, **fields))
    return caught.value
