"""Who of the staff is here: enrolled by links, signed in by name and PIN, out when revoked."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from immutables import Map
from msgspec.structs import replace

from punto.house import Answer, ChangePin, Done, EnrolStaff
from punto.house.code import Code
from punto.people import Actor, Person, Role
from punto.people.person import NAMED, NUMBERED, is_pin, is_staff_name
from punto.protocol import CodesSetUp
from punto.refusal import Refusal
from punto.server.async_writer import DRIVER, AsyncWriter
from punto.server.code import Code as ServerCode
from punto.server.enrolment import new_link, read_link
from punto.server.hash_queue import HashQueue
from punto.server.house_time import HouseTime
from punto.server.one_time_codes import OneTimeCodes
from punto.server.pin import is_pin_of, pin_hash
from punto.server.random_names import token_hex
from punto.server.refusals import NOT_STORED
from punto.server.staff_screen import StaffScreen, screen_name
from punto.server.staff_session import StaffSession, StaffToken, read_staff_token
from punto.server.tokens import Marker
from punto.store import HouseKey

FIRST_ROLES: Final = (Role.DEALER, Role.SUPERVISOR, Role.CAGE, Role.MANAGER)
"""For these a house without any staff offers links."""

CODE_LASTS_MS: Final = 12 * 3_600_000
"""So long a screen that was signed in with a one-time code is unlocked by the PIN alone."""

log = logging.getLogger("punto.server")

_NOBODY: Final = Person(
    id="nobody",
    role=Role.AUDITOR,
    pin="$argon2id$v=19$m=65536,t=3,p=4$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
)

_NO_LINK: Final = Refusal(ServerCode.LINK_UNKNOWN, "this link was used, or its time is over")
_WRONG: Final = Refusal(ServerCode.PIN_WRONG, "nobody of the staff has this name and this PIN")


async def _nobody_else(_: Mapping[str, StaffScreen]) -> None:
    """Tell no other node, because there is none."""


def staff_words(staff: "Staff", address: str) -> list[str]:
    """Say how the first of the staff are enrolled, while nobody is."""
    links = staff.first_links()
    if not links:
        return []
    shown = [f"  {role.value:10} {address}enrol#{link}" for role, link in links.items()]
    return ["Nobody is staff yet. These links enrol one person each, once, within a day:", *shown]


class Staff:
    """The staff of an open house, and their screens."""

    def __init__(
        self,
        writer: AsyncWriter,
        key: HouseKey,
        marker: Marker,
        time: HouseTime,
        codes: OneTimeCodes,
    ) -> None:
        self._writer = writer
        self._codes = codes
        self._key = key
        self._marker = marker
        self._time = time
        self._opened_ms = time.now_ms()
        self.screens: dict[str, StaffScreen] = {}
        """What is known of tokens, by the names that nodes have for them."""
        self.tell_others: Callable[[Mapping[str, StaffScreen]], Awaitable[None]] = _nobody_else
        """Tells the other nodes of screens, and waits until they know."""
        self.hashing = HashQueue("punto-pins")

    @property
    def known(self) -> Map[str, Person]:
        """Everyone who was ever enrolled."""
        return self._writer.staff

    def first_links(self) -> dict[Role, str]:
        """Make links for the first of each role, where nobody is staff yet."""
        if self.known:
            return {}
        return {role: self.link(role) for role in FIRST_ROLES}

    def link(self, role: Role) -> str:
        """Make a link that enrols one person in a role."""
        return new_link(role, self._time.now_ms()).text(self._marker)

    async def enrol(self, link: str, name: str, pin: str, place: str) -> str | Refusal:
        """Make whoever has a link one of the staff, and sign them in."""
        found = read_link(link, self._marker, self._time.now_ms(), self.known)
        if found is None:
            return _NO_LINK
        if not is_staff_name(name) or (found.person and found.person.id != name):
            return Refusal(Code.REQUEST_MALFORMED, NAMED)
        if not is_pin(pin):
            return Refusal(Code.REQUEST_MALFORMED, NUMBERED)
        kept = await self.hashing.hashed(place, pin_hash, self._key, name, found.role, pin)
        if isinstance(kept, Refusal):
            return kept
        if found.person:
            asked = await self._writer.ask(
                Actor(name, found.role), ChangePin(name, kept), found.request
            )
        else:
            enrolled = EnrolStaff(name, found.role, kept)
            asked = await self._writer.ask(DRIVER, enrolled, found.request)
        refusal = self._refused(asked)
        return refusal or await self._let_in(replace(self.known[name], pin=kept), "")

    async def change_pin(
        self, name: str, pin: str, chosen: str, place: str, given: str | None = None
    ) -> str | Refusal:
        """Give somebody another PIN for the one that they have, and sign them in anew."""
        signed_in = await self.sign_in(name, pin, place, given=given)
        if isinstance(signed_in, Refusal):
            return signed_in
        if not is_pin(chosen):
            return Refusal(Code.REQUEST_MALFORMED, NUMBERED)
        person = self.known[name]
        if self.find(signed_in) is None:  # another PIN meanwhile, or staff no longer
            return _WRONG
        kept = await self.hashing.hashed(place, pin_hash, self._key, name, person.role, chosen)
        if isinstance(kept, Refusal):
            return kept
        change = ChangePin(name, kept, before=person.pin)
        stored = await self._writer.ask(person.actor, change, token_hex(8))
        return self._refused(stored) or await self._signed_in(replace(person, pin=kept))

    def _refused(self, answer: Answer) -> Refusal | None:
        if isinstance(answer, Refusal):
            return _NO_LINK if answer.code == Code.ID_CLASH else answer
        return None if isinstance(answer, Done) else NOT_STORED

    async def sign_in(
        self, name: str, pin: str, place: str, code: str = "", given: str | None = None
    ) -> str | Refusal:
        """Let somebody of the staff in, or unlock the console that is theirs already."""
        person = await self._with_pin(name, pin, place)
        if isinstance(person, Refusal):
            return person
        session = self.find(given)
        if given is not None and session is not None and self._opens(given, person):
            session.screen.unlock(self._time.now_ms())
            await self._tell(given)
            return given
        return await self._let_in(person, code)

    def _opens(self, text: str, person: Person) -> bool:
        """Whether a token and the PIN are enough: for whoever has codes it stands for one.

        So it does for a while, until it is signed out, and not over a restart, which forgets that.
        """
        token = read_staff_token(text, self._marker, self.known)
        if token is None or token.person != person.id or not self._codes.in_order(person):
            return False
        oldest = max(self._opened_ms, self._time.now_ms() - CODE_LASTS_MS)
        stands = token.since_ms >= oldest and not self._screen(text, token).was_signed_out
        return stands or not person.has_codes

    async def _let_in(self, person: Person, code: str) -> str | Refusal:
        """Ask for a code, and make a token that is marked with what was given for it."""
        admitted = await self._codes.admitted(person, code)
        return admitted if isinstance(admitted, Refusal) else await self._signed_in(admitted)

    async def attending(self, name: str, pin: str, code: str, place: str) -> Actor | Refusal:
        """Find who serves a terminal: by all that a sign-in wants, for this once."""
        person = await self._with_pin(name, pin, place)
        if isinstance(person, Refusal):
            return person
        admitted = await self._codes.admitted(person, code)
        return admitted if isinstance(admitted, Refusal) else admitted.actor

    async def set_up_codes(self, name: str, pin: str, place: str) -> CodesSetUp | Refusal:
        """Give somebody what one-time codes are made from, for the PIN; a first code confirms."""
        person = await self._with_pin(name, pin, place)
        return person if isinstance(person, Refusal) else await self._codes.set_up(person)

    async def _with_pin(self, name: str, pin: str, place: str) -> Person | Refusal:
        """Find who has a name and a PIN."""
        person = self.known.get(name)
        known = person is not None and not person.is_revoked
        # Whoever is nobody is looked at as long: time must not tell who is staff.
        tried = person if person is not None else _NOBODY
        matches = await self.hashing.hashed(place, is_pin_of, self._key, tried, pin)
        if isinstance(matches, Refusal):
            return matches
        if person is None or not known or not matches:
            log.warning("a wrong PIN for %s", name if is_staff_name(name) else "no name at all")
            return _WRONG
        now = self.known[name]  # it took a while
        return now if now.pin == person.pin and not now.is_revoked else _WRONG

    async def _signed_in(self, person: Person) -> str:
        """Make a token for somebody who has given all that is asked for, good at every node."""
        now = self._time.now_ms()
        text = StaffToken(person.id, now).text(self._marker, person)
        log.info("%s is signed in as %s", person.id, person.role.value)
        self.forget_old()
        self.screens[screen_name(text)] = StaffScreen(now, touched_ms=now)
        await self._tell(text)
        return text

    def forget_old(self) -> None:
        """Forget locked screens: whoever unlocks one is known again by the token.

        But for those that were signed out, while their tokens might stand for a code.
        """
        now = self._time.now_ms()
        oldest = now - CODE_LASTS_MS
        self.screens = {
            name: each
            for name, each in self.screens.items()
            if not each.is_locked(now) or (each.was_signed_out and each.since_ms >= oldest)
        }

    def find(self, text: str | None) -> StaffSession | None:
        """Find the session of a token; one that is not remembered wants the PIN again."""
        token = read_staff_token(text, self._marker, self.known) if text else None
        if text is None or token is None:
            return None
        return StaffSession(self.known[token.person].actor, self._screen(text, token))

    def _screen(self, text: str, token: StaffToken) -> StaffScreen:
        return self.screens.setdefault(screen_name(text), StaffScreen(token.since_ms))

    async def sign_out(self, text: str) -> None:
        """Lock a session: its token is worth nothing without the PIN, at any node."""
        session = self.find(text)
        if session is not None:
            session.screen.sign_out()
            await self._tell(text)

    async def _tell(self, text: str) -> None:
        """Tell the other nodes of a screen before whoever sits there goes on."""
        name = screen_name(text)
        await self.tell_others({name: self.screens[name]})

    def hear(self, told: Mapping[str, StaffScreen]) -> bool:
        """Take in what another node knows of screens; gives whether one of them is new here."""
        is_new = not self.screens.keys() >= told.keys()
        for name, screen in told.items():
            self.screens.setdefault(name, screen).take_in(screen)
        return is_new
