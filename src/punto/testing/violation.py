"""What the auditor raises."""


class Violation(AssertionError):
    """The events break a rule of the house; the words say which."""


def require(holds: bool, words: str) -> None:  # noqa: FBT001 – it reads as a sentence
    """Raise a violation unless it holds."""
    if not holds:
        raise Violation(words)
