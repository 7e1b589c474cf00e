"""What the house keeps of PINs and passwords takes long to guess; its own tests do not wait."""

from argon2 import extract_parameters
from argon2.profiles import RFC_9106_LOW_MEMORY

from punto.people import Role
from punto.server.password import password_hash
from punto.server.pin import pin_hash
from punto.store import HouseKey

KEY = HouseKey(bytes(32))


def test_a_pin_is_hashed_as_slowly_as_the_standard_advises() -> None:
    assert extract_parameters(pin_hash(KEY, "dora", Role.DEALER, "2468")) == RFC_9106_LOW_MEMORY


def test_a_password_is_hashed_as_slowly_as_the_standard_advises() -> None:
    assert extract_parameters(password_hash(KEY, "g-1", "correct horse")) == RFC_9106_LOW_MEMORY
