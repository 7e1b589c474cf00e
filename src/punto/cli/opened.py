"""A house that a command opens for itself, to write in it; a server has it open, or we do."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from punto.errors import DatabaseUnusable, WrongInput

if TYPE_CHECKING:
    from punto.store import Database, Denied, Done, HouseKey, Writer
    from punto.store.request import What

ATTENDANT: Final = "attendant"
"""Who it was, for the journal."""


class OpenedHouse:
    """Asks, and turns a refusal into the one line that a command ends with."""

    def __init__(self, writer: "Writer") -> None:
        self._writer = writer

    def do(self, what: "What", request: str) -> "Done":
        """Have something done."""
        from punto.store import Denied

        answer = self.try_to(what, request)
        assert not isinstance(answer, Denied), "a refusal without exception is raised"
        return answer

    def try_to(self, what: "What", request: str = "", unless: str = "") -> "Done | Denied":
        """Have something done, or be refused with one code that is no mistake."""
        from punto.store import Asked, Denied, NotStored

        answer = self._writer.ask(Asked(ATTENDANT, what, request))
        if isinstance(answer, NotStored):
            raise DatabaseUnusable(answer.words)
        if isinstance(answer, Denied) and answer.code != unless:
            raise WrongInput(f"refused: {answer.words}")
        return answer


@contextmanager
def opened_house(database: "Database", key: "HouseKey") -> Iterator[OpenedHouse]:
    """Open a house that is there; a new one is not made by the way."""
    from punto.store import Writer

    database.require_schema()
    writer = Writer(database, key)
    try:
        yield OpenedHouse(writer)
    finally:
        writer.close()
