"""A round in books of before landmarks were kept: the journal of its table is gone through."""

from collections.abc import Iterable, Iterator

import msgspec
from sqlalchemy import Connection

from punto.coup.event import BettingOpened, CardDealt, CardSetAside
from punto.house.chain import EMPTY, Break, Link, break_at, table_chain
from punto.house.forward import BroughtForward
from punto.house.record import decode_table
from punto.replay.dealing import Dealing
from punto.replay.round_events import RoundEvents
from punto.store import reading
from punto.table import Settings
from punto.table.event import ResultRecorded, ShoeOpened
from punto.table.record import (
    OutsideEntropyMixed,
    Recorded,
    ShoeCommitted,
    ShoeMixed,
    ShoeRevealed,
    TableOpened,
)


def whole_search(
    connection: Connection, table: str, number: int, start: BroughtForward
) -> "WholeSearch":
    """Go through all that a table has."""
    search = WholeSearch(table, number, start)
    search.go_through(_followed(connection, search.chain, search.breaks))
    return search


def _followed(connection: Connection, chain: str, broken: list[str]) -> Iterator[Link]:
    """Read a chain, and note where it does not hold."""
    head = EMPTY
    for link in reading.links(connection, chain):
        found: Break | None = break_at(link, head)
        if found is not None:
            broken.append(str(found))
        head = link.head
        if link.body is not None:
            yield link


class WholeSearch:
    """Goes through the journal of a table until a round and its shoe are known."""

    def __init__(self, table: str, number: int, start: BroughtForward) -> None:
        self.chain = table_chain(table)
        self.entries: list[Link] = []
        self.context: dict[str, Link] = {}
        self.dealing: Dealing | None = None
        self.breaks: list[str] = []
        self.settings: Settings | None = None
        self._number = number
        self._events = RoundEvents(number)
        self._promised: dict[int, tuple[str, Link | None]] = {}
        self._seen: dict[str, Link] = {}
        self._shoe: Dealing | None = None
        self._begin_at(start, table)

    def _begin_at(self, start: BroughtForward, table: str) -> None:
        house_table = start.tables.get(table)
        if house_table is not None:
            self.settings = house_table.table.settings
            if house_table.committed is not None:
                self._promised[house_table.committed.number] = (
                    house_table.committed.commitment,
                    None,
                )

    def go_through(self, links: Iterable[Link]) -> None:
        """Read on to the end: a round can be void long after it."""
        for link in links:
            events = decode_table(link.body or b"").events
            for event in events:
                self._note(link, event)
            if list(self._events.of(events)):
                self.entries.append(link)

    def _note(self, link: Link, event: Recorded) -> None:
        match event:
            case BettingOpened(number) | ResultRecorded(number):
                if number == self._number:
                    self.dealing, self.context = self._shoe, dict(self._seen)
            case ShoeRevealed(number) if self._is_of_round(number):
                assert self.dealing is not None, "just asked"
                self.dealing = msgspec.structs.replace(self.dealing, revealed=event)
                self.context["revealed"] = link
            case TableOpened(settings) if self.dealing is None:
                self.settings = settings
                self._seen["opened"] = link
            case ShoeCommitted(number, commitment):
                self._promised[number] = (commitment, link)
            case ShoeOpened(number, burned=burned, scanned=scanned):
                self._open_shoe(link, number, burned, scanned=scanned)
            case OutsideEntropyMixed(outside=outside) if self._shoe is not None:
                self._shoe = msgspec.structs.replace(self._shoe, outside=outside)
            case ShoeMixed() if self._shoe is not None:
                self._shoe = msgspec.structs.replace(self._shoe, mixed=event)
            case CardDealt() | CardSetAside() if self._shoe is not None:
                self._shoe = msgspec.structs.replace(self._shoe, gone=self._shoe.gone + 1)
            case _:
                pass

    def _is_of_round(self, shoe: int) -> bool:
        """Whether this is the shoe of the round, in play since then: numbers are given once."""
        known = self.dealing
        return known is not None and known.number == shoe and known.revealed is None

    def _open_shoe(self, link: Link, number: int, burned: int, *, scanned: bool) -> None:
        commitment, promise = (None, None) if scanned else self._promised.get(number, (None, None))
        self._shoe = Dealing(number=number, scanned=scanned, gone=burned, commitment=commitment)
        self._seen["shoe"] = link
        self._seen.pop("promise", None)
        if promise is not None:
            self._seen["promise"] = promise
