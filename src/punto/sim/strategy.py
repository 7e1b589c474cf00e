"""A strategy: a function that is shown the table before a round, and writes down its stakes."""

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib.util import module_from_spec, spec_from_file_location
from inspect import (
    Parameter,
    isasyncgenfunction,
    iscoroutinefunction,
    isgeneratorfunction,
    signature,
)
from pathlib import Path
from typing import Any, Final

import numpy as np

from punto.compiler import Asked, as_bytes
from punto.errors import WrongInput
from punto.sim.view import STATE, Numbers, View, a_view

Bets = Callable[[View, Numbers, Numbers], None]
"""`bets(view, state, stakes)`: what is seen, numbers of one's own, and the stake on each wager in
the order of the rulebook, 0 when it is asked."""

_ARGUMENTS: Final = 3
_LATER: Final = (isgeneratorfunction, iscoroutinefunction, isasyncgenfunction)
"""Functions that a call only makes ready: stakes would never be written."""

_POSITIONAL: Final = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


@dataclass(frozen=True)
class Strategy:
    """A function under its name. It goes to other processes by value, wherever it was written."""

    name: str
    bets: Bets

    def __post_init__(self) -> None:
        """Refuse what cannot be asked."""
        if _positional(self.bets) != _ARGUMENTS:
            raise WrongInput(f"strategy {self.name}: it is a function of view, state and stakes")
        if any(kind(self.bets) for kind in _LATER):
            raise WrongInput(f"strategy {self.name}: it does nothing when it is called")

    @cached_property
    def asked(self) -> Asked:
        """The same, compiled if it can be."""
        numbers = np.zeros(STATE, dtype=np.int64)
        return Asked(self.bets, (a_view(), numbers, numbers))

    @property
    def is_compiled(self) -> bool:
        """Whether it runs as machine code."""
        return self.asked.made is not None

    def __reduce__(self) -> tuple[Any, ...]:
        try:
            return _read, (self.name, as_bytes(self.bets))
        except Exception as error:  # whatever its values raise, where they cannot be written down
            reason = f"it cannot go to other workers, only one can play it: {error}"
            raise WrongInput(f"strategy {self.name}: {reason}") from error


def _read(name: str, written: bytes) -> Strategy:
    return Strategy(name, pickle.loads(written))  # noqa: S301 – from the process that started this


def _positional(function: Callable[..., Any]) -> int:
    try:
        return sum(each.kind in _POSITIONAL for each in signature(function).parameters.values())
    except (TypeError, ValueError):  # it is no function, or none that was written in Python
        return 0


def strategy_in(file: str) -> Strategy:
    """Read `bets.py:function` from a file."""
    path, _, name = file.rpartition(":")
    found = spec_from_file_location(Path(path).stem, path)
    if found is None or found.loader is None or not Path(path).is_file():
        raise WrongInput(f"strategy {file}: there is no Python file {path}")
    module = module_from_spec(found)
    try:
        found.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise WrongInput(f"strategy {file}: {type(error).__name__}: {error}") from error
    if not hasattr(module, name):
        raise WrongInput(f"strategy {file}: the file has no function {name!r}")
    return Strategy(file, getattr(module, name))
