"""A world of several nodes on one database: they are killed, stopped, go on, and lose leases.

Each node is the real writer of a node, with its leases, its heartbeat and what it follows of the
others. Those who ask go to any node and are sent on to the one that has the table, as nodes send
each other on; who is not answered asks again, under the same id, and anywhere.
"""

from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from punto.audit.report import audit
from punto.house import (
    Act,
    Answer,
    BringShoe,
    BuyIn,
    DealOut,
    Done,
    NotStored,
    OpenAccount,
    Request,
)
from punto.house.chain import is_of_table
from punto.house.code import Code
from punto.house.house import HOUSE
from punto.house.request import OpenTable
from punto.people import Actor, Role
from punto.server.config import settings_of
from punto.store import Database, nodes, reading
from punto.store.probe import Visit
from punto.store.storing import seal_place
from punto.table.sitting import announced
from punto.testing.driven_time import NOON_MS
from punto.testing.journal_auditor import JournalAuditor
from punto.testing.table_audit import TableAudit
from punto.testing.violation import require
from punto.testing.world.agenda import Agenda
from punto.testing.world.judge import judge_play, judge_requests
from punto.testing.world.mistakes import Mistakes
from punto.testing.world.node import SimulatedNode
from punto.testing.world.premises import KEY, books, random_config
from punto.testing.world.shared_database import SharedDatabase
from punto.testing.world.truth import Asked, Truth

_NAMES: Final = ("one", "other", "third")
_CREDITS: Final = 50_000
_STAKE: Final = 100
_PATIENCE: Final = 3.0
_LONGEST_DELAY: Final = 0.2
_LONGEST_PAUSE: Final = 0.5
_CLOSING_SECONDS: Final = 60.0
_NOTICED_SECONDS: Final = 2 * nodes.BEAT_SECONDS
"""Whoever has gone on for so long has said so."""

_HOUSE: Final = Actor(HOUSE, Role.HOUSE)


class NodeHistory(NamedTuple):
    """What came of a seed."""

    seconds: float
    rounds: int
    lives: int
    """How often a node began one."""
    losses: int
    """How many found out, while they were there, that theirs was over."""
    moves: int
    """How often a table went from one node to another."""
    hash: str


