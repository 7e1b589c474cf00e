"""Results that functions remember: what an untraced test calculated, no traced one runs again."""

import sys
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from typing import TypeAlias

Cached: TypeAlias = "_lru_cache_wrapper[object]"


class CachedResults:
    """Forgets results of functions that were not yet run while their lines were counted.

    Which tests a worker is given first is chance. Without this, whether a cached function counts as
    covered would be, too.
    """

    def __init__(self) -> None:
        self._traced: set[Cached] = set()
        self._is_tracing = True

    def trace(self) -> None:
        """Forget them before lines are counted again."""
        if not self._is_tracing:
            for function in self._untraced():
                function.cache_clear()
        self._is_tracing = True

    def pause(self) -> None:
        """Note which functions were run, before lines are not counted for a while."""
        if self._is_tracing:
            self._traced.update(function for function in self._untraced() if _was_run(function))
        self._is_tracing = False

    def _untraced(self) -> Iterator[Cached]:
        return (function for function in _cached_functions() if function not in self._traced)


def _was_run(function: Cached) -> bool:
    return function.cache_info().misses > 0


def _cached_functions() -> Iterator[Cached]:
    modules = [module for name, module in sys.modules.items() if name.startswith("punto.")]
    for module in modules:
        yield from (kept for kept in vars(module).values() if isinstance(kept, _lru_cache_wrapper))
