"""The user that the server runs as. PostgreSQL refuses root, so root lends it another account."""

import os
import pwd
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT, Popen
from typing import IO, Final, NamedTuple

from tests.support.postgres.error import PostgresUnavailable

NAMES: Final = ("postgres", "nobody")
"""Accounts to borrow, the best first."""


class Account(NamedTuple):
    """Whom to start commands as; without numbers it is whoever we are."""

    user: int | None = None
    group: int | None = None

    def start(
        self,
        command: Sequence[str | Path],
        place: Path,
        *,
        stdin: int = DEVNULL,
        output: IO[bytes] | int = DEVNULL,
    ) -> Popen[bytes]:
        """Start a command in a directory, where it hears neither Ctrl-C nor our environment."""
        return Popen(
            command,
            user=self.user,
            group=self.group,
            extra_groups=None if self.user is None else [],
            cwd=place,
            env=_environment(),
            stdin=stdin,
            stdout=output,
            stderr=STDOUT,
            start_new_session=True,
        )

    def run(self, command: Sequence[str | Path], place: Path = Path("/")) -> tuple[bool, str]:
        """Run a command to its end, and tell whether it succeeded and what it said."""
        try:
            with self.start(command, place, output=PIPE) as process:
                said, _ = process.communicate()
        except OSError as error:
            return False, str(error)
        return process.returncode == 0, said.decode(errors="replace")

    def own(self, path: Path) -> None:
        """Give a file, or a directory with all that is in it, to this account."""
        if self.user is None or self.group is None or path.stat().st_uid == self.user:
            return
        for each in (path, *path.rglob("*")):
            os.chown(each, self.user, self.group, follow_symlinks=False)


def ordinary_account() -> Account:
    """Find an account that is not root's."""
    if os.geteuid() != 0:
        return Account()
    for name in NAMES:
        with suppress(KeyError):
            entry = pwd.getpwnam(name)
            account = Account(entry.pw_uid, entry.pw_gid)
            # In some containers root may become nobody else: then the account is only a name.
            if entry.pw_uid and account.run(["/bin/sh", "-c", ":"])[0]:
                return account
    raise PostgresUnavailable(
        "PostgreSQL refuses to run as root, and root cannot become "
        f"{' or '.join(NAMES)} here: run the tests as an ordinary user"
    )


def _environment() -> dict[str, str]:
    """Only the PATH is ours: a PGPORT or a language of the developer's would change the server."""
    path = os.pathsep.join(filter(None, (os.environ.get("PATH"), os.defpath)))
    return {"PATH": path, "LC_ALL": "C", "TZ": "UTC"}
