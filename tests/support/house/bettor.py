"""Clients who play: bets, increases, withdrawals, credits bought and paid, tickets."""

from collections.abc import Callable
from random import Random
from typing import Final

from punto.coup.command import CloseBetting, OpenBetting, PlaceWager, WithdrawWager
from punto.house import (
    Act,
    BringShoe,
    BuyIn,
    CashOut,
    ConfirmTicket,
    DealOut,
    PayCredits,
    RedeemTicket,
    Repay,
    Request,
)
from punto.house.request import What
from punto.rules import find_rulebook
from punto.testing.actors import request_of
from tests.support.house.premises import (
    AT_HOME,
    ONLINE,
    RULEBOOKS,
    TABLES,
    own_table,
    owner_of,
    settings_of,
)
from tests.support.house.wire import DONE, Reply

_SETTINGS: Final = {table: settings_of(find_rulebook(key)) for table, key in RULEBOOKS.items()}


class Bettor:
    """Plays at all tables. Some requests make no sense, and the house must say so."""

    most_under_way: Final = 3

    def __init__(self, name: str, chance: Random, tickets: list[str]) -> None:
        self.name = name
        self._chance = chance
        self._tickets = tickets
        """Tickets that lie about: whoever finds one may try to redeem it, also a second time."""
        self._unconfirmed: list[str] = []
        self._done: list[Request] = []
        self._staked: list[tuple[str, str]] = []
        """Tables and wagers of late bets, to take back."""

    def hear(self, asked: Request, reply: Reply) -> None:
        """Remember what can be asked for again, and what must be confirmed."""
        if asked.actor.id != self.name or reply.kind != DONE:
            return
        self._done.append(asked)
        if isinstance(asked.what, Act):
            self._note(asked.what)
        if isinstance(asked.what, CashOut) and asked.key and reply.ticket:
            self._unconfirmed.append(asked.key)
            self._tickets.append(reply.ticket)

    def _note(self, act: Act) -> None:
        if not owner_of(act):
            wagers = (each.wager for each in act.actions if isinstance(each, PlaceWager))
            self._staked = [*self._staked, *((act.table, wager) for wager in wagers)][-2:]

    def next_request(self, fresh: Callable[[], str]) -> Request:
        """Ask for something, nearly always under a new id."""
        chance = self._chance.random()
        if self._done and chance < 0.07:
            before = self._chance.choice(self._done)
            return (
                before if chance < 0.05 else request_of(self.name, BuyIn(self.name, 77), before.id)
            )
        what = self._next()
        return request_of(self.name, what, fresh(), owner=owner_of(what))

    def _next(self) -> What:
        if self._unconfirmed and self._chance.random() < 0.5:
            return self._confirmation()
        chance = self._chance.random()
        if chance < 0.72:
            return self._at_a_table(chance)
        if chance < 0.82 and self._tickets:
            return self._redemption()
        return self._at_the_counter()

    def _confirmation(self) -> What:
        """Printers stutter: a ticket is sometimes confirmed both ways."""
        at = self._chance.randrange(len(self._unconfirmed))
        stays = self._chance.random() < 0.3
        key = self._unconfirmed[at] if stays else self._unconfirmed.pop(at)
        return ConfirmTicket(key, printed=self._chance.random() < 0.7)

    def _redemption(self) -> What:
        to = self.name if self._chance.random() < 0.6 else "cage"
        return RedeemTicket(self._chance.choice(self._tickets), to)

    def _at_the_counter(self) -> What:
        amount = self._chance.choice((20, 100, 100, 300, 1_000))
        chance = self._chance.random()
        if chance < 0.4:
            return BuyIn(self.name, amount)
        if chance < 0.55:
            return CashOut(self.name)
        if chance < 0.85:
            return PayCredits(self.name, amount)
        return Repay(self.name, self._chance.randrange(1, 60), in_money=chance < 0.93)

    # --- at a table -----------------------------------------------------------------------------

    def _at_a_table(self, chance: float) -> What:
        if self.name in AT_HOME and self._chance.random() < 0.4:
            return self._online_game()
        table = self._chance.choice(TABLES)
        if chance < 0.2 and self._staked:
            table, wager = self._chance.choice(self._staked)
            return Act(table, (WithdrawWager(self.name, wager),))
        count = 2 if chance < 0.27 else 1
        return Act(table, tuple(self._bet(table) for _ in range(count)))

    def _online_game(self) -> What:
        """Play a whole game in one request, at one's own table."""
        bets = tuple(self._bet(ONLINE) for _ in range(self._chance.choice((1, 1, 2, 3))))
        shoe, table = BringShoe(self._chance.randbytes(4).hex()), own_table(self.name).table
        return Act(table, (shoe, OpenBetting(), *bets, CloseBetting(), DealOut()))

    def _bet(self, table: str) -> PlaceWager:
        step = _SETTINGS[table].limit.step
        return PlaceWager(self.name, self._wager(table), step * self._chance.randrange(1, 120))

    def _wager(self, table: str) -> str:
        """Prefer Player and Banker, so that stakes are increased and withdrawn."""
        wagers = [wager.id for wager in _SETTINGS[table].rulebook.wagers]
        return self._chance.choice((*wagers, "player", "banker", "player", "banker"))
