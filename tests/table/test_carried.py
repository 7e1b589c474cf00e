"""A table as plain data, and back: also as snapshots of before have it."""

from msgspec.structs import replace

from punto.table.carried import carried, restored
from punto.table.command import OpenShoe
from punto.table.house_table import HouseTable
from tests.table.tables import done, table_of


def test_an_old_snapshot_that_is_silent_tells_by_its_shoe_whether_cards_were_scanned() -> None:
    scanned = HouseTable(id="tiger", table=done(table_of(), OpenShoe(None, "dan")))
    empty = HouseTable(id="tiger", table=table_of())
    for house_table, was in ((scanned, True), (empty, False)):
        silent = replace(carried(house_table), is_scanned=None)
        assert restored(silent).table.is_scanned is was
        assert carried(restored(carried(house_table))) == carried(house_table)
