"""What those who asked know: what they said, and what they were told. The house cannot edit it."""

from collections.abc import Iterator
from typing import Any, Final

from punto.server.code import Code
from punto.testing.violation import require

UNDECIDED: Final = frozenset({Code.NOT_STORED.value, Code.OVERLOADED.value})
"""Refusals after which the same request may still be done."""

_OF_THE_VISIT: Final = frozenset({Code.SIGN_IN.value, Code.LOCKED.value})
"""Refusals that say nothing about the request."""


class Asked:
    """One request under one id, however often it was said."""

    def __init__(self, key: str, said: Any, text: str) -> None:  # noqa: ANN401 – of any socket
        self.key = key
        self.said = said
        self.text = text
        self.sent_at = 0.0
        self.is_answered = False
        self.is_done = False
        self.is_misused = False
        """Whether its id was used for something else as well."""
        self.version: int | None = None
        self.refusals: list[str] = []

    def accept(self, version: int | None) -> None:
        """Take a yes: it may never differ from one that was given before."""
        known = self.is_done and self.version is not None and version is not None
        same = not known or self.version == version
        require(same, f"{self.key} was done in {self.version}, and now in {version}")
        self.is_done = self.is_answered = True
        self.version = version if self.version is None else self.version

    def refuse(self, code: str) -> bool:
        """Take a no; False where it may still become a yes."""
        if code in UNDECIDED or code in _OF_THE_VISIT:
            return False
        stands = self.is_done and self.version is not None and not self.is_misused
        require(not stands, f"{self.key} was done, and is refused now: {code}")
        self.refusals.append(code)
        self.is_answered = True
        return True


class Truth:
    """All requests of all who ask."""

    def __init__(self) -> None:
        self.asked: dict[str, Asked] = {}

    def note(self, key: str, said: Any, text: str) -> Asked:  # noqa: ANN401 – as above
        """Note a request that is said for the first time."""
        self.asked[key] = Asked(key, said, text)
        return self.asked[key]

    def done(self) -> Iterator[Asked]:
        """Give all that were done."""
        return (each for each in self.asked.values() if each.is_done)
