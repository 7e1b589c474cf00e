"""What can be asked about which browsers are Player Terminals."""

from typing import TypeAlias

import msgspec


class InviteTerminal(msgspec.Struct, frozen=True, tag=True):
    """Let one browser become a terminal with a code; the code comes as the mark that is kept."""

    terminal: str
    code: str
    until_ms: int


class AdmitTerminal(msgspec.Struct, frozen=True, tag=True):
    """Make the browser that has given a code the terminal; the one before it is none any more."""

    terminal: str
    code: str


class RevokeTerminal(msgspec.Struct, frozen=True, tag=True):
    """Let no browser be a terminal, until one is invited anew; credits on it stay."""

    terminal: str
    why: str


TerminalRequest: TypeAlias = InviteTerminal | AdmitTerminal | RevokeTerminal
