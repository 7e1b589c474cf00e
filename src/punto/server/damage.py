"""Books that are damaged in one place: it goes to the log, and everything else goes on."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from punto.errors import Unverified
from punto.house.code import Code
from punto.refusal import Refusal

log = logging.getLogger("punto.server")

DAMAGED: Final = Refusal(
    Code.BOOKS_DAMAGED, "what this needs of the books is not what the house has written"
)
"""What clients are told; which entry or account it is, is in the log."""


def note_damage(error: Unverified) -> None:
    """Put the place into the log; where in our code it was met says nothing more."""
    log.error("%s", error)


@contextmanager
def playing_on(without: str) -> Iterator[None]:
    """Let the house open without what does not hold."""
    try:
        yield
    except Unverified as error:
        note_damage(Unverified(f"{without} stays closed: {error}"))
