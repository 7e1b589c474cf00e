"""A Python program in a process of its own that begins at once: forked where its parts are loaded.

Most of what a short program takes of the processor goes into loading modules. Here that is done
once, in a server of forks, and every program begins as a copy of it.
"""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from multiprocessing.reduction import DupFd
from typing import IO, Any, Final

_LOADED: Final = (
    "punto.cli",
    "punto.cli.serve",
    "punto.server.serving",
    "punto.testing.driven_time",
)
"""What a house is made of."""

_STANDARD: Final = ((0, "r"), (1, "w"), (2, "w"))


class WarmProcess:
    """A program as `python -c SCRIPT …` would run it, with pipes to all it says and is told."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(list(_LOADED))
        _, _, script, *arguments = command
        (orders, told), (said, says), (complaint, complains) = (os.pipe() for _ in _STANDARD)
        theirs = (orders, says, complains)
        self._process = context.Process(
            target=_run,
            args=(script, arguments, dict(environment), tuple(map(DupFd, theirs))),
        )
        self._process.start()
        for end in theirs:
            os.close(end)
        self.stdin: IO[str] = os.fdopen(told, "w", encoding="utf-8")
        self.stdout: IO[str] = os.fdopen(said, encoding="utf-8")
        self._complaints = _Complaints(complaint)
        # Whoever starts it ends it; a test that failed to must not wait for it at the very end.
        multiprocessing.process._children.discard(self._process)  # type: ignore[attr-defined]  # noqa: SLF001

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process.pid is not None, "it was started"
        return self._process.pid

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def ended(self, seconds: float) -> tuple[int, str]:
        """Wait so long for its end, and give its status and what it has written on stderr."""
        self.stdin.close()
        self._process.join(seconds)
        assert self._process.exitcode is not None, f"it has not ended after {seconds} seconds"
        self.stdout.close()
        return self._process.exitcode, self._complaints.all()


class _Complaints:
    """What a process writes on stderr, read as it comes, so that it never waits for a reader."""

    def __init__(self, end: int) -> None:
        self._text = ""
        self._reading = threading.Thread(target=self._read, args=(end,), daemon=True)
        self._reading.start()

    def _read(self, end: int) -> None:
        with os.fdopen(end, encoding="utf-8", errors="replace") as lines:
            self._text = lines.read()

    def all(self) -> str:
        self._reading.join()
        return self._text


def _run(
    script: str, arguments: Sequence[str], environment: Mapping[str, str], ends: Sequence[Any]
) -> None:
    """Be that program, in the forked process."""
    for (number, mode), end in zip(_STANDARD, ends, strict=True):
        given = end.detach()
        os.dup2(given, number)
        os.close(given)
        setattr(sys, ("stdin", "stdout", "stderr")[number], open(number, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["-c", *arguments]
    exec(script, {"__name__": "__main__"})  # noqa: S102 – our own program
