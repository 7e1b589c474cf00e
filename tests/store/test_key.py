"""The key of the house: made once, read ever after, and told apart from what is none."""

import stat
from pathlib import Path

import pytest

from punto.errors import WrongInput, WrongKey
from punto.store.key import VARIABLE, HouseKey, is_signed, kept_key, key_in, known_key

KEY = HouseKey(bytes(range(32)))


def test_a_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "deeper" / "house.key"
    assert known_key(path) is None
    made = kept_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert kept_key(path).public == made.public
    other = kept_key(tmp_path / "other.key")
    assert other.public != made.public


def test_a_key_may_be_in_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, bytes(range(32)).hex())
    assert kept_key(tmp_path / "house.key").public == KEY.public
    assert not (tmp_path / "house.key").exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "32 bytes, not 0"), ("ab" * 31, "32 bytes, not 31"), ("secret", "holds no key")],
)
def test_what_is_no_key_is_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "house.key"
    path.write_text(text)
    with pytest.raises(WrongInput, match=words):
        kept_key(path)
    assert path.read_text() == text


def test_a_key_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(WrongInput, match=r"cannot read the key .*: Is a directory"):
        key_in(tmp_path)


def test_a_key_is_not_in_the_log() -> None:
    assert repr(KEY) == f"<key of house {KEY.public[:8]}>"


def test_what_is_sealed_opens_in_its_place_only() -> None:
    sealed = KEY.seal(b"secret", "shoe 1")
    assert KEY.unseal(sealed, "shoe 1") == b"secret"
    for key, place in ((KEY, "shoe 2"), (HouseKey(bytes(32)), "shoe 1")):
        with pytest.raises(WrongKey, match=f"the secret of {place}"):
            key.unseal(sealed, place)


def test_a_signature_holds_for_its_content_and_its_house_only() -> None:
    signature = KEY.sign(b"heads")
    assert is_signed(b"heads", signature, KEY.public)
    assert not is_signed(b"tails", signature, KEY.public)
    assert not is_signed(b"heads", signature, HouseKey(bytes(32)).public)
    assert not is_signed(b"heads", "no signature", KEY.public)
