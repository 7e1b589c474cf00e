"""Which browsers are Player Terminals: invited by a code, enrolled with it once, revoked."""

from typing import Final, assert_never

from msgspec.structs import replace

from punto.house.answer import UNSIGNED, name_taken
from punto.house.chain import TERMINALS
from punto.house.code import Code
from punto.house.context import Context
from punto.house.house import Change, House, Written, chained, extended
from punto.house.record import TerminalRecord, encode
from punto.house.request import Request, is_said
from punto.house.roster import RESERVED
from punto.house.terminal_request import (
    AdmitTerminal,
    InviteTerminal,
    RevokeTerminal,
    TerminalRequest,
)
from punto.people import Actor, Terminal
from punto.people.terminal import TERMINAL_NAMED, is_terminal_name
from punto.refusal import Refusal

NOT_ENROLLED: Final = Refusal(
    Code.NOT_ENROLLED, "this terminal was taken out of use: an attendant helps"
)
"""The answer to a terminal whose browser is none any more."""

_UNKNOWN: Final = Refusal(
    Code.TERMINAL_UNKNOWN, "this code is unknown, or was used, or its time is over"
)


def is_enrolled(house: House, asker: Actor) -> bool:
    """Whether the browser that asks is the terminal, and none that was so before."""
    terminal = house.terminals.get(asker.id)
    if terminal is None:  # of older books nothing is known
        return True
    return terminal.is_enrolled and terminal.enrolments == asker.enrolment


def at_terminals(
    house: House, request: Request, what: TerminalRequest, context: Context
) -> Change | Refusal:
    """Carry out a request about a terminal."""
    if request.key is None:
        return Refusal(Code.ID_WANTED, "a terminal is enrolled once, under an id")
    why = what.why if isinstance(what, RevokeTerminal) else None
    if why is not None and not is_said(why):
        return UNSIGNED
    terminal = _terminal_after(house, what, context)
    if isinstance(terminal, Refusal):
        return terminal
    actor = request.actor
    record = TerminalRecord(actor.id, actor.role.value, terminal, request.digest, why or "")
    link = chained(house, TERMINALS, request, context.now_ms, encode(record))
    after = replace(house, terminals=house.terminals.set(terminal.id, terminal))
    return Change(extended(after, link), (Written(link),))


def _terminal_after(house: House, what: TerminalRequest, context: Context) -> Terminal | Refusal:
    known = house.terminals.get(what.terminal)
    match what:
        case InviteTerminal(terminal=name, code=code, until_ms=until_ms):
            refusal = _name_refusal(house, name) if known is None else None
            return refusal or replace(known or Terminal(id=name), code=code, until_ms=until_ms)
        case AdmitTerminal(code=code):
            if known is None or known.code != code or context.now_ms >= known.until_ms:
                return _UNKNOWN
            count = known.enrolments + 1
            return Terminal(id=known.id, enrolments=count, is_enrolled=True)
        case RevokeTerminal(terminal=name):
            if known is None:
                return Refusal(Code.TERMINAL_UNKNOWN, f"there is no terminal {name!r}")
            return Terminal(id=name, enrolments=known.enrolments + 1)
        case _:
            assert_never(what)


def _name_refusal(house: House, name: str) -> Refusal | None:
    """Want a name that nobody has; the account of a terminal of older books is its own."""
    if not is_terminal_name(name) or name in RESERVED:
        return Refusal(Code.REQUEST_MALFORMED, TERMINAL_NAMED)
    account, tables = house.accounts.get(name), house.configuration.in_force
    is_anothers = account is not None and not account.visit
    named = any(name in each for each in (house.staff, house.names, tables))
    is_in_a_table = any(f"{table}-{name}" in tables for table in tables)
    return name_taken(name) if is_anothers or named or is_in_a_table else None
