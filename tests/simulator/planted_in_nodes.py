"""Bugs to plant in the leases of several nodes, each as somebody could write it by mistake."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

import pytest

from punto.store.steadiness import Steadiness

Plant = Callable[[pytest.MonkeyPatch], None]

NODES: Final[Any] = import_module("punto.store.nodes")


def _the_dead_write_on(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(NODES, "hold_life", lambda *_: None)


def _a_life_is_ended_without_a_new_epoch(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(NODES, "_ENDED", NODES._ENDED.replace("epoch = epoch + 1, ", ""))


def _silence_is_believed_at_once(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Steadiness, "is_steady", property(lambda _: True))


PLANTED: Final[dict[str, Plant]] = {
    "leases: the dead write on": _the_dead_write_on,
    "leases: a life is ended without a new epoch": _a_life_is_ended_without_a_new_epoch,
    "leases: silence is believed at once": _silence_is_believed_at_once,
}

FOUND: Final[dict[str, int]] = {
    "leases: the dead write on": 1,
    "leases: a life is ended without a new epoch": 1,
    "leases: silence is believed at once": 6,
}
"""The first seed that finds each."""
