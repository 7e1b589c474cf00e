"""Who is signed in: guests are let in, terminals known by their codes; sessions outlive links."""

import hmac
from collections import defaultdict
from collections.abc import Collection, Sequence
from enum import Enum
from typing import Final

from punto.people import Role
from punto.server.async_writer import AsyncWriter
from punto.server.config import HouseConfig, is_for_terminals
from punto.server.house_time import HouseTime
from punto.server.session import IDLE_MS, Session, Token, new_guest, read_token
from punto.server.tables import Tables
from punto.server.tokens import Marker
from punto.table import Settings

_PAUSE_MS: Final = 60_000
"""A guest gets credits again once in this time, however often he asks."""


class NoGuest(Enum):
    """Why nobody is let in as a guest, or why a guest gets no more credits."""

    REAL_MONEY = "no-guests"
    NO_ROOM = "no-room"
    HAS_CREDITS = "has-credits"
    TOO_OFTEN = "too-often"


class Sessions:
    """All sessions, by the tokens that name them."""

    def __init__(
        self,
        config: HouseConfig,
        tables: Tables,
        writer: AsyncWriter,
        marker: Marker,
        time: HouseTime,
    ) -> None:
        self._config = config
        self._tables = tables
        self._writer = writer
        self._marker = marker
        self._time = time
        self._codes = {terminal.id: terminal.code for terminal in config.terminals}
        self._by_token: dict[str, Session] = {}
        self._of_account: defaultdict[str, list[Session]] = defaultdict(list)

    @property
    def terminals(self) -> Collection[str]:
        """Name the terminals that are enrolled."""
        return self._codes.keys()

    async def new_guest(self) -> Token | NoGuest:
        """Let a guest in, with credits to play; where they are money, nobody gets any."""
        if not self._config.play_money:
            return NoGuest.REAL_MONEY
        if not self._writer.can_give(self._config.guest_credits):
            return NoGuest.NO_ROOM
        token = Token(new_guest(), Role.GUEST.value, self._time.now_ms())
        await self._writer.open_account(token.account)
        credits_ = self._config.guest_credits
        given = await self._writer.give(token.account, credits_, f"gift-{token.account}")
        return token if given else NoGuest.NO_ROOM

    async def give_more(self, session: Session) -> NoGuest | None:
        """Give a guest credits again, if there is a table that he could not bet at any more."""
        if not self._config.play_money or session.role is not Role.GUEST:
            return NoGuest.REAL_MONEY
        before = self._balance(session.account)
        if before >= self._dearest():
            return NoGuest.HAS_CREDITS
        # The id has the time in it: asked for twice at once, they are given once.
        once = f"gift-{session.account}-{self._time.now_ms() // _PAUSE_MS}"
        if not await self._writer.give(session.account, self._config.guest_credits, once):
            return NoGuest.NO_ROOM
        return None if self._balance(session.account) > before else NoGuest.TOO_OFTEN

    def _balance(self, name: str) -> int:
        account = self._writer.account(name)
        return account.available + account.held if account is not None else 0

    def _dearest(self) -> int:
        """Give the least stake of the dearest table that a guest can bet at now; 0 for none."""
        stakes = (each.limit.minimum for each in self._tables.open_now() if _takes_guests(each))
        return max(stakes, default=0)

    def terminal(self, name: str, code: str) -> Token | None:
        """Let an enrolled terminal in."""
        known = self._codes.get(name, "")
        if not known or not hmac.compare_digest(known.encode(), code.encode()):
            return None
        return Token(name, Role.TERMINAL.value, self._time.now_ms())

    def token_text(self, token: Token) -> str:
        """Write a token down for whoever signed in."""
        return token.text(self._marker, self._codes.get(token.account, ""))

    def find(self, text: str | None) -> Session | None:
        """Find the session of a token."""
        token = read_token(text, self._marker, self._codes) if text else None
        if text is None or token is None or self._writer.account(token.account) is None:
            return None
        if token.who == Role.GUEST.value and not self._config.play_money:
            return None
        if text not in self._by_token:
            self._begin(text, token)
        return self._by_token[text]

    def _begin(self, text: str, token: Token) -> None:
        """Know a session from now on; what a guest has won is what he has beyond his credits."""
        session = Session(token, self._time.now_ms())
        account = self._writer.account(token.account)
        if account is not None and session.role is Role.GUEST:
            session.net = self._balance(token.account) - self._config.guest_credits
        self._by_token[text] = session
        self._of_account[token.account].append(session)

    def of_account(self, account: str) -> Sequence[Session]:
        """Give all sessions of an account."""
        return self._of_account.get(account, ())

    def forget_gone(self) -> list[str]:
        """Forget those who have been away for long, and name the accounts that nobody uses now."""
        now, unused = self._time.now_ms(), []
        for text, session in list(self._by_token.items()):
            if session.left_ms is not None and now - session.left_ms > IDLE_MS:
                del self._by_token[text]
                self._of_account[session.account].remove(session)
                if not self._of_account[session.account]:
                    del self._of_account[session.account]
                    unused.append(session.account)
        return unused


def _takes_guests(settings: Settings) -> bool:
    """Whether a guest can bet at a table: neither at one for terminals nor where none is taken."""
    return not settings.results_only and not is_for_terminals(settings.rulebook)
