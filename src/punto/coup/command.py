"""What can be asked of a round. Commands are imperative; who asks is the table's business.

Cards are in notation, so that a command can be written down and read back as it is.
"""

from typing import TypeAlias, final

import msgspec


@final
class OpenBetting(msgspec.Struct, frozen=True, tag=True):
    """Commence play: "Place your bets", until this time, or until somebody closes the bets."""

    closes_at_ms: int | None = None


@final
class ProlongBetting(msgspec.Struct, frozen=True, tag=True):
    """Take bets for longer, until this time."""

    closes_at_ms: int


@final
class PlaceWager(msgspec.Struct, frozen=True, tag=True):
    """Stake so much on a wager, or so much more if there is a stake already."""

    bettor: str
    wager: str
    amount: int


@final
class WithdrawWager(msgspec.Struct, frozen=True, tag=True):
    """Take a whole stake back."""

    bettor: str
    wager: str


@final
class CloseBetting(msgspec.Struct, frozen=True, tag=True):
    """Close the bets: "No more bets"."""


@final
class DealCard(msgspec.Struct, frozen=True, tag=True):
    """Give the next card to the hand that it is for."""

    card: str


@final
class SetCardAside(msgspec.Struct, frozen=True, tag=True):
    """Report a card that was drawn in error: no hand calls for it."""

    card: str
    who: str
    why: str


@final
class CorrectCard(msgspec.Struct, frozen=True, tag=True):
    """Correct a card that was read wrongly; `place` counts the cards of the round from 0."""

    place: int
    card: str
    who: str
    why: str


@final
class Reconstruct(msgspec.Struct, frozen=True, tag=True):
    """Put the cards of the round as they left the shoe: the hands follow by the tableau."""

    cards: tuple[str, ...]
    who: str
    why: str


@final
class AnnounceTotals(msgspec.Struct, frozen=True, tag=True):
    """Announce the totals of the initial deal, before any third card."""


@final
class AnnounceResult(msgspec.Struct, frozen=True, tag=True):
    """Announce who has won, once both hands are complete."""


@final
class CollectLosing(msgspec.Struct, frozen=True, tag=True):
    """Collect the losing wagers."""


@final
class PayWinning(msgspec.Struct, frozen=True, tag=True):
    """Pay the winning wagers and give pushed ones back: the round is settled."""


@final
class VoidRound(msgspec.Struct, frozen=True, tag=True):
    """Declare the round void: every stake goes back, and payouts are taken back."""

    reason: str
    clause: str | None
    who: str
    why: str


Betting: TypeAlias = PlaceWager | WithdrawWager
"""What a bettor asks: most that is asked of a round."""

OfRound: TypeAlias = (
    OpenBetting
    | ProlongBetting
    | CloseBetting
    | DealCard
    | SetCardAside
    | CorrectCard
    | Reconstruct
    | AnnounceTotals
    | AnnounceResult
    | CollectLosing
    | PayWinning
    | VoidRound
)
"""What is done to the round itself."""

Command: TypeAlias = Betting | OfRound
