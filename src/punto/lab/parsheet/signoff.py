"""The sign-off: what identifies the rulebook and the code, and what makes the sheet again."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from punto.rules import Rulebook
from punto.rules.digest import rulebook_sha256

SOURCES: Final = (
    "punto/cards",
    "punto/compiler.py",
    "punto/errors.py",
    "punto/exact",
    "punto/lab",
    "punto/money.py",
    "punto/rules",
    "punto/sim",
)
"""The code that a sheet comes from: cards, rules, odds, counting, shoes, and the sheet itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignOff:
    """Everything needed to make the same sheet again, and to see that it is the same."""

    version: str
    rulebook_sha256: str
    code_sha256: str
    command: str


def sign_off(rulebook: Rulebook, decks: int, *, shoes: int | None = None) -> SignOff:
    """Identify what a sheet is made of, countability of so many shoes too."""
    asked = "" if shoes is None else f" --countability {shoes}"
    return SignOff(
        version=version("punto"),
        rulebook_sha256=rulebook_sha256(rulebook),
        code_sha256=code_sha256(),
        command=f"punto parsheet {rulebook.key} --decks {decks}{asked} -o FILE",
    )


@cache
def code_sha256() -> str:
    """Hash what `sha256sum` prints for every source file, in the order of their paths."""
    folder = files("punto")
    found = dict(
        file
        for source in SOURCES
        for file in _python_files(folder / source.removeprefix("punto/"), source)
    )
    lines = (f"{sha256(found[path]).hexdigest()}  {path}\n" for path in sorted(found))
    return sha256("".join(lines).encode()).hexdigest()


def _python_files(place: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    if place.is_dir():
        for inner in place.iterdir():
            yield from _python_files(inner, f"{path}/{inner.name}")
    elif path.endswith(".py"):
        yield path, place.read_bytes()
