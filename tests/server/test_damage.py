"""A house whose books were damaged in one place opens, and plays everywhere else."""

import asyncio

import pytest
from sqlalchemy import update

from punto.client import Refusal, join
from punto.protocol import ask
from punto.store import Database, schema
from tests.server.here import open_house
from tests.server.raw import Raw
from tests.store.tamperer import Tamperer


def damaged(url: str, table: str) -> None:
    """Change the first entry of a table."""
    journal = schema.journal
    with Database(url).engine.begin() as connection:
        first = Tamperer(connection).links(f"table/{table}")[0]
        here = (journal.c.chain == first.chain, journal.c.position == 1)
        body = (first.body or b"").replace(b'"decks":8', b'"decks":6')
        assert body != first.body
        connection.execute(update(journal).where(*here).values(body=body))


def test_one_damaged_table_stays_closed_and_the_others_play(sqlite_url: str) -> None:
    async def before() -> None:
        async with open_house(sqlite_url):
            pass

    async def after() -> None:
        async with open_house(sqlite_url) as here:
            async with await join(here.address) as guest:
                await guest.watch("mbs")
                with pytest.raises(Refusal) as caught:
                    await guest.request(ask.Chip(id="x", table="tiger", wager="banker", amount=100))
                assert caught.value.code == "books-damaged"
                assert "tiger" not in str(caught.value), "the place is for the log"
            async with Raw(here.address) as spectator:
                await spectator.send(ask.Watch(table="tiger"))
                assert (await spectator.of("Refused"))["code"] == "books-damaged"

    asyncio.run(before())
    damaged(sqlite_url, "tiger")
    asyncio.run(after())
