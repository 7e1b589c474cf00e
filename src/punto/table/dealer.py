"""The automatic dealer: only another source of the commands that a person would give."""

from punto.coup import Phase
from punto.coup.command import AnnounceResult, AnnounceTotals, CollectLosing, PayWinning
from punto.table.command import DrawCard, TableCommand
from punto.table.state import Table
from punto.table.step import Happened, done


def next_command(table: Table) -> TableCommand | None:
    """Say what a dealer does now; None where he waits for bets, a shoe or a decision."""
    coup = table.coup
    if coup is None or table.undecided is not None:
        return None
    if coup.phase is Phase.DEALING:
        if coup.totals_due:
            return AnnounceTotals()
        return DrawCard() if coup.next_card_for else AnnounceResult()
    if coup.phase is Phase.RESULT:
        return CollectLosing()
    return PayWinning() if coup.phase is Phase.COLLECTED else None


def deal_out(table: Table) -> tuple[Table, Happened]:
    """Deal and settle a round whose bets are closed, to its end."""
    happened: Happened = ()
    while (command := next_command(table)) is not None:
        table, events = done(table, command)  # what follows from the state is not refused
        happened += events
    return table, happened
