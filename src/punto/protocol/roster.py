"""What the office may ask about staff and terminals, and what it is shown of them, over HTTP."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from punto.protocol.ask import RequestId
from punto.protocol.console import Why
from punto.protocol.words import StaffRole

_Name = Annotated[str, Meta(min_length=1, max_length=24)]


class _Asked(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, kw_only=True):
    """Something to be done once under its id; whoever is signed in does it."""

    id: RequestId


class InviteTerminal(_Asked, frozen=True):
    """Make a code with which one browser becomes a terminal, once, within a day."""

    terminal: _Name


class RevokeTerminal(_Asked, frozen=True):
    """Let no browser be a terminal any more; credits on it stay, and are paid at the cage."""

    terminal: _Name
    why: Why


class ResetCodes(_Asked, frozen=True):
    """Reset the one-time codes of somebody who has lost what makes them; never one's own."""

    person: _Name
    why: Why


RosterAsk: TypeAlias = InviteTerminal | RevokeTerminal | ResetCodes


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """A code for one browser, shown to whoever has made it, and kept nowhere."""

    terminal: str
    code: str
    until_ms: int


class TerminalInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A terminal, and when it was last there."""

    name: str
    enrolled: bool
    """Whether a browser is enrolled as it."""
    invited_until_ms: int | None
    """Until when a code for the next browser holds; 2⁵³ for one that the file has."""
    connected: bool
    seen_ms: int | None
    """When it last came or went, since the house was opened."""


class StaffMember(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody of the staff, as the office sees them."""

    name: str
    role: StaffRole
    revoked: bool
    codes: bool
    """Whether one-time codes are asked for besides the PIN."""


class OfficeRoster(msgspec.Struct, frozen=True, kw_only=True):
    """Who is staff, and which browsers are terminals."""

    staff: list[StaffMember]
    terminals: list[TerminalInfo]
