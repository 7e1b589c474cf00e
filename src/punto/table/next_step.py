"""What comes next at a table, in words: always stated, whatever has happened."""

from punto.coup import next_step as next_step_of_round
from punto.table.state import Table


def next_step(table: Table) -> str:
    """Say what is to be done now."""
    if table.undecided is not None:
        return "a supervisor decides"
    if table.coup is not None and table.in_play:
        return next_step_of_round(table.coup)
    if table.shoe is None or not table.shoe.can_start_a_round:
        return "bring a new shoe"
    if table.settings.results_only:
        return "record the result"
    call = table.settings.rulebook.open_call
    return f"“{call.words}”" if call else "open betting"
