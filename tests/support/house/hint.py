"""What a dealer could do now, in a word, so that a load makes progress without a look inside."""

from typing import Final

from punto.coup import Phase
from punto.table.dealer import next_command
from punto.table.house_table import HouseTable

CLOSED: Final = "closed"
DECIDE: Final = "decide"
SHOE: Final = "shoe"
ROUND: Final = "round"
BETTING: Final = "betting"


def hint_of(house_table: HouseTable) -> str:
    """Give one of the words above, or the name of the dealer's next command."""
    table = house_table.table
    if not house_table.is_open:
        return CLOSED
    if table.undecided is not None:
        return DECIDE
    if table.coup is not None and table.coup.phase is Phase.BETTING:
        return BETTING
    command = next_command(table)
    if command is not None:
        return type(command).__name__
    return ROUND if table.shoe is not None else SHOE
