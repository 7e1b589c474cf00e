"""The audit of shuffles: what players add to a shoe was promised, shown and mixed in turn."""

from collections.abc import Iterator

from punto.fair import outside_of
from punto.house.contributions import begin_shuffle, contributed, mix
from punto.house.shoe_request import Contribute, HearBeacon, ShowContribution
from punto.refusal import Refusal
from punto.table.event import ShoeOpened
from punto.table.house_table import HouseTable
from punto.table.record import (
    BeaconHeard,
    ContributionPromised,
    ContributionShown,
    OfShuffle,
    OutsideEntropyMixed,
    ShoeMixed,
    ShuffleBegun,
)


class ShuffleAudit:
    """Follows what is added to the shoes of one table."""

    def __init__(self) -> None:
        self._wanted: int | None = None
        """The shoe of this entry that players have added to, until it is said to be mixed."""
        self._mixed: ShoeMixed | None = None
        """What the shoe of this entry was mixed with."""
        self._is_added_to = False
        """Whether anybody has ever added to a shoe of this table."""

    def opened(self, house_table: HouseTable, event: ShoeOpened) -> None:
        """Want a shoe mixed that somebody has added to."""
        contributing = house_table.contributing
        is_added_to = bool(contributing.contributors) or contributing.shuffle is not None
        self._wanted = event.number if is_added_to and not event.scanned else None

    def wrong(self, house_table: HouseTable, event: OfShuffle, at_ms: int) -> Iterator[str]:
        """Name what the house would not have put on record here."""
        self._is_added_to = True
        if isinstance(event, ShoeMixed):
            yield from self._wrong_mix(house_table, event, at_ms)
            return
        expected = _expected(house_table, event, at_ms)
        if isinstance(expected, Refusal):
            yield f"{type(event).__name__}: the house refuses this here: {expected.words}"
        elif expected != event:
            yield f"{event}: by the rules it is {expected}"

    def _wrong_mix(self, house_table: HouseTable, event: ShoeMixed, at_ms: int) -> Iterator[str]:
        self._mixed, self._wanted = event, None
        contributing = house_table.contributing
        if contributing.shuffle is None or contributing.waits_until(at_ms) is not None:
            yield f"shoe {event.number} is mixed before its shuffle is over"
        elif mix(house_table, contributing.shuffle)[0] != event:
            yield f"shoe {event.number} is not mixed with what was promised and shown for it"

    def wrong_outside(self, house_table: HouseTable, event: OutsideEntropyMixed) -> Iterator[str]:
        """Compare entropy with what was mixed; into a shared shoe nobody mixes any alone.

        In books of before players could add to shoes, somebody who brought one could.
        """
        if house_table.owner or not (self._is_added_to or self._mixed):
            return
        mixed = self._mixed
        if mixed is None or mixed.number != event.number:
            yield f"entropy for shoe {event.number} that nobody but the house has chosen"
            return
        given, beacon = mixed.contributions, mixed.beacon
        made = outside_of(given, beacon, table=house_table.id, shoe=event.number)
        if made.hex() != event.outside:
            yield f"entropy for shoe {event.number} that does not follow from what was mixed"
        self._mixed = None

    def entry_ended(self) -> Iterator[str]:
        """Want all of it in the entry that opens the shoe."""
        if self._wanted is not None:
            yield f"shoe {self._wanted} is opened without what players had added to it"
        if self._mixed is not None:
            yield f"shoe {self._mixed.number} is mixed, and its entropy is not on record"
        self._wanted = self._mixed = None


def _expected(
    house_table: HouseTable,
    event: ContributionPromised | ShuffleBegun | ContributionShown | BeaconHeard,
    at_ms: int,
) -> OfShuffle | Refusal:
    match event:
        case ContributionPromised(number, bettor, _, commitment):
            return contributed(house_table, Contribute(bettor, number, commitment), at_ms)
        case ShuffleBegun(number, call=call):
            return begin_shuffle(house_table, number, call, at_ms)
        case ContributionShown(number, bettor, random, word):
            shown = ShowContribution(bettor, number, random, word)
            return contributed(house_table, shown, at_ms)
        case BeaconHeard(heard=heard):
            return contributed(house_table, HearBeacon(heard), at_ms)
