"""The books as players read their rounds: beside play, and so much for each of them."""

from collections.abc import AsyncIterator, Callable
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import Connection

from punto.errors import WrongInput
from punto.protocol import HistoryRefused, PlayedRound
from punto.replay.chronicle import parse_round
from punto.replay.shoe_proof import ShoeProof, shoe_proof
from punto.server.async_writer import AsyncWriter
from punto.server.history import (
    Ended,
    FindHouseTable,
    Page,
    history_page,
    is_name,
    played_round,
    round_names,
    rounds_named,
    with_balances,
)
from punto.server.reading_threads import ReadingThreads
from punto.server.throttle import Throttle
from punto.store import HouseKey
from punto.store.round_index import Sought

QUESTIONS_A_MINUTE: Final = 120
"""How many one account may ask: two a second, as fast as pages are turned."""

_THREADS: Final = 2
"""One for whoever reads a page while the names of a long history are read for a file."""

_AT_ONCE: Final = 50
"""How many rounds of a file are read before others have their turn."""

TOO_OFTEN: Final = HistoryRefused(
    status_code=429, detail="too many questions about one history: wait a minute", code="too-often"
)
EXPORTING: Final = HistoryRefused(
    status_code=409,
    detail="a file of this history is being written: wait for its end",
    code="exporting",
)

Result = TypeVar("Result")


class HistoryReader:
    """Reads for players; a question that is refused costs nothing."""

    def __init__(self, writer: AsyncWriter, key: HouseKey) -> None:
        self._writer = writer
        self._key = key
        self._threads = ReadingThreads(writer.database, _THREADS, "punto-history")
        self._asked = Throttle(QUESTIONS_A_MINUTE, 60)
        # Weak: a file that an answer broke off with, so that nobody released it, is let go as well.
        self._exports: WeakValueDictionary[str, Export] = WeakValueDictionary()

    def close(self) -> None:
        """Let nobody read any more."""
        self._threads.close()

    async def read(self, look: Callable[[Connection], Result]) -> Result:
        """Look at one state of the books, while everybody plays on."""
        return await self._threads.read(look)

    async def page(
        self, account: str, sought: Sought, ended: Ended | None, limit: int
    ) -> Page | HistoryRefused:
        """Read a page of a history."""
        if not self._is_let_in(account):
            return TOO_OFTEN
        house_table = self._writer.house_table

        def look(books: Connection) -> Page:
            found = history_page(books, house_table, account, sought, ended=ended, limit=limit)
            return with_balances(books, found, account, self._key)

        return await self.read(look)

    async def round(self, account: str, name: str) -> PlayedRound | HistoryRefused | None:
        """Read one round; None if it is not over, or not of this account."""
        if not self._is_let_in(account):
            return TOO_OFTEN
        house_table = self._writer.house_table
        return await self.read(lambda books: played_round(books, house_table, account, name))

    async def proof(self, account: str, name: str) -> ShoeProof | HistoryRefused | None:
        """Read what a round is checked with; None if there is none, or it is another player's."""
        if not self._is_let_in(account):
            return TOO_OFTEN
        house_table = self._writer.house_table
        return await self.read(lambda books: _proof(books, house_table, account, name))

    async def named(self, account: str, names: list[str], ended: Ended | None) -> list[PlayedRound]:
        """Read some rounds."""
        house_table = self._writer.house_table
        return await self.read(
            lambda books: rounds_named(books, house_table, account, names, ended)
        )

    def export(
        self, account: str, sought: Sought, ended: Ended | None
    ) -> "Export | HistoryRefused":
        """Begin to read a whole history: one at a time for each account."""
        if account in self._exports:
            return EXPORTING
        if not self._is_let_in(account):
            return TOO_OFTEN
        export = self._exports[account] = Export(self, account, sought, ended)
        return export

    def released(self, account: str, export: "Export") -> None:
        """Let an account begin another file."""
        if self._exports.get(account) is export:
            del self._exports[account]

    def _is_let_in(self, account: str) -> bool:
        if self._asked.is_full(account):
            return False
        self._asked.count(account)
        return True


def _proof(
    books: Connection, find_house_table: FindHouseTable, account: str, name: str
) -> ShoeProof | None:
    try:
        house_table = find_house_table(parse_round(name)[0]) if is_name(name) else None
        is_open = house_table is not None and house_table.owner in ("", account)
        return shoe_proof(books, name) if is_open else None
    except WrongInput:
        return None


class Export:
    """A whole history while it is read; another may be begun once it is released."""

    def __init__(
        self, reader: HistoryReader, account: str, sought: Sought, ended: Ended | None
    ) -> None:
        self._reader = reader
        self._account = account
        self._sought = sought
        self._ended = ended

    def release(self) -> None:
        """Be read to the end, or not at all: whoever asked may have hung up."""
        self._reader.released(self._account, self)

    async def rounds(self) -> AsyncIterator[PlayedRound]:
        """Read part after part, so that a long history holds nothing up.

        Which rounds there are is read once: one that is paid meanwhile changes its place among
        them, and from page to page would be told twice or never.
        """
        account, sought = self._account, self._sought  # who waits for a thread holds no file
        names = await self._reader.read(lambda books: round_names(books, account, sought))
        for first in range(0, len(names), _AT_ONCE):
            part = names[first : first + _AT_ONCE]
            for played in await self._reader.named(account, part, self._ended):
                yield played
        self.release()  # before the end is sent: who has read it may begin another at once
