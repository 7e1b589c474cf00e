"""A table that is opened again, or set otherwise between two rounds: does the same game go on?"""

from punto.house.canonical import canonical
from punto.table import Settings
from punto.table.house_table import HouseTable
from punto.table.record import TableOpened


def goes_on(house_table: HouseTable, opened: TableOpened) -> bool:
    """Whether the last round can still be ruled on: the same rules, cards, owner and account.

    Limits, seats, layout and who drives may change between two rounds; what decides a round that
    was played may not.
    """
    is_same_table = (house_table.owner, house_table.house) == (opened.owner, opened.house)
    return is_same_table and is_same_game(house_table.table.settings, opened.settings)


def is_same_game(one: Settings, other: Settings) -> bool:
    """Whether a round that was played under some settings can be judged under others."""
    is_same = (one.decks, one.training, one.results_only) == (
        other.decks,
        other.training,
        other.results_only,
    )
    return is_same and canonical(one.rulebook) == canonical(other.rulebook)
