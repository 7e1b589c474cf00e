"""People: in which roles they ask, who of them is staff, and what protects those who play."""

from punto.people.actor import Actor
from punto.people.limits import Limits
from punto.people.patron import Patron
from punto.people.person import Person
from punto.people.protection import Protection
from punto.people.role import STAFF, Role
from punto.people.terminal import Terminal

__all__ = ["STAFF", "Actor", "Limits", "Patron", "Person", "Protection", "Role", "Terminal"]