class NodeWorld:
    """Nodes, those who ask them, and all that goes wrong."""

    def __init__(self, seed: int, seconds: float, place: Path) -> None:
        self._length = seconds
        self.chance = Random(f"{seed} nodes")  # noqa: S311 – repeatable
        self.agenda = Agenda()
        self.truth = Truth()
        self.is_closing = False
        self.moves = 0
        self._losses = 0
        self._dead: set[tuple[str, int]] = set()
        """Who was declared dead, and the life after."""
        self._set_by_ms = 0
        config = random_config(Random(0))  # noqa: S311 – as the books were begun with
        self.shared = SharedDatabase(place / "punto.db", books(), self._clock_ms)
        self.shared.before_commit = self._require_lease
        self.shared.hear = self._notify
        self.settings = settings_of(next(each for each in config.tables if each.id == "zero"))
        self.nodes = [
            SimulatedNode(name, self.agenda, Random(f"{seed} {name}"), self.shared, config)  # noqa: S311
            for name in _NAMES[: self.chance.choice((2, 2, 3))]
        ]
        self._players = [_Player(self, f"player-{n}") for n in range(self.chance.randint(2, 5))]

    def now_ms(self) -> int:
        """Tell the time of the nodes."""
        return NOON_MS + int(self.agenda.now * 1000 + 0.5)

    def _clock_ms(self) -> int:
        return self.now_ms() + self._set_by_ms

    # --- what goes wrong ------------------------------------------------------------------------

    def _plan(self) -> None:
        for node in self.nodes:
            node.lost, node.has_beaten = self._lose, self._look_for_dead
            self._open(node)
        kinds = (self._kill, self._stop, self._stop, self._leave, self._leave, self._be_away)
        for _ in range(self.chance.randint(3, 10)):
            do, at = self.chance.choice((*kinds, self._set_clock)), self.chance.random()
            self.agenda.after(at * self._length, do)

    def _open(self, node: SimulatedNode) -> None:
        node.quiet_since = self.agenda.now
        node.open(self.now_ms)
        if node.writer is None:
            self.agenda.after(0.5, lambda: self._open(node))

    def _kill(self) -> None:
        """End a process, perhaps in mid-question; somebody starts it again."""
        node = self.chance.choice(self.nodes)
        if node.writer is not None:
            node.kill()
            self.agenda.after(self.chance.random() * 12, lambda: self._open(node))

    def _stop(self) -> None:
        """Stop a process, and let it go on, for less or for more than its lease lasts."""
        node = self.chance.choice(self.nodes)
        if node.is_up:
            life, node.is_stopped = node.lives, True
            seconds = self.chance.choice((1.0, 5.0, 8.0, 20.0)) * (0.5 + self.chance.random())
            self.agenda.after(seconds, lambda: self._go_on(node, life))

    def _go_on(self, node: SimulatedNode, life: int) -> None:
        if node.lives == life and node.writer is not None:
            node.quiet_since = self.agenda.now
            node.go_on()

    def _leave(self) -> None:
        """Let others have a table."""
        node = self.chance.choice(self.nodes)
        if node.is_up and node.writer is not None and node.writer.leased:
            table = self.chance.choice(sorted(node.writer.leased))
            node.writer.visit(Visit(lambda _: None, leave=(table,)))

    def _be_away(self) -> None:
        """Let nobody reach the database for a while."""
        self.shared.is_away = True
        seconds = self.chance.random() * 12
        self.agenda.after(seconds, self._come_back)

    def _come_back(self) -> None:
        self.shared.is_away = False

    def _set_clock(self) -> None:
        """Set the clock of the database, by which it is told who is silent."""
        self._set_by_ms += self.chance.choice((-60_000, -4_000, 4_000, 60_000))

    def _lose(self, node: SimulatedNode) -> None:
        """Let whoever keeps the processes start one again whose life is over."""
        self._losses += 1
        node.kill()
        self.agenda.after(0.5, lambda: self._open(node))

    def _look_for_dead(self) -> None:
        """Want nobody to be declared dead who is there, and was."""
        for name, epoch in self._asked("SELECT name, epoch FROM nodes WHERE seen_ms = 0"):
            node = self._node(name)
            if (name, epoch) in self._dead or node.writer is None or node.writer.epoch >= epoch:
                continue
            self._dead.add((name, epoch))
            lived = self.agenda.now - node.quiet_since
            is_there = node.is_up and lived > _NOTICED_SECONDS
            require(not is_there, f"{name} is declared dead, and has lived for {lived:.1f} s")

    def _asked(self, question: str, *given: str) -> list[Any]:
        with Database(self.shared.url).reading() as connection:
            return [*connection.exec_driver_sql(question, given)]

    def _node(self, name: str) -> SimulatedNode:
        return next(each for each in self.nodes if each.name == name)

    # --- what the database sees -----------------------------------------------------------------

    def _require_lease(self, name: str, has_written: bool) -> None:  # noqa: FBT001 – as it is told
        """Want whoever writes to live by the books: another may have its tables."""
        writer = self._node(name).writer
        if has_written and writer is not None:
            living = self._asked("SELECT epoch FROM nodes WHERE name = ? AND seen_ms > 0", name)
            mine = writer.epoch
            require(living == [(mine,)], f"{name} writes in life {mine}, where it has {living}")

    def _notify(self, name: str) -> None:
        for node in self.nodes:
            if node.name != name:
                self.agenda.after(self.chance.random() * 0.05, node.hear)

    # --- the whole ------------------------------------------------------------------------------

    def run(self) -> NodeHistory:
        """Let it happen, and judge it."""
        with Mistakes() as mistakes:
            self._plan()
            self.agenda.after(self._length, self._close)
            while not self._is_over():
                self.agenda.step()
                late = self.agenda.now > self._length + _CLOSING_SECONDS
                waiting = [each.account for each in self._players if each.asked is not None]
                require(not late, f"somebody waits for ever: {waiting}")
            for node in self.nodes:
                if node.writer is not None:
                    node.writer.close()
            mistakes.require_none()
        return self._verdict()

    def _close(self) -> None:
        self.is_closing = True

    def _is_over(self) -> bool:
        return (
            self.is_closing
            and not self.shared.is_away
            and all(each.is_up for each in self.nodes)
            and all(each.asked is None for each in self._players)
        )

    def _verdict(self) -> NodeHistory:
        with Database(self.shared.url).reading() as connection:
            found = audit(connection)
            require(not found.findings, f"the audit: {found.findings[:1]}")
            journal = JournalAuditor(connection)
            require(not journal.wrong(), f"the journal: {journal.wrong()[:1]}")
            names = reading.chains(connection)
            chains = {chain: list(reading.links(connection, chain)) for chain in names}
            sealed = reading.sealed_secrets(connection)
            secrets = {at: KEY.unseal(each, seal_place(*at)) for at, each in sealed.items()}
            tables = [TableAudit(chain) for chain in filter(is_of_table, chains)]
            for table in tables:
                table.read(chains[f"table/{table.table}"], secrets)
            judge_play(journal, [table.won for table in tables])
            judge_requests(self.truth, chains)
            heads = sorted((c, head.hash.hex()) for c, head in reading.heads(connection).items())
        return NodeHistory(
            seconds=self.agenda.now,
            rounds=found.rounds,
            lives=sum(node.lives for node in self.nodes),
            losses=self._losses,
            moves=self.moves,
            hash=sha256(repr(heads).encode()).hexdigest(),
        )


