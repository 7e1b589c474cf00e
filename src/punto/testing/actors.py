"""Actors for those who test something else than authority."""

from punto.house.actor import Actor, Role
from punto.house.authority import actions_of, permits
from punto.house.request import Request, What


def request_of(name: str, what: What, id_: str = "", *, owner: str = "") -> Request:
    """Ask for something in a role in which it may be asked for."""
    return Request(actor_for(name, what, owner), what, id_)


def actor_for(name: str, what: What, owner: str = "") -> Actor:
    """Give a name the first role in which it may do this, or that of a player where none may."""
    actors = (Actor(name, role) for role in Role)
    may = (each for each in actors if _may_all(each, what, owner))
    return next(may, Actor(name, Role.PLAYER))


def _may_all(actor: Actor, what: What, owner: str) -> bool:
    return all(permits(actor, *each) for each in actions_of(what, owner))
