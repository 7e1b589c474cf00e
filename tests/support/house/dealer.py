"""Clients who run the tables: shoes, rounds, cards, and now and then something goes wrong."""

from collections.abc import Callable
from random import Random
from typing import Final

from punto.coup.command import (
    AnnounceResult,
    AnnounceTotals,
    CloseBetting,
    CollectLosing,
    OpenBetting,
    PayWinning,
)
from punto.house import Act, BringShoe, CloseTable, DealOut, Request
from punto.house.request import TableAction, What
from punto.table import Found, TableCommand
from punto.table.command import Decide, DrawCard, ReportIrregularity
from punto.testing.actors import request_of
from tests.support.house import hint
from tests.support.house.premises import table_of
from tests.support.house.wire import Reply

_BY_NAME: Final[dict[str, Callable[[], TableCommand]]] = {
    each.__name__: each
    for each in (AnnounceTotals, DrawCard, AnnounceResult, CollectLosing, PayWinning)
}
_CAUSES: Final = (Found.MALFUNCTION, Found.MALFUNCTION, Found.FOREIGN_CARD, Found.ORDER_UNKNOWN)


class Dealer:
    """Deals at one table, sometimes all at once and sometimes card by card."""

    most_under_way: Final = 1

    def __init__(self, table: str, chance: Random) -> None:
        self.name = f"dealer-{table}"
        self._table = table
        self._chance = chance
        self._hint = hint.ROUND
        self.is_closing = False
        """Whether the day ends: the round in play is finished, and no other begun."""

    @property
    def is_at_rest(self) -> bool:
        """Whether no round is in play here."""
        return self._hint in {hint.SHOE, hint.ROUND, hint.CLOSED}

    def hear(self, asked: Request, reply: Reply) -> None:
        """Learn how the table stands."""
        if asked.actor.id == self.name and reply.hint:
            self._hint = reply.hint

    def forget(self) -> None:
        """The house was gone: how the table stands is not known."""
        self._hint = hint.DECIDE

    def next_request(self, fresh: Callable[[], str]) -> Request | None:
        """Say what comes next, under a new id, or under none."""
        if self.is_closing and self.is_at_rest:
            return None
        what = self._next()
        named = self._chance.random() < 0.6
        return None if what is None else request_of(self.name, what, fresh() if named else "")

    def _next(self) -> What | None:
        chance = self._chance.random()
        match self._hint:
            case hint.CLOSED:
                return table_of(self._table)
            case hint.DECIDE:
                return self._act(Decide(void=chance < 0.5, who="sam", why="seen on camera"))
            case hint.SHOE:
                return self._close() if chance < 0.1 else self._act(BringShoe())
            case hint.ROUND:
                return self._between_rounds(chance)
            case hint.BETTING:
                return self._betting(chance)
            case name:
                return self._dealing(name, chance)

    def _between_rounds(self, chance: float) -> What:
        if chance < 0.25:
            return self._report()  # after payment, if a round was paid
        return self._close() if chance < 0.29 else self._act(OpenBetting())

    def _betting(self, chance: float) -> What | None:
        """Leave time for bets, then close in the middle of the rush."""
        if chance < 0.93 and not self.is_closing:
            return None
        if chance < 0.935:
            return self._report()
        if chance < 0.96:
            return self._act(CloseBetting())
        return self._act(CloseBetting(), DealOut())

    def _dealing(self, name: str, chance: float) -> What:
        if chance < 0.03:
            return self._report()
        return self._act(DealOut()) if chance < 0.1 else self._act(_BY_NAME[name]())

    def _report(self) -> What:
        found = self._chance.choice(_CAUSES)
        return self._act(ReportIrregularity(found=found, who=self.name, why="seen on camera"))

    def _act(self, *actions: TableAction) -> What:
        return Act(self._table, actions)

    def _close(self) -> What:
        return CloseTable(self._table, "end of the shift")
