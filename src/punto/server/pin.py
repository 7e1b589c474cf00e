"""PINs of the staff, as they are kept: hashed slowly, and mixed with the key of the house.

A hash holds for one name in one role. So whoever can write to the database, and has no key, can
neither guess a PIN nor give his own to another name.
"""

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from punto.people import Person, Role
from punto.store import HouseKey

_hasher = PasswordHasher()


def pin_hash(key: HouseKey, name: str, role: Role, pin: str) -> str:
    """Hash a PIN for a name in a role."""
    return _hasher.hash(_mixed(key, name, role, pin))


def is_pin_of(key: HouseKey, person: Person, pin: str) -> bool:
    """Whether this is somebody's PIN. It takes as long where it is not."""
    try:
        return _hasher.verify(person.pin, _mixed(key, person.id, person.role, pin))
    except (Argon2Error, InvalidHashError):
        return False


def _mixed(key: HouseKey, name: str, role: Role, pin: str) -> str:
    return key.mark(f"{name} {role.value} {pin}".encode(), "pins")