class _Player:
    """Somebody who deals at a table of his own, by whichever node he comes to."""

    def __init__(self, world: NodeWorld, account: str) -> None:
        self.account = account
        self.asked: Asked | None = None
        """What is not answered yet."""
        self._world = world
        self._table = f"zero-{account}"
        self._number = 0
        self._request: Request | None = None
        self._node = ""
        """Where he was sent."""
        self._served = ""
        """Who has answered him last."""
        self._turn = 0
        self._again_after(world.chance.random())

    def _again_after(self, seconds: float) -> None:
        """Come again after a while, whatever was planned before."""
        self._turn += 1
        turn = self._turn
        self._world.agenda.after(seconds, lambda: self._act() if turn == self._turn else None)

    def _act(self) -> None:
        world = self._world
        self._again_after(_PATIENCE)
        if self.asked is None and not world.is_closing:
            self._number += 1
            self._request = self._next(f"{self.account}-{self._number}")
            self.asked = world.truth.note(self._request.key or "", None, "")
        if self.asked is not None:
            self._ask()

    def _next(self, id_: str) -> Request:
        """Open an account and a table, buy in, and then deal hand after hand."""
        settings = self._world.settings
        match self._number:
            case 1:
                return Request(_HOUSE, OpenAccount(self.account), id_)
            case 2:
                return Request(_HOUSE, BuyIn(self.account, _CREDITS), id_)
            case 3:
                what = OpenTable(self._table, settings, self.account, "house:zero:1")
                return Request(_HOUSE, what, id_)
            case _:
                wager = self._world.chance.choice(settings.rulebook.wagers).id
                hand = (BringShoe(), *announced(self.account, {wager: _STAKE}), DealOut())
                return Request(Actor(self.account, Role.GUEST), Act(self._table, hand), id_)

    def _ask(self) -> None:
        """Ask the node that is said to have the table, or any."""
        world, request = self._world, self._request
        up = [each for each in world.nodes if each.writer is not None]
        if not up or request is None:
            return
        named = [each for each in up if each.name == self._node]
        node = world.chance.choice(named if named and world.chance.random() < 0.8 else up)

        def told(answer: Answer) -> None:
            delay = world.chance.random() * _LONGEST_DELAY
            world.agenda.after(delay, lambda: self._hear(node, request, answer))

        assert node.writer is not None, "it is up"
        node.writer.submit(request, told)

    def _hear(self, node: SimulatedNode, request: Request, answer: Answer) -> None:
        if self.asked is None or request is not self._request:
            return
        if isinstance(answer, Done):
            self.asked.accept(answer.link.position)
            self._be_served(node.name)
        elif isinstance(answer, NotStored):
            self._node = ""
        elif answer.code == Code.ELSEWHERE:
            self._be_sent_on(node)
        elif self.asked.refuse(answer.code):
            self._be_served(node.name)

    def _be_served(self, node: str) -> None:
        self._world.moves += self._served not in {"", node}
        self._node = self._served = node
        self.asked = None
        self._again_after(self._world.chance.random() * _LONGEST_PAUSE)

    def _be_sent_on(self, node: SimulatedNode) -> None:
        """Go where the table is; where no node has it, somebody takes it before long."""
        self._node = (node.writer.node_of(self._table) if node.writer is not None else "") or ""
        if node.writer is not None:
            node.writer.forget_node(self._table)
        self._again_after(_LONGEST_DELAY)


def node_history_of(seed: int, seconds: float) -> NodeHistory:
    """Let the history of a seed happen; raises `Violation` where it cannot be right."""
    with TemporaryDirectory() as place:
        return NodeWorld(seed, seconds, Path(place)).run()
