"""Who is there: a guest, or a Player Terminal. A session outlives its connections."""

import asyncio
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

import msgspec

from punto.people import Actor, Role
from punto.protocol.tell import Reply
from punto.protocol.words import SignedIn
from punto.server.tokens import Marker

REMEMBERED: Final = 1_000
"""How many answers of a session are kept, so that a retry over any socket gets the same."""

IDLE_MS: Final = 30 * 60_000
"""After half an hour without a connection, session time and net result begin anew."""

_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_NAME_LETTERS: Final = 10


class Token(msgspec.Struct, frozen=True):
    """Who signed in and when, marked so that nobody else can make one."""

    account: str
    who: SignedIn
    since_ms: int

    def text(self, marker: Marker, code: str) -> str:
        """Write it down with its mark, which holds for as long as a terminal's code does."""
        content = f"{self.account}.{self.who}.{self.since_ms}"
        return f"{content}.{_mark(content, marker, code)}"


def read_token(text: str, marker: Marker, codes: Mapping[str, str]) -> Token | None:
    """Read a token, if this house has made it and the terminal is still enrolled with its code."""
    content, _, mark = text.rpartition(".")
    account, _, rest = content.partition(".")
    who, _, since = rest.partition(".")
    code = codes.get(account, "")
    if not hmac.compare_digest(_mark(content, marker, code).encode(), mark.encode()):
        return None
    if who == "terminal" and account in codes:
        return Token(account, "terminal", int(since))
    return Token(account, "guest", int(since)) if who == "guest" else None


def _mark(content: str, marker: Marker, code: str) -> str:
    return marker.mark(f"{content} {code}".encode(), "sessions")


def new_guest() -> str:
    """Name a guest by chance: the name is an account, and cannot be guessed."""
    return "g" + "".join(secrets.choice(_ALPHABET) for _ in range(_NAME_LETTERS))


class Session:
    """Somebody signed in: what was won since, and what was answered."""

    def __init__(self, token: Token, now_ms: int) -> None:
        self.actor = Actor(token.account, Role(token.who))
        self.account = token.account
        """The account that is played with."""
        self.who = token.who
        """The role, as clients are told it."""
        self.since_ms = token.since_ms
        """When it was signed in: its requests may be older than the house is open."""
        self.began_ms = now_ms
        """When this visit began."""
        self.left_ms: int | None = None
        """When the last connection went, while there is none."""
        self.net = 0
        self.last_win = 0
        self._answers: OrderedDict[str, tuple[bytes, asyncio.Future[Reply]]] = OrderedDict()

    @property
    def role(self) -> Role:
        """In which role it is signed in."""
        return self.actor.role

    def come(self, now_ms: int) -> None:
        """Note a connection; after a long absence a new visit begins."""
        if self.left_ms is not None and now_ms - self.left_ms > IDLE_MS:
            self.began_ms, self.net, self.last_win = now_ms, 0, 0
        self.left_ms = None

    def answered(self, request: str) -> "tuple[bytes, asyncio.Future[Reply]] | None":
        """Give what was said under an id, and its answer, which may still be to come."""
        return self._answers.get(request)

    def remember(self, request: str, said: bytes, answer: "asyncio.Future[Reply]") -> None:
        """Keep an answer, and forget the oldest."""
        self._answers[request] = (said, answer)
        while len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)

    def forget(self, request: str) -> None:
        """Forget a request that was not carried out, so that it can be tried again."""
        self._answers.pop(request, None)

    def settled(self, change: int, won: int = 0) -> None:
        """Count a round, or what a later ruling has made of it; `won` is what a win brought."""
        self.net += change
        self.last_win = won or self.last_win
