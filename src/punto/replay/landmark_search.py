"""A round found by the landmarks of its table: what is read is the round, however old the table is.

Rounds are numbered along the chain, so the opening of one is found by halving. It says where the
table was opened and its shoe promised and put there; and every ruling says where the one before is.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from sqlalchemy import Connection

from punto.house.chain import EMPTY, Head, Link, break_at
from punto.house.record import TableRecord, decode_table
from punto.replay.dealing import Dealing
from punto.replay.round_events import Numbered, RoundEvents
from punto.replay.round_openings import backwards, first_opening, number_of
from punto.store import reading
from punto.table import Settings
from punto.table.event import ResultRecorded, ShoeOpened
from punto.table.landmarks import Landmarks
from punto.table.record import (
    OutsideEntropyMixed,
    ShoeCommitted,
    ShoeMixed,
    ShoeRevealed,
    TableOpened,
)

_MARKED: Final = b'"landmarks":{'


class Unmarked(Exception):
    """The entries are of before landmarks were kept: go through the journal."""


class LandmarkSearch:
    """Finds one round; raises `Unmarked` where landmarks do not lead to all of it."""

    def __init__(self, connection: Connection, chain: str, number: int, cut: int) -> None:
        self.entries: list[Link] = []
        self.context: dict[str, Link] = {}
        self.dealing: Dealing | None = None
        self.breaks: list[str] = []
        self._connection = connection
        self._chain = chain
        self._number = number
        self._last = reading.heads(connection, [chain])[chain].position
        begun = self._begun(cut)
        self._marks = _marks(begun)
        self._entries_of_round(begun.position)
        self.settings = self._opened_with()
        if self._marks.shoe:
            self._from_shoe(begun.position)
        elif not self.settings.results_only:
            raise Unmarked

    # --- reading --------------------------------------------------------------------------------

    def _read(self, after: int, through: int) -> list[Link]:
        """Read some entries, and note where they do not follow from what is before them."""
        found = list(reading.links(self._connection, self._chain, after, through))
        before = reading.hash_at(self._connection, self._chain, after)
        head = EMPTY if before is None else Head(after, before)
        for link in found:
            broken = break_at(link, head)
            if broken is not None and str(broken) not in self.breaks:
                self.breaks.append(str(broken))
            head = link.head
        return found

    def _at(self, position: int) -> Link:
        for link in self._read(position - 1, position):
            if link.body is not None:
                return link
        raise Unmarked

    def _first_opening(self, after: int, through: int) -> Link | None:
        return first_opening(self._connection, self._chain, after, through)

    # --- the round ------------------------------------------------------------------------------

    def _begun(self, cut: int) -> Link:
        """Find the entry that opens the round: the first of those with its number."""
        low, high, found = cut, self._last, None
        while low < high:
            middle = (low + high) // 2
            link = self._first_opening(middle, high)
            number = 0 if link is None else number_of(link)
            if link is None or number >= self._number:
                high = middle
                found = link if number == self._number else found
            else:
                low = link.position
        if found is None:
            raise Unmarked
        return found

    def _entries_of_round(self, begun: int) -> None:
        """Read on to the next round, and then what names this one later."""
        events = RoundEvents(self._number)
        following = self._first_opening(begun, self._last)
        ends = self._last if following is None else following.position
        for link in self._read(begun - 1, ends):
            if link.body is not None and list(events.of(decode_table(link.body).events)):
                self.entries.append(link)
        later = [each for each in self._rulings() if each > ends]
        self.entries += [link for link in map(self._at, reversed(later)) if self._is_named_in(link)]

    def _is_named_in(self, link: Link) -> bool:
        events = decode_table(link.body or b"").events
        return any(isinstance(each, Numbered) and each.round == self._number for each in events)

    def _rulings(self) -> Iterator[int]:
        """Follow rulings back from the last one to those that the round began after."""
        ruled = self._last_ruled()
        while ruled != self._marks.ruled:
            if ruled < max(1, self._marks.ruled):
                raise Unmarked
            yield ruled
            ruled = _marks(self._at(ruled)).ruled

    def _last_ruled(self) -> int:
        """Find the newest entry with landmarks: it is a ruling itself, or names the last one."""
        for link in backwards(self._connection, self._chain, self._last):
            if _MARKED in (link.body or b""):
                return _ruled_after(link)
        raise Unmarked

    # --- what it was dealt from -----------------------------------------------------------------

    def _opened_with(self) -> Settings:
        link = self._at(self._marks.opened)
        self.context["opened"] = link
        for event in decode_table(link.body or b"").events:
            if isinstance(event, TableOpened):
                return event.settings
        raise Unmarked

    def _from_shoe(self, begun: int) -> None:
        link, marks = self._at(self._marks.shoe), self._marks
        self.context["shoe"] = link
        events = decode_table(link.body or b"").events
        shoe = next((each for each in events if isinstance(each, ShoeOpened)), None)
        if shoe is None or not (shoe.scanned or marks.promise):
            raise Unmarked
        mixed = (each.outside for each in events if isinstance(each, OutsideEntropyMixed))
        self.dealing = Dealing(
            number=shoe.number,
            scanned=shoe.scanned,
            gone=marks.gone,
            commitment=None if shoe.scanned else self._promise(shoe.number),
            outside=next(mixed, ""),
            mixed=next((each for each in events if isinstance(each, ShoeMixed)), None),
            revealed=self._revealed(shoe.number, begun),
        )

    def _promise(self, shoe: int) -> str:
        link = self._at(self._marks.promise)
        for event in decode_table(link.body or b"").events:
            if isinstance(event, ShoeCommitted) and event.number == shoe:
                self.context["promise"] = link
                return event.commitment
        raise Unmarked

    def _revealed(self, shoe: int, begun: int) -> ShoeRevealed | None:
        """Look for the secret between the last round of a shoe and the shoe that followed."""
        last, following = self._around_end_of_shoe(begun)
        for link in self._read(last - 1, following):
            for event in decode_table(link.body).events if link.body is not None else ():
                if isinstance(event, ShoeRevealed) and event.number == shoe:
                    self.context["revealed"] = link
                    return event
        return None

    def _around_end_of_shoe(self, begun: int) -> tuple[int, int]:
        """Find by halving the last round from this shoe, and where the next shoe was opened."""
        low, high, following = begun, self._last, self._last
        while low < high:
            middle = (low + high) // 2
            link = self._first_opening(middle, high)
            if link is None:
                high = middle
            elif (marks := _marks(link)).shoe == self._marks.shoe:
                low = link.position
            else:
                high, following = middle, marks.shoe
        return low, following


def _marks(link: Link) -> Landmarks:
    marks = decode_table(link.body or b"").landmarks
    if marks is None:
        raise Unmarked
    return marks


def _ruled_after(link: Link) -> int:
    record: TableRecord = decode_table(link.body or b"")
    is_ruling = any(isinstance(each, Numbered) for each in _without_results(record.events))
    return link.position if is_ruling else _marks(link).ruled


def _without_results(events: Iterable[object]) -> Iterator[object]:
    """Leave out what records a result: it names a round that it is itself."""
    return (each for each in events if not isinstance(each, ResultRecorded))


NO_LANDMARKS: Final = (Unmarked, msgspec.MsgspecError)
"""What an entry raises that landmarks do not lead on from."""
