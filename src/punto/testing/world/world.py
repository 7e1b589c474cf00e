"""A whole world in one process: a house, those who come to it, and all that goes wrong.

One seed is one history. The house is the real one, from the messages that it is sent down to the
database that it writes; only time, network, disk, threads and chance are ours. When the history is
over, nothing goes wrong any more, everybody comes back and is answered; then the verdict is given.
"""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from punto.server.config import TableConfig, is_own
from punto.server.open_house import OpenHouse
from punto.server.random_names import drawn_from
from punto.store import Database, reading
from punto.testing.violation import require
from punto.testing.world.agenda import Agenda
from punto.testing.world.client import Client
from punto.testing.world.clock import SimulatedTime
from punto.testing.world.disk import SimulatedDisk
from punto.testing.world.faults import Faults, random_conditions
from punto.testing.world.judge import Frames, judge
from punto.testing.world.mistakes import Mistakes
from punto.testing.world.network import HEALED, Network
from punto.testing.world.player import Patron, Player, Regular, Terminal
from punto.testing.world.premises import PATRONS, TERMINALS, books, random_config
from punto.testing.world.server import Server
from punto.testing.world.staff import Cashier, Dealer, Manager, Supervisor
from punto.testing.world.truth import Truth

CLOSING_SECONDS: Final = 120.0
"""Within so long after the last fault everything is answered, or somebody waits for ever."""

_LEAST_CLOSING: Final = 10.0
_LOOK: Final = 0.5


class Crowd(NamedTuple):
    """How those who come to a house live."""

    regulars: tuple[int, ...]
    """How many may deal hand after hand."""
    leisure: float
    """So many times as long as they could they take between two acts."""


BUSY: Final = Crowd(regulars=(1, 2, 2, 3), leisure=3.0)
"""Most of what happens is hands of regulars; all others live as people do."""
HASTY: Final = Crowd(regulars=(0,), leisure=1.0)
"""Nobody is a regular, and nobody takes his time: much goes wrong in few seconds."""

Note = Callable[[float, str, str], None]
"""Told when, who, and what."""


class History(NamedTuple):
    """What came of a seed."""

    seed: int
    seconds: float
    """Simulated."""
    rounds: int
    bets: int
    entries: int
    requests: int
    messages: int
    starts: int
    hash: str
    """Of all chains, and of all that anybody received."""


