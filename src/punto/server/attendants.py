"""Whoever of the staff serves a terminal: by name, PIN and one-time code, for each single act."""

import logging
from typing import Final, NamedTuple

from punto.people import Actor
from punto.refusal import Refusal
from punto.server.code import Code
from punto.server.open_house import OpenHouse

log = logging.getLogger("punto.server")

_TOO_OFTEN: Final = Refusal(Code.TOO_OFTEN, "too many wrong answers: wait a while")
_UNKNOWN: Final = Refusal(Code.ATTENDANT_UNKNOWN, "nobody of the staff has this name and this PIN")

_GUESSES: Final = frozenset({Code.PIN_WRONG, Code.CODE_WRONG})


class Attendant(NamedTuple):
    """Who says to be an attendant, and by what."""

    name: str
    pin: str
    code: str = ""


async def attendant_at(house: OpenHouse, terminal: str, said: Attendant) -> Actor | Refusal:
    """Find who serves a terminal; whoever guesses has to wait, and keeps nobody out elsewhere."""
    place = f"terminal {terminal}"
    if house.attendants.wait_ms(said.name, place):
        log.warning("too many wrong PINs of attendants at %s", terminal)
        return _TOO_OFTEN
    house.attendants.begin(said.name, place)
    found = await house.staff.attending(said.name, said.pin, said.code, place)
    if not isinstance(found, Refusal):
        house.attendants.right(said.name, place)
    elif found.code not in _GUESSES:
        house.attendants.forgive(said.name, place)
    return _UNKNOWN if isinstance(found, Refusal) and found.code == Code.PIN_WRONG else found
