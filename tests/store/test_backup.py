"""A backup holds the whole house, on either kind of database, or it is refused with the place."""

import gzip
import json
import threading
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from punto.archive.backup import back_up, restore, restored_temporarily
from punto.archive.lines import (
    FORMAT,
    OLDER,
    VERSION,
    ArchiveWriter,
    Content,
    End,
    EntryLine,
    ForwardLine,
    Header,
    SecretLine,
    SnapshotLine,
    compressed,
)
from punto.archive.reader import ArchiveReader
from punto.audit.report import audit
from punto.coup.command import CloseBetting, OpenBetting
from punto.errors import DatabaseUnusable, PuntoError, Unverified, WrongInput, WrongKey
from punto.house import BuyIn, DealOut
from punto.house.canonical import canonical
from punto.house.chain import CHECKPOINTS, COMMITS, EMPTY, Head, linked
from punto.house.forward import RetentionRecord
from punto.house.record import CommitRecord, decode_checkpoint, decode_commit, encode
from punto.store import Database, HouseKey, Writer, reading, schema, url_of
from punto.store.storing import seal_place
from punto.table.carried import carried
from tests.store.played_house import KEY, TABLES, Play, play
from tests.store.tamperer import tampering

OTHER_KEY = HouseKey(bytes(32))
AT_MS = 1_700_000_000_000


def backed_up(url: str, path: Path, key: HouseKey | None = KEY) -> Path:
    back_up(Database(url), path, key, clock=lambda: AT_MS)
    return path


def rows(url: str, *but: str) -> dict[str, list[Any]]:
    """Read the whole database, as sorted rows."""
    with Database(url).reading() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table))))
            for table in schema.metadata.sorted_tables
            if table.name not in but
        }


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Play the whole story once, and close the house with shoes on its tables."""
    url = url_of(tmp_path_factory.mktemp("played"))
    play(url).close()
    return url


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Back up a house of one table and two rounds."""
    directory = tmp_path_factory.mktemp("small")
    house = Play(url_of(directory))
    house.open_accounts()
    house.open_table("tiger", "mbs-tiger")
    house.round("tiger")
    house.round("tiger")
    house.writer.close()
    path = backed_up(url_of(directory), directory / "small.gz")
    kinds = {type(content) for content in ArchiveReader(path).contents()}
    assert kinds == {Header, EntryLine, SecretLine, End}
    return path


# --- there and back -----------------------------------------------------------------------------


def test_a_house_moves_to_postgresql_and_back_and_stays_the_same(
    played: str, postgres_url: str, tmp_path: Path
) -> None:
    there = backed_up(played, tmp_path / "there.gz")
    restore(there, Database(postgres_url), KEY)
    back = backed_up(postgres_url, tmp_path / "back.gz")
    returned = url_of(tmp_path / "returned")
    restore(back, Database(returned), KEY)
    assert there.read_bytes() == back.read_bytes()
    # Snapshots do not go along; all else, each balance and meter, is made anew.
    before = rows(played, "snapshots")
    assert rows(postgres_url, "snapshots") == before
    assert rows(returned, "snapshots") == before
    audits = []
    for url in (played, postgres_url, returned):
        with Database(url).reading() as connection:
            audits.append(audit(connection))
    assert audits[0] == audits[1] == audits[2]
    assert not audits[0].findings
    shown = [open_and_closed(url) for url in (postgres_url, returned)]
    assert shown[0] == shown[1]


def open_and_closed(url: str) -> dict[str, Any]:
    """Open a house with its key, and see all tables as they are."""
    writer = Writer(Database(url), KEY)
    house_tables = {
        name: canonical(carried(shown)) for name in TABLES if (shown := writer.house_table(name))
    }
    writer.close()
    assert len(house_tables) == len(TABLES)
    return house_tables


def test_a_restored_house_deals_the_cards_that_the_lost_one_would_have_dealt(
    tmp_path: Path,
) -> None:
    lost = Play(url_of(tmp_path))
    lost.open_accounts()
    lost.open_table("tiger", "mbs-tiger")
    lost.round("tiger")
    lost.deal("tiger", OpenBetting())
    path = backed_up(url_of(tmp_path), tmp_path / "open.gz")
    restore(path, Database(url_of(tmp_path / "new")), KEY)
    new = Play(url_of(tmp_path / "new"))
    house_tables = [house.writer.house_table("tiger") for house in (lost, new)]
    assert house_tables[0]
    assert house_tables[1]
    assert canonical(carried(house_tables[0])) == canonical(carried(house_tables[1]))
    dealt = [house.deal("tiger", CloseBetting(), DealOut()).link.body for house in (lost, new)]
    assert dealt[0] == dealt[1]
    assert b"CardDealt" in (dealt[0] or b"")
    lost.writer.close()
    new.writer.close()


