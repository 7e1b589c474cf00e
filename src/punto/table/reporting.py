"""What a report means at this table: which round it is about, and what the table itself knows."""

from typing import Final

from punto.coup import Phase
from punto.table.command import ReportIrregularity
from punto.table.irregularity import OF_THE_SHOE, Found, Noticed, Report, Ruling, adjudicate
from punto.table.state import Table

_OF_DEALT_CARDS: Final = frozenset(
    {Found.INCORRECT_NUMBER_OF_CARDS, Found.ORDER_UNKNOWN, Found.INSUFFICIENT_CARDS}
)
"""What can only have happened to cards that were dealt."""


def round_of(table: Table, command: ReportIrregularity) -> int:
    """Tell which round is meant; before a card is dealt, cards were dealt in the one before."""
    if command.round is not None:
        return command.round
    return table.rounds - (command.found in _OF_DEALT_CARDS and is_undealt(table))


def is_undealt(table: Table) -> bool:
    """Whether the present round takes bets, and no card of it is dealt."""
    return table.coup is not None and table.coup.phase is Phase.BETTING


def is_of_undealt_cards(table: Table, command: ReportIrregularity) -> bool:
    """Whether a report is about cards of the present round while none is dealt."""
    present = round_of(table, command) == table.rounds
    return present and command.found in _OF_DEALT_CARDS and is_undealt(table)


def is_of_the_shoe_alone(table: Table, command: ReportIrregularity) -> bool:
    """Whether it is about the shoe on the table while no round is in play: all results stand.

    It may be found in the first shoe before any round, or in one whose last round is void.
    """
    lies_there = table.shoe is not None and not table.in_play
    is_now = command.round in (None, table.rounds)
    return lies_there and is_now and command.found in OF_THE_SHOE


def report_of(table: Table, command: ReportIrregularity) -> Report:
    """Add what the table itself knows: when it was noticed, and how far the round was dealt."""
    return Report(
        found=command.found,
        noticed=_noticed(table, round_of(table, command)),
        reconstructed=command.reconstructed,
        in_initial_deal=command.in_initial_deal or _is_in_initial_deal(table),
    )


def ruling_of(table: Table, command: ReportIrregularity) -> Ruling:
    """Rule on a report by the rulebook in force."""
    return adjudicate(table.settings.rulebook, report_of(table, command))


def _noticed(table: Table, about: int) -> Noticed:
    if about < table.rounds or table.coup is None:
        return Noticed.AFTER_NEXT_COMMENCED
    return Noticed.BEFORE_PAYMENT if table.in_play else Noticed.AFTER_PAYMENT


def _is_in_initial_deal(table: Table) -> bool:
    """Whether no third card can have been drawn yet, whatever is said."""
    coup = table.coup
    return coup is not None and len(coup.cards) <= 4 and not coup.totals_announced
