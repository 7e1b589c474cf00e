"""Whose cards are whose to open: the largest seated bettor of a side may squeeze its hand.

The dealer has dealt the cards and goes on as he likes: what he announces is open.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from punto.coup import Coup, Phase
from punto.rules import Side
from punto.table.state import Table

_INITIAL: Final = 4


class ClosedHand(msgspec.Struct, frozen=True):
    """Cards of a hand that are dealt and not announced, and who has the right to open them."""

    side: Side
    bettor: str
    position: int
    places: tuple[int, ...]


def right_to_squeeze(table: Table, side: Side) -> tuple[str, int] | None:
    """Name the largest seated bettor of a side, with his position; of equals, the lower one."""
    bets = sorted(_seated_bets(table, side))
    return (bets[0][2], bets[0][1]) if bets else None


def _seated_bets(table: Table, side: Side) -> Iterator[tuple[int, int, str]]:
    """List the stakes on a side, the largest first; who stands behind a seat does not sit."""
    stakes = table.coup.stakes if table.coup is not None else {}
    for (bettor, wager), stake in stakes.items():
        position = table.position_of_stake(bettor)
        if wager == side.value and position is not None and bettor not in table.behind:
            yield -stake, position, bettor


def closed_hands(table: Table) -> tuple[ClosedHand, ...]:
    """List the hands that somebody may squeeze now."""
    coup = table.coup
    if coup is None or not table.settings.has_dealer or coup.rulebook.deal.face_up:
        return ()
    return tuple(_closed(table, coup))


def _closed(table: Table, coup: Coup) -> Iterator[ClosedHand]:
    for side in Side:
        places = tuple(place for place in _unannounced(coup) if side_of(coup, place) is side)
        right = right_to_squeeze(table, side)
        if places and right is not None:
            yield ClosedHand(side, *right, places)


def _unannounced(coup: Coup) -> range:
    """Give the places of the cards that nothing has followed: the first four, or a third card."""
    dealt = len(coup.cards)
    if coup.phase is not Phase.DEALING:
        return range(0)
    return range(max(dealt - 1, _INITIAL), dealt) if coup.totals_announced else range(dealt)


def side_of(coup: Coup, place: int) -> Side:
    """Tell whose hand the card at a place is in."""
    if place < _INITIAL:
        return Side.BANKER if place % 2 else Side.PLAYER
    is_players = place == _INITIAL and coup.dealt.player.third is not None
    return Side.PLAYER if is_players else Side.BANKER
