"""Which numbers of shoes or sessions are done: spans of them, in order, apart from each other."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spans:
    """Numbers from 0 on, each span from its first to the one behind its last."""

    spans: tuple[tuple[int, int], ...] = ()

    @property
    def end(self) -> int:
        """The number behind the last that is done."""
        return self.spans[-1][1] if self.spans else 0

    def plus(self, first: int, number: int) -> "Spans":
        """Add numbers that were not done; what touches becomes one."""
        merged: list[tuple[int, int]] = []
        for begin, end in sorted((*self.spans, (first, first + number))):
            if merged and merged[-1][1] == begin:
                begin = merged.pop()[0]  # noqa: PLW2901 – the span goes on
            merged.append((begin, end))
        return Spans(tuple(merged))

    def gaps(self, first: int, after: int) -> Iterator[tuple[int, int]]:
        """List what is not done, from a number to before another."""
        for begin, end in self.spans:
            if first < min(begin, after):
                yield first, min(begin, after)
            first = max(first, end)
        if first < after:
            yield first, after
