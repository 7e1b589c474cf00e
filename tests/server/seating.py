"""Coming to a table as whoever may bet there: the electronic table has terminals, others guests."""

from typing import Final

from punto.client import Player, join, join_as_terminal
from punto.client.player import new_id
from punto.protocol import ask

ELECTRONIC: Final = "rws"
CREDITS: Final = 100_000
"""What a guest is given, and what is bought here at a terminal."""


async def sit_down(address: str, table: str) -> Player:
    """Give a player who may bet at a table and has not connected yet, with as many credits."""
    if table != ELECTRONIC:
        return await join(address)
    terminal = await join_as_terminal(address, "terminal-1", "demo-1")
    async with terminal:
        await terminal.request(ask.BuyCredits(id=new_id(), amount=CREDITS, attendant="0000"))
    return terminal
