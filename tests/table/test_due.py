"""What is due at a table: never refused, whatever has happened, and never left out."""

from punto.coup.command import (
    AnnounceResult,
    AnnounceTotals,
    CloseBetting,
    CollectLosing,
    OpenBetting,
    PayWinning,
)
from punto.refusal import Refusal
from punto.rules import Winner
from punto.table import TableCommand, replay, step
from punto.table.command import Decide, OpenShoe, RecordResult
from punto.table.due import Due, due
from punto.testing.simulator import history_of

DOING: dict[Due, TableCommand] = {
    Due.DECISION: Decide(void=False, who="sue", why="seen on camera"),
    Due.SHOE: OpenShoe(None, "dora"),
    Due.RECORD: RecordResult(winner=Winner.BANKER, who="dora"),
    Due.OPEN_BETS: OpenBetting(),
    Due.CLOSE_BETS: CloseBetting(),
    Due.TOTALS: AnnounceTotals(),
    Due.RESULT: AnnounceResult(),
    Due.COLLECT: CollectLosing(),
    Due.PAY: PayWinning(),
}
"""A card is drawn or scanned, as the shoe is."""


def test_what_is_due_is_never_refused_and_every_kind_of_it_comes_up() -> None:
    seen = set()
    for seed in range(400):
        history = history_of(seed)
        table = history.opening
        for now_ms, (_, _, events) in enumerate(history.accepted):
            table = replay(table, events)
            wanted = due(table)
            seen.add(wanted)
            if wanted is not Due.CARD:
                outcome = step(table, DOING[wanted], now_ms)
                assert not isinstance(outcome, Refusal), (seed, wanted, outcome)
    assert seen == set(Due)
