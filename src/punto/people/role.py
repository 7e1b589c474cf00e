"""The roles in which people, terminals and the house itself ask for something."""

from enum import Enum
from typing import Final


class Role(Enum):
    """In which role somebody asks. What each may do is in `house.authority`."""

    GUEST = "guest"
    """Plays for credits that are no money, under a name made for the occasion."""
    PLAYER = "player"
    """Plays under a name of his own."""
    TERMINAL = "terminal"
    """A Player Terminal, for whoever stands at it."""
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    CAGE = "cage"
    """An attendant of the cage, also one who serves a terminal."""
    MANAGER = "manager"
    AUDITOR = "auditor"
    """Reads everything and writes nothing."""
    HOUSE = "house"
    """The house's own drivers: the automatic dealer, the clock, what opens the house."""

    __hash__ = object.__hash__  # quicker, as for `Kind` of the ledger


STAFF: Final = frozenset(
    {Role.DEALER, Role.SUPERVISOR, Role.CAGE, Role.MANAGER, Role.AUDITOR, Role.HOUSE}
)
"""The roles whose refused requests at a table go on record."""
