"""The shoe that a round was dealt from, as far as the journal has it."""

import msgspec

from punto.table.record import ShoeMixed, ShoeRevealed


class Dealing(msgspec.Struct, frozen=True, kw_only=True):
    """The shoe that a round was dealt from, as far as it is known."""

    number: int
    scanned: bool
    gone: int
    """How many cards had left it before the round, burned ones among them."""
    commitment: str | None = None
    outside: str = ""
    mixed: ShoeMixed | None = None
    """What players and a beacon have added, of which `outside` is the hash."""
    revealed: ShoeRevealed | None = None
