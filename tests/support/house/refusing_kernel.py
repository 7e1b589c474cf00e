"""A kernel that refuses: system calls of this process fail from now on, as on a broken disk.

It is the real path through the kernel's interface, without a library in between and without root.
There is no way back, so only a process that is about to end may do this to itself.
"""

import ctypes
import platform
import struct
from collections.abc import Iterable
from typing import Final

_NUMBERS: Final = {
    "x86_64": {"seccomp": 317, "pwrite64": 18, "fsync": 74, "fdatasync": 75},
    "aarch64": {"seccomp": 277, "pwrite64": 68, "fsync": 82, "fdatasync": 83},
}
_NO_NEW_PRIVILEGES: Final = 38
_SET_FILTER, _ALL_THREADS = 1, 1
_ALLOW: Final = 0x7FFF0000
_REFUSE: Final = 0x00050000
_LOAD, _EQUALS, _RETURN = 0x20, 0x15, 0x06


class _Program(ctypes.Structure):
    """What the kernel takes: how many instructions, and where they are."""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def can_refuse() -> bool:
    """Whether the numbers of this machine's system calls are known here."""
    return platform.system() == "Linux" and platform.machine() in _NUMBERS


def refuse(calls: Iterable[str], error: int) -> None:
    """Let these system calls fail with an error, in every thread, until the process ends."""
    numbers = _NUMBERS[platform.machine()]
    code = _filter([numbers[call] for call in calls], error)
    program = _Program(len(code) // 8, code)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "privileges cannot be given up")
    if libc.syscall(numbers["seccomp"], _SET_FILTER, _ALL_THREADS, ctypes.byref(program)):
        raise OSError(ctypes.get_errno(), "the kernel takes no filter")


def _filter(refused: list[int], error: int) -> bytes:
    """Write the filter: load the number of the call, compare it with each, refuse or allow."""
    lines = [(_LOAD, 0, 0, 0)]
    for place, number in enumerate(refused):
        lines.append((_EQUALS, len(refused) - place, 0, number))
    lines += [(_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _REFUSE | error)]
    return b"".join(struct.pack("HBBI", *line) for line in lines)
