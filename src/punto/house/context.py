"""What a request is carried out with, beside the house itself: time, chance, the past."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, Protocol

from punto.house.chain import Link
from punto.house.forward import BroughtForward
from punto.ledger import Account, Movement
from punto.ledger.transfer import MAX_AMOUNT
from punto.money import MAX_ODDS


class EntropyFailed(Exception):
    """The source of chance raised, gave too little, or is stuck."""


class TicketKey(Protocol):
    """What makes the numbers of tickets, and knows them again."""

    @property
    def tickets(self) -> bytes:
        """The secret under which the ledger knows tickets."""
        ...

    def ticket_entropy(self, request: str, count: int) -> bytes:
        """Give what a ticket's number is made from: the same for a retry, a guess for no one."""
        ...


class Past(NamedTuple):
    """What is asked of the journal where old bodies are dropped."""

    forward: Callable[[], BroughtForward]
    in_order: Callable[[Mapping[str, int]], Iterable[Link]]
    """Reads what comes after some entries, in the order in which it was stored; every commit comes
    after what it lists."""
    links: Callable[[str, int, int | None], Iterable[Link]]
    """Reads a chain after one position, and through another or to its end."""


class Context(NamedTuple):
    """What a request is carried out with."""

    now_ms: int
    draw_secret: Callable[[], bytes]
    """Gives the secret of a new shoe, or raises `EntropyFailed`."""
    key: TicketKey
    find: Callable[[str], Movement | None]
    """Looks up an entry of the ledger that is kept no more."""
    account: Callable[[str], Account | None]
    """Looks up an account that only the journal could name."""
    past: Past
    lost: Callable[[str], int]
    """Adds up what all play under an account has cost, as far as it is settled."""
    written_ms: Callable[[str], int]
    """Tells when the last entry of a chain was written; 0 where there is none."""
    sale_maximum: int = MAX_AMOUNT
    """The most credits that are sold at once."""
    longest_odds: int = MAX_ODDS
    """The longest odds of any table that was ever opened."""
    day_turns: int = 0
    """The hour of UTC at which the gaming day turns."""
    game_ms: int = 0
    """The least time from one online game to the next."""
