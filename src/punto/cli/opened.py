"""The house as a command writes in it: asked where it is open, or opened for the while."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer

from punto.cli.place import database_of, default_directory, key_of
from punto.errors import DatabaseUnusable, WrongInput
from punto.refusal import Refusal

if TYPE_CHECKING:
    from punto.house import Answer, Done
    from punto.house.staff_request import StaffRequest, StaffWhat


Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="For the record.")]


class OpenedHouse:
    """Asks, and turns a refusal into the one line that a command ends with."""

    def __init__(self, ask: "Callable[[StaffRequest], Answer]", *, is_running: bool = True) -> None:
        self._ask = ask
        self.is_running = is_running
        """Whether it is open elsewhere, or only for this command."""

    def do(self, what: "StaffWhat", request: str = "") -> "Done":
        """Have something done."""
        answer = self.try_to(what, request)
        assert not isinstance(answer, Refusal), "a refusal without exception is raised"
        return answer

    def try_to(self, what: "StaffWhat", request: str = "", unless: str = "") -> "Done | Refusal":
        """Have something done, or be refused with one code that is no mistake."""
        from punto.house import NotStored
        from punto.house.staff_request import StaffRequest

        answer = self._ask(StaffRequest(what, request))
        if isinstance(answer, NotStored):
            raise DatabaseUnusable(answer.words)
        if isinstance(answer, Refusal) and answer.code != unless:
            raise WrongInput(f"refused: {answer.words}")
        return answer


@contextmanager
def opened_house(data: Path | None, url: str | None, key: Path | None) -> Iterator[OpenedHouse]:
    """Ask the house that is running, or open one that is there; a new one is never made here."""
    from punto.cli.running import ask_running, running_at
    from punto.store import Writer

    database = database_of(data, url)
    path = running_at(database, data or default_directory())
    if path is not None:
        yield OpenedHouse(lambda request: ask_running(path, request))
        return
    database.require_schema()
    writer = Writer(database, key_of(data, key))
    try:
        yield OpenedHouse(lambda request: writer.ask(request.request), is_running=False)
    finally:
        writer.close()


@contextmanager
def running_house(data: Path | None, url: str | None) -> Iterator[OpenedHouse]:
    """Ask the house that is running: what is asked needs its files, or its tables in play."""
    from punto.cli.running import ask_running, running_at

    path = running_at(database_of(data, url), data or default_directory())
    if path is None:
        raise WrongInput("the house is closed: open it with `punto serve`, or change its file")
    yield OpenedHouse(lambda request: ask_running(path, request))


def put_on_record(what: "StaffWhat", data: Path | None, url: str | None, key: Path | None) -> None:
    """Have something done that is asked for once."""
    with opened_house(data, url, key) as house:
        house.do(what, uuid4().hex)