def test_a_backup_of_an_open_house_is_of_one_moment(database_url: str, tmp_path: Path) -> None:
    house = Play(database_url)
    house.open_accounts()
    is_over = threading.Event()
    thread = threading.Thread(target=lambda: _buy_until(house, is_over))
    thread.start()
    paths = [backed_up(database_url, tmp_path / f"{number}.gz") for number in range(5)]
    is_over.set()
    thread.join()
    house.writer.close()
    for number, path in enumerate(paths):
        new = url_of(tmp_path / f"{number}")
        restore(path, Database(new), KEY)
        with Database(new).reading() as connection:
            entries = reading.heads(connection)["cage"].position
            # Eight entries open and fill the accounts; each one more has sold seven credits.
            assert reading.accounts(connection)["ann"].balance == 100_000 + 7 * (entries - 8)
            assert not audit(connection).findings


def _buy_until(house: Play, is_over: threading.Event) -> None:
    while not is_over.is_set():
        house.ask(BuyIn("ann", 7))


def test_restored_without_the_key_all_is_folded_again_when_the_house_opens(
    played: str, tmp_path: Path
) -> None:
    path, new = backed_up(played, tmp_path / "kept.gz"), url_of(tmp_path / "new")
    restore(path, Database(new))
    unmarked, before = rows(new), rows(played)
    assert unmarked["accounts"] != before["accounts"]
    assert [row[:-1] for row in unmarked["accounts"]] == [row[:-1] for row in before["accounts"]]
    assert ("rebuild", "wanted") in unmarked["house"]
    Writer(Database(new), KEY).close()
    after = rows(new)
    same = ("accounts", "entries", "meters", "secrets", "house")
    assert {name: after[name] for name in same} == {name: before[name] for name in same}


def test_entries_are_kept_in_the_order_in_which_they_were_stored(small: Path) -> None:
    entries = [each for each in ArchiveReader(small).contents() if isinstance(each, EntryLine)]
    reached: dict[str, tuple[int, str]] = {}
    for entry in entries:
        if entry.chain == COMMITS:
            for chain, *head in decode_commit((entry.body or "").encode()).heads:
                assert reached[chain] == tuple(head)
        reached[entry.chain] = (entry.position, entry.hash.hex())
    assert [each.chain for each in entries][-2:] == [COMMITS, CHECKPOINTS]


def test_the_audit_of_a_file_leaves_nothing_behind(small: Path) -> None:
    with restored_temporarily(small) as database:
        place = Path(database.url.database or "")
        assert place.is_file()
        with database.reading() as connection:
            assert not audit(connection).findings
    assert not place.parent.exists()


def test_no_secret_leaves_in_the_clear(played: str, tmp_path: Path) -> None:
    path = backed_up(played, tmp_path / "sealed.gz")
    writer = Writer(Database(played), KEY)
    with writer.database.reading() as connection:
        sealed = reading.sealed_secrets(connection)
    secrets = [KEY._master, *(KEY.unseal(each, seal_place(*at)) for at, each in sealed.items())]
    writer.close()
    assert len(secrets) > 5
    text = gzip.decompress(path.read_bytes())
    assert not any(secret in text or secret.hex().encode() in text for secret in secrets)


# --- damage -------------------------------------------------------------------------------------


def lines_of(path: Path) -> list[bytes]:
    return gzip.decompress(path.read_bytes()).splitlines(keepends=True)


def refusal(path: Path, content: bytes, tmp_path: Path) -> str:
    """Try to restore something else in the place of a backup; nothing may come of it."""
    wrong, target = tmp_path / "wrong.gz", tmp_path / "target"
    wrong.write_bytes(content)
    with pytest.raises(Unverified) as refused:
        restore(wrong, Database(url_of(target)))
    assert not target.exists()
    assert path.exists()
    return str(refused.value)


