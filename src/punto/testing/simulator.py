"""Workload and auditor together: one seed, one history, one verdict."""

from collections.abc import Iterable
from random import Random

from punto.table.command import OpenShoe
from punto.testing.auditor import Auditor
from punto.testing.violation import Violation
from punto.testing.workload import History, run


def audit(history: History) -> None:
    """Show a history to an auditor; raises `Violation` where it cannot be right."""
    auditor = Auditor(history.settings)
    for now_ms, command, events in history.accepted:
        auditor.at(now_ms)
        for event in events:
            auditor.watch(event)
        if isinstance(command, OpenShoe) and command.order is not None:
            auditor.given(command.order)
        auditor.at_rest()


def history_of(seed: int, *, length: int | None = None) -> History:
    """Run the workload of a seed."""
    return run(Random(seed), length=length)  # noqa: S311 – a test must be repeatable, not secret


def first_violation(seeds: Iterable[int]) -> str | None:
    """Simulate and audit seed after seed; say which fails first and how, if one does."""
    for seed in seeds:
        try:
            audit(history_of(seed))
        except Violation as violation:
            return f"seed {seed}: {violation}"
    return None
