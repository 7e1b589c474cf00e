"""The auditor: knows only the settings and the events, and says when they cannot be right.

It shares the rules with the house, but neither the round nor the table: order of play, stakes,
cards and rulings are worked out a second time here.
"""

from enum import Enum
from typing import Final

from punto.coup.event import (
    BettingClosed,
    BettingOpened,
    BettingProlonged,
    CardCorrected,
    CardDealt,
    CardSetAside,
    CardsReconstructed,
    ResultAnnounced,
    RoundSettledAgain,
    RoundVoided,
    TotalsAnnounced,
    WagerPlaced,
    WagersCollected,
    WagersPaid,
    WagerWithdrawn,
)
from punto.table.event import (
    EarlierRoundVoided,
    IrregularityRuled,
    ResultDropped,
    ResultRecorded,
    SeatLeft,
    SeatTaken,
    ShoeEnded,
    ShoeOpened,
    StoodBehind,
    SupervisorDecided,
    TableEvent,
)
from punto.table.irregularity import OF_THE_SHOE, Noticed
from punto.table.settings import Settings
from punto.testing.deal_audit import DealAudit
from punto.testing.ruling_audit import RulingAudit
from punto.testing.shoe_audit import ShoeAudit
from punto.testing.stake_audit import StakeAudit
from punto.testing.violation import Violation, require

__all__ = ["Auditor", "Violation"]


_CHIPS: Final = "felt:"
"""How the account of the chips at a position is called: `felt:TABLE:POSITION`."""


class _Stage(Enum):
    """Where the round stands, as far as the events tell."""

    NOTHING = "before the first round"
    BETTING = "betting"
    DEALING = "dealing"
    RESULT = "result announced"
    COLLECTED = "losing wagers collected"
    PAID = "paid"
    VOID = "void"


_IDLE: Final = frozenset({_Stage.NOTHING, _Stage.PAID, _Stage.VOID})
_BETTING: Final = frozenset({_Stage.BETTING})
_DEALING: Final = frozenset({_Stage.DEALING})
_BEGUN: Final = frozenset(_Stage) - {_Stage.NOTHING, _Stage.VOID}
_ALWAYS: Final = frozenset(_Stage)

_ALLOWED: Final[dict[type, frozenset[_Stage]]] = {
    ShoeOpened: _IDLE,
    ShoeEnded: _IDLE,
    SeatTaken: _ALWAYS,
    StoodBehind: _ALWAYS,
    SeatLeft: _ALWAYS,
    IrregularityRuled: _ALWAYS,
    EarlierRoundVoided: _ALWAYS,
    SupervisorDecided: _ALWAYS,
    ResultRecorded: frozenset({_Stage.NOTHING}),
    ResultDropped: frozenset({_Stage.NOTHING}),
    BettingOpened: _IDLE,
    BettingProlonged: _BETTING,
    WagerPlaced: _BETTING,
    WagerWithdrawn: _BETTING,
    BettingClosed: _BETTING,
    CardDealt: _DEALING,
    CardSetAside: _DEALING,
    CardCorrected: _DEALING,
    CardsReconstructed: frozenset({_Stage.DEALING, _Stage.RESULT, _Stage.COLLECTED}),
    RoundSettledAgain: frozenset({_Stage.PAID}),
    TotalsAnnounced: _DEALING,
    ResultAnnounced: _DEALING,
    WagersCollected: frozenset({_Stage.RESULT}),
    WagersPaid: frozenset({_Stage.COLLECTED}),
    RoundVoided: _BEGUN,
}
_LEADS_TO: Final[dict[type, _Stage]] = {
    BettingOpened: _Stage.BETTING,
    BettingClosed: _Stage.DEALING,
    CardsReconstructed: _Stage.DEALING,
    ResultAnnounced: _Stage.RESULT,
    WagersCollected: _Stage.COLLECTED,
    WagersPaid: _Stage.PAID,
    RoundVoided: _Stage.VOID,
}


