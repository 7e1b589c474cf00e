"""Accounts with a name and a password: opened, signed in to, and given another password."""

import logging
from typing import Final

from punto.house import Answer, ChangePassword, Done, NotStored, SignIn, SignOut, SignUp
from punto.house.answer import name_taken
from punto.house.code import Code as HouseCode
from punto.house.patrons import name_refusal
from punto.people import Patron, Role
from punto.people.password import LONGEST, SHORTEST, is_common
from punto.people.patron import is_patron_name
from punto.refusal import Refusal
from punto.server.async_writer import DRIVER, AsyncWriter
from punto.server.code import Code
from punto.server.hash_queue import HashQueue
from punto.server.house_time import HouseTime
from punto.server.password import is_password_of, password_hash
from punto.server.random_names import token_hex
from punto.server.refusals import NOT_STORED
from punto.server.session import Session, Token
from punto.server.sessions import NoGuest, Sessions
from punto.store import HouseKey

log = logging.getLogger("punto.server")

WRONG: Final = Refusal(Code.PASSWORD_WRONG, "nobody has this name and this password")
_TOO_SHORT: Final = Refusal(
    Code.PASSWORD_WEAK, f"a password has {SHORTEST} to {LONGEST} characters"
)
_COMMON: Final = Refusal(Code.PASSWORD_WEAK, "this password is among the first that are guessed")


class Accounts:
    """Those who play under a name of their own."""

    def __init__(
        self, writer: AsyncWriter, sessions: Sessions, key: HouseKey, time: HouseTime
    ) -> None:
        self._writer = writer
        self._sessions = sessions
        self._key = key
        self._time = time
        self.hashing = HashQueue("punto-passwords")

    def close(self) -> None:
        """Hash no more."""
        self.hashing.close()

    def named(self, name: str) -> Patron | None:
        """Find who signs in with a name."""
        house = self._writer.house
        account = house.names.get(name)
        return house.patrons.get(account) if account is not None else None

    async def sign_up(
        self, name: str, password: str, guest: Session | None, place: str
    ) -> Token | NoGuest | Refusal:
        """Make a guest an account that keeps what he has, or open a new one."""
        refused = self._name_refusal(name) or _weakness(name, password)
        refused = refused or self.hashing.refusal(place)
        if refused is not None:  # before an account is opened for it
            return refused
        opened = guest.actor if guest is not None else await self._sessions.open_account()
        if isinstance(opened, NoGuest):
            return opened
        kept = await self.hashing.hashed(place, password_hash, self._key, opened.id, password)
        if isinstance(kept, Refusal):
            return kept
        asked = SignUp(opened.id, name, kept)
        actor = opened if opened.role is Role.GUEST else DRIVER
        answer = await self._writer.ask(actor, asked, token_hex(12))
        return await self._let_in(opened.id, kept, answer)

    def _name_refusal(self, name: str) -> Refusal | None:
        """Ask all that the house will ask, also of accounts that are not at hand."""
        refused = name_refusal(self._writer.house, name)
        if refused is not None:
            return refused
        return name_taken(name) if self._writer.account(name) is not None else None

    async def sign_in(self, name: str, password: str, place: str) -> Token | Refusal:
        """Let somebody in who gives his password."""
        shown = name if is_patron_name(name) else "no name"
        patron = await self._with_password(self.named(name), password, place, shown)
        if isinstance(patron, Refusal):
            return patron
        return await self._signed_in(patron.id, patron.password)

    async def change_password(
        self, session: Session, password: str, chosen: str, place: str
    ) -> Token | Refusal:
        """Give somebody another password for the one that he has; all his other screens are out."""
        known = self._writer.house.patrons.get(session.account)
        patron = await self._with_password(known, password, place, session.account)
        if isinstance(patron, Refusal):
            return patron
        weak = _weakness(patron.name, chosen)
        if weak is not None:
            return weak
        kept = await self.hashing.hashed(place, password_hash, self._key, patron.id, chosen)
        if isinstance(kept, Refusal):
            return kept
        asked = ChangePassword(patron.id, kept, patron.password)
        answer = await self._writer.ask(session.actor, asked, token_hex(12))
        return await self._let_in(patron.id, kept, answer)

    async def _with_password(
        self, patron: Patron | None, password: str, place: str, shown: str
    ) -> Patron | Refusal:
        """Find whether somebody has a password; nobody is looked at as long."""
        matches = await self.hashing.hashed(place, is_password_of, self._key, patron, password)
        if isinstance(matches, Refusal):
            return matches
        if patron is None or not matches:
            log.warning("a wrong password for %s", shown)
            return WRONG
        return patron

    async def sign_out(self, session: Session, *, everywhere: bool) -> Refusal | None:
        """End this visit of somebody, or all of them."""
        since = None if everywhere else session.since_ms
        asked = SignOut(session.account, since)
        answer = await self._writer.ask(session.actor, asked, token_hex(12))
        return answer if isinstance(answer, Refusal) else _unstored(answer)

    async def _let_in(self, account: str, kept: str, answer: Answer) -> Token | Refusal:
        if isinstance(answer, Refusal):
            return _outrun(answer)
        return _unstored(answer) or await self._signed_in(account, kept)

    async def _signed_in(self, account: str, kept: str) -> Token | Refusal:
        """Note that somebody is here: when he was here last is shown to him.

        It is refused where the hash is no more what the password was held against.
        """
        now_ms = self._time.now_ms()
        answer = await self._writer.ask(DRIVER, SignIn(account, kept), token_hex(12))
        if isinstance(answer, Refusal):
            return _outrun(answer)
        if not isinstance(answer, Done):
            return NOT_STORED
        log.info("%s is signed in", account)
        return Token(account, "player", now_ms)


def _weakness(name: str, password: str) -> Refusal | None:
    if not SHORTEST <= len(password) <= LONGEST:
        return _TOO_SHORT
    return _COMMON if is_common(password, name) else None


def _outrun(refusal: Refusal) -> Refusal:
    """Answer whoever gave a password that was replaced while it was hashed."""
    return WRONG if refusal.code == HouseCode.SET_MEANWHILE else refusal


def _unstored(answer: Answer) -> Refusal | None:
    return NOT_STORED if isinstance(answer, NotStored) else None
