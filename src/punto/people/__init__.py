"""People: in which roles they ask, and who of them is staff."""

from punto.people.actor import Actor
from punto.people.person import Person
from punto.people.role import STAFF, Role

__all__ = ["STAFF", "Actor", "Person", "Role"]
