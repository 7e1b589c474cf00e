"""Links that enrol somebody of the staff, or give somebody another PIN: used once, in a day."""

import hmac
import secrets
from typing import Final

import msgspec

from punto.people import Role
from punto.people.person import ENROLLED_ROLES
from punto.store import HouseKey

LASTS_MS: Final = 24 * 3_600_000
"""A link that was not used for a day is none any more."""

_ROLES: Final = {role.value: role for role in ENROLLED_ROLES}


class EnrolmentLink(msgspec.Struct, frozen=True):
    """The right to become somebody of the staff, in one role; or to choose a PIN anew."""

    role: Role
    number: str
    """Made by chance: the request that uses the link is named by it, so it is used once."""
    until_ms: int
    person: str = ""
    """Who chooses a PIN anew; empty for somebody who is to be enrolled."""

    def text(self, key: HouseKey) -> str:
        """Write it down with its mark, for an address."""
        content = f"{self.role.value}.{self.number}.{self.until_ms}"
        content += f".{self.person}" if self.person else ""
        return f"{content}.{key.mark(content.encode(), 'enrolments')}"

    @property
    def request(self) -> str:
        """The id of the request that uses it."""
        return f"enrol-{self.number}"


def new_link(role: Role, now_ms: int, person: str = "") -> EnrolmentLink:
    """Make a link for somebody new, or for a person who has forgotten the PIN."""
    return EnrolmentLink(role, secrets.token_hex(8), now_ms + LASTS_MS, person)


def read_link(text: str, key: HouseKey, now_ms: int) -> EnrolmentLink | None:
    """Read a link, if this house has made it and its time is not over."""
    content, _, mark = text.rpartition(".")
    if not hmac.compare_digest(key.mark(content.encode(), "enrolments").encode(), mark.encode()):
        return None
    role, number, until, *person = content.split(".")
    link = EnrolmentLink(_ROLES[role], number, int(until), *person)
    return link if now_ms < link.until_ms else None
