"""Links that enrol somebody of the staff, or give somebody another PIN: used once, in a day."""

import hmac
from collections.abc import Mapping
from typing import Final

import msgspec

from punto.people import Person, Role
from punto.people.person import ENROLLED_ROLES
from punto.server.random_names import token_hex
from punto.server.tokens import Marker

LASTS_MS: Final = 24 * 3_600_000
"""A link that was not used for a day is none any more."""

_ROLES: Final = {role.value: role for role in ENROLLED_ROLES}


class EnrolmentLink(msgspec.Struct, frozen=True):
    """The right to become somebody of the staff, in one role; or to choose a PIN anew."""

    role: Role
    number: str
    """Made by chance: the request that uses the link is named by it, so it is used once."""
    until_ms: int
    person: Person | None = None
    """Who chooses a PIN anew; None for somebody who is to be enrolled."""

    def text(self, marker: Marker) -> str:
        """Write it down with its mark, for an address; it holds for as long as the PIN does."""
        content = f"{self.role.value}.{self.number}.{self.until_ms}"
        content += f".{self.person.id}" if self.person else ""
        return f"{content}.{_mark(content, marker, self.person)}"

    @property
    def request(self) -> str:
        """The id of the request that uses it."""
        return f"enrol-{self.number}"


def _mark(content: str, marker: Marker, person: Person | None) -> str:
    if person is None:
        return marker.mark(content.encode(), "enrolments")
    return marker.mark(f"{content} {person.pin}".encode(), "pin links")


def new_link(role: Role, now_ms: int, person: Person | None = None) -> EnrolmentLink:
    """Make a link for somebody new, or for a person who has forgotten the PIN."""
    return EnrolmentLink(role, token_hex(8), now_ms + LASTS_MS, person)


def read_link(
    text: str, marker: Marker, now_ms: int, staff: Mapping[str, Person]
) -> EnrolmentLink | None:
    """Read a link, if this house has made it, its time is not over and the PIN is still the one."""
    content, _, mark = text.rpartition(".")
    named = content.split(".")[3:]
    person = staff.get(named[0]) if named else None
    if named and (person is None or person.is_revoked):
        return None
    if not hmac.compare_digest(_mark(content, marker, person).encode(), mark.encode()):
        return None
    role, number, until = content.split(".")[:3]
    link = EnrolmentLink(_ROLES[role], number, int(until), person)
    return link if now_ms < link.until_ms else None
