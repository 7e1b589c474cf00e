"""The entries of the journal that a round consists of, with the shoe that it was dealt from."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

import msgspec
from sqlalchemy import Connection

from punto.coup.event import BettingOpened, CardDealt, CardSetAside, WagerPlaced
from punto.coup.event import Event as CoupEvent
from punto.errors import WrongInput
from punto.house.chain import EMPTY, Break, Link, break_at, table_chain
from punto.house.forward import Forward
from punto.house.record import decode_table
from punto.replay.round_money import Balance, RoundMoney
from punto.store import reading
from punto.store.forward import brought_forward
from punto.table import Settings
from punto.table.event import (
    EarlierRoundVoided,
    IrregularityRuled,
    ResultDropped,
    ResultRecorded,
    ShoeOpened,
    SupervisorDecided,
)
from punto.table.record import (
    OutsideEntropyMixed,
    Recorded,
    ShoeCommitted,
    ShoeRevealed,
    TableOpened,
)

Numbered: TypeAlias = (
    IrregularityRuled | EarlierRoundVoided | SupervisorDecided | ResultRecorded | ResultDropped
)
"""Events that say themselves which round they are about."""

RoundEvent: TypeAlias = CoupEvent | Numbered


_NUMBERING: Final = (b'"type":"BettingOpened"', b'"type":"ResultRecorded"')


class Dealing(msgspec.Struct, frozen=True, kw_only=True):
    """The shoe that a round was dealt from, as far as it is known."""

    number: int
    scanned: bool
    gone: int
    """How many cards had left it before the round, burned ones among them."""
    commitment: str | None = None
    outside: str = ""
    revealed: ShoeRevealed | None = None


class Chronicle(msgspec.Struct, frozen=True, kw_only=True):
    """All that the journal has on one round."""

    table: str
    number: int
    settings: Settings
    dealing: Dealing | None
    entries: tuple[Link, ...]
    """Those of the round itself."""
    context: tuple[Link, ...]
    """Those that opened the table, promised, opened and revealed the shoe."""
    batches: tuple[Link, ...]
    """In older books, what the entries moved; later they say so themselves."""
    balances: tuple[Balance, ...]
    """None where what moved is brought forward, so that it cannot be told any more."""
    breaks: tuple[str, ...]
    """Where a chain does not hold that this was read from."""


def parse_round(name: str) -> tuple[str, int]:
    """Read the name of a round, `tiger-17`."""
    table, hyphen, number = name.rpartition("-")
    if not (hyphen and table and number.isdecimal() and number.isascii()):
        raise WrongInput(f"{name!r} names no round: a table, a hyphen and a number do, as tiger-17")
    return table, int(number)


def chronicle(connection: Connection, name: str) -> Chronicle:
    """Find a round in the journal."""
    table, number = parse_round(name)
    chain, start = table_chain(table), brought_forward(connection)
    if chain not in reading.heads(connection, [chain]):
        raise WrongInput(f"there is no table {table!r} in this house")
    if not 0 < number <= _last_round(connection, chain):
        raise WrongInput(f"there is no round {name} in the journal{_perhaps(start, chain)}")
    search = _Search(table, number, start)
    search.go_through(_followed(connection, chain, search.breaks))
    if not search.entries:
        raise WrongInput(f"there is no round {name} in the journal{_perhaps(start, chain)}")
    money = RoundMoney(search.entries, _bettors(search.entries, number), start)
    money.go_through(reading.in_order(connection, money.begins_after))
    assert search.settings is not None, "a round is played under settings"
    return Chronicle(
        table=table,
        number=number,
        settings=search.settings,
        dealing=search.dealing,
        entries=tuple(search.entries),
        context=tuple(sorted(set(search.context.values()), key=lambda link: link.position)),
        batches=tuple(money.batches),
        balances=money.balances,
        breaks=(*search.breaks, *money.breaks),
    )


def _last_round(connection: Connection, chain: str) -> int:
    """Tell the last round of a table: for one that is not there nobody reads the whole journal."""
    return max(
        (
            event.round
            for tag in _NUMBERING
            for link in reading.links_with(connection, chain, tag, most=1)
            for event in decode_table(link.body or b"").events
            if isinstance(event, BettingOpened | ResultRecorded)
        ),
        default=0,
    )


def _perhaps(start: Forward, chain: str) -> str:
    last = start.cut(chain)
    return f"; entries up to {last} were dropped after their time" if last else ""


def _followed(connection: Connection, chain: str, broken: list[str]) -> Iterator[Link]:
    """Read a chain, and note where it does not hold."""
    head = EMPTY
    for link in reading.links(connection, chain):
        found: Break | None = break_at(link, head)
        if found is not None:
            broken.append(str(found))
        head = link.head
        if link.body is not None:
            yield link


# --- at the table -------------------------------------------------------------------------------


class RoundEvents:
    """Tells which events of a run of entries are about one round."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._is_in = False

    def of(self, events: Iterable[Recorded]) -> Iterator[RoundEvent]:
        """Give the events of the round, from the opening of its bets to that of the next."""
        for event in events:
            if isinstance(event, BettingOpened):
                self._is_in = event.round == self._number
            if isinstance(event, Numbered):
                if event.round == self._number:
                    yield event
            elif self._is_in and isinstance(event, CoupEvent):
                yield event


