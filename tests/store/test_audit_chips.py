"""Chips that lie where they cannot are found, and bets that were never allowed."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from punto.coup.event import WagerPlaced
from punto.house import LayChips, TakeChips
from punto.house.record import TableRecord
from punto.ledger import Purpose, Transfer
from punto.table.record import TableOpened
from tests.house.test_chips import PLAYER_WINS, deal, done, lay, opened
from tests.store.test_audit_authority import Once, forge, found


@dataclass(frozen=True)
class Forgery:
    """What is changed in the first entry with an event of a kind, and what is found of it."""

    kind: str
    change: Callable[[TableRecord], TableRecord]
    words: str


def chips_left(record: TableRecord) -> TableRecord:
    """Leave on the felt what should have been taken up."""
    pairs = zip(record.entries, record.numbers, strict=True)
    kept = [pair for pair in pairs if not is_taken_up(pair[0])]
    entries, numbers = zip(*kept, strict=True)
    return replace(record, entries=entries, numbers=numbers)


def is_taken_up(entry: object) -> bool:
    return isinstance(entry, Transfer) and entry.purpose is Purpose.CHIPS_UP


def of_elsewhere(record: TableRecord) -> TableRecord:
    """Stake the chips that lie at another table."""
    (event,) = record.events
    assert isinstance(event, WagerPlaced)
    return replace(record, events=(replace(event, bettor="felt:other:3"),))


def narrow(record: TableRecord) -> TableRecord:
    """Open the table as if Player and Banker might not lie so far apart."""
    opening, *rest = record.events
    assert isinstance(opening, TableOpened)
    settings = replace(opening.settings, differential=150)
    return replace(record, events=(replace(opening, settings=settings), *rest))


FORGERIES = {
    "chips stay on the felt": Forgery(
        "WagersPaid", chips_left, "leaves 400 on felt:salon:3, and no round is in play"
    ),
    "chips of another table are staked": Forgery(
        "WagerPlaced", of_elsewhere, "felt:other:3 is staked, and is no position of this table"
    ),
    "bets lie too far apart": Forgery(
        "TableOpened",
        narrow,
        "the table refuses these bets: all stakes on Player and Banker may lie 150 apart, not 200",
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_what_cannot_lie_there_is_found(sqlite_url: str, name: str) -> None:
    forgery = FORGERIES[name]
    writer = opened(sqlite_url)
    lay(writer)
    deal(writer, PLAYER_WINS)
    writer.close()
    assert found(sqlite_url) == {}
    once = Once(forgery.kind, forgery.change)
    forge(sqlite_url, "table/salon", once)
    assert once.place
    assert forgery.words in {what for each in found(sqlite_url).values() for what in each}


def test_chips_that_an_earlier_version_let_go_are_not_held_against_it(sqlite_url: str) -> None:
    """The differential was asked of what is placed only; taking back could widen the gap."""
    writer = opened(sqlite_url)
    done(writer, LayChips(3, "player", 100), LayChips(4, "banker", 200), TakeChips(3, "player"))
    deal(writer, PLAYER_WINS)
    writer.close()
    forge(sqlite_url, "table/salon", Once("TableOpened", narrow))
    words = {what for each in found(sqlite_url).values() for what in each}
    assert not [each for each in words if "may lie 150 apart" in each]
