"""One-time codes of the staff, asked for besides the PIN: set up once, and each good once."""

import logging
import os
from base64 import b32encode
from secrets import token_hex
from typing import Final
from urllib.parse import quote, urlencode

from msgspec.structs import replace

from punto.house import Answer, Done, NotStored
from punto.house.roster_request import SetUpCodes, UseCode
from punto.people import Person, Role
from punto.people.one_time_code import SECRET_BYTES, OneTimeSecret, step_of
from punto.protocol import CodesSetUp
from punto.refusal import Refusal
from punto.server.async_writer import DRIVER, AsyncWriter
from punto.server.code import Code
from punto.server.config import HouseConfig
from punto.server.house_time import HouseTime
from punto.server.refusals import NOT_STORED
from punto.store import HouseKey

log = logging.getLogger("punto.server")

_WANTED: Final = Refusal(Code.CODE_WANTED, "give the one-time code of your app, too")
_UNSET: Final = Refusal(Code.CODE_UNSET, "your role needs one-time codes: set them up first")
_WRONG: Final = Refusal(Code.CODE_WRONG, "this one-time code is wrong, or was used: take the next")


class OneTimeCodes:
    """Asks the staff for codes, where the setting or they themselves want it."""

    def __init__(
        self, config: HouseConfig, writer: AsyncWriter, key: HouseKey, time: HouseTime
    ) -> None:
        self._house = config.name
        self._roles = frozenset(map(Role, config.one_time_codes))
        """Whoever has one of these is let in by no PIN alone."""
        self._writer = writer
        self._key = key
        self._time = time

    def in_order(self, person: Person) -> bool:
        """Whether nothing has to be set up before somebody is let in."""
        return person.has_codes or person.role not in self._roles

    async def admitted(self, person: Person, code: str) -> Person | Refusal:
        """Let somebody in by a code who has given the PIN; used, it is used up.

        Whom it gives is known by what was given, whatever became of PIN and codes meanwhile.
        """
        secret = person.one_time
        if secret is None or not (secret.is_confirmed or code):
            return person if self.in_order(person) else _UNSET
        if not code:
            return _WANTED
        step = step_of(self._secret(person, secret), code, self._time.now_ms(), secret.used)
        if step is None:
            return _wrong(person)
        use = UseCode(person.id, secret.sealed, step)
        # Under an id of its own each time: the same code again is no retry.
        refusal = _refusal(person, await self._writer.ask(DRIVER, use, token_hex(8)))
        confirmed = replace(secret, is_confirmed=True, used=step)
        return refusal or replace(person, one_time=confirmed)

    async def set_up(self, person: Person) -> CodesSetUp | Refusal:
        """Make a secret for somebody, and show it this once; a first code confirms it."""
        secret = os.urandom(SECRET_BYTES)
        sealed = self._key.seal(secret, _place(person)).hex()
        asked = SetUpCodes(person.id, sealed, person.pin)
        answer = await self._writer.ask(person.actor, asked, token_hex(8))
        if isinstance(answer, Refusal | NotStored):
            return NOT_STORED if isinstance(answer, NotStored) else answer
        text = b32encode(secret).decode()
        return CodesSetUp(secret=text, address=_address(self._house, person.id, text))

    def _secret(self, person: Person, secret: OneTimeSecret) -> bytes:
        return self._key.unseal(bytes.fromhex(secret.sealed), _place(person))


def _place(person: Person) -> str:
    return f"one-time codes of {person.id} as {person.role.value}"


def _address(house: str, name: str, secret: str) -> str:
    """Write the secret as the address that apps read from a picture."""
    label = quote(f"{house}:{name}", safe=":")
    return (
        f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': house}, quote_via=quote)}"
    )


def _wrong(person: Person) -> Refusal:
    log.warning("a wrong one-time code for %s", person.id)
    return _WRONG


def _refusal(person: Person, answer: Answer) -> Refusal | None:
    """Tell somebody whose code was used meanwhile no more than that it is wrong."""
    if isinstance(answer, Done):
        return None
    return _wrong(person) if isinstance(answer, Refusal) else NOT_STORED
