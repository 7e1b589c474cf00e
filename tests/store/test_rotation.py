"""Another key signs from now on; what the keys before have signed stays good, and only that."""

from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace
from sqlalchemy import update

from punto.archive.backup import back_up, restore
from punto.archive.reader import ArchiveReader
from punto.audit.report import audit
from punto.cli import run
from punto.errors import Unverified, WrongInput, WrongKey
from punto.house import BuyIn
from punto.house.chain import CHECKPOINTS, COMMITS, EMPTY, linked
from punto.house.record import decode_checkpoint, encode
from punto.store import Database, HouseKey, Writer, reading, schema, url_of
from punto.store.checkpoint import Checkpoint, checkpoint_of, checkpoint_record, heir_record
from punto.store.key import VARIABLE, key_in, write_key
from punto.store.rotation import rotate
from punto.store.succession import Succession, keys_of
from punto.testing.actors import request_of
from tests.store.played_house import KEY, played
from tests.store.tamperer import tampering

AT_MS: Final = 1_700_000_000_000


def keep(_: HouseKey) -> None:
    """Keep the key in the test alone."""


def bought(url: str, key: HouseKey, id_: str) -> None:
    """Open the house with a key, do something, and close it."""
    writer = Writer(Database(url), key)
    writer.ask(request_of("cage", BuyIn("ann", 500), id_))
    writer.close()


def handed_out(url: str, key: HouseKey) -> Checkpoint:
    with Database(url).reading() as connection:
        return checkpoint_of(reading.heads(connection), AT_MS, key)


def findings(url: str, checkpoint: Checkpoint | None = None) -> list[str]:
    with Database(url).reading() as connection:
        return [str(each) for each in audit(connection, checkpoint=checkpoint).findings]


def test_what_every_key_has_signed_stays_good(database_url: str, tmp_path: Path) -> None:
    played(database_url)
    signed = [handed_out(database_url, KEY)]
    keys = [KEY]
    for number in range(2):
        keys.append(rotate(Database(database_url), keys[-1], keep))
        bought(database_url, keys[-1], f"after-{number}")
        signed.append(handed_out(database_url, keys[-1]))
    assert len({each.public for each in keys}) == 3
    for checkpoint in (None, *signed):
        assert findings(database_url, checkpoint) == []
    with Database(database_url).reading() as connection:
        assert keys_of(connection) == [each.public for each in keys]
    for old in keys[:-1]:
        with pytest.raises(WrongKey, match="not the one that this database was made with"):
            Writer(Database(database_url), old)
    moved(database_url, tmp_path, keys)
    stranger = HouseKey(bytes(32))
    (found,) = findings(database_url, handed_out(database_url, stranger))
    assert found.startswith("the public key of the house: is ")


def moved(url: str, place: Path, keys: list[HouseKey]) -> None:
    """Back it up and restore it elsewhere: the journal tells of all its keys."""
    file = place / "house.gz"
    assert back_up(Database(url), file, keys[-1]).is_signed
    reader = ArchiveReader(file, keys[-1])
    assert sum(1 for _ in reader.contents()) > 100
    assert (reader.header.first, reader.header.house) == (keys[0].public, keys[-1].public)
    there = url_of(place / "there")
    restore(file, Database(there), keys[-1])
    assert findings(there) == []
    bought(there, keys[-1], "there")
    with pytest.raises(WrongKey, match="the key is of another"):
        restore(file, Database(url_of(place / "nowhere")), keys[0])


def test_a_house_that_does_not_hold_is_handed_over_to_nobody(sqlite_url: str) -> None:
    played(sqlite_url)
    with tampering(sqlite_url) as tamperer:
        last = tamperer.links(COMMITS)[-1]
        tamperer.put(COMMITS, [*tamperer.links(COMMITS)[:-1], last._replace(hash=bytes(32))])
    with pytest.raises(Unverified):
        rotate(Database(sqlite_url), KEY, keep)
    with Database(sqlite_url).reading() as connection:
        assert reading.house_value(connection, "public key") == KEY.public