class World:
    """Everything there is."""

    def __init__(
        self,
        seed: int,
        seconds: float,
        place: Path,
        crowd: Crowd,
        note: Note | None = None,
    ) -> None:
        self.seed = seed
        self.crowd = crowd
        self._length = seconds
        self._note = note
        chance = self._chance("world")
        self.agenda = Agenda()
        self.time = SimulatedTime(self.agenda)
        self.config = random_config(chance)
        self.truth = Truth()
        self.frames = Frames()
        self.tickets: list[str] = []
        """The numbers of tickets that somebody has seen."""
        self.is_closing = False
        self.disk = SimulatedDisk(place, self._chance("disk"))
        self.network = Network(self.agenda, f"{seed} network", random_conditions(chance))
        self.faults = Faults(self.agenda, self._chance("faults"), self.disk, self.time, self._crash)
        self.faults.note = lambda words: self._say("world", words)
        self._server: Server | None = None
        self._starts = 0
        self._is_over = False
        self.last_versions: dict[str, int | None] = {}
        """How far the shared tables had come when everybody had seen all of them."""
        self.players = [*self._players(chance), *self._regulars()]
        self.clients: list[Client] = [*self.players, *self._staff(chance)]

    def _chance(self, use: str) -> Random:
        return Random(f"{self.seed} {use}")  # noqa: S311 – repeatable

    # --- people ---------------------------------------------------------------------------------

    def _players(self, chance: Random) -> list[Player]:
        tables = [each for each in self.config.tables if each.id != "rws"]
        players: list[Player] = []
        for number in range(chance.randint(1, 4)):
            chosen = chance.sample(tables, min(len(tables), chance.choice((1, 1, 2))))
            players.append(Player(self, f"guest-{number}", f"10.0.0.{number + 1}", chosen))
        if chance.random() < 0.5:
            chosen = chance.sample(tables, 1)
            players.append(Patron(self, chance.choice(PATRONS), "10.0.1.1", chosen))
        rws = [each for each in self.config.tables if each.id == "rws"]
        for number, name in enumerate(TERMINALS if rws else ()):
            players.append(Terminal(self, name, f"10.0.2.{number + 1}", rws))
        return players

    def _regulars(self) -> list[Player]:
        """Draw those who make a world busy; all others are the same without them."""
        chance = self._chance("regulars")
        own = [each for each in self.config.tables if is_own(each)]
        names = [f"regular-{number}" for number in range(chance.choice(self.crowd.regulars))]
        return [Regular(self, name, f"10.0.4.{at}", own) for at, name in enumerate(names, 1)]

    def _staff(self, chance: Random) -> list[Client]:
        staff: list[Client] = [Supervisor(self, "sam", "10.0.3.1")]
        dealt = [each for each in self.config.tables if each.driver == "dealer"]
        staff += [Dealer(self, "dora", "10.0.3.2", each) for each in dealt]
        if dealt and chance.random() < 0.3:
            staff.append(Dealer(self, "dirk", "10.0.3.3", dealt[0]))
        staff.append(Cashier(self, "cleo", "10.0.3.4"))
        if chance.random() < 0.5:
            staff.append(Manager(self, "mona", "10.0.3.5"))
        return staff

    def accounts(self) -> list[str]:
        """Name the accounts of all who play."""
        return [player.account for player in self.players if player.account]

    def settings_of(self, table: str) -> TableConfig | None:
        """Tell how a table is to be now; None while the house is down."""
        house = self._server.house if self._server is not None else None
        return house.settings.configs.get(table) if house is not None else None

    def version_of(self, table: str, account: str) -> int | None:
        """Tell how far a table has come, as the house has it; None while nobody follows it."""
        server = self._server
        if server is None or server.house is None or not server.is_open:
            return -1
        broadcasts = server.house.tables.broadcasts
        found = broadcasts.get(table) or broadcasts.get(f"{table}-{account}")
        return found.version if found is not None else None

    # --- time -----------------------------------------------------------------------------------

    def run(self) -> History:
        """Let the history happen, and judge it."""
        self.disk.begin(books())
        self.faults.plan(self._length)
        self.agenda.after(self._length, self._close)
        with drawn_from(self._chance("house")), Mistakes() as mistakes:
            try:
                while not self._is_over:
                    self._live()
                found = self._verdict()
            finally:
                if self._server is not None:
                    self._server.stop()
                    self._server.take_down()
            mistakes.require_none()
        require(not self.network.failures, f"the house fails: {self.network.failures[:1]}")
        return found

    def _live(self) -> None:
        """Open the house, and let it be open until the power is cut or all is over."""
        self._starts += 1
        self._say("world", f"the house opens, for the {self._starts}. time")
        self._server = server = Server(
            self.agenda, self.time, self.disk, self._chance(f"server {self._starts}")
        )
        if server.start(self.config):
            self._say("world", "the house is open")
            self.network.server = server
            server.run()
        if self._is_over:
            return
        self._say("world", f"the house is down {server.why_closed}")
        self.network.server = None
        self.network.drop_all()
        if server.is_up:  # it could not be opened: it may be tried again
            self.disk.cut_now()
        server.stop()
        server.take_down()
        self._server = None
        self._judge_stored()
        self._wait(0.2 + self._chance(f"pause {self._starts}").random() * 4)

    def _wait(self, seconds: float) -> None:
        """Let time pass while the house is down."""
        end = self.agenda.now + seconds
        while (at := self.agenda.next_at) is not None and at <= end:
            self.agenda.step()
        self.agenda.now = max(self.agenda.now, end)

    def _crash(self) -> None:
        """Cut the power between two commits."""
        server = self._server
        if server is not None and server.is_up and server.loop.is_running():
            self.disk.cut_now()
            server.stop()

    def _judge_stored(self) -> None:
        """Want all that was acknowledged to be there after a crash."""
        done = [each for each in self.truth.done() if each.version is not None]
        with Database(self.disk.url).reading() as connection:
            found = reading.answered(connection, [each.key for each in done])
        for asked in done:
            require(asked.key in found, f"{asked.key} was acknowledged, and is lost")

    # --- the end --------------------------------------------------------------------------------

    def _close(self) -> None:
        """Let nothing go wrong any more, and everybody finish."""
        self._say("world", "nothing goes wrong any more")
        self.is_closing = True
        self.faults.heal()
        self.network.conditions = HEALED
        self._before = self._versions()
        self.agenda.after(_LEAST_CLOSING, self._look)

    def _versions(self) -> dict[str, int | None]:
        shared = [each for each in self.config.tables if not is_own(each)]
        return {each.id: self.version_of(each.id, "") for each in shared}

    def _look(self) -> None:
        """See whether everybody has finished; nobody may wait for ever."""
        waiting = [
            f"{each.name} {list(each.open)[:3]}" for each in self.clients if not each.is_settled
        ]
        waiting += self._standing()
        waiting += ["a message under way"] if self.network.under_way else []
        if not waiting and self._server is not None and self._server.is_idle:
            self._is_over = True
            self.last_versions = self._versions()
            self._server.loop.stop()
            return
        is_late = self.agenda.now - self._length > CLOSING_SECONDS
        require(not is_late, f"somebody waits for ever: {', '.join(waiting) or 'the house'}")
        self.agenda.after(_LOOK, self._look)

    def _standing(self) -> list[str]:
        """Name the tables that do not go on by themselves, and do not say whom they wait for."""
        house = self._server.house if self._server is not None else None
        return [
            f"table {table}"
            for table, version in self._versions().items()
            if house is not None
            and version == self._before[table]
            and goes_on_by_itself(house, table)
        ]

    def _verdict(self) -> History:
        server = self._server
        assert server is not None, "it is open"
        assert server.house is not None, "it is open"
        received = [(client.name, client.received.hexdigest()) for client in self.clients]
        server.loop.is_alone = True
        server.loop.run_until_complete(server.house.close())
        with Database(self.disk.url).reading() as connection:
            found = judge(self, connection)
            heads = {c: head.hash.hex() for c, head in reading.heads(connection).items()}
        mark = sha256(repr((sorted(heads.items()), received)).encode()).hexdigest()
        return History(
            seed=self.seed,
            seconds=self.agenda.now,
            rounds=found.rounds,
            bets=found.bets,
            entries=found.entries,
            requests=len(self.truth.asked),
            messages=self.network.messages,
            starts=self._starts,
            hash=mark,
        )

    # --- telling --------------------------------------------------------------------------------

    def note(self, client: Client, words: str) -> None:
        """Tell what somebody does or hears, where anybody wants to know."""
        if self._note is not None:
            self._note(self.agenda.now, client.name, words)

    def _say(self, who: str, words: str) -> None:
        if self._note is not None:
            self._note(self.agenda.now, who, words)


def goes_on_by_itself(house: OpenHouse, table: str) -> bool:
    """Whether something must happen at a table before long, though nobody does anything."""
    broadcast, config = house.tables.broadcasts.get(table), house.settings.configs[table]
    if broadcast is None or not broadcast.view.house_table.is_open or not broadcast.watchers:
        return False
    shown = broadcast.view.house_table.table
    is_dealt = config.driver == "dealer" or not config.free_rounds
    return not is_dealt and shown.undecided is None


def history_of(
    seed: int, seconds: float, crowd: Crowd = HASTY, note: Note | None = None
) -> History:
    """Let the history of a seed happen; raises `Violation` where it cannot be right."""
    with TemporaryDirectory(dir=_memory()) as place:
        return World(seed, seconds, Path(place), crowd, note).run()


def _memory() -> str | None:
    """Keep the disk of a simulation in memory, where there is a place for that."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 – a place of its own in it
