"""Who can read a file of the house: nobody but its owner should."""

import os
from pathlib import Path
from typing import Final

from punto.errors import WrongInput

_ANYBODY: Final = 0o007
_ANYBODY_ELSE: Final = 0o077
_WAY_IN: Final = 0o011


def require_private(path: Path) -> None:
    """Refuse a file that others can read or write, and say what to do.

    A directory that lets nobody else in keeps what lies there. What belongs to another account, as
    a secret that a service manager hands out, may be open to the group through which we read it.
    """
    found = path.stat()
    ours = found.st_uid == os.geteuid()
    is_open = found.st_mode & (_ANYBODY_ELSE if ours else _ANYBODY)
    if is_open and path.absolute().parent.stat().st_mode & _WAY_IN:
        raise WrongInput(f"{path} is open to others: chmod 600 {path}")
