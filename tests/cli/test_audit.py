"""`punto audit` and `punto replay`, run as a user runs them."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from punto.archive.backup import back_up
from punto.cli import run
from punto.replay.signed_history import SignedHistory
from punto.store import Database
from punto.store.key import VARIABLE
from tests.store.played_house import KEY, played
from tests.store.tamperer import replaced, tampering

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory with a house and its key."""
    monkeypatch.delenv(VARIABLE, raising=False)
    played(f"sqlite:///{tmp_path / 'punto.db'}")
    (tmp_path / "house.key").write_text(bytes(range(32)).hex())
    return tmp_path


def tamper(directory: Path) -> None:
    """Pay somebody too much, in a chain that holds."""
    with tampering(f"sqlite:///{directory / 'punto.db'}") as tamperer:
        tamperer.forge("table/nc", replaced(b'"returned":200', b'"returned":201'))


def ended(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    status = run(list(arguments))
    out, err = capsys.readouterr()
    return status, out, err


def answer(capsys: Capture, *arguments: str) -> tuple[int, Any]:
    status, out, err = ended(capsys, *arguments, "--json")
    assert err == ""
    return status, json.loads(out)


# --- audit verify -------------------------------------------------------------------------------


def test_an_honest_house(directory: Path, capsys: Capture) -> None:
    status, out, err = ended(capsys, "audit", "verify", "--data", str(directory))
    assert (status, err) == (0, ""), "no progress is shown where nobody looks"
    assert out.endswith("All holds.\n")
    assert "too few to judge" in " ".join(out.split())


def test_an_honest_house_as_json(directory: Path, capsys: Capture) -> None:
    url = f"sqlite:///{directory / 'punto.db'}"
    status, said = answer(capsys, "audit", "verify", "--database", url)
    assert status == 0
    assert (said["holds"], said["findings"], said["house"]) == (True, [], KEY.public)
    assert {each["decks"] for each in said["frequencies"]} == {8}
    assert said["looked_at"]["tables"] == 6


def test_a_finding_is_status_1_and_has_its_place(directory: Path, capsys: Capture) -> None:
    tamper(directory)
    status, said = answer(capsys, "audit", "verify", "--data", str(directory))
    assert status == 1
    assert not said["holds"]
    assert any(each["place"].startswith("table/nc, entry ") for each in said["findings"])
    status, out, _ = ended(capsys, "audit", "verify", "--data", str(directory))
    assert status == 1
    assert "What does not hold" in out


def test_a_backup(directory: Path, capsys: Capture) -> None:
    file = directory / "house.gz"
    back_up(Database(f"sqlite:///{directory / 'punto.db'}"), file, KEY)
    assert answer(capsys, "audit", "verify", str(file)) == answer(
        capsys, "audit", "verify", "--data", str(directory)
    )


def test_a_damaged_backup_is_a_finding(directory: Path, capsys: Capture) -> None:
    file = directory / "house.gz"
    back_up(Database(f"sqlite:///{directory / 'punto.db'}"), file, KEY)
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    file.write_bytes(gzip.compress(b"".join(lines[:-1])))
    status, said = answer(capsys, "audit", "verify", str(file))
    assert (status, said["holds"]) == (1, False)
    assert f"line {len(lines) - 1}" in said["findings"][0]["place"]
    assert ended(capsys, "audit", "verify", str(file))[0] == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ("--data", "nowhere", "--database", "sqlite:///nowhere"),
            "give either --data DIR or --database URL",
        ),
        (("--data", "nowhere"), "there is no database nowhere/punto.db"),
        (("--database", "nonsense"), "is no URL of a database"),
        (("nowhere.gz",), "No such file"),
        (("README.md",), "README.md is no backup"),
        (("README.md", "--data", "nowhere"), "give either a FILE"),
        (("--database", "sqlite:///README.md"), "file is not a database"),
        (("--data", "nowhere", "--checkpoint", "nowhere.json"), "No such file"),
        (("--data", "nowhere", "--checkpoint", "README.md"), "is no checkpoint"),
    ],
)
def test_wrong_input_is_one_line(capsys: Capture, arguments: tuple[str, ...], words: str) -> None:
    status, out, err = ended(capsys, "audit", "verify", *arguments)
    assert (status, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_an_empty_database_has_nothing_to_audit(tmp_path: Path, capsys: Capture) -> None:
    Database(f"sqlite:///{tmp_path / 'punto.db'}").migrate()
    status, _, err = ended(capsys, "audit", "verify", "--data", str(tmp_path))
    assert (status, err) == (2, "punto: nothing was ever written in this database\n")


# --- audit checkpoint ---------------------------------------------------------------------------


def test_a_checkpoint_finds_a_chain_that_is_written_anew(directory: Path, capsys: Capture) -> None:
    kept = str(directory / "kept.json")
    place = ("--data", str(directory))
    assert ended(capsys, "audit", "checkpoint", *place, "-o", kept) == (0, f"{kept}\n", "")
    assert answer(capsys, "audit", "verify", *place, "--checkpoint", kept)[0] == 0
    with tampering(f"sqlite:///{directory / 'punto.db'}") as tamperer:
        tamperer.forge(
            "table/seated", lambda link: (link.body or b"").replace(b"a joker", b"a pixie")
        )
    assert answer(capsys, "audit", "verify", *place)[0] == 0
    status, said = answer(capsys, "audit", "verify", *place, "--checkpoint", kept)
    assert status == 1
    assert [each["place"].partition(",")[0] for each in said["findings"]] == ["commits/1"]


def test_a_checkpoint_is_printed_where_no_file_is_named(directory: Path, capsys: Capture) -> None:
    status, out, _ = ended(capsys, "audit", "checkpoint", "--data", str(directory))
    assert status == 0
    assert json.loads(out)["house"] == KEY.public


def test_a_checkpoint_of_somebody_else_is_wrong_input(directory: Path, capsys: Capture) -> None:
    kept = directory / "kept.json"
    ended(capsys, "audit", "checkpoint", "--data", str(directory), "-o", str(kept))
    plain = json.loads(kept.read_text())
    kept.write_text(json.dumps({**plain, "at_ms": plain["at_ms"] + 1}))
    arguments = ("audit", "verify", "--data", str(directory), "--checkpoint", str(kept))
    status, _, err = ended(capsys, *arguments)
    assert status == 2
    assert "is not signed by the house that it names" in err


def test_a_checkpoint_needs_the_key_and_makes_none(directory: Path, capsys: Capture) -> None:
    (directory / "house.key").unlink()
    status, _, err = ended(capsys, "audit", "checkpoint", "--data", str(directory))
    assert status == 2
    assert "the key of the house is needed" in err
    assert not (directory / "house.key").exists()
    (directory / "house.key").write_text("00" * 32)
    status, _, err = ended(capsys, "audit", "checkpoint", "--data", str(directory))
    assert (status, "not the one that this database was made with" in err) == (2, True)


# --- replay -------------------------------------------------------------------------------------


def test_a_round_in_words(directory: Path, capsys: Capture) -> None:
    status, out, err = ended(capsys, "replay", "tiger-1", "--data", str(directory))
    assert (status, err) == (0, "")
    for words in ("Round tiger-1", "mbs-tiger@3", "betting opens", "no more bets", "UTC", "Commit"):
        assert words in out


def test_a_void_round_in_words(directory: Path, capsys: Capture) -> None:
    _, out, _ = ended(capsys, "replay", "seated-1", "--data", str(directory))
    assert "foreign card, before it was paid." in out
    assert "eve: a joker" in out


def test_a_round_as_json(directory: Path, capsys: Capture) -> None:
    status, said = answer(capsys, "replay", "zero-1", "--data", str(directory))
    assert status == 0
    assert said["round"] == "zero-1"
    assert [bet["stake"] for bet in said["bets"]] == [100, 20, 100]


def test_a_round_that_was_changed_is_status_1(directory: Path, capsys: Capture) -> None:
    tamper(directory)
    rounds = (f"nc-{number}" for number in (1, 2, 3))
    statuses = [ended(capsys, "replay", name, "--data", str(directory))[0] for name in rounds]
    assert sorted(statuses) == [0, 0, 1]


def test_a_bundle_is_checked_without_the_house(directory: Path, capsys: Capture) -> None:
    file = directory / "bundle.json"
    arguments = ("replay", "tiger-1", "--data", str(directory), "--bundle", str(file))
    assert ended(capsys, *arguments)[0] == 0
    status, out, _ = ended(capsys, "replay", "--check", str(file))
    assert status == 0
    assert out.endswith("Signature, hashes and story hold.\n")
    file.write_text(file.read_text().replace('"settled"', '"unsettled"'))
    status, said = answer(capsys, "replay", "--check", str(file))
    assert (status, said["holds"]) == (1, False)
    assert ended(capsys, "replay", "--check", str(file))[0] == 1


def test_a_history_is_checked_without_the_house(directory: Path, capsys: Capture) -> None:
    file, key = directory / "history.json", KEY
    written = SignedHistory(key, "ann", {}, 0)
    parts = (written.begun(), written.told({"net": 5}), written.told({"net": -5}), written.ended())
    file.write_bytes(b"".join(parts))
    status, out, _ = ended(capsys, "replay", "--check", str(file))
    assert (status, out.splitlines()[0]) == (0, "2 rounds of ann, told 1970-01-01 00:00:00.000 UTC")
    assert out.endswith("The signature holds.\n")
    file.write_text(file.read_text().replace('"net":5', '"net":6'))
    status, said = answer(capsys, "replay", "--check", str(file))
    assert (status, said["holds"], said["house"]) == (1, False, key.public)
    assert "does not hold" in ended(capsys, "replay", "--check", str(file))[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "give a ROUND, or a bundle to --check"),
        (("tiger-99",), "there is no round tiger-99"),
        (("lion-1",), "there is no table 'lion'"),
        (("lion",), "names no round"),
        (("tiger-1", "--check", "x"), "give a ROUND, or a bundle to --check"),
        (("--check", "nowhere.json"), "No such file"),
        (("--check", "README.md"), "is no bundle"),
        (("tiger-1", "--bundle", "/nowhere/b.json"), "/nowhere/b.json"),
    ],
)
def test_a_wrong_replay_is_one_line(
    directory: Path, capsys: Capture, arguments: tuple[str, ...], words: str
) -> None:
    status, _, err = ended(capsys, "replay", *arguments, "--data", str(directory))
    assert status == 2
    assert words in err
    assert err.count("\n") == 1
