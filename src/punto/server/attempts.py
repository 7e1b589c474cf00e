"""Guesses at codes, PINs and passwords: heard out a few times, and then after a growing while.

Whoever guesses must not be able to keep others out. So what counts first is a name together with
the place that it is tried from. A name from wherever it is tried, and a place whatever names are
tried there, count later, and not for a place that has given the right answer for that name before.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias, TypeVar

from litestar.exceptions import TooManyRequestsException

FREE: Final = 5
"""So many wrong answers for a name from one place cost nothing."""

FREE_ANYWHERE: Final = 20
"""So many for a name, from all places that are not known."""

FREE_HERE: Final = 30
"""So many from a place, for all names that are not known there."""

FIRST_MS: Final = 5_000
"""How long the first wait is; each further wrong answer doubles it."""

LONGEST_MS: Final = 60_000
"""The longest that somebody has to wait before the next answer is heard."""

FORGOTTEN_MS: Final = 15 * 60_000
"""After so long without a wrong answer it begins anew."""

MOST_KEPT: Final = 10_000
"""How much is kept of each kind; what was longest ago is forgotten first."""

Key: TypeAlias = tuple[str, ...]
"""What wrong answers count against: a name at a place, a name, a place."""

Value = TypeVar("Value")


class Attempts:
    """Counts wrong answers, by name and place."""

    def __init__(self, now_ms: Callable[[], int], *, anywhere: bool = True) -> None:
        self._anywhere = anywhere
        self._of_both = _Wrongs(now_ms, FREE)
        self._of_name = _Wrongs(now_ms, FREE_ANYWHERE)
        self._of_place = _Wrongs(now_ms, FREE_HERE)
        self._trusted: OrderedDict[Key, None] = OrderedDict()

    def wait_ms(self, name: str, place: str) -> int:
        """Say how long it is until an answer for a name is heard from a place; 0 for now."""
        return max(wrongs.wait_ms(key) for wrongs, key in self._counts(name, place))

    def begin(self, name: str, place: str) -> None:
        """Count an answer as wrong before it is looked at: many may come at the same time."""
        for wrongs, key in self._counts(name, place):
            wrongs.add(key)

    def forgive(self, name: str, place: str) -> None:
        """Take the last one back: it was no guess."""
        for wrongs, key in self._counts(name, place):
            wrongs.take_back(key)

    def right(self, name: str, place: str) -> None:
        """Forget what was wrong before, and trust the place with this name."""
        self.forgive(name, place)
        self._of_both.forget((name, place))
        self.trust(name, place)

    def trust(self, name: str, place: str) -> None:
        """Keep nobody out at a place where the name began, or was let in, by guessing elsewhere."""
        _keep(self._trusted, (name, place), None)

    def _counts(self, name: str, place: str) -> Iterator[tuple["_Wrongs", Key]]:
        """Give all that an answer counts for."""
        yield self._of_both, (name, place)
        if (name, place) not in self._trusted:
            yield self._of_place, (place,)
            if self._anywhere:
                yield self._of_name, (name,)


def hear_or_wait(attempts: Attempts, name: str, place: str) -> None:
    """Count an answer that is about to be looked at, or say how long it has to wait."""
    wait_ms = attempts.wait_ms(name, place)
    if wait_ms:
        raise too_often(wait_ms, "too many wrong answers: wait a while")
    attempts.begin(name, place)


def too_often(wait_ms: int, words: str) -> TooManyRequestsException:
    """Tell somebody how long to wait."""
    seconds = str(-(-wait_ms // 1_000))
    return TooManyRequestsException(words, headers={"Retry-After": seconds})


class _Wrong(NamedTuple):
    times: int
    last_ms: int


class _Wrongs:
    """How often answers were wrong.

    What costs a wait is kept apart: nobody has it forgotten by being wrong about much else.
    """

    def __init__(self, now_ms: Callable[[], int], free: int) -> None:
        self._now_ms = now_ms
        self._free = free
        self._few: OrderedDict[Key, _Wrong] = OrderedDict()
        self._many: OrderedDict[Key, _Wrong] = OrderedDict()

    def wait_ms(self, key: Key) -> int:
        """Say how long the next answer has to wait."""
        wrong = self._recent(key)
        if wrong.times < self._free:
            return 0
        wait = min(LONGEST_MS, FIRST_MS << min(wrong.times - self._free, 10))
        return max(0, wrong.last_ms + wait - self._now_ms())

    def add(self, key: Key) -> None:
        """Count one more."""
        self._set(key, _Wrong(self._recent(key).times + 1, self._now_ms()))

    def take_back(self, key: Key) -> None:
        """Count one less."""
        wrong = self._recent(key)
        self._set(key, _Wrong(wrong.times - 1, wrong.last_ms))

    def forget(self, key: Key) -> None:
        """Begin anew."""
        self._few.pop(key, None)
        self._many.pop(key, None)

    def _recent(self, key: Key) -> _Wrong:
        wrong = self._many.get(key) or self._few.get(key) or _Wrong(0, 0)
        is_old = self._now_ms() - wrong.last_ms > FORGOTTEN_MS
        return _Wrong(0, 0) if is_old else wrong

    def _set(self, key: Key, wrong: _Wrong) -> None:
        self.forget(key)
        if wrong.times > 0:
            _keep(self._few if wrong.times < self._free else self._many, key, wrong)


def _keep(kept: OrderedDict[Key, Value], key: Key, value: Value) -> None:
    """Keep something; once there is too much, what was written longest ago is forgotten."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > MOST_KEPT:
        kept.popitem(last=False)
