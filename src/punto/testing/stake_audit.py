"""What the auditor knows of the stakes: every one is held, limited, and settled exactly once."""

from collections.abc import Collection, Sequence
from typing import Final

from punto.cards import Card
from punto.coup.event import (
    Bet,
    RoundSettledAgain,
    RoundVoided,
    WagerPlaced,
    WagersCollected,
    WagersPaid,
)
from punto.coup.event import WagerWithdrawn as Withdrawn
from punto.money import MAX_STAKE
from punto.rules import Outcome, SettledBet, settle
from punto.table.settings import Settings
from punto.testing.violation import Violation, require

_SIDES: Final = ("player", "banker")


class StakeAudit:
    """Conservation of stakes in one round after another."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._stakes: dict[tuple[str, str], int] = {}
        self._settled: dict[tuple[str, str], Bet] = {}

    def round_begins(self) -> None:
        """A new round has no stakes yet."""
        self._stakes.clear()
        self._settled.clear()

    def go_on(self, settings: Settings) -> None:
        """Other limits hold from now on."""
        self._settings = settings

    # --- betting --------------------------------------------------------------------------------

    def placed(self, event: WagerPlaced, beside: Collection[str]) -> None:
        """A stake grows, within every limit; `beside` are all who bet at the same position."""
        key = event.bettor, event.wager
        before = self._differential
        stake = self._stakes.get(key, 0) + event.amount
        require(type(event.amount) is int and event.amount > 0, f"a stake of {event.amount}")
        require(event.stake == stake, f"the stake is {stake}, and {event.stake} is said")
        self._stakes[key] = stake
        self._within_limit(event.wager, stake)
        self._within_maximum(event.wager, beside)
        if event.wager in _SIDES:
            self._within_differential(before)

    def of(self, bettor: str) -> int:
        """What somebody has staked in the round."""
        return sum(stake for (who, _), stake in self._stakes.items() if who == bettor)

    def withdrawn(self, event: Withdrawn) -> None:
        """A whole stake goes back."""
        before = self._differential
        stake = self._stakes.pop((event.bettor, event.wager), None)
        require(stake is not None, f"{event.bettor} took back what was not staked")
        require(event.stake == stake, f"{event.stake} went back of a stake of {stake}")
        self._within_differential(before)

    def _within_limit(self, wager: str, stake: int) -> None:
        known = next((w for w in self._settings.rulebook.wagers if w.id == wager), None)
        if known is None:
            raise Violation(f"the rulebook has no wager {wager!r}")
        limit = self._settings.limit_of[wager]
        require(stake % known.step == 0, f"{stake} on {wager} would split the minor unit")
        require(stake % limit.step == 0, f"{stake} on {wager} is no multiple of {limit.step}")
        require(limit.minimum <= stake <= limit.maximum, f"{stake} on {wager} breaks its limit")
        require(stake <= MAX_STAKE, f"{stake} is more than any stake")

    def _within_maximum(self, wager: str, beside: Collection[str]) -> None:
        settings = self._settings
        there = sum(self._stakes.get((who, wager), 0) for who in beside)
        most = settings.limit_of[wager].maximum
        require(there <= most, f"{there} lies on {wager} at one position")
        if settings.seat_maximum is not None:
            at_stake = sum(map(self.of, beside))
            require(at_stake <= settings.seat_maximum, f"a seat has {at_stake} at stake")
        if settings.table_maximum is not None:
            total = sum(self._stakes.values())
            require(total <= settings.table_maximum, f"{total} lies on the table")

    @property
    def _differential(self) -> int:
        player, banker = (
            sum(stake for (_, wager), stake in self._stakes.items() if wager == side)
            for side in _SIDES
        )
        return abs(player - banker)

    def _within_differential(self, before: int) -> None:
        most, apart = self._settings.differential, self._differential
        fits = most is None or apart <= most or apart <= before
        require(fits, f"Player and Banker lie {apart} apart, more than {most}")

    # --- settling -------------------------------------------------------------------------------

    def collected(self, event: WagersCollected, cards: Sequence[Card]) -> None:
        """The losing wagers, all of them and no others."""
        self._take(event.bets, {Outcome.LOSE}, cards)

    def paid(self, event: WagersPaid, cards: Sequence[Card]) -> None:
        """The rest; then every stake has been settled and nothing is left or made."""
        self._take(event.bets, {Outcome.WIN, Outcome.PUSH}, cards)
        forgotten = self._stakes.keys() - self._settled.keys()
        require(not forgotten, f"never settled: {sorted(forgotten)}")
        bets = self._settled.values()
        lost = sum(-bet.net for bet in bets if bet.net < 0)
        kept = sum(bet.returned - max(bet.net, 0) for bet in bets)
        require(kept + lost == sum(self._stakes.values()), "stakes came from or went nowhere")

    def _take(self, bets: Sequence[Bet], outcomes: set[Outcome], cards: Sequence[Card]) -> None:
        for bet in bets:
            key = bet.bettor, bet.wager
            require(key in self._stakes, f"{key} was settled and never staked")
            require(key not in self._settled, f"{key} was settled twice")
            require(Outcome(bet.outcome) in outcomes, f"{key} is not due now: {bet.outcome}")
            self._check(bet, self._stakes[key], cards)
            self._settled[key] = bet

    def _check(self, bet: Bet, stake: int, cards: Sequence[Card]) -> None:
        (due,) = settle(self._settings.rulebook, cards, {bet.wager: stake}).bets
        require(_said(bet) == _due(due), f"{bet} was to be {due}")

    def put_back(self) -> None:
        """The cards are others: what was collected lies there again."""
        self._settled.clear()

    def settled_again(self, event: RoundSettledAgain, cards: Sequence[Card]) -> None:
        """Every wager of a paid round, once more, by the cards as they are now."""
        self.put_back()
        self._take(event.bets, {Outcome.WIN, Outcome.PUSH, Outcome.LOSE}, cards)
        forgotten = self._stakes.keys() - self._settled.keys()
        require(not forgotten, f"not settled again: {sorted(forgotten)}")

    # --- voiding --------------------------------------------------------------------------------

    def voided(self, event: RoundVoided) -> None:
        """Every stake goes back in full, once."""
        returned = {(bet.bettor, bet.wager): bet.stake for bet in event.bets}
        require(len(returned) == len(event.bets), "a void gave a stake back twice")
        require(returned == self._stakes, f"a void gave {returned} back of {self._stakes}")
        for bet in event.bets:
            whole = bet.returned == bet.stake and bet.net == 0
            require(whole, f"a void gave {bet.returned} of {bet.stake} back")
            require(bet.outcome == Outcome.VOID.value, f"a void made a bet {bet.outcome}")
            require(bet.pays is None, "a void paid odds")
            require(bet.clause == event.clause, "a bet of a void round cites another clause")


_Terms = tuple[int, str, str | None, int, int, str | None]


def _said(bet: Bet) -> _Terms:
    return bet.stake, bet.outcome, bet.pays, bet.returned, bet.net, bet.clause


def _due(bet: SettledBet) -> _Terms:
    pays = None if bet.pays is None else str(bet.pays)
    return bet.stake, bet.outcome.value, pays, bet.returned, bet.net, bet.clause
