"""The audit of rounds that were void after others had followed: every stake of them goes back."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from punto.coup.event import BettingOpened, RoundVoided
from punto.ledger import Bet, Ledger, Purpose, Release, Round, Transfer, Void, void_id
from punto.ledger.transfer import derived_id
from punto.ledger.wagering import net_of
from punto.table.banking import Bank, earlier_bets
from punto.table.command import StakedBet
from punto.table.event import EarlierRoundVoided, IrregularityRuled
from punto.table.irregularity import Decision, Noticed
from punto.table.record import Recorded

Stake: TypeAlias = tuple[int, frozenset[str]]
"""An amount, and the transfers that held it."""

Stakes: TypeAlias = dict[tuple[str, str], Stake]
"""By bettor and wager."""


class Voided(NamedTuple):
    """A round that was void after others had followed, as the ledger knows it."""

    id: str
    played: Round
    bets: list[Bet]
    event: EarlierRoundVoided

    def wrong(self, ledger: Ledger) -> Iterator[str]:
        """Say which stakes of the round the void does not give back as they were placed."""
        placed = _staked(ledger, self.id)
        told = self.event.bets
        returned = {(e.bettor, e.wager): (e.stake, frozenset(e.transfers)) for e in told}
        for key in sorted({*placed, *returned}):
            if placed.get(key) != returned.get(key):
                yield f"the void of {self.id} does not give back what {' on '.join(key)} was"
        if any(_is_misnamed(ledger, self.id, bet) for bet in told):
            yield f"the void of {self.id} looks for winnings under another name"
        for bet, each in zip(self.bets, told, strict=True):
            if any(stake not in ledger.entries for stake in bet.stakes):
                continue  # said above
            brought = net_of(ledger, self.played, bet)
            if brought != each.net:
                yield f"{each.bettor} on {each.wager} had brought {brought}, not {each.net}"


def voided(bank: Bank, events: Iterable[Recorded]) -> Iterator[Voided]:
    """Find the earlier rounds that an entry makes void."""
    for event in events:
        if isinstance(event, EarlierRoundVoided):
            played, bets = earlier_bets(bank, event)
            yield Voided(played.id, played, bets, event)


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


def _staked(ledger: Ledger, played: str) -> Stakes:
    """Add up what was staked in a round and not withdrawn, as the ledger has it."""
    stakes: Stakes = {}
    for entry in ledger.entries.values():
        if not isinstance(entry, Transfer) or entry.purpose is not Purpose.WAGER:
            continue
        withdrawn = ledger.entries.get(void_id(entry.id)) == Void(entry.id, Release.WITHDRAWN)
        if entry.reference.round == played and not withdrawn:
            key = entry.debit, entry.reference.wager
            amount, held = stakes.get(key, (0, frozenset()))
            stakes[key] = amount + entry.amount, held | {entry.id}
    return stakes
