"""What has happened in a round. Events are past participles, and the only truth.

An event holds all that is needed to fold it into the state, and nothing that is not yet public.
"""

from typing import TypeAlias, final

import msgspec

from punto.rules import Side, Winner


class Bet(msgspec.Struct, frozen=True):
    """One bettor's wager after the round."""

    bettor: str
    wager: str
    stake: int
    outcome: str
    pays: str | None
    returned: int
    net: int
    clause: str | None


@final
class BettingOpened(msgspec.Struct, frozen=True, tag=True):
    """Play has commenced, under this version of this rulebook, for ever."""

    round: int
    rulebook: str
    training: bool
    """Nothing of this round may touch money."""
    closes_at_ms: int | None = None
    """A bet at this time or later is late; None where somebody closes the bets."""


@final
class BettingProlonged(msgspec.Struct, frozen=True, tag=True):
    """Bets are taken for longer: this is the deadline now."""

    closes_at_ms: int


@final
class WagerPlaced(msgspec.Struct, frozen=True, tag=True):
    """A stake was placed or increased; `stake` is the whole of it now."""

    bettor: str
    wager: str
    amount: int
    stake: int


@final
class WagerWithdrawn(msgspec.Struct, frozen=True, tag=True):
    """A stake was taken back while betting was open."""

    bettor: str
    wager: str
    stake: int


@final
class BettingClosed(msgspec.Struct, frozen=True, tag=True):
    """There are no more bets."""


@final
class CardDealt(msgspec.Struct, frozen=True, tag=True):
    """A card was given to a hand."""

    place: int
    side: Side
    card: str


@final
class CardSetAside(msgspec.Struct, frozen=True, tag=True):
    """A card was drawn in error and set aside."""

    card: str
    who: str
    why: str


@final
class CardCorrected(msgspec.Struct, frozen=True, tag=True):
    """A card that was read wrongly was corrected."""

    place: int
    before: str
    card: str
    who: str
    why: str


@final
class CardsReconstructed(msgspec.Struct, frozen=True, tag=True):
    """The cards lie as they left the shoe, and the round goes on from there."""

    cards: tuple[str, ...]
    aside: tuple[str, ...]
    """Those that no hand calls for."""
    who: str
    why: str


@final
class TotalsAnnounced(msgspec.Struct, frozen=True, tag=True):
    """The totals of the initial deal were announced."""

    player: int
    banker: int


@final
class ResultAnnounced(msgspec.Struct, frozen=True, tag=True):
    """The result was announced."""

    winner: Winner
    player: int
    banker: int
    natural: bool


@final
class WagersCollected(msgspec.Struct, frozen=True, tag=True):
    """The losing wagers were collected."""

    bets: tuple[Bet, ...]


@final
class WagersPaid(msgspec.Struct, frozen=True, tag=True):
    """The winning wagers were paid and the pushed ones given back."""

    bets: tuple[Bet, ...]


@final
class RoundSettledAgain(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A round that was paid is reconstructed; `bets` says what becomes of every wager now."""

    cards: tuple[str, ...]
    aside: tuple[str, ...]
    winner: Winner
    player: int
    banker: int
    natural: bool
    bets: tuple[Bet, ...]
    who: str
    why: str


@final
class RoundVoided(msgspec.Struct, frozen=True, tag=True):
    """The round is void; `bets` says what goes back, and what was paid and must come back."""

    reason: str
    clause: str | None
    who: str
    why: str
    after_payment: bool
    bets: tuple[Bet, ...]


Event: TypeAlias = (
    BettingOpened
    | BettingProlonged
    | WagerPlaced
    | WagerWithdrawn
    | BettingClosed
    | CardDealt
    | CardSetAside
    | CardCorrected
    | CardsReconstructed
    | TotalsAnnounced
    | ResultAnnounced
    | WagersCollected
    | WagersPaid
    | RoundSettledAgain
    | RoundVoided
)
