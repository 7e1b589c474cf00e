"""The points at which a process can die: before and after every statement and every commit."""

from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import Engine, event

Reached = Callable[[str], None]

_STATEMENTS: Final = {"before_cursor_execute": "before", "after_cursor_execute": "after"}


def watch_points(engine: Engine, reached: Reached) -> None:
    """Be called at every point of an engine, with words that tell which."""
    for name, words in _STATEMENTS.items():
        event.listen(engine, name, _statement(words, reached))
    watch_commits(
        engine, before=lambda: reached("before commit"), after=lambda: reached("after commit")
    )


def _statement(words: str, reached: Reached) -> Callable[..., None]:
    def listener(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:  # noqa: ANN401
        reached(f"{words} {' '.join(statement.split()[:3])}")

    return listener


def watch_commits(
    engine: Engine, *, before: Callable[[], None], after: Callable[[], None]
) -> Callable[[], None]:
    """Be called around every commit. SQLAlchemy has an event before one only; gives the way back.

    What is raised in `after` is raised when the commit has happened: whoever asked for it cannot
    know.
    """
    dialect = engine.dialect
    really: Callable[[Any], None] = dialect.do_commit

    def do_commit(connection: Any) -> None:  # noqa: ANN401 – the driver's own
        before()
        really(connection)
        after()

    setattr(dialect, "do_commit", do_commit)  # noqa: B010 – mypy knows it for a method
    return lambda: setattr(dialect, "do_commit", really)
