"""The audit of rounds that were void after others had followed: every stake of them goes back."""

from collections import defaultdict
from collections.abc import Iterator
from typing import TypeAlias

from punto.coup.event import BettingOpened, RoundVoided
from punto.ledger import Ledger, Purpose, Release, Transfer, Void, void_id
from punto.ledger.transfer import derived_id
from punto.ledger.wagering import net_of
from punto.table.banking import earlier_bets, round_id
from punto.table.command import StakedBet
from punto.table.event import EarlierRoundVoided, IrregularityRuled
from punto.table.irregularity import Decision, Noticed
from punto.table.record import Recorded

Stake: TypeAlias = tuple[int, frozenset[str]]
"""An amount, and the transfers that held it."""

Stakes: TypeAlias = dict[tuple[str, str], Stake]
"""By bettor and wager."""


class EarlierAudit:
    """Compares such a void with the stakes that the ledger has of its round."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._stakes: dict[str, Stakes] = {}

    def wrong(self, event: EarlierRoundVoided, ledger: Ledger) -> Iterator[str]:
        """Say which stakes of the round the void does not give back as they were placed."""
        played = round_id(self._table, event.round)
        if played not in self._stakes:
            self._stakes = _staked(ledger, self._table)
        placed = self._stakes.get(played, {})
        returned = {(e.bettor, e.wager): (e.stake, frozenset(e.transfers)) for e in event.bets}
        for key in sorted({*placed, *returned}):
            if placed.get(key) != returned.get(key):
                yield f"the void of {played} does not give back what {' on '.join(key)} was"
        if any(_is_misnamed(ledger, played, bet) for bet in event.bets):
            yield f"the void of {played} looks for winnings under another name"
        known, bets = earlier_bets(self._table, event)
        for bet, told in zip(bets, event.bets, strict=True):
            if any(stake not in ledger.entries for stake in bet.stakes):
                continue  # said above
            brought = net_of(ledger, known, bet)
            if brought != told.net:
                yield f"{told.bettor} on {told.wager} had brought {brought}, not {told.net}"


class ReachAudit:
    """Knows which rounds a ruling has voided, and whether all of them were."""

    def __init__(self) -> None:
        self._present = 0
        self._exempt: set[int] = set()
        """The rounds that are void, or were of training."""
        self._reaches: dict[int, range] = {}
        """By entry of the journal, the rounds that a ruling voids."""

    def see(self, event: Recorded, position: int) -> None:
        """Follow the rounds of a table."""
        match event:
            case BettingOpened(number, training=training):
                self._present = number
                self._exempt |= {number} if training else set()
            case RoundVoided():
                self._exempt.add(self._present)
            case EarlierRoundVoided(round=number):
                self._exempt.add(number)
            case IrregularityRuled(
                decision=Decision.VOID, noticed=Noticed.AFTER_NEXT_COMMENCED, round=first
            ):
                self._reaches[position] = range(first, self._present + 1)
            case _:
                pass

    def unfinished(self) -> Iterator[tuple[int, str]]:
        """Name the rulings of which a part is still to be carried out."""
        for position, reach in self._reaches.items():
            left = [number for number in reach if number not in self._exempt]
            if left:
                yield (
                    position,
                    f"{len(left)} rounds are to be void, the first {left[0]}; report again",
                )


def _is_misnamed(ledger: Ledger, played: str, bet: StakedBet) -> bool:
    """Winnings are named for the first of the transfers that held the stake."""
    others = (derived_id(Purpose.PAYOUT, played, each) for each in bet.transfers[1:])
    return any(name in ledger.entries for name in others)


def _staked(ledger: Ledger, table: str) -> dict[str, Stakes]:
    """Sort the stakes of a table by round: one look at the ledger, however many rounds are void."""
    stakes: defaultdict[str, Stakes] = defaultdict(dict)
    for entry in ledger.entries.values():
        if not isinstance(entry, Transfer) or entry.purpose is not Purpose.WAGER:
            continue
        withdrawn = ledger.entries.get(void_id(entry.id)) == Void(entry.id, Release.WITHDRAWN)
        if entry.reference.table == table and not withdrawn:
            key = entry.debit, entry.reference.wager
            amount, held = stakes[entry.reference.round].get(key, (0, frozenset()))
            stakes[entry.reference.round][key] = amount + entry.amount, held | {entry.id}
    return stakes
