"""Files that are whole at any time: written beside the old one, then put in its place."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from punto.errors import WrongInput


@contextmanager
def whole_file(file: Path) -> Iterator[BinaryIO]:
    """Open a file to be written; nobody sees it before it is complete, and on the disk."""
    beside = file.with_name(f"{file.name}.part")
    try:
        with beside.open("wb") as part:
            yield part
            part.flush()
            os.fsync(part.fileno())
        beside.replace(file)
    except OSError as error:
        raise WrongInput(f"{file}: {error.strerror}") from None
