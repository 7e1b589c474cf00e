"""The hash of a function with all that it uses: the same in every process that reads it."""

from hashlib import sha256
from io import BytesIO
from typing import Any

from numba.cloudpickle import Pickler
from numba.cloudpickle.cloudpickle import _DYNAMIC_CLASS_TRACKER_BY_ID as IDS_OF_CLASSES
from numba.extending import is_jitted


def value_sha256(value: object) -> str:
    """Hash a value, of a function its code and all that it refers to."""
    written = BytesIO()
    _Pickler(written).dump(value)  # type: ignore[no-untyped-call]  # theirs
    return sha256(written.getvalue()).hexdigest()


class _Pickler(Pickler):
    """Writes equal values alike. Nobody reads them: it leaves out what differs between processes.

    That is the ids by which a process knows its compiled functions and its classes, the order of
    sets, and which equal texts are one: code that was kept on disk shares others than fresh code.
    """

    def __init__(self, written: BytesIO) -> None:
        super().__init__(written)  # type: ignore[no-untyped-call]  # theirs
        self._first: dict[str | bytes, str | bytes] = {}

    def persistent_id(self, value: Any) -> object:  # noqa: ANN401 – whatever a function refers to
        """Give what is written instead of a value, or None."""
        if is_jitted(value):
            return value.py_func, value.targetoptions
        if isinstance(value, set | frozenset):
            return type(value), sorted(map(value_sha256, value))
        if type(value) is str and value in IDS_OF_CLASSES:
            return "class"
        if type(value) in (str, bytes):
            return self._first.setdefault(value, value)
        return None
