"""Who asks: a name, and the role in which it is used."""

import msgspec

from punto.people.role import Role


class Actor(msgspec.Struct, frozen=True):
    """Somebody in a role. The name is that of an account, where the role has one."""

    id: str
    role: Role
    enrolment: int = 0
    """Of a terminal: which of its enrolments the browser has that asks; of no other is any."""

    def __str__(self) -> str:
        return f"{self.role.value} {self.id}"
