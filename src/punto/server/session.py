"""Who is there: a guest, somebody with an account, or a terminal. It outlives connections."""

import asyncio
import hmac
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, TypeAlias, cast

import msgspec

from punto.people import Actor, Role
from punto.people.patron import IDLE_MS
from punto.protocol.tell import Accepted
from punto.protocol.words import SignedIn
from punto.refusal import Refusal
from punto.server.random_names import word
from punto.server.tokens import Marker

Answers: TypeAlias = OrderedDict[str, tuple[bytes, asyncio.Future[Accepted | Refusal]]]
"""By id, the digest of what was said under it, and its answer, perhaps still to come."""

_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_NAME_LETTERS: Final = 10


class Token(msgspec.Struct, frozen=True):
    """Who signed in and when, marked so that nobody else can make one."""

    account: str
    who: SignedIn
    since_ms: int

    def text(self, marker: Marker, seal: str) -> str:
        """Write it down with its mark, which holds for as long as what it is sealed with does."""
        content = f"{self.account}.{self.who}.{self.since_ms}"
        return f"{content}.{_mark(content, marker, seal)}"


def read_token(text: str, marker: Marker, seal_of: Callable[[str], str]) -> Token | None:
    """Read a token, if this house has made it, and under the seal that its account has now."""
    content, _, mark = text.rpartition(".")
    account, _, rest = content.partition(".")
    who, _, since = rest.partition(".")
    if not hmac.compare_digest(_mark(content, marker, seal_of(account)).encode(), mark.encode()):
        return None
    return Token(account, cast("SignedIn", who), int(since))


def _mark(content: str, marker: Marker, seal: str) -> str:
    return marker.mark(f"{content} {seal}".encode(), "sessions")


def new_guest() -> str:
    """Name a guest by chance: the name is an account, and cannot be guessed."""
    return "g" + word(_ALPHABET, _NAME_LETTERS)


class Session:
    """Somebody signed in: what was won since, and what was answered."""

    def __init__(self, token: Token, now_ms: int, name: str = "", enrolment: int = 0) -> None:
        self.actor = Actor(token.account, Role(token.who), enrolment)
        self.account = token.account
        """The account that is played with."""
        self.who = token.who
        """The role, as clients are told it."""
        self.since_ms = token.since_ms
        """When it was signed in: its requests may be older than the house is open."""
        self.name = name or token.account
        """What he is called."""
        self.expires = token.who == "player"
        """Whether it ends when nothing is asked for a while; a guest has nothing but his cookie."""
        self.seen_ms = now_ms
        """When something was last asked for, where that decides."""
        self.began_ms = now_ms
        """When this visit began."""
        self.left_ms: int | None = now_ms
        """When the last connection went, while there is none; a session may never have one."""
        self.net = 0
        self.last_win = 0
        self.answers: Answers = OrderedDict()
        """What was answered last."""
        self.knows_all = False
        """Whether nothing was asked under its token but what this session has heard."""

    @property
    def role(self) -> Role:
        """In which role it is signed in."""
        return self.actor.role

    def come(self, now_ms: int) -> None:
        """Note a connection; after a long absence a new visit begins."""
        if self.left_ms is not None and now_ms - self.left_ms > IDLE_MS:
            self.began_ms, self.net, self.last_win = now_ms, 0, 0
        self.left_ms = None

    def settled(self, change: int, won: int = 0) -> None:
        """Count a round, or what a later ruling has made of it; `won` is what a win brought."""
        self.net += change
        self.last_win = won or self.last_win
