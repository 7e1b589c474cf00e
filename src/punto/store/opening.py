"""Opening the books: what was committed since the last signed checkpoint is checked.

Tables and accounts are checked when they are first used, everything together by the audit.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from immutables import Map
from sqlalchemy import Connection

from punto.errors import Unverified
from punto.house.chain import (
    CAGE,
    CHECKPOINTS,
    COMMITS,
    EMPTY,
    OFFICE,
    PATRONS,
    PEOPLE,
    RETENTION,
    SETTINGS,
    SHIFTS,
    STAFF,
    TERMINALS,
    Break,
    Head,
    Link,
    break_after,
    break_at,
    breaks,
)
from punto.house.configuration import Configuration
from punto.house.house import House
from punto.house.record import (
    CommitRecord,
    SettingsRecord,
    decode_checkpoint,
    decode_commit,
    decode_patron,
    decode_person,
    decode_settings,
    decode_shift,
    decode_terminal,
)
from punto.house.shift import Shifts
from punto.people import Patron, Person, Terminal
from punto.store import reading
from punto.store.checkpoint import READ_WHOLE, is_record_signed
from punto.store.key import HouseKey

_ALWAYS = (
    *(CAGE, STAFF, PEOPLE, PATRONS, TERMINALS, OFFICE, SETTINGS, SHIFTS),
    *(COMMITS, CHECKPOINTS, RETENTION),
)


def opened(connection: Connection, key: HouseKey) -> House:
    """Begin with the heads of the chains that are no table's; raises `Unverified` at a fault."""
    heads = reading.heads(connection, _ALWAYS)
    for chain in heads.keys() - {COMMITS}:
        _require_last(connection, chain, heads[chain])
    _require_commits(connection, _signed(connection, heads, key), heads.get(COMMITS, EMPTY))
    return House(
        heads=Map(heads),
        staff=staff_of(connection),
        patrons=(patrons := patrons_of(connection)),
        names=Map({patron.name: patron.id for patron in patrons.values() if patron.name}),
        terminals=terminals_of(connection),
        configuration=configuration_of(connection),
        shifts=shifts_of(connection),
    )


def staff_of(connection: Connection) -> Map[str, Person]:
    """Read who is staff: the whole chain, whose entries are few."""
    with _readable(PEOPLE):
        known = [decode_person(link.body or b"").person for link in _whole(connection, PEOPLE)]
    return Map({person.id: person for person in known})


def patrons_of(connection: Connection) -> Map[str, Patron]:
    """Read who plays and is on record: the whole chain, of which the last entry of each holds."""
    known: dict[str, Patron] = {}
    with _readable(PATRONS):
        for link in _whole(connection, PATRONS):
            patron = decode_patron(link.body or b"").patron
            known[patron.id] = patron
    return Map(known)


def terminals_of(connection: Connection) -> Map[str, Terminal]:
    """Read which browsers are terminals: the whole chain, whose entries are few."""
    with _readable(TERMINALS):
        known = [
            decode_terminal(link.body or b"").terminal for link in _whole(connection, TERMINALS)
        ]
    return Map({terminal.id: terminal for terminal in known})


def configuration_of(connection: Connection) -> Configuration:
    """Read how the tables are set: the whole chain, whose entries are few."""
    configuration = Configuration()
    with _readable(SETTINGS):
        for link in _whole(connection, SETTINGS):
            record: SettingsRecord = decode_settings(link.body or b"")
            configuration = configuration.after(record.changes, record.file)
    return configuration


def shifts_of(connection: Connection) -> Shifts:
    """Read the last shift of every place: the whole chain, two entries for a shift."""
    with _readable(SHIFTS):
        known = [decode_shift(link.body or b"").shift for link in _whole(connection, SHIFTS)]
    return Map({shift.place: shift for shift in known})


def _whole(connection: Connection, chain: str) -> Iterator[Link]:
    """Read a chain from its first entry, one at a time, and want it to hold to its end."""
    last = reading.heads(connection, [chain]).get(chain, EMPTY)
    head = EMPTY
    for link in reading.links(connection, chain):
        _require_unbroken(break_at(link, head))
        head = link.head
        yield link
    _require_unbroken(break_after(chain, head, last))


def _require_unbroken(found: Break | None) -> None:
    if found is not None:
        raise Unverified(str(found))


@contextmanager
def _readable(chain: str) -> Iterator[None]:
    try:
        yield
    except (msgspec.MsgspecError, KeyError) as error:
        raise Unverified(f"{chain}: an entry cannot be read: {error}") from None


def require_chains(connection: Connection) -> None:
    """Refuse a journal that does not hold, and say where: every entry is looked at."""
    known = reading.heads(connection)
    for chain in reading.chains(connection):
        if chain not in known:
            raise Unverified(f"{chain}: there are entries and no head")
        for found in breaks(chain, reading.links(connection, chain), known[chain]):
            raise Unverified(str(found))


def _signed(connection: Connection, heads: dict[str, Head], key: HouseKey) -> Head:
    """Find the last commit that a checkpoint of ours binds."""
    last = heads.get(CHECKPOINTS, EMPTY)
    if last == EMPTY:
        return EMPTY
    link = reading.link_at(connection, CHECKPOINTS, last.position)
    if link is None or link.hash != last.hash:
        raise Unverified(f"{CHECKPOINTS}, entry {last.position}: not where its head is")
    checkpoint = decode_checkpoint(link.body or b"")
    if not is_record_signed(checkpoint, link.at_ms, key.public):
        raise Unverified(f"{CHECKPOINTS}, entry {last.position}: not signed by the house")
    for chain in READ_WHOLE:
        if chain in checkpoint.heads:
            _require_entry(connection, chain, *checkpoint.heads[chain])
    position, mark = checkpoint.heads.get(COMMITS, (0, EMPTY.hash.hex()))
    return Head(position, bytes.fromhex(mark))


def _require_commits(connection: Connection, signed: Head, last: Head) -> None:
    """Walk the commits since a signed one, and want every entry that they list."""
    if signed.position:
        _require_entry(connection, COMMITS, signed.position, signed.hash.hex())
    reached = signed
    for link in reading.links(connection, COMMITS, signed.position):
        broken = break_at(link, reached)
        if broken is not None:
            raise Unverified(str(broken))
        _require_listed(connection, link)
        reached = link.head
    if reached != last:
        raise Unverified(f"{COMMITS}, entry {reached.position}: its head is entry {last.position}")


def _require_last(connection: Connection, chain: str, head: Head) -> None:
    """Want a head to be where its chain ends."""
    _require_entry(connection, chain, head.position, head.hash.hex())
    if reading.link_at(connection, chain, head.position + 1) is not None:
        raise Unverified(f"{chain}, entry {head.position + 1}: comes after the head")


def _require_listed(connection: Connection, link: Link) -> None:
    """Want every entry of a commit to be there, and to follow from the one before."""
    record: CommitRecord = decode_commit(link.body or b"")
    counts: Counter[int] = Counter()
    for place, count in record.order:
        counts[place] += count
    for place, (chain, position, mark) in enumerate(record.heads):
        _require_entry(connection, chain, position, mark)
        stored = reading.links(connection, chain, position - counts[place], position)
        for _ in reading.sound(connection, stored):
            pass  # it holds


def _require_entry(connection: Connection, chain: str, position: int, mark: str) -> None:
    link = reading.link_at(connection, chain, position)
    if link is None or link.hash.hex() != mark:
        raise Unverified(f"{chain}, entry {position}: not the entry that was committed")
