"""What other nodes have stored, taken over in the order in which it was.

All nodes add to one chain of commits. Whoever has the turn reads what was committed since it last
had it, and then everything at hand is as it is stored.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace
from sqlalchemy import Connection

from punto.house.chain import (
    COMMITS,
    PATRONS,
    PEOPLE,
    SETTINGS,
    SHIFTS,
    TERMINALS,
    Link,
    is_of_table,
    table_of,
)
from punto.house.folding import fold_house_table, money_record
from punto.house.house import Change, House, Written, extended
from punto.house.record import (
    CageRecord,
    CommitRecord,
    decode_commit,
    decode_patron,
    decode_person,
    decode_settings,
    decode_shift,
    decode_terminal,
)
from punto.ledger import Batch, Entry, OpenAccount, Transfer
from punto.store import reading
from punto.store.lookup import Followed


class CaughtUp(NamedTuple):
    """What others have done since."""

    changes: list[Change]
    house: House
    """The house after them, with accounts as they were before."""
    touched: set[str]
    """The accounts that were opened or moved."""
    shown: set[str]
    """Those of them that may be seen here: at hand, at the counter, or at a table that is seen."""

    def with_house(self, house: House) -> list[Change]:
        """Give the changes, after the last of which the house is this one."""
        return [*self.changes[:-1], *(each._replace(house=house) for each in self.changes[-1:])]


class Follower:
    """Reads the commits of the other nodes."""

    def __init__(self, followed: dict[str, Followed], reached: int) -> None:
        self._followed = followed
        self.reached = reached
        """The last commit that is known here."""

    def catch_up(self, connection: Connection, house: House, last: int) -> CaughtUp:
        """Take over what was committed up to a commit."""
        changes: list[Change] = []
        touched: set[str] = set()
        shown: set[str] = set()
        stored = reading.links(connection, COMMITS, self.reached, last)
        for commit in reading.sound(connection, stored):
            written: list[Written] = []
            for link in reading.sound(connection, _listed(connection, commit)):
                each = self._written(link)
                touched |= (names := _accounts_in(connection, each))
                if each.house_table is not None or not is_of_table(link.chain):
                    shown |= names
                house = _taken_over(house, link)
                written.append(each)
            house = _reached(house, commit)
            changes.append(Change(house, (*written, Written(commit)), is_foreign=True))
            self.reached = commit.position
        shown |= {name for name in touched if name in house.accounts}
        return CaughtUp(changes, house, touched, shown)

    def _written(self, link: Link) -> Written:
        """Tell what an entry says, and of a table that is looked at here, how it is then."""
        record = money_record(link)
        if record is None:
            return Written(link)
        batch = Batch(record.entries)
        if isinstance(record, CageRecord):
            return Written(link, batch=batch)
        known = self._followed.get(table := table_of(link.chain))
        if known is None or link.position != known.head.position + 1:
            return Written(link, record.events, batch)
        house_table = fold_house_table(known.house_table, link)
        self._followed[table] = Followed(house_table, link.head, link.at_ms)
        ledger = House().ledger(house_table)
        return Written(link, record.events, batch, ledger, house_table)


def _listed(connection: Connection, commit: Link) -> Iterator[Link]:
    record: CommitRecord = decode_commit(commit.body or b"")
    counts: Counter[int] = Counter()
    for place, count in record.order:
        counts[place] += count
    before = {
        chain: position - counts[place] for place, (chain, position, _) in enumerate(record.heads)
    }
    return reading.listed(connection, record, before)


def _accounts_in(connection: Connection, written: Written) -> set[str]:
    """Name the accounts that an entry has opened or moved."""
    names: set[str] = set()
    for moved in _movements(connection, written):
        if isinstance(moved, Transfer):
            names.update((moved.debit, moved.credit))
        elif isinstance(moved, OpenAccount):
            names.update((moved.id, moved.owner or moved.id))
    return names


def _movements(connection: Connection, written: Written) -> Iterable[Entry | None]:
    """Give what an entry moves; of what it posts or lets go, the transfer that waited."""
    fresh = {each.id: each for each in written.batch.entries if isinstance(each, Transfer)}
    for entry in written.batch.entries:
        if isinstance(entry, Transfer | OpenAccount):
            yield entry
        elif entry.pending not in fresh:
            known = written.ledger.entries.get(entry.pending)
            yield known if known is not None else reading.entry(connection, entry.pending)


def _taken_over(house: House, link: Link) -> House:
    """Take over what is always at hand of a house: who is there, and how it is set."""
    if is_of_table(link.chain) or link.position <= house.head(link.chain).position:
        return house
    body = link.body or b""
    if link.chain == PEOPLE:
        person = decode_person(body).person
        house = replace(house, staff=house.staff.set(person.id, person))
    elif link.chain == PATRONS:
        patron = decode_patron(body).patron
        names = house.names.set(patron.name, patron.id) if patron.name else house.names
        house = replace(house, patrons=house.patrons.set(patron.id, patron), names=names)
    elif link.chain == SETTINGS:
        record = decode_settings(body)
        configuration = house.configuration.after(record.changes, record.file)
        house = replace(house, configuration=configuration)
    elif link.chain == SHIFTS:
        shift = decode_shift(body).shift
        house = replace(house, shifts=house.shifts.set(shift.place, shift))
    elif link.chain == TERMINALS:
        terminal = decode_terminal(body).terminal
        house = replace(house, terminals=house.terminals.set(terminal.id, terminal))
    return extended(house, link)


def _reached(house: House, commit: Link) -> House:
    return extended(house, commit) if commit.position > house.head(COMMITS).position else house
