"""The directory that a server works in, and a keeper that tidies up however we end."""

import os
import tempfile
from pathlib import Path
from subprocess import PIPE
from typing import Final

from tests.support.postgres.account import Account
from tests.support.postgres.error import PostgresUnavailable

# It waits for a word that the server has been stopped. If the pipe ends without one, we were killed
# before we could, and the keeper stops the server in our place.
KEEPER: Final = """
if ! read -r word && read -r pid <data/postmaster.pid; then
    kill -QUIT "$pid"
    tries=0
    while [ -e data/postmaster.pid ] && kill -0 "$pid" && [ "$tries" -lt 100 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
fi 2>/dev/null
[ -z "$1" ] || { cd / && rm -rf "$1"; }
"""


class Workplace:
    """A temporary directory that goes at the end, or the one given, which stays."""

    def __init__(self, account: Account, given: Path | None) -> None:
        self._place = _given_place(account, given) if given else _temporary_place(account)
        passing = "" if given else str(self._place)
        command = ["/bin/sh", "-c", KEEPER, "keeper", passing]
        self._keeper = account.start(command, self._place, stdin=PIPE)

    def __enter__(self) -> Path:
        return self._place

    def __exit__(self, *_: object) -> None:
        # Not in a generator's finally: Python runs that too when nobody has stopped the server.
        self._keeper.communicate(b"stopped\n")


def _temporary_place(account: Account) -> Path:
    # Root's own temporary directory may be closed to the account, so others are tried too.
    parents = (tempfile.gettempdir(), "/tmp", "/var/tmp")  # noqa: S108 – mkdtemp makes it safe
    for parent in filter(os.path.isdir, parents):
        place = Path(tempfile.mkdtemp(prefix="punto-postgres-", dir=parent))
        account.own(place)
        if _enters(account, place):
            return place
        place.rmdir()
    raise PostgresUnavailable("PostgreSQL's account can write in no temporary directory")


def _given_place(account: Account, place: Path) -> Path:
    place = place.resolve()
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    # It may be given to another account, so it must be ours alone.
    if any(place.iterdir()) and not (place / "data" / "PG_VERSION").exists():
        raise PostgresUnavailable(f"{place} is neither empty nor a server's directory")
    account.own(place)
    if not _enters(account, place):
        raise PostgresUnavailable(f"PostgreSQL's account cannot enter {place}: choose another")
    return place


def _enters(account: Account, place: Path) -> bool:
    return account.run(["/bin/sh", "-c", 'cd "$1" && test -w .', "sh", place])[0]
