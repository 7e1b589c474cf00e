"""All clients of a house together: what they send next, and what they make of the answers."""

from collections import Counter
from collections.abc import Iterator
from itertools import count
from random import Random

from punto.house import Request
from tests.support.house.bettor import Bettor
from tests.support.house.dealer import Dealer
from tests.support.house.premises import PLAYERS, TABLES, opening
from tests.support.house.truth import Truth
from tests.support.house.wire import Question, Reply


class Crowd:
    """Dealers and bettors. One seed gives the same clients; how they meet is up to the machine."""

    def __init__(self, chance: Random, truth: Truth) -> None:
        tickets: list[str] = []
        self.truth = truth
        self._chance = chance
        self._dealers = [Dealer(table, _own(chance)) for table in TABLES]
        self._bettors = [Bettor(name, _own(chance), tickets) for name in PLAYERS]
        self._under_way: Counter[str] = Counter()
        self._opening = list(opening())
        self._ids = count(1)
        self.is_closing = False

    @property
    def is_at_rest(self) -> bool:
        """Whether everything is answered and no round is in play."""
        return self.truth.is_quiet and all(dealer.is_at_rest for dealer in self._dealers)

    def close(self) -> None:
        """End the day: what is in play is finished, and nothing else is begun."""
        self.is_closing = True
        for dealer in self._dealers:
            dealer.is_closing = True

    def questions(self) -> list[Question]:
        """Give what is sent now: what is in doubt first, then what is new."""
        asked = [*self.truth.in_doubt(), *self._new()]
        self._under_way.update(each.actor.id for each in asked)
        return [self.truth.question(each) for each in asked]

    def _new(self) -> Iterator[Request]:
        if self._opening:
            yield from self._opening
            self._opening.clear()
            return
        for client in (*self._dealers, *(() if self.is_closing else self._bettors)):
            for _ in range(client.most_under_way - self._under_way[client.name]):
                asked = client.next_request(self._fresh)
                # An impatient client sends the same request again before it is answered.
                copies = self._chance.choice((1, 1, 1, 1, 1, 2, 3)) if asked and asked.id else 1
                yield from () if asked is None else (asked,) * copies

    def _fresh(self) -> str:
        return f"r{next(self._ids)}"

    def hear(self, reply: Reply) -> None:
        """Take an answer in."""
        asked = self.truth.hear(reply)
        self._under_way[asked.actor.id] -= 1
        for dealer in self._dealers:
            dealer.hear(asked, reply)
        for bettor in self._bettors:
            bettor.hear(asked, reply)

    def lose(self) -> None:
        """The house is gone."""
        self.truth.lose()
        self._under_way.clear()
        for dealer in self._dealers:
            dealer.forget()


def _own(chance: Random) -> Random:
    return Random(chance.getrandbits(64))  # noqa: S311 – a load, and no game
