"""A seeded random workload: a table of random settings, and commands both sensible and not.

Chance comes in as an argument, so one seed gives one history. Each workload switches some kinds
of commands off and skews the rest, so that rare mixes come up too.
"""

from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from random import Random
from typing import Final, NamedTuple, TypeAlias

from punto.refusal import Refusal
from punto.rules import Rulebook, VoidCause, newest_rulebooks
from punto.table import Limit, Settings, Table, TableCommand, TableEvent, step
from punto.testing.random_command import Kind, Mix, random_command

Outcome: TypeAlias = tuple[TableEvent, ...] | Refusal


class History(NamedTuple):
    """What was asked of a table and what came of it; the place of a step is also its time."""

    opening: Table
    steps: tuple[tuple[TableCommand, Outcome], ...]
    final: Table

    @property
    def settings(self) -> Settings:
        """The settings of the table."""
        return self.opening.settings

    @property
    def events(self) -> tuple[TableEvent, ...]:
        """Everything that happened, in its order."""
        return tuple(event for _, _, events in self.accepted for event in events)

    @property
    def accepted(self) -> Iterator[tuple[int, TableCommand, tuple[TableEvent, ...]]]:
        """The commands that were done, with their time, and what happened then."""
        for now_ms, (command, outcome) in enumerate(self.steps):
            if not isinstance(outcome, Refusal):
                yield now_ms, command, outcome


def run(chance: Random, *, length: int | None = None) -> History:
    """Open a random table and send it random commands."""
    opening = Table(settings=random_settings(chance))
    mix = random_mix(chance)
    table = opening
    steps: list[tuple[TableCommand, Outcome]] = []
    for now_ms in range(random_length(chance) if length is None else length):
        command = random_command(chance, table, mix)
        outcome = step(table, command, now_ms)
        if isinstance(outcome, Refusal):
            steps.append((command, outcome))
        else:
            table, events = outcome
            steps.append((command, events))
    return History(opening, tuple(steps), table)


def random_length(chance: Random) -> int:
    """Most sequences are short, some are long."""
    size = chance.random()
    if size < 0.9:
        return chance.randrange(8, 26)
    return chance.randrange(30, 60) if size < 0.99 else chance.randrange(120, 300)


# --- settings -----------------------------------------------------------------------------------

_LIMITS: Final = (
    Limit(minimum=1, maximum=10**9),
    Limit(minimum=20, maximum=1_000, step=20),
    Limit(minimum=10, maximum=400, step=10),
)


@cache
def _reaching_rulebooks() -> tuple[Rulebook, ...]:
    """Find the rulebooks whose rulings reach back; most do not, and rounds before are rare."""
    every = newest_rulebooks()
    return tuple(each for each in every if each.void_rule(VoidCause.MALFUNCTION))


def random_settings(chance: Random) -> Settings:
    """Settings under which shoes end soon and limits are met."""
    rulebook = chance.choice(newest_rulebooks() + _reaching_rulebooks() * 3)
    decks = chance.choice((1, 1, 1, 1, 1, 2, 2, 4))
    size = decks * len(rulebook.deck)
    return Settings(
        rulebook=rulebook,
        decks=decks,
        limit=chance.choice(_LIMITS),
        limits={"tie": chance.choice(_LIMITS)} if chance.random() < 0.3 else {},
        seat_maximum=chance.choice((None, 100, 700)),
        table_maximum=chance.choice((None, 300, 1_500)),
        differential=chance.choice((None, None, 60, 400)),
        positions=chance.choice((0, 0, 2, 5)),
        back_betting=chance.random() < 0.5,
        burn=chance.choice((0, 0, 1, 7)),
        cut=chance.choice((0, 14, size - 20, size - 8, size)),
        training=chance.random() < 0.1,
        results_only=chance.random() < 0.04,
    )


def random_mix(chance: Random) -> Mix:
    """Switch some kinds off and skew the rest; what comes next is always the most frequent."""
    weights = [chance.choice((0, 0, 1, 1, 2, 5)) for _ in Kind]
    kinds = tuple(Kind)
    weights[kinds.index(Kind.BET)] = chance.choice((0, 3, 6, 10))
    weights[kinds.index(Kind.PROGRESS)] = sum(weights) + chance.choice((3, 10, 40))
    return Mix(kinds, tuple(accumulate(weights)), chance.choice((0.0, 0.3, 1.0, 1.0)))
