"""What bets with chips move besides what other bets do: to the felt before, and from it after."""

from collections.abc import Callable, Mapping, Sequence

from punto.coup.event import RoundSettledAgain, RoundVoided, WagerPlaced, WagerWithdrawn
from punto.ledger import (
    FELT,
    Bet,
    Entry,
    Ledger,
    Reference,
    Round,
    foreseen,
    laid_down,
    net_of,
    taken_up,
)
from punto.table.event import EarlierRoundVoided
from punto.table.record import Recorded

Moving = Callable[[Ledger], Sequence[Entry]]
"""What a bet moves, whoever has placed it, in the ledger as it is then."""


def is_cash(bettor: str) -> bool:
    """Whether wagers are chips that a dealer has entered for a position."""
    return bettor.startswith(FELT)


def with_placed(
    ledger: Ledger, played: Round, event: WagerPlaced, stake: str, moving: Moving
) -> tuple[Entry, ...]:
    """Lay the chips down before they are staked."""
    reference = played.reference(event.wager)
    laid = laid_down(ledger, event.bettor, event.amount, reference, stake)
    return (*laid, *moving(foreseen(ledger, laid)))


def with_withdrawn(
    ledger: Ledger, played: Round, event: WagerWithdrawn, stake: str, moving: Moving
) -> tuple[Entry, ...]:
    """Take the chips up once nothing is staked on them."""
    moved = tuple(moving(ledger))
    after, reference = foreseen(ledger, moved), played.reference(event.wager)
    return (*moved, *taken_up(after, event.bettor, reference, stake))


def with_ended(
    ledger: Ledger,
    played: Round,
    event: Recorded,
    nets: Mapping[Bet, int],
    moving: Moving,
) -> tuple[Entry, ...]:
    """End a round: what is to be taken back is laid down again first, and all is taken up then.

    `nets` are the bets with chips, each with what it is to come to where it has been paid before.
    """
    mark = f"{played.id}{_mark(played, event)}"
    felts: dict[str, list[Bet]] = {}
    for bet in nets:
        felts.setdefault(bet.player, []).append(bet)
    entries: list[Entry] = []
    for felt, bets in felts.items():
        missing = sum(max(net_of(ledger, played, bet) - nets[bet], 0) for bet in bets)
        entries += laid_down(ledger, felt, missing, *_named(played, mark, bets))
    entries += moving(foreseen(ledger, entries))
    after = foreseen(ledger, entries)
    for felt, bets in felts.items():
        entries += taken_up(after, felt, *_named(played, mark, bets))
    return tuple(entries)


def _mark(played: Round, event: Recorded) -> str:
    """Tell the ends of one round apart: paid once, settled again some times, void once."""
    if isinstance(event, RoundVoided | EarlierRoundVoided):
        return "_void"
    return f"_{played.settled_again + 1}" if isinstance(event, RoundSettledAgain) else ""


def _named(played: Round, mark: str, bets: Sequence[Bet]) -> tuple[Reference, str, str]:
    """Name what a position gets or gives at the end of a round, after the first of its bets."""
    return played.reference(""), mark, bets[0].stakes[0]
