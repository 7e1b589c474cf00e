"""Who is signed in: guests, accounts and terminals, by tokens; sessions outlive links."""

from collections import defaultdict
from collections.abc import Sequence
from enum import Enum
from typing import Final

from punto.people import Actor, Patron, Role
from punto.people.patron import IDLE_MS
from punto.server.async_writer import AsyncWriter
from punto.server.config import HouseConfig
from punto.server.house_time import HouseTime
from punto.server.session import Session, Token, new_guest, read_token
from punto.server.tables import Tables
from punto.server.tokens import Marker
from punto.table import Settings

_PAUSE_MS: Final = 60_000
"""A guest gets credits again once in this time, however often he asks."""


LONGEST_MS: Final = 30 * 24 * 3_600_000
"""After so long a password is wanted again, whatever was asked for meanwhile."""


class NoGuest(Enum):
    """Why nobody is let in as a guest, or why a guest gets no more credits."""

    REAL_MONEY = "no-guests"
    NO_ROOM = "no-room"
    HAS_CREDITS = "has-credits"
    TOO_OFTEN = "too-often"
    EXCLUDED = "excluded"


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
        self._opened_ms = time.now_ms()
        self._by_token: dict[str, Session] = {}
        self._of_account: defaultdict[str, list[Session]] = defaultdict(list)

    async def new_guest(self) -> Token | NoGuest:
        """Let a guest in, with credits to play; where they are money, nobody gets any."""
        if not self._config.play_money:
            return NoGuest.REAL_MONEY
        if not self._writer.can_give(self._config.guest_credits):
            return NoGuest.NO_ROOM
        opened = await self._opened(Role.GUEST)
        if isinstance(opened, NoGuest):
            return opened
        return Token(opened.id, Role.GUEST.value, self._time.now_ms())

    async def open_account(self) -> Actor | NoGuest:
        """Open an account for somebody who takes a name; credits that are money he has to buy."""
        if self._config.play_money and not self._writer.can_give(self._config.guest_credits):
            return NoGuest.NO_ROOM
        return await self._opened(Role.PLAYER)

    async def _opened(self, role: Role) -> Actor | NoGuest:
        name = new_guest()
        await self._writer.open_account(name)
        credits_ = self._config.guest_credits
        if self._config.play_money and not await self._writer.give(name, credits_, f"gift-{name}"):
            return NoGuest.NO_ROOM
        return Actor(name, role)

    async def give_more(self, session: Session) -> NoGuest | None:
        """Give a guest credits again, if there is a table that he could not bet at any more."""
        if not self._config.play_money or session.role is Role.TERMINAL:
            return NoGuest.REAL_MONEY
        patron, now_ms = self._patron(session.account), self._time.now_ms()
        if patron is not None and patron.is_excluded(now_ms):
            return NoGuest.EXCLUDED
        before = self._balance(session.account)
        if before >= self._dearest():
            return NoGuest.HAS_CREDITS
        # The id has the time in it: asked for twice at once, they are given once.
        once = f"gift-{session.account}-{now_ms // _PAUSE_MS}"
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

    def token_text(self, token: Token) -> str:
        """Write a token down for whoever signed in."""
        return token.text(self._marker, self._seal_of(token.account))

    def _seal_of(self, account: str) -> str:
        """Give what the tokens of an account hold as long as: an enrolment, or a password."""
        terminal = self._writer.house.terminals.get(account)
        if terminal is not None:
            return terminal.seal
        patron = self._patron(account)
        return patron.seal if patron is not None else ""

    def _patron(self, account: str) -> Patron | None:
        return self._writer.house.patrons.get(account)

    def name_of(self, account: str) -> str:
        """Give what somebody is called: by the name that he signs in with, where he has one."""
        patron = self._patron(account)
        return patron.name if patron is not None and patron.name else account

    def find(self, text: str | None) -> Session | None:
        """Find the session of a token, unless it is over."""
        # Before the token is held against it: who has the next one asks after that is on record.
        terminals = self._writer.house.terminals
        token = read_token(text, self._marker, self._seal_of) if text else None
        if text is None or token is None or not self._may_be(token):
            return None
        session = self._by_token.get(text)
        if token.who == Role.PLAYER.value and self._is_over(token, session):
            self._forget(text)
            return None
        if session is None:
            terminal = terminals.get(token.account)
            session = self._begin(text, token, terminal.enrolments if terminal else 0)
        return session

    def _may_be(self, token: Token) -> bool:
        """Whether somebody can be signed in as what a token says."""
        if self._writer.account(token.account) is None:
            return False
        patron = self._patron(token.account)
        has_password = patron is not None and bool(patron.password)
        if token.who == Role.TERMINAL.value:
            terminal = self._writer.house.terminals.get(token.account)
            return terminal is not None and terminal.is_enrolled
        if token.who == Role.GUEST.value:
            return self._config.play_money and not has_password
        return has_password

    def _is_over(self, token: Token, session: Session | None) -> bool:
        """Whether somebody with a password has to give it again.

        A visit that this process does not know may have gone on under the one before: it is as
        old as its token. So whoever signed in long before a restart signs in again.
        """
        now = self._time.now_ms()
        patron = self._patron(token.account)
        if patron is not None and token.since_ms in patron.ended:
            return True
        seen = session.seen_ms if session is not None else token.since_ms
        return now - seen > IDLE_MS or now - token.since_ms > LONGEST_MS

    def over(self, account: str) -> list[Session]:
        """Give the visits of an account that were ended while their screens are open."""
        return [each for each in self.of_account(account) if not self._holds(each)]

    def _holds(self, session: Session) -> bool:
        token = Token(session.account, session.who, session.since_ms)
        is_known = self._by_token.get(self.token_text(token)) is session
        if not is_known or not self._may_be(token):
            return False
        return not session.expires or not self._is_over(token, session)

    def is_idle(self, session: Session) -> bool:
        """Whether a visit is over because nothing was asked for; else it is seen now."""
        now = self._time.now_ms()
        if now - session.seen_ms > IDLE_MS or now - session.since_ms > LONGEST_MS:
            return True
        session.seen_ms = now
        return False

    def idle(self) -> list[Session]:
        """Forget the visits of accounts in which nothing is asked for, and give them."""
        now = self._time.now_ms()
        over = {
            text: session
            for text, session in self._by_token.items()
            if session.expires and now - session.seen_ms > IDLE_MS
        }
        for text in over:
            self._forget(text)
        return list(over.values())

    def end(self, session: Session) -> None:
        """Forget one visit."""
        for text in [text for text, each in self._by_token.items() if each is session]:
            self._forget(text)

    def _forget(self, text: str) -> None:
        session = self._by_token.pop(text, None)
        if session is not None:
            self._of_account[session.account].remove(session)
            if not self._of_account[session.account]:
                del self._of_account[session.account]

    def _begin(self, text: str, token: Token, enrolment: int) -> Session:
        """Know a session from now on; what a guest has won is what he has beyond his credits."""
        session = Session(token, self._time.now_ms(), self.name_of(token.account), enrolment)
        # Whoever is away for long is forgotten, and may have asked before that.
        known_ms = max(self._opened_ms, self._time.now_ms() - IDLE_MS)
        session.knows_all = self._writer.has_all and token.since_ms > known_ms
        if session.role is Role.GUEST:
            session.net = self._balance(token.account) - self._config.guest_credits
        self._by_token[text] = session
        self._of_account[token.account].append(session)
        return session

    def of_account(self, account: str) -> Sequence[Session]:
        """Give all sessions of an account."""
        return self._of_account.get(account, ())

    def forget_gone(self) -> list[str]:
        """Forget those who have been away for long, and name the accounts that nobody uses now."""
        now, unused = self._time.now_ms(), []
        for text, session in list(self._by_token.items()):
            left_ms = session.left_ms  # whoever has no socket may ask over HTTP, and is seen then
            if left_ms is not None and now - max(left_ms, session.seen_ms) > IDLE_MS:
                self._forget(text)
                if session.account not in self._of_account:
                    unused.append(session.account)
        return unused


def _takes_guests(settings: Settings) -> bool:
    """Whether a guest can bet at a table: neither at one for terminals nor where none is taken."""
    return not settings.results_only and not settings.rulebook.is_for_terminals
