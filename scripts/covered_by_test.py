"""A plugin of pytest for `scripts/traced`: counts lines for each test, and notes what it takes.

The file named in PUNTO_TEST_SECONDS gets the processor seconds of every test that was run; it is
not written where one has failed. A layer may be over its budget: all are traced here.
"""

import json
import os
from collections import defaultdict
from pathlib import Path
from typing import Final

import pytest

from tests.support.tracing import traced_name

SECONDS: Final = "PUNTO_TEST_SECONDS"
_NAME: Final = "traced_name"
_USED: Final = "processor_seconds"

_spent: Final[dict[str, float]] = defaultdict(float)
_failed: Final[set[str]] = set()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Tell coverage whose lines come now."""
    name = traced_name(item)
    item.user_properties.append((_NAME, name))
    measuring = item.config.pluginmanager.get_plugin("_cov")
    assert measuring is not None, "asked for"
    measuring.cov_controller.cov.switch_context(name)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up what each test has used, fixtures included."""
    if report.failed:
        _failed.add(report.nodeid)
    said = dict(report.user_properties)
    name, used = said.get(_NAME), said.get(_USED)
    if isinstance(name, str) and isinstance(used, float):
        _spent[name] += used


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write it down, once for all workers."""
    if not hasattr(session.config, "workerinput") and not _failed:
        Path(os.environ[SECONDS]).write_text(json.dumps(_spent), encoding="utf-8")
