"""Somebody of the staff, signed in: by name and PIN, locked when nobody touches the console."""

import hmac
from typing import Final

import msgspec
from immutables import Map

from punto.people import Actor, Person, Role
from punto.protocol.words import StaffRole
from punto.server.staff_screen import StaffScreen
from punto.server.tokens import Marker

_ROLES: Final[dict[Role, StaffRole]] = {
    Role.DEALER: "dealer",
    Role.SUPERVISOR: "supervisor",
    Role.CAGE: "cage",
    Role.MANAGER: "manager",
    Role.AUDITOR: "auditor",
}


def role_word(role: Role) -> StaffRole:
    """Say a role of the staff as consoles are told it."""
    word: StaffRole = _ROLES[role]
    return word


class StaffToken(msgspec.Struct, frozen=True):
    """Who signed in and when, marked so that nobody else can make one."""

    person: str
    since_ms: int

    def text(self, marker: Marker, person: Person) -> str:
        """Write it down with its mark, which holds for as long as PIN and codes do."""
        content = f"{self.person}.{self.since_ms}"
        return f"{content}.{_mark(content, marker, person)}"


def _mark(content: str, marker: Marker, person: Person) -> str:
    known_by = f"{person.role.value} {person.pin}"
    if person.one_time is not None and person.has_codes:
        known_by += f" {person.one_time.sealed}"
    return marker.mark(f"{content} {known_by}".encode(), "staff sessions")


def read_staff_token(text: str, marker: Marker, staff: Map[str, Person]) -> StaffToken | None:
    """Read a token, if this house has made it for somebody who is staff still."""
    content, _, mark = text.rpartition(".")
    name, _, since = content.partition(".")
    person = staff.get(name)
    if person is None or person.is_revoked:
        return None
    if not hmac.compare_digest(_mark(content, marker, person).encode(), mark.encode()):
        return None
    return StaffToken(name, int(since))


class StaffSession:
    """Somebody of the staff at a screen."""

    def __init__(self, actor: Actor, screen: StaffScreen) -> None:
        self.actor = actor
        self.screen = screen

    @property
    def role(self) -> StaffRole:
        """The role, as consoles are told it."""
        return role_word(self.actor.role)

    def is_locked(self, now_ms: int) -> bool:
        """Whether the PIN is wanted again."""
        return self.screen.is_locked(now_ms)

    def touch(self, now_ms: int) -> None:
        """Note that somebody is there; that alone unlocks nothing."""
        if not self.is_locked(now_ms):
            self.screen.touched_ms = now_ms
