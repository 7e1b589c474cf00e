"""Which tests are traced, so that covered lines are counted. Tracing takes as long again as a test.

So only those are traced that `scripts/traced` found to add something, and named in `traced.txt`.
Who asks for a part of the sources (`--cov=punto.store`) wants to see what his own tests cover: then
all are traced.
"""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Final

import pytest

from tests.support.cached_results import CachedResults

TRACED: Final = Path(__file__).parent.parent / "traced.txt"
"""The names of their functions, a line each."""

ALL: Final = "PUNTO_TRACE_ALL"
"""Set in the environment, it has all tests traced: `scripts/traced` wants to see what each adds."""

ON_POSTGRES: Final = " on PostgreSQL"
_FIRST_WORKER: Final = "gw0"
_SERVERS: Final = frozenset({"postgres", "postgres_url"})


def traced_name(item: pytest.Item) -> str:
    """Name a function of tests with all its examples; those on the other database apart."""
    name = item.nodeid.partition("[")[0]
    return name + ON_POSTGRES if _is_on_postgres(item) else name


def _is_on_postgres(item: pytest.Item) -> bool:
    asked = set(getattr(item, "fixturenames", ()))
    given = getattr(getattr(item, "callspec", None), "params", {})
    return bool(asked & _SERVERS) or given.get("database_url") == "postgresql"


class Tracing:
    """Traces the tests that are named, and pauses for all others.

    A mark of pytest-cov would not do: its pause ends the tracing of threads that later tests of the
    file still ask.
    """

    def __init__(self) -> None:
        self._traced = frozenset(TRACED.read_text(encoding="utf-8").splitlines())
        self._all = ALL in os.environ
        self._cached_results = CachedResults()

    def of_imports(self, config: pytest.Config) -> AbstractContextManager[None]:
        """Trace what is run by importing in one worker: all workers import the same."""
        worker = getattr(config, "workerinput", {}).get("workerid", _FIRST_WORKER)
        if sys.gettrace() is None or worker == _FIRST_WORKER:
            return nullcontext()
        return _paused()

    def as_due(self, item: pytest.Item) -> AbstractContextManager[None]:
        """Trace a part of a test, or not; where nothing is traced, leave it so."""
        if sys.gettrace() is None:
            return nullcontext()
        if self._is_traced(item):
            self._cached_results.trace()
            return nullcontext()
        self._cached_results.pause()
        return _paused()

    def _is_traced(self, item: pytest.Item) -> bool:
        measuring = item.config.pluginmanager.get_plugin("_cov")
        asked_for_a_part = measuring is not None and measuring.options.cov_source is not None
        return self._all or asked_for_a_part or traced_name(item) in self._traced


@contextmanager
def _paused() -> Iterator[None]:
    """Trace nothing meanwhile: in a worker pytest-cov's own pause leaves it."""
    here, in_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)
    try:
        yield
    finally:
        threading.settrace(in_threads)
        sys.settrace(here)
