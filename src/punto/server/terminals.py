"""Player Terminals: a code lets one browser become one, once; it stays one until it is revoked."""

import logging
import secrets
from collections.abc import Iterable, Mapping
from secrets import token_hex

from punto.house import AdmitTerminal, Done, InviteTerminal, NotStored, RevokeTerminal
from punto.house.answer import name_taken
from punto.people import Actor, Role, Terminal
from punto.people.protection import FOR_EVER
from punto.refusal import Refusal
from punto.server.async_writer import DRIVER, AsyncWriter
from punto.server.config import TerminalConfig
from punto.server.house_time import HouseTime
from punto.server.invitation import code_mark
from punto.server.refusals import NOT_STORED
from punto.server.session import Token
from punto.store import HouseKey

log = logging.getLogger("punto.server")


class Terminals:
    """Which browsers are terminals, and when each was last seen."""

    def __init__(self, writer: AsyncWriter, key: HouseKey, time: HouseTime) -> None:
        self._writer = writer
        self._key = key
        self._time = time
        self.seen_ms: dict[str, int] = {}
        """When something was last heard of each, since the house was opened."""

    @property
    def known(self) -> Mapping[str, Terminal]:
        """All that were ever on record."""
        return self._writer.house.terminals

    @property
    def invited(self) -> frozenset[str]:
        """Those that a code waits for."""
        return frozenset(name for name, each in self.known.items() if each.code)

    async def open(self, config: TerminalConfig) -> None:
        """Have a terminal of the file, unless somebody had its name before."""
        name, house = config.id, self._writer.house
        is_taken = name in house.names or name in house.staff
        if is_taken and self._writer.account(name) is None:
            log.error("terminal %s stays closed: %s", name, name_taken(name).words)
        else:
            await self._writer.open_terminal(name)

    async def invite_by_file(self, configs: Iterable[TerminalConfig]) -> None:
        """Let each code of the file enrol the first browser of its terminal, and nothing after it.

        A code that an earlier file had, or the house on another address, enrols nobody any more.
        """
        marks = {
            each.id: code_mark(self._key, each.id, each.code)
            for each in configs
            if each.code is not None
        }
        for name, known in self.known.items():
            if known.until_ms == FOR_EVER and name not in marks:
                await self._invite(name, "", 0)
        for name, mark in marks.items():
            terminal = self.known.get(name, Terminal(id=name, until_ms=FOR_EVER))
            is_first = not terminal.enrolments and terminal.until_ms in {0, FOR_EVER}
            if is_first and terminal.code != mark and self._writer.account(name) is not None:
                await self._invite(name, mark, FOR_EVER)

    async def _invite(self, name: str, mark: str, until_ms: int) -> None:
        invited = InviteTerminal(name, mark, until_ms)
        answer = await self._writer.ask(DRIVER, invited, token_hex(8))
        if not isinstance(answer, Done):
            log.error("the code of %s in the file enrols nobody: %s", name, answer.words)

    async def admit(self, name: str, code: str) -> Token | Refusal:
        """Make a browser the terminal that its code is for; the one before is none any more."""
        mark = code_mark(self._key, name, code)
        known = self.known.get(name)
        if known is not None and secrets.compare_digest(known.code, mark):
            await self._writer.open_terminal(name)
        answer = await self._writer.ask(DRIVER, AdmitTerminal(name, mark), token_hex(8))
        if isinstance(answer, NotStored):
            return NOT_STORED
        if isinstance(answer, Refusal):
            return answer
        log.info("a browser is enrolled as %s", name)
        return Token(name, Role.TERMINAL.value, self._time.now_ms())

    async def leave(self, terminal: Actor, actor: Actor) -> Refusal | None:
        """Take a terminal out of use, or say why not; whoever does it is on record."""
        left = RevokeTerminal(terminal.id, "taken out of use at the terminal")
        answer = await self._writer.ask(actor, left, token_hex(8), at=terminal)
        if isinstance(answer, Refusal):
            return answer
        return None if isinstance(answer, Done) else NOT_STORED

    def see(self, name: str) -> None:
        """Note that a terminal is there."""
        self.seen_ms[name] = self._time.now_ms()
