"""What identifies a sheet: the hash of its rulebook, the hash of the code, the command."""

import tomllib
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import msgspec
import pytest

import punto
from punto.lab.parsheet.signoff import SOURCES, code_sha256, sign_off
from punto.rules import Rulebook, find_rulebook, read_rulebook
from punto.rules.digest import rulebook_sha256

SOURCE = Path(punto.__file__).parent
TIGER = SOURCE / "rules" / "rulebooks" / "mbs-tiger@3.toml"


def test_the_layout_of_the_file_does_not_matter() -> None:
    text = TIGER.read_text(encoding="utf-8")
    moved = read_rulebook("# a comment\n" + text.replace(" = ", "  =  "), source="moved")
    assert rulebook_sha256(moved) == rulebook_sha256(find_rulebook("mbs-tiger"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('pays = "8:1"', 'pays = "9:1"'),
        ('version = "3"', 'version = "4"'),
        ("max_decks = 10", "max_decks = 8"),
        ('name = "Big Tiger"', 'name = "Big tiger"'),
        ("banker_total = 6,", "banker_total = 7,"),
        ("Four to ten decks", "Four to nine decks"),
    ],
)
def test_every_datum_matters(old: str, new: str) -> None:
    text = TIGER.read_text(encoding="utf-8")
    assert old in text
    changed = msgspec.convert(tomllib.loads(text.replace(old, new)), Rulebook)
    assert rulebook_sha256(changed) != rulebook_sha256(find_rulebook("mbs-tiger"))


def test_the_code_is_hashed_as_sha256sum_prints_it() -> None:
    root = SOURCE.parent
    places = [root / source for source in SOURCES]
    found = [
        file for place in places for file in ([place] if place.is_file() else place.rglob("*.py"))
    ]
    names = sorted(file.relative_to(root).as_posix() for file in found)
    lines = [f"{sha256((root / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
    assert {"punto/exact/enumeration.py", "punto/money.py", "punto/rules/wager.py"} <= {*names}
    assert code_sha256() == sha256("".join(lines).encode()).hexdigest()


def test_the_command_makes_the_sheet_again() -> None:
    signed = sign_off(find_rulebook("mbs-tiger"), 6)
    assert signed.command == "punto parsheet mbs-tiger@3 --decks 6 -o FILE"
    assert signed.version == version("punto")
