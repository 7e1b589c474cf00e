"""The self-check: whether code, rulebooks and settings are still what the house was opened with.

It is made when the house opens and every day from then on. What differs is told, in the log, in the
metrics and in the office, and no round is begun any more: rounds in play are finished as they were.
Whoever wants to check the digests himself: each is SHA-256 over the lines `PATH SHA-256`, sorted.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from punto.house.code import Code
from punto.refusal import Refusal
from punto.server.config import TableConfig, is_file
from punto.server.house_time import HouseTime

log = logging.getLogger("punto.server")

EVERY_MS: Final = 24 * 60 * 60_000
PACKAGE: Final = Path(__file__).parents[1]
HALTED: Final = Refusal(
    Code.TABLE_CLOSED, "no round is begun: the house is not what it was when it was opened"
)
_NOT_CODE: Final = frozenset({".pyc", ".pyo", ".nbi", ".nbc"})
"""Made from the code by Python and numba, and made anew when it is another."""


def digest_of(files: Iterable[Path], root: Path) -> str:
    """Give the digest of files by their places and what they hold; one that is gone is empty."""
    lines = sorted(f"{_place(file, root)} {_digest(file)}" for file in files)
    return sha256("\n".join(lines).encode()).hexdigest()


def _place(file: Path, root: Path) -> str:
    return (file.relative_to(root) if file.is_relative_to(root) else file).as_posix()


def _digest(file: Path) -> str:
    try:
        return sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""


def code_files(package: Path) -> Iterator[Path]:
    """List the files of an installation, but for rulebooks, which are a part of their own."""
    for file in package.rglob("*"):
        if file.suffix not in _NOT_CODE and file.is_file() and "rulebooks" not in file.parts:
            yield file


class SelfCheck:
    """Knows the digests of when the house was opened."""

    def __init__(
        self,
        tables: Callable[[], Iterable[TableConfig]],
        file: Path | None,
        time: HouseTime,
        halt: Callable[[Refusal | None], None],
        package: Path = PACKAGE,
    ) -> None:
        self._tables = tables
        self._file = file
        self._time = time
        self._halt = halt
        self._package = package
        self.digests: dict[str, str] = {}
        """By part, as they were when the house was opened, or the file was last read."""
        self.differing: tuple[str, ...] = ()
        """The parts that are others now."""

    @property
    def findings(self) -> Mapping[str, str]:
        """What is wrong, in words for the office."""
        return {f"self-check/{part}": f"{_WORDS[part]}: {HALTED.words}" for part in self.differing}

    async def begin(self) -> None:
        """Take the digests that all later ones are held against, and put them on record."""
        self.digests = await asyncio.to_thread(self._now)
        log.info("self-check: %s", ", ".join(map(" ".join, self.digests.items())))

    async def keep(self) -> None:
        """Check every day, for as long as the house is open."""
        while True:
            await self._time.until(self._time.now_ms() + EVERY_MS)
            await self.check()
            if not self.differing:
                log.info("self-check: all is as it was")

    async def check(self) -> None:
        """Look again, tell what is another, and let no round begin while something is."""
        now = await asyncio.to_thread(self._now)
        self.differing = tuple(part for part in now if now[part] != self.digests[part])
        for part in self.differing:
            log.error("self-check: %s: %s", _WORDS[part], now[part])
        self._halt(HALTED if self.differing else None)

    async def take_over(self) -> None:
        """Hold settings and rulebooks against what they are now: the file was read on purpose."""
        now = await asyncio.to_thread(self._now)
        self.digests |= {part: now[part] for part in ("rulebooks", "settings")}
        await self.check()

    def _now(self) -> dict[str, str]:
        package = self._package
        return {
            "code": digest_of(code_files(package), package),
            "rulebooks": digest_of(self._rulebooks(), package),
            "settings": digest_of([self._file] if self._file is not None else [], package),
        }

    def _rulebooks(self) -> Iterator[Path]:
        yield from (self._package / "rules" / "rulebooks").glob("*.toml")
        for table in self._tables():
            if is_file(table.rulebook):
                yield Path(table.beside) / table.rulebook


_WORDS: Final = {
    "code": "the code is another than when the house was opened",
    "rulebooks": "a rulebook is another than when the house was opened",
    "settings": "the file of settings is another than when it was last read",
}
