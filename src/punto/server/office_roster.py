"""Staff and terminals as the office sees them, and what it does about them."""

from punto.house import Answer, InviteTerminal, ResetCodes, RevokeTerminal
from punto.people import Actor, Person, Terminal
from punto.protocol import roster
from punto.server.invitation import LASTS_MS, code_for, code_mark
from punto.server.open_house import OpenHouse
from punto.server.staff_session import role_word


async def answer_roster(house: OpenHouse, actor: Actor, said: roster.RosterAsk) -> Answer:
    """Do what the office asks about people and terminals, in the name of who is signed in."""
    match said:
        case roster.InviteTerminal(terminal=name):
            mark = code_mark(house.key, name, _code(house, actor, said))
            what = InviteTerminal(name, mark, house.time.now_ms() + LASTS_MS)
            # A retry is the same whenever it comes.
            return await house.writer.ask(actor, what, said.id, f"invite {name}")
        case roster.RevokeTerminal(terminal=name, why=why):
            return await house.writer.ask(actor, RevokeTerminal(name, why), said.id)
        case roster.ResetCodes(person=name, why=why):
            return await house.writer.ask(actor, ResetCodes(name, why), said.id)


def invitation(house: OpenHouse, actor: Actor, said: roster.RosterAsk) -> roster.Invitation | None:
    """Show the code that was made, to whoever has asked for it."""
    if not isinstance(said, roster.InviteTerminal):
        return None
    until_ms = house.terminals.known[said.terminal].until_ms
    code = _code(house, actor, said)
    return roster.Invitation(terminal=said.terminal, code=code, until_ms=until_ms)


def _code(house: OpenHouse, actor: Actor, said: roster.InviteTerminal) -> str:
    return code_for(house.key, f"{actor.id} {said.terminal} {said.id}")


def office_roster(house: OpenHouse) -> roster.OfficeRoster:
    """List everyone who was ever staff, and every terminal, by their names."""
    staff, terminals = house.staff.known, house.terminals.known
    return roster.OfficeRoster(
        staff=[_member(staff[name]) for name in sorted(staff)],
        terminals=[_terminal(house, terminals[name]) for name in sorted(terminals)],
    )


def _member(person: Person) -> roster.StaffMember:
    return roster.StaffMember(
        name=person.id,
        role=role_word(person.role),
        revoked=person.is_revoked,
        codes=person.has_codes,
    )


def _terminal(house: OpenHouse, terminal: Terminal) -> roster.TerminalInfo:
    is_invited = bool(terminal.code) and house.time.now_ms() < terminal.until_ms
    return roster.TerminalInfo(
        name=terminal.id,
        enrolled=terminal.is_enrolled,
        invited_until_ms=terminal.until_ms if is_invited else None,
        connected=any(True for _ in house.connections.of_account.get(terminal.id, ())),
        seen_ms=house.terminals.seen_ms.get(terminal.id),
    )
