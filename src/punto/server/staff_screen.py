"""A screen of the staff: unlocked while somebody is there, at whichever node that is seen.

What two nodes know of one is put together in any order and however often, and by no clock: of two
turns the later one holds, so that whoever was signed out at one node is out at all.
"""

from hashlib import sha256
from typing import Final

import msgspec

LOCKED_AFTER_MS: Final = 5 * 60_000
"""A console that nobody touches for so long wants the PIN again."""


class StaffScreen(msgspec.Struct):
    """What is known of a token besides what it says itself."""

    since_ms: int
    """When it was made."""
    touched_ms: int = 0
    """When somebody was last there."""
    turn: int = 0
    """How often it was signed out and let in again: odd while it is out."""

    @property
    def was_signed_out(self) -> bool:
        """Whether it ever was: then it stands for no code any more."""
        return self.turn > 0

    def is_locked(self, now_ms: int) -> bool:
        """Whether the PIN is wanted again."""
        return self.turn % 2 == 1 or now_ms - self.touched_ms > LOCKED_AFTER_MS

    def sign_out(self) -> None:
        """Want the PIN before anything else."""
        self.turn += self.turn % 2 == 0

    def unlock(self, now_ms: int) -> None:
        """Let somebody in who has given the PIN."""
        self.turn += self.turn % 2
        self.touched_ms = now_ms

    def take_in(self, other: "StaffScreen") -> None:
        """Know what another node knows of it, too."""
        if other.turn > self.turn:
            self.turn, self.touched_ms = other.turn, other.touched_ms
        elif other.turn == self.turn:
            self.touched_ms = max(self.touched_ms, other.touched_ms)


def screen_name(token: str) -> str:
    """Name a screen among nodes: whoever overhears it has not the token."""
    return sha256(token.encode()).hexdigest()
