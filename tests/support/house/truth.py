"""What the clients know: what they asked for, and what they were told. The house cannot edit it."""

from collections import Counter
from collections.abc import Iterator

from punto.house import Act, CloseTable, OpenTable, Request
from punto.house.chain import table_chain
from punto.testing.violation import require
from tests.support.house.wire import DENIED, DONE, NOT_STORED, Question, Reply


class SentRequest:
    """One request under one id, however often it was sent."""

    def __init__(self, asked: Request) -> None:
        self.asked = asked
        self.under_way = 0
        """Copies that were sent and are not answered."""
        self.done: Reply | None = None
        self.unknown = False
        """A copy was lost, or could not be stored: it may have been carried out."""

    @property
    def must_be_sent_again(self) -> bool:
        """Whether nobody knows what became of it."""
        return self.unknown and self.done is None and not self.under_way

    @property
    def was_denied(self) -> bool:
        """Whether every copy was answered, and every answer was no."""
        return not (self.unknown or self.under_way or self.done)

    def hear(self, reply: Reply) -> None:
        """Take an answer in; it may never differ from one that was given before."""
        if reply.kind == NOT_STORED:
            self.unknown = True
        elif reply.kind == DENIED:
            require(self.done is None, f"{self.asked.key} was done and is denied: {reply.words}")
        else:
            before = self.done or reply
            require(before.place == reply.place, f"{self.asked.key} is now at {reply.place}")
            require(before.ticket == reply.ticket, f"{self.asked.key} has another ticket now")
            self.done = before


class Truth:
    """All requests of all clients of one database."""

    def __init__(self) -> None:
        self.requests: dict[str, SentRequest] = {}
        self.sent = self.acknowledged = self.denied = self.retried = 0
        self.unnamed_sent: Counter[str] = Counter()
        """By chain, how many requests without an id were sent; a dealer need not give one."""
        self.unnamed_done: set[tuple[str, int, bytes]] = set()
        self._under_way: dict[int, Request] = {}
        self._doubtful: dict[str, None] = {}

    def question(self, asked: Request) -> Question:
        """Send a request, or another copy of it."""
        self.sent += 1
        self._under_way[self.sent] = asked
        if asked.key is None:
            assert isinstance(asked.what, Act | OpenTable | CloseTable), "money has an id"
            self.unnamed_sent[table_chain(asked.what.table)] += 1
        else:
            self.requests.setdefault(asked.key, SentRequest(asked)).under_way += 1
        return Question(self.sent, asked)

    def hear(self, reply: Reply) -> Request:
        """Take an answer in, and tell what it answers."""
        asked = self._under_way.pop(reply.number)
        self.acknowledged += reply.kind == DONE
        self.denied += reply.kind == DENIED
        if asked.key is None:
            self._hear_unnamed(reply)
            return asked
        request = self.requests[asked.key]
        request.under_way -= 1
        if request.asked != asked:
            require(reply.kind != DONE, f"{asked.key} was done with another content, too")
            return asked
        request.hear(reply)
        self._doubt(asked.key)
        return asked

    def _doubt(self, key: str) -> None:
        if self.requests[key].must_be_sent_again:
            self._doubtful[key] = None

    def _hear_unnamed(self, reply: Reply) -> None:
        if reply.kind == DONE:
            self.unnamed_done.add(reply.place)

    def lose(self) -> None:
        """The house is gone, and all that was under way is in doubt."""
        for asked in self._under_way.values():
            if asked.key is not None:
                request = self.requests[asked.key]
                request.under_way, request.unknown = 0, True
                self._doubt(asked.key)
        self._under_way.clear()

    def in_doubt(self) -> Iterator[Request]:
        """Give the requests that must be sent again, under the same ids."""
        for key in self._doubtful:
            request = self.requests[key]
            if request.must_be_sent_again:
                request.unknown = False
                self.retried += 1
                yield request.asked
        self._doubtful.clear()

    @property
    def is_quiet(self) -> bool:
        """Whether everything is answered, for good."""
        return not self._under_way and not self._doubtful

    @property
    def under_way(self) -> int:
        """How many questions wait for their answer."""
        return len(self._under_way)
