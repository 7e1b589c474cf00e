"""The rounds before the last one of a table, read back from its journal: who had staked what."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from punto.coup.event import (
    BettingOpened,
    RoundSettledAgain,
    RoundVoided,
    WagerPlaced,
    WagerWithdrawn,
)
from punto.store.answer import Denied
from punto.store.chain import Link
from punto.store.record import decode_table
from punto.table.banking import stake_id
from punto.table.command import StakedBet
from punto.table.event import EarlierRoundVoided
from punto.table.record import Recorded

AT_ONCE: Final = 500
"""How many entries are read at a time, from the end backwards."""

Read = Callable[[int, int], Iterable[Link]]
"""Reads the entries of a table after one position through another."""


class EarlierRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round that others have followed, and what was staked on it."""

    number: int
    rulebook: str
    training: bool
    bets: dict[tuple[str, str], StakedBet] = {}
    settled_again: int = 0
    void: bool = False


class Earlier(NamedTuple):
    """The rounds that are asked for, the newest first, and whether there are more of them."""

    rounds: tuple[EarlierRound, ...]
    has_more: bool


def earlier_rounds(read: Read, head: int, first: int, last: int, most: int) -> Earlier | Denied:
    """Find the rounds from `first` to before `last` that are not void and not of training."""
    entries: list[tuple[str, tuple[Recorded, ...]]] = []
    oldest = last
    while head > 0 and oldest > first and last - oldest <= most:
        start = max(0, head - AT_ONCE)
        part = [*read(start, head)]
        if len(part) < head - start:
            return Denied("not-now", "something happens at this table just now: ask again")
        if any(link.body is None for link in part):
            return Denied("too-long-ago", "what was staked then was dropped after its time")
        entries = [(x.request or "", decode_table(x.body or b"").events) for x in part] + entries
        oldest, head = min(_told(entries), default=last), start
    found = [each for each in _told(entries).values() if first <= each.number < last]
    open_still = [each for each in found if not each.void and not each.training]
    has_more = len(open_still) > most or (oldest > first and head > 0)
    return Earlier((*reversed(open_still[-most:]),), has_more)


def _told(entries: Iterable[tuple[str, tuple[Recorded, ...]]]) -> dict[int, EarlierRound]:
    """Put together the rounds that these entries tell from their beginning."""
    rounds: dict[int, EarlierRound] = {}
    present = 0
    for request, events in entries:
        for at, event in enumerate(events):
            if isinstance(event, BettingOpened):
                present = event.round
                rounds[present] = EarlierRound(
                    number=present, rulebook=event.rulebook, training=event.training
                )
            about = event.round if isinstance(event, EarlierRoundVoided) else present
            if about in rounds:
                rounds[about] = _plus(rounds[about], event, stake_id(request, at))
    return rounds


def _plus(known: EarlierRound, event: Recorded, transfer: str) -> EarlierRound:
    match event:
        case WagerPlaced(bettor, wager, _, stake):
            held = known.bets.get((bettor, wager))
            transfers = (*held.transfers, transfer) if held else (transfer,)
            bet = StakedBet(bettor, wager, stake, transfers)
            return replace(known, bets=known.bets | {(bettor, wager): bet})
        case WagerWithdrawn(bettor, wager):
            left = {key: bet for key, bet in known.bets.items() if key != (bettor, wager)}
            return replace(known, bets=left)
        case RoundSettledAgain():
            return replace(known, settled_again=known.settled_again + 1)
        case RoundVoided() | EarlierRoundVoided():
            return replace(known, void=True)
        case _:
            return known
