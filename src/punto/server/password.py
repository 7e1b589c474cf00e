"""Passwords of those who play, as they are kept: hashed slowly, and mixed with the house's key.

A hash holds for one account. So whoever can write to the database, and has no key, can neither
guess a password nor give his own to another account.
"""

from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from punto.people import Patron
from punto.store import HouseKey

_hasher = PasswordHasher()

_NOBODY: Final = Patron(
    id="nobody",
    password="$argon2id$v=19$m=65536,t=3,p=4$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",  # noqa: S106 – of nobody
)


def password_hash(key: HouseKey, account: str, password: str) -> str:
    """Hash a password for an account."""
    return _hasher.hash(_mixed(key, account, password))


def is_password_of(key: HouseKey, patron: Patron | None, password: str) -> bool:
    """Whether this is somebody's password. It takes as long where it is not, and for nobody."""
    tried = patron if patron is not None and patron.password else _NOBODY
    try:
        return _hasher.verify(tried.password, _mixed(key, tried.id, password))
    except (Argon2Error, InvalidHashError):
        return False


def _mixed(key: HouseKey, account: str, password: str) -> str:
    return key.mark(f"{account} {password}".encode(), "passwords")