def test_another_heir_in_the_journal_is_found(sqlite_url: str) -> None:
    """Whoever has the books and no key names himself, and keeps the hashes in order."""
    played(sqlite_url)
    rotate(Database(sqlite_url), KEY, keep)
    thief, house = HouseKey(b"t" * 32), schema.house
    with tampering(sqlite_url) as tamperer:
        *before, handing, last = tamperer.links(CHECKPOINTS)
        record = decode_checkpoint(handing.body or b"")
        forged = encode(replace(record, heir=thief.public))
        head = before[-1].head if before else EMPTY
        new = linked(head, CHECKPOINTS, handing.at_ms, None, forged)
        heads = reading.heads(tamperer.connection)
        signed = checkpoint_of(heads, last.at_ms, thief, vouched=new.head)
        bodies = {handing.position: forged, last.position: encode(checkpoint_record(signed))}
        tamperer.rewrite(CHECKPOINTS, lambda link: bodies.get(link.position, link.body))
        named = update(house).where(house.c.name == "public key")
        tamperer.connection.execute(named.values(value=thief.public))
    found = findings(sqlite_url)
    assert found == [f"checkpoints, entry {handing.position}: not signed by the house"]


def test_a_new_key_must_vouch_for_the_one_before() -> None:
    """Otherwise whoever steals only the new key could make up who signed before."""
    new = KEY.signing_anew(b"n" * 32)
    handing = linked(
        EMPTY, CHECKPOINTS, AT_MS, None, encode(heir_record({}, AT_MS, KEY, new.public))
    )
    for vouched, fault in (
        (handing.head, None),
        (None, "the new key does not vouch for the one before"),
        (EMPTY, "the new key does not vouch for the one before"),
    ):
        succession = Succession(KEY.public)
        assert succession.fault_of(handing, decode_checkpoint(handing.body or b"")) is None
        assert succession.house == new.public
        record = checkpoint_record(checkpoint_of({}, AT_MS, new, vouched=vouched))
        first = linked(handing.head, CHECKPOINTS, AT_MS, None, encode(record))
        assert succession.fault_of(first, record) == fault


# --- the key and the command --------------------------------------------------------------------


def test_a_key_that_was_handed_over_is_two_lines_of_its_file(tmp_path: Path) -> None:
    new = KEY.signing_anew(b"n" * 32)
    write_key(new, tmp_path / "house.key")
    read = key_in(tmp_path / "house.key")
    assert read.public == new.public != KEY.public
    assert read.tickets == KEY.tickets
    assert read.unseal(KEY.seal(b"secret", "here"), "here") == b"secret"
    for wrong in ("00" * 32 + "\n" + "00" * 31, "00" * 32 + "\n" + "zz" * 32, "0 " * 3, ""):
        (tmp_path / "wrong").write_text(wrong)
        with pytest.raises(WrongInput, match="key"):
            key_in(tmp_path / "wrong")


def test_the_command_changes_the_file_and_says_which_key_signs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    file, where = tmp_path / "house.key", ("--data", str(tmp_path))
    write_key(KEY, file)
    played(url_of(tmp_path))
    assert run(["admin", "rotate-key", *where]) == 0
    new = key_in(file)
    assert f"{new.public} signs from now on, and no more {KEY.public}" in capsys.readouterr().out
    assert file.stat().st_mode & 0o077 == 0
    assert run(["audit", "verify", *where]) == 0
    assert run(["audit", "checkpoint", *where]) == 0
    assert new.public in capsys.readouterr().out
    refused(tmp_path, monkeypatch, capsys)
    assert key_in(file).public == new.public


def refused(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Want one line where nothing can be handed over, and nothing written."""
    command = ["admin", "rotate-key", "--data", str(place)]
    writer = Writer(Database(url_of(place)), key_in(place / "house.key"))
    assert run(command) == 2
    assert "in use by another punto" in capsys.readouterr().err
    writer.close()
    (place / "house.key.new").touch()
    assert run(command) == 2
    assert "house.key.new is there, from a change that was cut short" in capsys.readouterr().err
    (place / "house.key.new").unlink()
    monkeypatch.setenv(VARIABLE, KEY.text)
    assert run(command) == 2
    assert "put it into a file" in capsys.readouterr().err
    monkeypatch.delenv(VARIABLE)
