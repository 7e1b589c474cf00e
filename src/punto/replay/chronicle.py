"""The entries of the journal that a round consists of, with the shoe that it was dealt from."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection

from punto.coup.event import WagerPlaced
from punto.errors import WrongInput
from punto.house.chain import Link, table_chain
from punto.house.forward import BroughtForward
from punto.house.record import decode_table
from punto.replay.balance_history import Untold, balances_around
from punto.replay.dealing import Dealing
from punto.replay.landmark_search import NO_LANDMARKS, LandmarkSearch
from punto.replay.round_events import RoundEvents
from punto.replay.round_money import Balance, RoundMoney
from punto.replay.round_openings import backwards, number_of, opens_round
from punto.replay.whole_search import WholeSearch, whole_search
from punto.store import HouseKey, reading
from punto.store.forward import brought_forward
from punto.table import Settings


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
    is_number = number.isdecimal() and number.isascii()
    if not (hyphen and table and is_number) or (number[0] == "0" and number != "0"):
        raise WrongInput(f"{name!r} names no round: a table, a hyphen and a number do, as tiger-17")
    return table, int(number)


def chronicle(
    connection: Connection,
    name: str,
    key: HouseKey | None = None,
    *,
    with_balances: bool = True,
    by_landmarks: bool = False,
) -> Chronicle:
    """Find a round in the journal.

    What its bettors had before and after is told back from what they have now, which the house has
    marked with its key. Without that, all that moved before is added up, and that is long. So is
    going through a journal of before landmarks were kept, which not everybody may ask for.
    """
    table, number = parse_round(name)
    chain, start = table_chain(table), brought_forward(connection)
    head = reading.heads(connection, [chain]).get(chain)
    if head is None:
        raise WrongInput(f"there is no table {table!r} in this house")
    if not _can_be_there(connection, chain, head.position, number):
        raise WrongInput(f"there is no round {name} in the journal{_perhaps(start, chain)}")
    search = _searched(connection, table, number, start, by_landmarks=by_landmarks)
    if not search.entries:
        raise WrongInput(f"there is no round {name} in the journal{_perhaps(start, chain)}")
    bettors = _bettors(search.entries, number)
    money = RoundMoney(search.entries, bettors, start)
    if with_balances:
        told = _balances(connection, search.entries, bettors, key)
        if told is None:
            money.go_through(reading.in_order(connection, money.begins_after))
        else:
            money.balances = told
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


def _balances(
    connection: Connection, entries: Sequence[Link], bettors: Sequence[str], key: HouseKey | None
) -> tuple[Balance, ...] | None:
    """Tell what bettors had, as far as that is known without adding all of it up."""
    if key is None:
        return None
    try:
        return balances_around(connection, entries, bettors, key)
    except Untold:
        return None


def _searched(
    connection: Connection, table: str, number: int, start: BroughtForward, *, by_landmarks: bool
) -> LandmarkSearch | WholeSearch:
    """Follow the landmarks of a table; where it has none, go through all of its journal."""
    chain = table_chain(table)
    try:
        return LandmarkSearch(connection, chain, number, start.cut(chain))
    except NO_LANDMARKS:
        if by_landmarks:
            raise WrongInput(f"round {number} of {table} is of older books") from None
    try:
        return whole_search(connection, table, number, start)
    except msgspec.MsgspecError as error:
        raise WrongInput(
            f"the journal of {table!r} has an entry that cannot be read ({error});"
            " punto audit verify names it"
        ) from None


def _can_be_there(connection: Connection, chain: str, last: int, number: int) -> bool:
    """Whether a table has come that far: for a round to come nobody reads the whole journal.

    Where the last opening cannot be read, the search for the round says what it finds.
    """
    openings = filter(opens_round, backwards(connection, chain, last))
    try:
        return 0 < number <= next(map(number_of, openings), 0)
    except msgspec.MsgspecError:
        return number > 0


def _perhaps(start: BroughtForward, chain: str) -> str:
    last = start.cut(chain)
    return f"; entries up to {last} were dropped after their time" if last else ""


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
