"""Coming to a table as whoever may bet there: the electronic table has terminals, others guests."""

from itertools import count
from typing import Final

from punto.client import Player, join, join_as_terminal
from punto.client.player import new_id
from punto.protocol import ask
from punto.testing.serving import ATTENDANT
from tests.server.here import Here

ELECTRONIC: Final = "rws"
CREDITS: Final = 100_000
"""What a guest is given, and what is bought here at a terminal."""

_numbers: Final = count(1)


async def sit_down(here: Here, table: str) -> Player:
    """Give a player who may bet at a table and has not connected yet, with as many credits."""
    if table != ELECTRONIC:
        return await join(here.address)
    terminal, (name, pin) = f"seat-{next(_numbers)}", ATTENDANT
    player = await join_as_terminal(here.address, terminal, await here.code_for(terminal))
    async with player:
        sold = ask.BuyCredits(id=new_id(), amount=CREDITS, attendant=name, pin=pin)
        await player.request(sold)
    return player
