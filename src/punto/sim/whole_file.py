"""Files that are whole at any time: written beside the old one, then put in its place."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from punto.errors import WrongInput


@contextmanager
def whole_file(file: Path) -> Iterator[BinaryIO]:
    """Open a file to be written; nobody sees it before it is complete, and on the disk."""
    beside = file.with_name(f"{file.name}.{secrets.token_hex(4)}.part")
    try:
        try:
            with beside.open("xb") as part:
                yield part
                part.flush()
                os.fsync(part.fileno())
            beside.replace(file)
        finally:
            beside.unlink(missing_ok=True)  # it is still there if it did not become whole
    except OSError as error:
        raise WrongInput(f"{file}: {error.strerror}") from None
