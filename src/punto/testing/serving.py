"""A house in a process of its own, served for real: it can be killed, and opened again."""

import json
import os
import signal
import sys
from importlib.resources import files
from pathlib import Path
from typing import Final, Self

from punto.client.http import post
from punto.server.staff import FIRST_ROLES
from punto.testing.driven_time import MOVED, NOON_MS
from punto.testing.warm_process import WarmProcess

CLOSING_SECONDS: Final = 60.0
_OPEN: Final = "The house is open: "

_SERVE: Final = """
from pathlib import Path
from punto.cli import main, web_client
web_client.built_client = lambda: {client}
{time}main()
"""
"""`punto serve` as it is, with a client that is built already, or with none."""

_DRIVEN: Final = """
from punto.server import house_time
from punto.server.staff import FIRST_ROLES
from punto.testing.driven_time import ObedientTime
house_time.SystemTime = lambda: ObedientTime({now_ms})
"""
"""And with a clock that only the test moves."""


ATTENDANT: Final = ("tess", "2468")
"""Who serves terminals in tests, and the PIN."""

UNHURRIED: Final = """
[traffic]
messages_per_second = 999999
messages_per_account = 999999
messages_per_address = 999999
totals_per_second = 999999
waiting_ms = 999999
"""
"""A test says in a moment what a player says in an hour, and waits for no pace."""


def quick_house(window_ms: int = 600, card_ms: int = 2, result_ms: int = 30) -> str:
    """Give the usual configuration, with times that a test can wait for."""
    text = files("punto.server").joinpath("house.toml").read_text(encoding="utf-8")
    usual = [line for line in text.splitlines() if not line.startswith("window_ms")]
    times = f"window_ms = {window_ms}\ncard_ms = {card_ms}\nresult_ms = {result_ms}"
    plan = "\n".join(usual).replace("[[tables]]", f"[[tables]]\n{times}")
    before, lists, after = plan.partition("[[")  # a test may add keys to the last table
    return f"{before}{UNHURRIED}\n{lists}{after}\n"


class ServedHouse:
    """A `punto serve` on a free port; opened again it has the same port and the same data."""

    def __init__(
        self,
        place: Path,
        config: str,
        database: str | None = None,
        client: Path | None = None,
        *,
        driven: bool = False,
    ) -> None:
        self.place = place
        self.client = client
        """The directory of the web client, built; None for a house without pages."""
        self.config = place / "house.toml"
        self.config.write_text(config, encoding="utf-8")
        self.database = database
        self.address = ""
        self.said = ""
        """What the house wrote on stderr until it ended."""
        self.now_ms: int | None = NOON_MS if driven else None
        """The time of a house whose clock is driven from here; None for that of the system."""
        self._port = 0
        self._links: dict[str, str] = {}
        self._has_attendant = False
        self._process: WarmProcess | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self.kill()

    def start(self) -> None:
        """Open the house and wait until it says where."""
        here = os.environ | {"XDG_DATA_HOME": str(self.place)}
        self._process = WarmProcess(self.command(), here)
        line = self._process.stdout.readline()
        if not line.startswith(_OPEN):
            self._end()
            raise AssertionError(f"the house did not open: {self.said or line}")
        self.address = line.removeprefix(_OPEN).strip()
        self._port = int(self.address.rstrip("/").rpartition(":")[2])

    def links(self) -> dict[str, str]:
        """Read the links that a house without staff offers when it opens, by their roles."""
        assert self._process is not None, "it is open"
        while len(self._links) < len(FIRST_ROLES):
            line = self._process.stdout.readline()
            assert line, "the house offers no links: somebody is staff already"
            self._note_link(line)
        return self._links

    def _note_link(self, line: str) -> None:
        role, _, link = line.strip().partition(" ")
        if "/enrol#" in link:
            self._links[role] = link.strip()

    def attendant(self) -> tuple[str, str]:
        """Enrol somebody who sells credits at terminals, once, and give name and PIN."""
        if not self._has_attendant:
            _, _, link = self.links()["cage"].partition("#")
            enrolment = {"link": link, "name": ATTENDANT[0], "pin": ATTENDANT[1]}
            post(self.address, "/api/staff/enrolments", json.dumps(enrolment).encode())
            self._has_attendant = True
        return ATTENDANT

    def command(self) -> list[str]:
        """Give the command that opens this house."""
        where = ["--database", self.database] if self.database else ["--data", str(self.place)]
        options = ["--port", str(self._port), "--config", str(self.config), *where]
        client = f"Path({str(self.client)!r})" if self.client else "None"
        time = _DRIVEN.format(now_ms=self.now_ms) if self.now_ms is not None else ""
        script = _SERVE.format(client=client, time=time)
        return [sys.executable, "-c", script, "serve", *options]

    @property
    def pid(self) -> int | None:
        """The number of its process, while it is open."""
        return self._process.pid if self._process is not None else None

    def advance(self, ms: int) -> None:
        """Let time pass, also while the house is closed; what falls due on the way is done then."""
        assert self.now_ms is not None, "its clock is driven from here"
        self.now_ms += ms
        if self._process is not None:
            self._move(self._process, ms)

    def _move(self, process: WarmProcess, ms: int) -> None:
        process.stdin.write(f"{ms}\n")
        process.stdin.flush()
        while (line := process.stdout.readline()) and not line.startswith(MOVED):
            self._note_link(line)  # the house said so before time was moved
        assert line == f"{MOVED}{self.now_ms}\n", f"the house ended: {line!r}"

    def kill(self) -> None:
        """End the process at once, as a power cut would."""
        assert self._process is not None, "it is open"
        self._process.kill()
        self._end()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask the house to close, and give its exit status."""
        assert self._process is not None, "it is open"
        self._process.send_signal(number)
        return self._end()

    def _end(self) -> int:
        assert self._process is not None, "it is open"
        process, self._process = self._process, None
        status, self.said = process.ended(CLOSING_SECONDS)
        return status
