"""The results of a shoe, as they stand on the roads of its table."""

from msgspec.structs import replace

from punto.roads import Board, Result
from punto.table.state import Table


def with_result(table: Table, result: Result) -> Table:
    """Put the result of the last round on the roads."""
    recorded = (*table.recorded, table.rounds)
    return replace(table, board=table.board.plus(result), recorded=recorded)


def without_present_result(table: Table) -> Table:
    """Take the last result away, if it is that of the present round."""
    if not table.has_result:
        return table
    results = table.board.results[:-1]
    return replace(table, board=Board.of(results), recorded=table.recorded[:-1])


def without_result_of(table: Table, number: int) -> Table:
    """Take the result of a round away, if it is on the roads of this shoe."""
    if number not in table.recorded:
        return table
    at = table.recorded.index(number)
    place = at - len(table.recorded) + len(table.board.results)
    results = (*table.board.results[:place], *table.board.results[place + 1 :])
    recorded = (*table.recorded[:at], *table.recorded[at + 1 :])
    return replace(table, board=Board.of(results), recorded=recorded)
