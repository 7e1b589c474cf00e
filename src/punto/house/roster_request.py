"""What can be asked about who is staff, and how they are known."""

from typing import TypeAlias

import msgspec

from punto.people import Role


class EnrolStaff(msgspec.Struct, frozen=True, tag=True):
    """Make somebody staff; the PIN comes as the hash that is kept of it."""

    person: str
    role: Role
    pin: str


class ChangePin(msgspec.Struct, frozen=True, tag=True):
    """Give somebody of the staff another PIN: whoever is signed in with the one before is out."""

    person: str
    pin: str
    before: str = ""
    """The hash that the PIN of before was held against; empty where a link was given for it."""


class RevokeStaff(msgspec.Struct, frozen=True, tag=True):
    """Make somebody staff no longer. The name stays on record."""

    person: str
    why: str


class SetUpCodes(msgspec.Struct, frozen=True, tag=True):
    """Take a secret for one-time codes; it counts once a first code was given."""

    person: str
    sealed: str
    pin: str
    """The hash that the PIN was held against; by now it may be another."""


class UseCode(msgspec.Struct, frozen=True, tag=True):
    """Note that somebody has given the one-time code of a step; no other up to it counts again."""

    person: str
    sealed: str
    """The secret that it was held against; by now it may be another."""
    step: int


class ResetCodes(msgspec.Struct, frozen=True, tag=True):
    """Ask for no one-time code of somebody who has lost what makes them: another is set up."""

    person: str
    why: str


RosterRequest: TypeAlias = EnrolStaff | ChangePin | RevokeStaff | SetUpCodes | UseCode | ResetCodes
