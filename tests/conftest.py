"""What every test shares: databases, how hard properties are tried, how long a layer may take."""

import gc
import shutil
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]

from punto.store import Database
from tests.support.coverage_gate import shortfalls
from tests.support.postgres import PostgresServer, PostgresUnavailable
from tests.support.processor_time import ProcessorTime
from tests.support.tracing import Tracing

# Each example may take its time: a busy machine must not fail a property.
settings.register_profile("punto", deadline=None, print_blob=True)
settings.load_profile("punto")

BUDGET_SECONDS: Final = {
    "unit": 45,
    "rules": 90,
    "golden": 30,
    "cli": 60,
    "exhaustive": 180,
    "properties": 180,
    "docs": 90,
    "exact": 240,
    "sim": 120,
    "coup": 60,
    "fair": 60,
    "ledger": 120,
    "table": 60,
    "simulator": 210,
    "randomness": 150,
    "lab": 90,
    "house": 60,
    "store": 300,
    "crash": 220,
    "server": 380,
    "web": 240,
    "browser": 240,
}
"""Processor seconds that each directory of tests may take, with the programs it starts, added up
over all workers, on a machine of its own. Time on the wall would say more of what else the machine
is doing; what the others take of the processor is measured by a yardstick, and left out."""

_spent: Final[dict[str, float]] = defaultdict(float)
_PROCESSOR_SECONDS: Final = "processor_seconds"


def _layer(nodeid: str) -> str:
    return nodeid.split("/")[1]


def _file(nodeid: str) -> str:
    return nodeid.partition("::")[0]


_SPREAD: Final = frozenset({"simulator", "properties", "rules"})
"""The layers whose tests share nothing; a file of any other stays with one worker, for what its
tests have in common: a house, a browser, a database, a long calculation."""

_FIRST: Final = (
    "tests/crash/test_points.py",
    "tests/web/test_client.py",
    "tests/web/test_books.py",
    "tests/randomness/test_evidence.py",
    "tests/browser/test_axe.py",
    "tests/server/test_kills.py",
    "tests/exact/test_figures.py",
    "tests/server/test_irregularities.py",
    "tests/server/test_staff.py",
    "tests/store/test_tampering.py",
    "tests/cli/test_admin.py",
    "tests/crash/test_kills.py",
)
"""The files that take longest; one that is not there any more does no harm."""

_LAST: Final = "simulator"
"""A hundred seconds of tests that share nothing and wait for nothing."""


class Scheduling(LoadFileScheduling):  # type: ignore[misc]  # xdist has no types
    """Gives a worker one file at a time, and of the layers that are spread one test."""

    def _split_scope(self, nodeid: str) -> str:
        return nodeid if _layer(nodeid) in _SPREAD else _file(nodeid)


_tracing: Final = Tracing()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduling:  # noqa: ANN401 – xdist's
    """Say what workers are given."""
    return Scheduling(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Look for no garbage meanwhile, and never in what was collected: all of it stays to the end.

    Each worker makes millions of objects here, and looking through them takes as long again.
    """
    gc.disable()
    try:
        with _tracing.of_imports(session.config):
            return (yield)
    finally:
        gc.enable()
        gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long, so that nobody waits for it at the end; mix the layers then.

    While one worker waits for a browser or a disk, others calculate. Last comes what can be shared
    out to the second.
    """
    files: dict[str, list[str]] = defaultdict(list)
    for file in dict.fromkeys(_file(item.nodeid) for item in items):
        files[_layer(file)].append(file)
    turns = {
        file: 1.0 if layer == _LAST else place / len(of_layer)
        for layer, of_layer in files.items()
        for place, file in enumerate(of_layer)
    }
    turns |= {file: place - len(_FIRST) for place, file in enumerate(_FIRST)}
    items.sort(key=lambda item: turns[_file(item.nodeid)])


_processor_time: Final = ProcessorTime()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note in each report what its part of the test has used, fixtures included."""
    report = yield
    report.user_properties.append((_PROCESSOR_SECONDS, _processor_time.since_last()))
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up what each layer has used; the reports of all workers come together here."""
    used = dict(report.user_properties)[_PROCESSOR_SECONDS]
    assert isinstance(used, float), "as it was noted"
    _spent[_layer(report.nodeid)] += used


_uncovered: Final[list[str]] = []


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run when a layer has outgrown its budget, or has none, or too little is covered."""
    over = [layer for layer, spent in _spent.items() if spent > BUDGET_SECONDS.get(layer, 0)]
    _uncovered.extend(_shortfalls(session.config))
    if (over or _uncovered) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _shortfalls(config: pytest.Config) -> Iterator[str]:
    """Look once all workers have told what they covered; --cov=punto.store wants to see only."""
    measured = config.pluginmanager.get_plugin("_cov")
    is_worker = hasattr(config, "workerinput")
    if measured is not None and measured.options.cov_source is None and not is_worker:
        yield from shortfalls(measured.cov_controller.cov)


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show what each layer took of what it may, below the long list of lines not covered."""
    for layer, spent in sorted(_spent.items()):
        budget = BUDGET_SECONDS.get(layer, 0)
        note = "  OVER BUDGET" if spent > budget else ""
        terminalreporter.write_line(f"{layer:12} {spent:6.1f} s of {budget} s{note}")
    for part in _uncovered:
        terminalreporter.write_line(f"COVERAGE FAILS: {part}", red=True)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    """Fixtures are part of their test: what they calculate may be most of it."""
    with _tracing.as_due(item):
        return (yield)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    with _tracing.as_due(item):
        return (yield)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    with _tracing.as_due(item):
        return (yield)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Start one server for all tests that ask. Without one they fail: a skip would hide them."""
    try:
        server = PostgresServer()
    except PostgresUnavailable as error:
        raise pytest.fail.Exception(str(error), pytrace=False) from None
    with server:
        yield server


@pytest.fixture
def postgres_url(postgres: PostgresServer) -> Iterator[str]:
    with postgres.emptied_database() as url:
        yield url


@pytest.fixture(scope="session")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lay the tables of a house out once: every house that is opened would do it again."""
    path = tmp_path_factory.mktemp("laid-out") / "punto.sqlite"
    Database(f"sqlite:///{path}").migrate()
    return path


@pytest.fixture
def sqlite_url(tmp_path: Path, laid_out: Path) -> str:
    return f"sqlite:///{shutil.copy(laid_out, tmp_path / 'punto.sqlite')}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """Give the address of an empty database of each kind, in SQLAlchemy's form."""
    fixture = {"sqlite": "sqlite_url", "postgresql": "postgres_url"}[request.param]
    url = request.getfixturevalue(fixture)
    assert isinstance(url, str)
    return url
