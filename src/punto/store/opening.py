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
    PEOPLE,
    RETENTION,
    SETTINGS,
    STAFF,
    Head,
    Link,
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
    decode_person,
    decode_settings,
)
from punto.people import Person
from punto.store import reading
from punto.store.checkpoint import READ_WHOLE, is_record_signed
from punto.store.key import HouseKey

_ALWAYS = (CAGE, STAFF, PEOPLE, OFFICE, SETTINGS, COMMITS, CHECKPOINTS, RETENTION)


def opened(connection: Connection, key: HouseKey) -> House:
    """Begin with the heads of the chains that are no table's; raises `Unverified` at a fault."""
    heads = reading.heads(connection, _ALWAYS)
    for chain in heads.keys() - {COMMITS}:
        _require_last(connection, chain, heads[chain])
    _require_commits(connection, _signed(connection, heads, key), heads.get(COMMITS, EMPTY))
    return House(
        heads=Map(heads),
        staff=staff_of(connection),
        configuration=configuration_of(connection),
    )


def staff_of(connection: Connection) -> Map[str, Person]:
    """Read who is staff: the whole chain, whose entries are few."""
    with _readable(PEOPLE):
        known = [decode_person(link.body or b"").person for link in _whole(connection, PEOPLE)]
    return Map({person.id: person for person in known})


def configuration_of(connection: Connection) -> Configuration:
    """Read how the tables are set: the whole chain, whose entries are few."""
    configuration = Configuration()
    with _readable(SETTINGS):
        for link in _whole(connection, SETTINGS):
            record: SettingsRecord = decode_settings(link.body or b"")
            configuration = configuration.after(record.changes, record.file)
    return configuration


def _whole(connection: Connection, chain: str) -> list[Link]:
    """Read a chain from its first entry, and want it to hold."""
    head = reading.heads(connection, [chain]).get(chain, EMPTY)
    links = list(reading.links(connection, chain))
    for found in breaks(chain, links, head):
        raise Unverified(str(found))
    return links


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
