"""What everybody is shown of a round's moments: what has won, and the last round of a shoe."""

from msgspec.structs import replace

from punto.protocol import Seen, View
from punto.protocol import event as seen
from punto.table import Table, TableCommand, step
from punto.table.house_table import HouseTable
from tests.table.tables import NATURAL, THIRD_CARD, scanned_round, table_of, with_scanned_shoe


def shown(table: Table, *commands: TableCommand) -> tuple[View, list[Seen]]:
    """Do commands, and give all that watchers are shown of them."""
    view, events = View(HouseTable(id="tiger", table=table)), list[Seen]()
    for command in commands:
        outcome = step(view.house_table.table, command)
        assert isinstance(outcome, tuple), outcome
        after, happened = outcome
        events += view.seen(happened, replace(view.house_table, table=after))
    return view, events


def test_a_result_names_all_that_has_won_though_nobody_bet() -> None:
    """Banker wins with six on two cards: half, Tiger and Small Tiger."""
    view, events = shown(with_scanned_shoe(table_of()), *scanned_round(THIRD_CARD))
    (result,) = [event for event in events if isinstance(event, seen.ResultAnnounced)]
    assert result.won == {"banker": "1:2", "tiger": "12:1", "small-tiger": "22:1"}
    assert view.snapshot(1).won == result.won


def test_nothing_has_won_before_the_result() -> None:
    *before, _, _, _ = scanned_round(NATURAL)
    view, _ = shown(with_scanned_shoe(table_of()), *before)
    assert view.snapshot(1).won == {}


def test_the_round_after_the_cut_card_is_called_the_last_of_its_shoe() -> None:
    table = with_scanned_shoe(table_of(cut=8 * 52 - 6))
    view, events = shown(table, *scanned_round(THIRD_CARD), *scanned_round(NATURAL))
    opened = [event for event in events if isinstance(event, seen.BettingOpened)]
    assert [event.last for event in opened] == [False, False]
    view, events = shown(view.house_table.table, *scanned_round(["9h", "2s", "Th", "3s"]))
    assert [event.last for event in events if isinstance(event, seen.BettingOpened)] == [True]
    assert view.snapshot(1).shoe is None