class Auditor:
    """Watches a table event by event and raises `Violation` at the first that cannot be right."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._stage = _Stage.NOTHING
        self._round = 0
        self._now_ms = 0
        self._closes_at_ms: int | None = None
        self._seats: dict[str, int] = {}
        self._behind: dict[str, int] = {}
        self._chips: set[str] = set()
        """The positions at which chips have lain, by the names of their accounts."""
        self._recorded: list[int] = []
        """The rounds on the roads of a table of physical chips."""
        self._shoe = ShoeAudit(settings)
        self._deal = DealAudit(settings.rulebook)
        self._stakes = StakeAudit(settings)
        self._rulings = RulingAudit(settings.rulebook)

    def given(self, order: tuple[str, ...]) -> None:
        """Learn the order of the shoe just opened, only to see that it stays secret."""
        self._shoe.given(order)

    def at(self, now_ms: int) -> None:
        """Learn the time of what comes next."""
        self._now_ms = now_ms

    def watch(self, event: TableEvent) -> None:
        """Check one event."""
        kind, stage = type(event), self._stage
        self._rulings.before(event)
        require(stage in _ALLOWED[kind], f"{kind.__name__} in round {self._round}: {stage.value}")
        self._at_the_table(event)
        self._shoe.keeps_secret(event)
        self._stage = _LEADS_TO.get(kind, stage)

    def at_rest(self) -> None:
        """Check what must hold whenever a command has been done."""
        self._rulings.at_rest()
        require(not self._shoe.must_end, "the shoe is over, and nobody has said so")

    # --- by event -------------------------------------------------------------------------------

    def _at_the_table(self, event: TableEvent) -> None:
        match event:
            case ShoeOpened():
                self._shoe.opened(event)
                self._recorded.clear()
            case ShoeEnded():
                self._shoe.ended(event)
            case SeatTaken() | StoodBehind() | SeatLeft():
                self._seated(event)
            case IrregularityRuled():
                self._ruled(event)
            case SupervisorDecided():
                self._rulings.decided(event)
                self._of_the_shoe(event)
            case EarlierRoundVoided():
                self._rulings.voided_earlier(event, self._last_followed)
            case BettingOpened():
                self._begin(event)
            case ResultRecorded() | ResultDropped():
                self._of_physical_chips(event)
            case _:
                self._in_the_round(event)

    def _in_the_round(self, event: TableEvent) -> None:
        match event:
            case BettingProlonged(closes_at_ms):
                before = self._closes_at_ms
                require(before is None or closes_at_ms > before, f"{closes_at_ms} is no longer")
                self._closes_at_ms = closes_at_ms
            case WagerPlaced():
                self._in_time()
                self._from_a_position(event.bettor)
                self._stakes.placed(event, self._beside(event.bettor))
            case WagerWithdrawn():
                self._in_time()
                self._stakes.withdrawn(event)
            case CardDealt():
                self._deal.dealt(event)
                self._shoe.leaves(event)
            case CardSetAside():
                self._shoe.leaves(event)
            case CardCorrected():
                self._deal.corrected(event)
                self._shoe.corrected(event)
            case CardsReconstructed() | RoundSettledAgain():
                self._reconstructed(event)
            case _:
                self._at_the_end(event)

    def _at_the_end(self, event: TableEvent) -> None:
        match event:
            case TotalsAnnounced():
                self._deal.totals(event)
            case ResultAnnounced():
                self._deal.result(event)
            case WagersCollected():
                self._stakes.collected(event, self._deal.cards)
            case WagersPaid():
                self._stakes.paid(event, self._deal.cards)
                self._shoe.round_ended()
            case RoundVoided():
                self._voided(event)
            case _:
                assert isinstance(event, BettingClosed), event

    # --- rounds ---------------------------------------------------------------------------------

    def _begin(self, event: BettingOpened) -> None:
        due = self._round + 1
        require(event.round == due, f"round {event.round} began where {due} was due")
        require(not self._settings.results_only, "betting opened where chips are physical")
        require(event.training is self._settings.training, "a round is wrongly of training")
        key = self._settings.rulebook.key
        require(event.rulebook == key, f"round {due} is under {event.rulebook}, not {key}")
        self._round, self._closes_at_ms = due, event.closes_at_ms
        self._rulings.round_begins()
        self._shoe.round_begins()
        self._deal.round_begins()
        self._stakes.round_begins()

    def _in_time(self) -> None:
        closes = self._closes_at_ms
        require(closes is None or self._now_ms < closes, f"a bet was taken after {closes}")

    def _of_physical_chips(self, event: ResultRecorded | ResultDropped) -> None:
        require(self._settings.results_only, "a result was recorded where cards are dealt")
        if isinstance(event, ResultRecorded):
            self._round += 1
            require(event.round == self._round, f"result {event.round}, not {self._round}")
            self._recorded.append(event.round)
        else:
            last = self._recorded.pop() if self._recorded else None
            require(event.round == last, f"result {event.round} dropped, and {last} is the last")

    def _voided(self, event: RoundVoided) -> None:
        paid = self._stage is _Stage.PAID
        require(event.after_payment is paid, f"round {self._round} was void after payment: {paid}")
        self._rulings.voided(event)
        self._stakes.voided(event)
        if not paid:
            self._shoe.round_ended()

    def _ruled(self, event: IrregularityRuled) -> None:
        previous = event.noticed is Noticed.AFTER_NEXT_COMMENCED
        last = self._last_followed
        about = 0 < event.round <= last if previous else event.round == self._round > last
        of_shoe = event.found in OF_THE_SHOE and event.round == self._round and self._shoe.is_there
        require(about or of_shoe, f"a ruling on round {event.round} in {self._round}")
        if not previous:
            over = event.noticed is Noticed.AFTER_PAYMENT
            require(over is (self._stage in _IDLE), f"noticed {event.noticed.value}")
            void = self._stage is _Stage.VOID
            require(of_shoe or not void, "a ruling on a round that is void already")
        initial = event.in_initial_deal is True or self._deal.in_initial_deal
        can_be_void = self._stage not in {_Stage.NOTHING, _Stage.VOID}
        self._rulings.ruled(event, in_initial_deal=initial, can_be_void=can_be_void)
        self._of_the_shoe(event)

    def _of_the_shoe(self, event: IrregularityRuled | SupervisorDecided) -> None:
        if event.new_shoe:
            self._shoe.taken_away()

    @property
    def _last_followed(self) -> int:
        """The last round that is none of the present: a table opened again has no present one."""
        return self._round - (self._stage is not _Stage.NOTHING)

    def _reconstructed(self, event: CardsReconstructed | RoundSettledAgain) -> None:
        require(bool(event.who.strip() and event.why.strip()), "cards put back by nobody")
        self._rulings.mended(event)
        before = (*self._deal.cards, *self._deal.surplus)
        self._shoe.put_back([str(card) for card in before], event)
        self._deal.put_back(event)
        if isinstance(event, RoundSettledAgain):
            self._deal.settled_again(event)
            self._stakes.settled_again(event, self._deal.cards)
        else:
            self._stakes.put_back()

    # --- seats ----------------------------------------------------------------------------------

    def _seated(self, event: SeatTaken | StoodBehind | SeatLeft) -> None:
        """Nobody goes from a stake that stands, and nobody has two places."""
        bettor, position = event.bettor, event.position
        stands = self._stage not in _IDLE and self._stakes.of(bettor)
        require(not stands, f"{bettor} left a stake of {stands} behind")
        if isinstance(event, SeatLeft):
            require(self._position(bettor) == position, f"{bettor} left {position}, not his")
        else:
            self._comes(event)
        self._seats.pop(bettor, None)
        self._behind.pop(bettor, None)
        if isinstance(event, SeatTaken):
            self._seats[bettor] = position
        elif isinstance(event, StoodBehind):
            self._behind[bettor] = position

    def _comes(self, event: SeatTaken | StoodBehind) -> None:
        position = event.position
        require(1 <= position <= self._settings.positions, f"there is no position {position}")
        require(event.bettor not in self._seats, f"{event.bettor} sits already")
        is_taken = position in self._seats.values()
        if isinstance(event, SeatTaken):
            require(not is_taken, f"{position} is taken")
        else:
            fits = is_taken and self._settings.back_betting
            require(fits, f"{event.bettor} stands behind {position}")

    def _from_a_position(self, bettor: str) -> None:
        """Nobody bets without a seat, or behind an empty one; chips lie where one could sit."""
        here, positions = self._position(bettor), self._settings.positions
        if bettor.startswith(_CHIPS):
            require(here is not None and 1 <= here <= positions, f"{bettor}: chips lie nowhere")
            self._chips.add(bettor)
        elif positions:
            require(here is not None, f"{bettor} placed a wager without a seat")
            backed = bettor not in self._behind or here in self._seats.values()
            require(backed, f"{bettor} bets from behind {here}, where nobody sits")

    def _position(self, bettor: str) -> int | None:
        if bettor.startswith(_CHIPS):
            return int(bettor.split(":")[2])
        return self._seats.get(bettor) or self._behind.get(bettor)

    def _beside(self, bettor: str) -> set[str]:
        """All who bet at the position of somebody, and himself."""
        here = self._position(bettor)
        everyone = {*self._seats, *self._behind, *self._chips}
        return {bettor} | {who for who in everyone if here and self._position(who) == here}
