"""A house that dies at a point of a flow of money has done all of it or nothing, and ends it once.

`scripts/crash` goes through every point on both databases; here every second is taken, and fewer on
PostgreSQL and in long flows.
"""

import pytest

from tests.support.house.flow import FLOWS, Flow
from tests.support.house.interruption import Interruption, interrupt_first_start

LONG = {
    "card by card": 9,
    "repay": 4,
    "collect": 4,
    "write off": 4,
    "checkpoint and snapshot": 4,
    "void after payment, spent": 2,
    "table taken": 6,
    "chips laid": 6,
    "float moved": 5,
    "shifts counted": 5,
}


@pytest.mark.parametrize("flow", FLOWS, ids=[flow.name for flow in FLOWS])
def test_points_of_a_flow_on_sqlite(sqlite_url: str, flow: Flow) -> None:
    stride = 2 * LONG.get(flow.name, 1)
    assert Interruption(sqlite_url, flow).run(stride) >= 10 // stride


@pytest.mark.parametrize("flow", FLOWS, ids=[flow.name for flow in FLOWS])
def test_points_of_a_flow_on_postgresql(postgres_url: str, flow: Flow) -> None:
    stride = 6 * LONG.get(flow.name, 1)
    assert Interruption(postgres_url, flow).run(stride) >= 8 // stride


def test_every_point_of_the_first_start(database_url: str) -> None:
    assert interrupt_first_start(database_url) >= 30
