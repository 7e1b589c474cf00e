"""A house in this process, with everything that its clients and its watchers are told noted."""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import Final, Self

from punto.house import Answer, BuyIn, Done, OpenAccount, Request
from punto.house.chain import Link
from punto.house.house import Change
from punto.house.request import What
from punto.ledger import Kind
from punto.store import Database, Writer, reading
from punto.testing.actors import request_of
from punto.testing.violation import require
from tests.support.house.audit import HouseAudit
from tests.support.house.process import opened_writer
from tests.support.house.truth import Truth
from tests.support.house.wire import reply_of

PATIENCE_SECONDS: Final = 60.0


class OpenHouse:
    """A writer under observation: at the end all that it said is compared with what it stored."""

    def __init__(
        self, url: str, truth: Truth | None = None, database: Database | None = None
    ) -> None:
        self.url = url
        self.database = database or Database(url)
        self.writer: Writer = opened_writer(self.database)
        self.truth = truth or Truth()
        self.watched: list[Link] = []
        self._lock = threading.Lock()
        self._before = self._stored()
        self.writer.watch(self._watch)
        if truth is None:
            self._found()

    def _watch(self, changes: tuple[Change, ...]) -> None:
        self.watched += [each.link for change in changes for each in change.written]

    def _found(self) -> None:
        self.done(OpenAccount("cage", Kind.CASH), "open-1")
        self.done(OpenAccount("house", Kind.HOUSE), "open-2")
        for name in ("ann", "ben"):
            self.done(OpenAccount(name), f"open-{name}")
            self.done(BuyIn(name, 1_000), f"buy-in-{name}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self.writer.close()
        if kind is None:
            self.audit()

    # --- asking ---------------------------------------------------------------------------------

    def ask(self, what: What, request: str = "", who: str = "ann") -> Answer:
        """Ask, and note what was said."""
        (answer,) = self.ask_all([request_of(who, what, request)])
        return answer

    def ask_all(
        self, asked: Iterable[Request], then: Callable[[], None] = lambda: None
    ) -> list[Answer]:
        """Ask all, do something else then, and wait for the answers."""
        asked = list(asked)
        with self._lock:
            questions = [self.truth.question(each) for each in asked]
        futures: list[Future[Answer]] = [Future() for _ in asked]
        for each, future in zip(asked, futures, strict=True):
            self.writer.submit(each, future.set_result)
        then()
        answers = [future.result(PATIENCE_SECONDS) for future in futures]
        with self._lock:
            for question, answer in zip(questions, answers, strict=True):
                self.truth.hear(reply_of(question.number, answer, ""))
        return answers

    def done(self, what: What, request: str = "", who: str = "ann") -> Done:
        """Ask for something that must be done."""
        answer = self.ask(what, request, who)
        require(isinstance(answer, Done), f"{what} was not done: {answer}")
        assert isinstance(answer, Done), answer
        return answer

    def at_once(self, *asked: Request) -> list[Answer]:
        """Ask for several things that the writer takes as one group: it is held up until then."""
        held, gate = threading.Event(), threading.Event()

        def wait(_: Answer) -> None:
            held.set()
            gate.wait(PATIENCE_SECONDS)

        self.writer.submit(request_of("nobody", BuyIn("nobody", 1), "held-up"), wait)
        require(held.wait(PATIENCE_SECONDS), "the writer answers nobody")
        return self.ask_all(asked, then=gate.set)

    def goes_on(self) -> bool:
        """Whether play goes on by itself, within seconds."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while self.writer.trouble is not None and time.monotonic() < deadline:
            time.sleep(0.01)
        return self.writer.trouble is None

    # --- the audit ------------------------------------------------------------------------------

    def audit(self) -> None:
        """Compare what clients and watchers were told with what is stored."""
        HouseAudit(self.url, self.truth).check()
        watched: dict[str, list[Link]] = defaultdict(list)
        for link in self.watched:
            watched[link.chain].append(link)
        for chain, links in self._stored().items():
            new = links[len(self._before.get(chain, [])) :]
            require(watched[chain] == new, f"watchers of {chain} saw something else")

    def _stored(self) -> dict[str, list[Link]]:
        # By another engine: whoever watches the writer's own sees the writer alone.
        with Database(self.url).reading() as connection:
            chains = reading.chains(connection)
            return {chain: list(reading.links(connection, chain)) for chain in chains}
