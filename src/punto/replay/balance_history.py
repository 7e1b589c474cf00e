"""What bettors had around a round, told back from what they have now.

Every movement has its number in the life of an account. So what an account had is what it has, less
all that has a higher number; and where no number is missing, nothing was left out.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace
from sqlalchemy import Connection, exists, func, select

from punto.errors import Unverified
from punto.house.chain import ACCOUNTS, CAGE, Link, is_of_table
from punto.ledger import Account, Entry, Kind, Movement, OpenAccount, Transfer, Void
from punto.replay.own_part import own_moves
from punto.replay.round_money import Balance
from punto.store import HouseKey, reading, schema
from punto.store.bulk import rows_among
from punto.store.working_set import authentic

MOST_SINCE: Final = 2_000
"""How many movements of an account are gone through to tell what it had."""


class Effect(NamedTuple):
    """What a movement has added to an account, and the round that it was for."""

    by: int
    round: str


Effects = dict[int, Effect]
"""What movements have done, by their numbers in the life of an account."""


class Untold(Exception):
    """It does not follow from what an account has now: add up all that moved before."""


def balances_around(
    connection: Connection, entries: Sequence[Link], bettors: Sequence[str], key: HouseKey
) -> tuple[Balance, ...]:
    """Tell what each bettor had before and after a round; raises `Untold` where that is not known.

    Whoever ever owed something is not told here: of a debt nobody knows which number it had.
    """
    try:
        return tuple(_told(connection, entries, bettor, key) for bettor in bettors)
    except Unverified:
        raise Untold from None


def balances_through(
    connection: Connection, bettor: str, rounds: Collection[str], key: HouseKey
) -> dict[str, Balance]:
    """Tell what somebody had around each of some rounds; of none where that does not follow."""
    try:
        return _through(connection, _account(connection, bettor, key), rounds)
    except (Untold, Unverified):
        return {}


def _through(
    connection: Connection, account: Account, rounds: Collection[str]
) -> dict[str, Balance]:
    at_ms = _began_ms(connection, account.id, rounds)
    known = _of_stakes(connection, account, at_ms)
    first = min((each for each, effect in known.items() if effect.round in rounds), default=0)
    known = _completed(connection, account, at_ms, first, known)
    told: dict[str, Balance] = {}
    after = account.balance
    for number in range(account.sequence, first - 1, -1):
        by, played = known[number]
        before = after - by
        if played in rounds:
            around = told.get(played, Balance(account=account.id, before=before, after=after))
            told[played] = replace(around, before=before)
        after = before
    return told


def _began_ms(connection: Connection, bettor: str, rounds: Collection[str]) -> int:
    """Find when the earliest of some rounds moved something, unless too much has moved since."""
    table = schema.entries
    own = table.c.bettor == bettor
    asked = select(func.min(table.c.at_ms)).where(own, table.c.round.in_(rounds))
    at_ms = connection.scalar(asked)
    if at_ms is None:
        raise Untold
    since = select(func.count()).select_from(table).where(own, table.c.at_ms >= at_ms)
    if connection.scalars(since).one() > MOST_SINCE:
        raise Untold
    return int(at_ms)


def _told(connection: Connection, entries: Sequence[Link], bettor: str, key: HouseKey) -> Balance:
    account = _account(connection, bettor, key)
    of_round = _effects(connection, entries, bettor)
    if not of_round:
        raise Untold
    first, last = min(of_round), max(of_round)
    known = _completed(connection, account, entries[0].at_ms, first, of_round)
    after = account.balance - sum(each.by for number, each in known.items() if number > last)
    within = sum(each.by for number, each in known.items() if first <= number <= last)
    return Balance(account=bettor, before=after - within, after=after)


def _account(connection: Connection, bettor: str, key: HouseKey) -> Account:
    """Read what somebody has now, as the house has written it."""
    rows = rows_among(connection, schema.accounts, "id", [bettor])
    owed = rows_among(connection, schema.accounts, "owner", [bettor])
    if not rows or any(row.kind == Kind.RECEIVABLE.value and row.sequence for row in owed):
        raise Untold
    return authentic(rows[0], key)


def _of_stakes(connection: Connection, account: Account, at_ms: int) -> Effects:
    """Find his stakes, and what they have brought."""
    table = schema.entries
    asked = select(table).where(table.c.bettor == account.id, table.c.at_ms >= at_ms)
    links = reading.links_of(connection, connection.execute(asked).all())
    return _effects(connection, links, account.id)


def _in_rounds(connection: Connection, account: Account, at_ms: int) -> Effects:
    """Find what else has moved in rounds of his: later rulings, of which nobody is the bettor."""
    table, own = schema.entries, schema.entries.alias()
    is_his = exists().where(own.c.round == table.c.round, own.c.bettor == account.id)
    anybodys = (table.c.bettor == "", table.c.round > "", table.c.at_ms >= at_ms)
    asked = select(table).where(*anybodys, is_his)
    links = reading.links_of(connection, connection.execute(asked).all())
    return _effects(connection, links, account.id)


def _at_cage(connection: Connection, account: Account, at_ms: int) -> Effects:
    after = reading.last_before(connection, CAGE, at_ms)
    named = reading.links_with(connection, CAGE, f'"{account.id}"'.encode(), after=after)
    return _effects(connection, named, account.id)


def _is_all(known: Effects, first: int, account: Account) -> bool:
    """Whether every movement is known from one on to the last."""
    return all(number in known for number in range(first, account.sequence + 1))


def _completed(
    connection: Connection, account: Account, at_ms: int, first: int, known: Effects
) -> Effects:
    """Look for what is missing, the nearest first: his stakes, his rounds, the cage."""
    for find in (_of_stakes, _in_rounds, _at_cage):
        if _is_all(known, first, account):
            return known
        known = known | find(connection, account, at_ms)
    if not _is_all(known, first, account):
        raise Untold
    return known


def _effects(connection: Connection, links: Iterable[Link], account: str) -> Effects:
    """Give what entries that hold have added to an account, by its numbers."""
    found: Effects = {}
    staked: dict[str, Transfer] = {}
    for link in sorted(links, key=lambda link: (link.at_ms, link.chain, link.position)):
        (held,) = reading.sound(connection, [link])
        if held.body is None or not _moves_money(held.chain):
            raise Untold
        # Of a stake it is known by now; whatever else ends is at the cage.
        moves = own_moves(held.body, account, staked if is_of_table(held.chain) else None)
        if moves is None:
            raise Untold
        for entry, numbers in zip(moves.entries, moves.numbers, strict=True):
            if isinstance(entry, Transfer):
                staked[entry.id] = entry
            found.update(_effect(connection, entry, staked, numbers, account))
    return found


def _moves_money(chain: str) -> bool:
    return is_of_table(chain) or chain in {CAGE, ACCOUNTS}


def _effect(
    connection: Connection,
    entry: Entry,
    staked: Mapping[str, Transfer],
    numbers: tuple[int, int],
    account: str,
) -> Iterator[tuple[int, Effect]]:
    if isinstance(entry, OpenAccount):
        return
    moved: Movement | None = entry
    if not isinstance(entry, Transfer):
        moved = staked.get(entry.pending) or reading.entry(connection, entry.pending)
    if not isinstance(moved, Transfer):
        raise Untold
    is_held = isinstance(entry, Void) or (isinstance(entry, Transfer) and entry.is_pending)
    amount = 0 if is_held else moved.amount
    if moved.debit == account:
        yield numbers[0], Effect(-amount, moved.reference.round)
    if moved.credit == account:
        yield numbers[1], Effect(amount, moved.reference.round)