class _Search:
    """Goes through the journal of a table until a round and its shoe are known."""

    def __init__(self, table: str, number: int, start: Forward) -> None:
        self.chain = table_chain(table)
        self.entries: list[Link] = []
        self.context: dict[str, Link] = {}
        self.dealing: Dealing | None = None
        self.breaks: list[str] = []
        self.settings: Settings | None = None
        self._number = number
        self._events = RoundEvents(number)
        self._promised: dict[int, tuple[str, Link | None]] = {}
        self._seen: dict[str, Link] = {}
        self._shoe: Dealing | None = None
        self._begin_at(start, table)

    def _begin_at(self, start: Forward, table: str) -> None:
        floor = start.floors.get(table)
        if floor is not None:
            self.settings = floor.table.settings
            if floor.committed is not None:
                self._promised[floor.committed.number] = (floor.committed.commitment, None)

    def go_through(self, links: Iterable[Link]) -> None:
        """Read on to the end: a round can be void long after it."""
        for link in links:
            events = decode_table(link.body or b"").events
            for event in events:
                self._note(link, event)
            if list(self._events.of(events)):
                self.entries.append(link)

    def _note(self, link: Link, event: Recorded) -> None:
        match event:
            case BettingOpened(number) | ResultRecorded(number):
                if number == self._number:
                    self.dealing, self.context = self._shoe, dict(self._seen)
            case ShoeRevealed(number) if self._is_of_round(number):
                assert self.dealing is not None, "just asked"
                self.dealing = msgspec.structs.replace(self.dealing, revealed=event)
                self.context["revealed"] = link
            case TableOpened(settings) if self.dealing is None:
                self.settings = settings
                self._seen["opened"] = link
            case ShoeCommitted(number, commitment):
                self._promised[number] = (commitment, link)
            case ShoeOpened(number, burned=burned, scanned=scanned):
                self._open_shoe(link, number, burned, scanned=scanned)
            case OutsideEntropyMixed(outside=outside) if self._shoe is not None:
                self._shoe = msgspec.structs.replace(self._shoe, outside=outside)
            case CardDealt() | CardSetAside() if self._shoe is not None:
                self._shoe = msgspec.structs.replace(self._shoe, gone=self._shoe.gone + 1)
            case _:
                pass

    def _is_of_round(self, shoe: int) -> bool:
        """Whether this is the shoe of the round, in play since then: numbers are given once."""
        known = self.dealing
        return known is not None and known.number == shoe and known.revealed is None

    def _open_shoe(self, link: Link, number: int, burned: int, *, scanned: bool) -> None:
        commitment, promise = (None, None) if scanned else self._promised.get(number, (None, None))
        self._shoe = Dealing(number=number, scanned=scanned, gone=burned, commitment=commitment)
        self._seen["shoe"] = link
        self._seen.pop("promise", None)
        if promise is not None:
            self._seen["promise"] = promise


def _bettors(entries: Sequence[Link], number: int) -> list[str]:
    events = RoundEvents(number)
    return sorted(
        {
            event.bettor
            for link in entries
            for event in events.of(decode_table(link.body or b"").events)
            if isinstance(event, WagerPlaced)
        }
    )
