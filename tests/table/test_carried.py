"""A table as plain data, and back: also as snapshots of before have it."""

from msgspec.structs import replace

from punto.table.carried import carried, restored
from punto.table.command import OpenShoe
from punto.table.floor import Floor
from tests.table.tables import done, table_of


def test_an_old_snapshot_that_is_silent_tells_by_its_shoe_whether_cards_were_scanned() -> None:
    scanned = Floor(id="tiger", table=done(table_of(), OpenShoe(None, "dan")))
    empty = Floor(id="tiger", table=table_of())
    for floor, was in ((scanned, True), (empty, False)):
        silent = replace(carried(floor), is_scanned=None)
        assert restored(silent).table.is_scanned is was
        assert carried(restored(carried(floor))) == carried(floor)