def each_line(small: Path, tmp_path: Path, harm: Callable[[list[bytes], int], int | None]) -> None:
    """Harm every line in turn: the place that is named is the line that the harm gives."""
    count = len(lines_of(small))
    for at in range(count):
        lines = lines_of(small)
        expected = harm(lines, at)
        if expected is not None:
            said = refusal(small, gzip.compress(b"".join(lines), 1), tmp_path)
            assert f", line {expected + 1}: " in said, (at, said)


def test_a_flipped_byte_is_found_in_its_line(small: Path, tmp_path: Path) -> None:
    places = (0.0, 0.1, 0.3, 0.5, 0.9, 1.0)

    def flip(part: float) -> Callable[[list[bytes], int], int]:
        def harm(lines: list[bytes], at: int) -> int:
            line = bytearray(lines[at])
            line[int(part * (len(line) - 1))] ^= 0x01
            lines[at] = bytes(line)
            return at

        return harm

    for part in places:
        each_line(small, tmp_path, flip(part))


def test_a_deleted_line_is_found_where_it_was(small: Path, tmp_path: Path) -> None:
    def harm(lines: list[bytes], at: int) -> int:
        del lines[at]
        # Without its last line a backup ends one line early.
        return min(at, len(lines) - 1)

    each_line(small, tmp_path, harm)


def test_swapped_lines_are_found_at_the_first_of_them(small: Path, tmp_path: Path) -> None:
    def harm(lines: list[bytes], at: int) -> int | None:
        if at + 1 == len(lines):
            return None
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
        return at

    each_line(small, tmp_path, harm)


def test_a_repeated_line_is_found_where_it_comes_again(small: Path, tmp_path: Path) -> None:
    def harm(lines: list[bytes], at: int) -> int:
        lines.insert(at, lines[at])
        return at + 1

    each_line(small, tmp_path, harm)


def test_a_truncated_backup_is_refused_after_its_last_whole_line(
    small: Path, tmp_path: Path
) -> None:
    def harm(lines: list[bytes], at: int) -> int | None:
        del lines[at:]
        return at - 1 if at else None

    each_line(small, tmp_path, harm)
    assert "line 0" in refusal(small, gzip.compress(b""), tmp_path)


def test_a_file_that_breaks_off_anywhere_is_refused(small: Path, tmp_path: Path) -> None:
    whole = small.read_bytes()
    for size in {*range(0, len(whole), 97), len(whole) - 1}:
        assert ", line " in refusal(small, whole[:size], tmp_path)


def test_a_flipped_byte_of_the_compressed_file_changes_nothing_or_is_refused(
    small: Path, tmp_path: Path
) -> None:
    whole, refused = small.read_bytes(), 0
    expected = list(ArchiveReader(small).contents())
    places = range(0, len(whole), 41)
    for place in places:
        harmed = bytearray(whole)
        harmed[place] ^= 0x10
        wrong = tmp_path / "flipped.gz"
        wrong.write_bytes(harmed)
        try:
            # A few bytes of gzip's own header mean nothing.
            assert list(ArchiveReader(wrong).contents()) == expected
        except Unverified:
            refused += 1
    assert refused >= len(places) - 1


@pytest.mark.parametrize(
    "content",
    [b"", b"no gzip", gzip.compress(b"no JSON\n"), b"\x1f\x8b"],
    ids=["nothing", "no gzip", "no JSON", "half a header"],  # gzip writes the time into its own
)
def test_what_is_no_backup_is_refused(content: bytes, small: Path, tmp_path: Path) -> None:
    assert ", line " in refusal(small, content, tmp_path)


# --- backups of before --------------------------------------------------------------------------

OLD_BACKUP = Path(__file__).parent / "books" / "5821e87.punto.gz"


def test_an_older_backup_is_signed_and_its_snapshots_are_left_out(tmp_path: Path) -> None:
    kinds = {type(content) for content in ArchiveReader(OLD_BACKUP, KEY).contents()}
    assert kinds == {Header, SnapshotLine, EntryLine, SecretLine, End}
    assert restore(OLD_BACKUP, Database(url_of(tmp_path)), KEY).is_signed
    assert rows(url_of(tmp_path))["snapshots"] == []


