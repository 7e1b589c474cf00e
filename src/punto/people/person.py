"""Somebody of the staff: a name on record, a role, and a PIN that is known by its hash only."""

import re
from typing import Final

import msgspec

from punto.people.actor import Actor
from punto.people.one_time_code import OneTimeSecret
from punto.people.role import Role

ENROLLED_ROLES: Final = frozenset(
    {Role.DEALER, Role.SUPERVISOR, Role.CAGE, Role.MANAGER, Role.AUDITOR}
)
"""The roles that a person can have. The house's own drivers are none."""

_NAME: Final = re.compile(r"[a-z][a-z0-9-]{1,22}[a-z0-9]", re.ASCII)
_PIN: Final = re.compile(r"[0-9]{4,12}", re.ASCII)

NAMED: Final = "a name has 3 to 24 small letters, digits and hyphens, and begins with a letter"
NUMBERED: Final = "a PIN has 4 to 12 digits, and not all of them the same"


class Person(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody of the staff, for as long as nobody revokes it."""

    id: str
    """The name, under which all that is done goes on record."""
    role: Role
    pin: str
    """A hash of the PIN that holds for this name in this role only."""
    is_revoked: bool = False
    one_time: OneTimeSecret | None = None
    """What one-time codes are made from, where some are asked for besides the PIN."""

    @property
    def has_codes(self) -> bool:
        """Whether a one-time code is wanted of them."""
        return self.one_time is not None and self.one_time.is_confirmed

    @property
    def actor(self) -> Actor:
        """Whoever this is, as the one who asks."""
        return Actor(self.id, self.role)


def is_staff_name(text: str) -> bool:
    """Whether somebody of the staff may be called so."""
    return _NAME.fullmatch(text) is not None


def is_pin(text: str) -> bool:
    """Whether a PIN is one that the next guess does not find."""
    return _PIN.fullmatch(text) is not None and len(set(text)) > 1
