"""Actors for those who test something else than authority."""

from collections.abc import Iterator

from punto.house.authority import actions_of, permits
from punto.house.request import Request, What
from punto.people import Actor, Role


def request_of(name: str, what: What, id_: str = "", *, owner: str = "") -> Request:
    """Ask for something as somebody who may."""
    return Request(actor_for(name, what, owner), what, id_)


def actor_for(name: str, what: What, owner: str = "") -> Actor:
    """Give a name the first role in which it may do this.

    Where it has none, whoever the request is about asks himself; where nobody may, a player does.
    """
    names = (name, *_about(what, owner))
    actors = (Actor(each, role) for each in names for role in Role)
    may = (each for each in actors if _may_all(each, what, owner))
    return next(may, Actor(name, Role.PLAYER))


def _about(what: What, owner: str) -> Iterator[str]:
    return (subject.account for _, subject in actions_of(what, owner))


def _may_all(actor: Actor, what: What, owner: str) -> bool:
    return all(permits(actor, *each) for each in actions_of(what, owner))