def test_a_flipped_byte_of_an_older_backup_is_found_in_its_line(tmp_path: Path) -> None:
    """Also in a snapshot, which is not used any more."""

    def harm(lines: list[bytes], at: int) -> int | None:
        if at > 5 and at % 40:
            return None
        line = bytearray(lines[at])
        line[len(line) // 2] ^= 0x01
        lines[at] = bytes(line)
        return at

    each_line(OLD_BACKUP, tmp_path, harm)


# --- forgery ------------------------------------------------------------------------------------


class OldSignature(HouseKey):
    """Signs anything with a signature that is lying about."""

    def __init__(self, signature: str) -> None:
        self._signature = signature

    def sign(self, content: bytes) -> str:
        assert content
        return self._signature


def forged(path: Path, tmp_path: Path, change: Callable[[Content], Content | None]) -> bytes:
    """Write a backup anew, with numbers and sums that fit, and the signature that was there."""
    *contents, end = ArchiveReader(path).contents()
    assert isinstance(end, End)
    signature = OldSignature(end.signature) if end.signature else None
    return written([each for each in map(change, contents) if each], signature, tmp_path)


def written(contents: list[Content], key: HouseKey | None, tmp_path: Path) -> bytes:
    new = tmp_path / "forged.gz"
    with compressed(new) as file:
        writer = ArchiveWriter(file)
        for content in contents:
            writer.write(content)
        writer.end(key)
    return new.read_bytes()


def only_first(changing: Callable[[Any], Any]) -> Callable[[Content], Content | None]:
    """Change the first line that the function gives something for."""
    done: list[Content] = []

    def change(content: Content) -> Content | None:
        changed = changing(content)
        if changed is NotImplemented or done:
            return content
        done.append(content)
        return changed  # type: ignore[no-any-return]

    return change


def _richer(content: Content) -> Any:  # noqa: ANN401
    if isinstance(content, EntryLine) and "100000" in (content.body or ""):
        return replace(content, body=(content.body or "").replace("100000", "900000"))
    return NotImplemented


def _later(content: Content) -> Any:  # noqa: ANN401
    return replace(content, at_ms=1) if isinstance(content, EntryLine) else NotImplemented


def _without_secret(content: Content) -> Any:  # noqa: ANN401
    return None if isinstance(content, SecretLine) else NotImplemented


FORGERIES: dict[str, tuple[Callable[[Content], Any], str]] = {
    "a body": (_richer, "its body does not match its digest"),
    "a time": (_later, "its hash does not follow"),
    "a secret that is gone": (_without_secret, "the signature is not that of the house"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_whose_sums_fit_is_refused(name: str, small: Path, tmp_path: Path) -> None:
    changing, why = FORGERIES[name]
    assert why in refusal(small, forged(small, tmp_path, only_first(changing)), tmp_path)


def test_a_chain_cut_short_is_refused(small: Path, tmp_path: Path) -> None:
    contents = list(ArchiveReader(small).contents())
    last = [each for each in contents if isinstance(each, EntryLine)][-1]

    def change(content: Content) -> Content | None:
        return None if content == last else content

    said = refusal(small, forged(small, tmp_path, change), tmp_path)
    assert f"{last.chain} does not end with entry {last.position}, as line 1 says" in said


def written_anew(path: Path, *also: str) -> list[Content]:
    """Give a player more in the journal, and let all hashes fit; in other chains too."""
    old: dict[bytes, Head] = {}
    new: dict[str, Head] = {}
    contents: list[Content] = []
    for content in [*ArchiveReader(path).contents()][:-1]:
        if not isinstance(content, EntryLine):
            contents.append(content)
            continue
        body = (content.body or "").replace('"amount":100000', '"amount":900000')
        if content.chain in also:
            body = _listing(body, old) if content.chain == COMMITS else _signing(body, new)
        entry = linked(
            new.get(content.chain, EMPTY),
            content.chain,
            content.at_ms,
            content.request,
            body.encode(),
        )
        old[content.hash], new[content.chain] = entry.head, entry.head
        contents.append(EntryLine.of(entry))
    header = contents[0]
    assert isinstance(header, Header)
    return [replace(header, heads={name: (*head,) for name, head in new.items()}), *contents[1:]]


def _listing(body: str, old: dict[bytes, Head]) -> str:
    record = decode_commit(body.encode())
    heads = tuple(
        (chain, position, old[bytes.fromhex(mark)].hash.hex())
        for chain, position, mark in record.heads
    )
    return encode(CommitRecord(heads, record.order)).decode()


def _signing(body: str, new: dict[str, Head]) -> str:
    record = decode_checkpoint(body.encode())
    last = new[COMMITS]
    return encode(replace(record, heads={COMMITS: (last.position, last.hash.hex())})).decode()


@pytest.mark.parametrize(
    ("also", "why"),
    [
        ((), "commits/1, entry 4: it lists another entry 4 of cage"),
        ((COMMITS,), "checkpoints, entry 1: it signs another commit"),
        ((COMMITS, CHECKPOINTS), "checkpoints, entry 1: not signed by the house"),
    ],
    ids=["an entry", "with its commits", "with its checkpoints"],
)
def test_a_journal_that_is_written_anew_is_refused(
    small: Path, tmp_path: Path, also: tuple[str, ...], why: str
) -> None:
    wrong = tmp_path / "wrong.gz"
    wrong.write_bytes(written(written_anew(small, *also), None, tmp_path))
    with pytest.raises(Unverified, match=rf"line \d+: {why}"):
        restore(wrong, Database(url_of(tmp_path)))
    # Nothing of it has stayed: the good one goes into the same place.
    restore(small, Database(url_of(tmp_path)))


def test_entries_that_no_commit_lists_are_refused(small: Path, tmp_path: Path) -> None:
    """Nobody would fold them, and nobody would miss what they moved."""
    contents = [*ArchiveReader(small).contents()][:-1]
    header, cage = contents[0], [e for e in contents if getattr(e, "chain", "") == "cage"][-1]
    assert isinstance(header, Header)
    assert isinstance(cage, EntryLine)
    more = linked(cage.link.head, "cage", AT_MS, None, (cage.body or "").encode())
    last = max(at for at, each in enumerate(contents) if isinstance(each, EntryLine))
    contents.insert(last + 1, EntryLine.of(more))
    contents[0] = replace(header, heads={**header.heads, "cage": (*more.head,)})
    wrong = tmp_path / "wrong.gz"
    wrong.write_bytes(written(contents, None, tmp_path))
    with pytest.raises(Unverified, match=rf"cage, entry {more.position}: in no commit"):
        restore(wrong, Database(url_of(tmp_path)))


HEADER = Header(FORMAT, VERSION, KEY.public, AT_MS, {})
ACCOUNTS = (
    b'{"type":"OpenAccount","id":"cage","kind":"cash"}'
    b',{"type":"OpenAccount","id":"ann","kind":"player"}'
)


def moved(purpose: str, debit: str, credit: str) -> bytes:
    fields = {"id": "x", "debit": debit, "credit": credit, "amount": 5, "purpose": purpose}
    return ACCOUNTS + b',{"type":"Transfer",' + json.dumps(fields).encode()[1:]


def journal(chain: str, body: bytes) -> list[Content]:
    """Write a journal of one entry, whose hashes fit."""
    link = linked(EMPTY, chain, AT_MS, None, body)
    return [replace(HEADER, heads={chain: (1, link.hash)}), EntryLine.of(link)]


def accounts(entries: bytes) -> list[Content]:
    return journal("accounts", b'{"who":"eve","entries":[' + entries + b"]}")


def without_body() -> list[Content]:
    header, entry = accounts(ACCOUNTS)
    assert isinstance(entry, EntryLine)
    return [header, replace(entry, body=None)]


def with_state(state: str) -> list[Content]:
    record = RetentionRecord("eve", AT_MS, {}, sha256(b"something else").hexdigest(), ())
    header, entry = journal("retention", encode(record))
    return [header, ForwardLine(state), entry]


NEVER_WRITTEN: dict[str, tuple[list[Content], str]] = {
    "a table never opened": (
        journal("table/ghost", b'{"who":"eve","events":[]}'),
        "line 2: table/ghost, entry 1: this cannot have happened",
    ),
    "a chain of nothing": (
        journal("ghost", b"{}"),
        "line 2: ghost, entry 1: this cannot have happened",
    ),
    "a body that is none": (
        journal("accounts", b"{}"),
        "line 2: accounts, entry 1: this cannot have happened",
    ),
    "an account below zero": (
        accounts(moved("cash-out", "ann", "cage")),
        "line 3: the accounts do not add up: guards_hold",
    ),
    "winnings that the cage paid": (
        accounts(moved("payout", "cage", "ann")),
        "line 3: the meters of the house do not add up",
    ),
    "an unknown account": (
        accounts(moved("buy-in", "cage", "bob")),
        "line 2: accounts, entry 1: this cannot have happened",
    ),
    "a body gone before its time": (
        without_body(),
        "line 2: accounts, entry 1: dropped, and not brought forward",
    ),
    "another state": (
        with_state("{}"),
        "line 4: retention, entry 1: the state is not the one it binds",
    ),
}


@pytest.mark.parametrize("name", NEVER_WRITTEN)
def test_a_history_that_no_house_has_written_is_refused(name: str, tmp_path: Path) -> None:
    """The hashes and sums fit, and still it cannot have been so."""
    contents, why = NEVER_WRITTEN[name]
    wrong = tmp_path / "wrong.gz"
    wrong.write_bytes(written(contents, None, tmp_path))
    with pytest.raises(Unverified) as refused:
        restore(wrong, Database(url_of(tmp_path)))
    assert why in str(refused.value)
    assert not any(rows(url_of(tmp_path)).values())


END = End(entries=0, secrets=0, sum="", signature=None)
SECRET = SecretLine("tiger", 1, b"")
ILL_FORMED: dict[str, tuple[list[Content], str]] = {
    "no header": ([SECRET], "line 1: a backup begins with its header"),
    "two headers": ([HEADER, HEADER], "line 2: this is no place for a line of header"),
    "another order": (
        [HEADER, SECRET, ForwardLine("")],
        "line 3: this is no place for a line of forward",
    ),
    "a line of older backups": (
        [HEADER, SnapshotLine(0, "", b"")],
        "line 2: this is no place for a line of snapshot",
    ),
    "a line of newer backups": (
        [replace(HEADER, version=OLDER), ForwardLine("")],
        "line 2: this is no place for a line of forward",
    ),
    "two states": (
        [HEADER, ForwardLine(""), ForwardLine("")],
        "line 3: this is no place for a line of forward",
    ),
    "another format": ([replace(HEADER, format="tar")], "line 1: 'tar' 2; 'punto backup' 1 and 2"),
    "a newer format": ([replace(HEADER, version=3)], "line 1: 'punto backup' 3; "),
    "other counts": ([HEADER, SECRET, END], "line 3: the counts are not those"),
    "another sum": ([HEADER, SECRET, replace(END, secrets=1)], "line 3: the sum is not that"),
}


@pytest.mark.parametrize("name", ILL_FORMED)
def test_lines_that_do_not_make_a_backup_are_refused(
    name: str, small: Path, tmp_path: Path
) -> None:
    contents, why = ILL_FORMED[name]
    assert why in refusal(small, written(contents, None, tmp_path), tmp_path)


def test_what_follows_the_end_is_refused(small: Path, tmp_path: Path) -> None:
    contents: list[Content] = list(ArchiveReader(small).contents())
    assert "this is no place for a line of end" in refusal(
        small, written(contents, None, tmp_path), tmp_path
    )


# --- refusals -----------------------------------------------------------------------------------


def test_a_database_that_is_not_empty_is_left_alone(
    database_url: str, small: Path, tmp_path: Path
) -> None:
    house = Play(database_url)
    house.open_accounts()
    with pytest.raises(DatabaseUnusable, match="in use by another punto"):
        restore(small, Database(database_url))
    house.writer.close()
    before = rows(database_url)
    with pytest.raises(DatabaseUnusable, match="is not empty"):
        restore(small, Database(database_url))
    assert rows(database_url) == before
    assert not list(tmp_path.glob("*.part"))


def test_the_key_of_another_house_is_refused(small: Path, tmp_path: Path) -> None:
    with pytest.raises(WrongKey, match="the key is of another"):
        restore(small, Database(url_of(tmp_path / "target")), OTHER_KEY)
    assert not (tmp_path / "target").exists()
    restore(small, Database(url_of(tmp_path)))
    with pytest.raises(WrongKey):
        backed_up(url_of(tmp_path), tmp_path / "other.gz", OTHER_KEY)
    with pytest.raises(WrongKey):
        Writer(Database(url_of(tmp_path)), OTHER_KEY)
    assert not (tmp_path / "other.gz").exists()


def test_without_the_key_a_backup_is_not_signed_and_says_so(small: Path, tmp_path: Path) -> None:
    assert restore(small, Database(url_of(tmp_path))).is_signed
    kept = back_up(Database(url_of(tmp_path)), tmp_path / "unsigned.gz")
    assert not kept.is_signed
    assert not restore(tmp_path / "unsigned.gz", Database(url_of(tmp_path / "new"))).is_signed


def test_a_database_without_a_house_has_no_backup(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnusable, match="there is no database"):
        back_up(Database(url_of(tmp_path)), tmp_path / "none.gz")
    Database(url_of(tmp_path)).migrate()
    with pytest.raises(DatabaseUnusable, match="there is no house"):
        back_up(Database(url_of(tmp_path)), tmp_path / "none.gz")
    assert [path.name for path in tmp_path.iterdir() if "none" in path.name] == []


def test_a_backup_never_takes_the_place_of_another(played: str, tmp_path: Path) -> None:
    path = tmp_path / "first.gz"
    path.write_text("something dear")
    with pytest.raises(WrongInput, match="is there already"):
        back_up(Database(played), path)
    assert path.read_text() == "something dear"


def test_a_place_that_cannot_be_written_or_read_is_named(played: str, tmp_path: Path) -> None:
    with pytest.raises(WrongInput, match=r"cannot write .*nowhere/b\.gz: No such file"):
        back_up(Database(played), tmp_path / "nowhere" / "b.gz")
    with pytest.raises(WrongInput, match=r"cannot read .*nothing\.gz: No such file"):
        restore(tmp_path / "nothing.gz", Database(url_of(tmp_path)))


def test_a_half_written_backup_never_has_its_name(
    played: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Path] = []
    links = reading.links

    def failing(*arguments: Any) -> Iterator[Any]:  # noqa: ANN401
        for number, link in enumerate(links(*arguments)):
            if number == 20:
                seen.extend(tmp_path.iterdir())
                raise OSError(28, "No space left on device")
            yield link

    monkeypatch.setattr(reading, "links", failing)
    with pytest.raises(WrongInput, match="No space left"):
        backed_up(played, tmp_path / "full.gz")
    assert [path.suffix for path in seen] == [".part"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("chain", "why"),
    [
        (CHECKPOINTS, r"late\.gz, line \d+: checkpoints, entry 1: it cannot be read"),
        (COMMITS, "commits/1, entry 1: no commit"),
    ],
    ids=["checkpoints", "commits"],
)
def test_what_binds_the_journal_must_be_readable(tmp_path: Path, chain: str, why: str) -> None:
    house = Play(url_of(tmp_path))
    house.open_accounts()
    house.writer.close()
    with tampering(url_of(tmp_path)) as tamperer:
        tamperer.rewrite(chain, lambda _: b"{}")
    with pytest.raises(Unverified, match=why):
        backed_up(url_of(tmp_path), tmp_path / "late.gz")
    assert not (tmp_path / "late.gz").exists()


def test_a_long_journal_is_restored_in_parts(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    restore(small, Database(url_of(tmp_path / "whole")), KEY)
    monkeypatch.setattr("punto.archive.restoring._AT_ONCE", 3)
    monkeypatch.setattr("punto.store.rebuilding._AT_ONCE", 3)
    monkeypatch.setattr("punto.store.reading._AT_ONCE", 3)
    restore(small, Database(url_of(tmp_path / "parts")), KEY)
    assert rows(url_of(tmp_path / "parts")) == rows(url_of(tmp_path / "whole"))


def test_a_journal_that_does_not_hold_is_not_backed_up(tmp_path: Path) -> None:
    house = Play(url_of(tmp_path))
    house.open_accounts()
    house.writer.close()
    database = Database(url_of(tmp_path))
    with database.engine.connect() as connection:
        connection.exec_driver_sql("DROP TRIGGER journal_no_update")
        connection.exec_driver_sql(
            "UPDATE journal SET at_ms = 1 WHERE chain = 'cage' AND position = 3"
        )
    with pytest.raises(PuntoError, match=r"late\.gz, line \d+: cage, entry 3: its hash"):
        backed_up(url_of(tmp_path), tmp_path / "late.gz")
    assert not (tmp_path / "late.gz").exists()
