"""Playing a journal again: every event must be what the table itself would have said there."""

from collections.abc import Sequence
from typing import Final, TypeAlias, assert_never

from msgspec.structs import replace

from punto.coup.command import (
    AnnounceResult,
    AnnounceTotals,
    CloseBetting,
    CollectLosing,
    CorrectCard,
    DealCard,
    OpenBetting,
    PayWinning,
    PlaceWager,
    ProlongBetting,
    SetCardAside,
    WithdrawWager,
)
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
from punto.table import Table, TableCommand, TableEvent
from punto.table.command import (
    Decide,
    DrawCard,
    DropResult,
    LeaveSeat,
    OpenShoe,
    RecordResult,
    ReportIrregularity,
    StandBehind,
    TakeSeat,
    VoidEarlierRound,
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
)
from punto.table.record import (
    BeaconHeard,
    ContributionPromised,
    ContributionShown,
    DealerCame,
    DealerLeft,
    DealerRelieved,
    FloatMoved,
    OutsideEntropyMixed,
    Recorded,
    RequestRefused,
    ShoeCommitted,
    ShoeMixed,
    ShoeRevealed,
    ShuffleBegun,
    TableClosed,
    TableOpened,
)
from punto.table.refusing import refusal_in_turn
from punto.table.step import done

NOT_PLAY: Final = (
    TableOpened,
    TableClosed,
    RequestRefused,
    FloatMoved,
    DealerCame,
    DealerLeft,
    DealerRelieved,
    ShoeCommitted,
    OutsideEntropyMixed,
    ShoeRevealed,
    ContributionPromised,
    ShuffleBegun,
    ContributionShown,
    BeaconHeard,
    ShoeMixed,
)
"""What the house records beside play."""

Events: TypeAlias = tuple[TableEvent, ...]


def replayed(table: Table, coming: Sequence[Recorded], at_ms: int) -> tuple[int, str | None]:
    """Give the command of the first event again: how many events it explains, and what is wrong.

    Of a shoe that is not revealed yet any card may be the next one; the reveal will tell.
    """
    first = coming[0]
    assert not isinstance(first, NOT_PLAY), "only play is played again"
    command = _command(table, first, coming[1:2])
    if command is None:
        return 1, f"{_name(first)}: nothing that came before brings it about"
    table = _prepared(table, first)
    refusal = refusal_in_turn(table, command, at_ms)
    if refusal is not None:
        return 1, f"{_name(first)}: the table refuses this here: {refusal.words}"
    expected = done(table, command, at_ms)[1]
    if _alike(expected, coming[: len(expected)]):
        return len(expected), None
    return 1, _difference(table, expected, coming[: len(expected)])


def _name(event: Recorded) -> str:
    return type(event).__name__


def _prepared(table: Table, event: TableEvent) -> Table:
    """Put the card that was dealt in the place of the next one."""
    shoe = table.shoe
    if not isinstance(event, CardDealt) or shoe is None or shoe.scanned:
        return table
    places = min(shoe.gone + 1, shoe.size)
    return replace(table, shoe=replace(shoe, order=(event.card,) * places))


def _seating(event: SeatTaken | StoodBehind | SeatLeft) -> TableCommand:
    if isinstance(event, SeatLeft):
        return LeaveSeat(event.bettor)
    comes = TakeSeat if isinstance(event, SeatTaken) else StandBehind
    return comes(event.bettor, event.position)


def _command(  # noqa: C901, PLR0911, PLR0912 – one match shows all events
    table: Table, event: TableEvent, following: Sequence[Recorded]
) -> TableCommand | None:
    """Name the command that brings an event about; None if it only follows from others."""
    match event:
        case BettingOpened(closes_at_ms=closes_at_ms):
            return OpenBetting(closes_at_ms)
        case BettingProlonged(closes_at_ms):
            return ProlongBetting(closes_at_ms)
        case WagerPlaced(bettor, wager, amount):
            return PlaceWager(bettor, wager, amount)
        case WagerWithdrawn(bettor, wager):
            return WithdrawWager(bettor, wager)
        case BettingClosed():
            return CloseBetting()
        case CardDealt(_, _, card):
            return DealCard(card) if table.shoe is None or table.shoe.scanned else DrawCard()
        case CardSetAside(card, who, why):
            return SetCardAside(card, who, why)
        case CardCorrected(place, _, card, who, why):
            return CorrectCard(place, card, who, why)
        case TotalsAnnounced():
            return AnnounceTotals()
        case ResultAnnounced():
            return AnnounceResult()
        case WagersCollected():
            return CollectLosing()
        case WagersPaid():
            return PayWinning()
        case ShoeOpened(who=who):
            return OpenShoe(None, who)
        case SeatTaken() | StoodBehind() | SeatLeft():
            return _seating(event)
        case IrregularityRuled():
            return _report(table, event, following)
        case EarlierRoundVoided():
            return _earlier(event)
        case SupervisorDecided(_, void, who, why, new_shoe):
            return Decide(void=void, who=who, why=why, new_shoe=new_shoe is True)
        case ResultRecorded():
            return _result(event)
        case ResultDropped(_, who, why):
            return DropResult(who, why)
        case RoundVoided() | CardsReconstructed() | RoundSettledAgain() | ShoeEnded():
            return None
        case _:
            assert_never(event)


def _report(
    table: Table, event: IrregularityRuled, following: Sequence[Recorded]
) -> ReportIrregularity:
    return ReportIrregularity(
        found=event.found,
        who=event.who,
        why=event.why,
        round=event.round,
        in_initial_deal=_is_initial(table, event),
        reconstructed=event.reconstructed,
        cards=_reconstruction(following),
        new_shoe=event.new_shoe is True,
    )


def _is_initial(table: Table, event: IrregularityRuled) -> bool:
    """In a journal of before it was asked, it happened when it was noticed."""
    if event.in_initial_deal is not None or table.coup is None:
        return event.in_initial_deal is not False
    return len(table.coup.cards) <= 4 and not table.coup.totals_announced


def _reconstruction(following: Sequence[Recorded]) -> tuple[str, ...]:
    """Read the cards of a reconstruction from what it brought about."""
    match following:
        case [CardsReconstructed() | RoundSettledAgain() as event]:
            return (*event.cards, *event.aside)
        case _:
            return ()


def _earlier(event: EarlierRoundVoided) -> VoidEarlierRound:
    return VoidEarlierRound(
        round=event.round,
        rulebook=event.rulebook,
        settled_again=event.settled_again,
        bets=event.bets,
        reason=event.reason,
        clause=event.clause,
        who=event.who,
        why=event.why,
    )


def _result(event: ResultRecorded) -> RecordResult:
    return RecordResult(
        winner=event.winner,
        who=event.who,
        player_pair=event.player_pair,
        banker_pair=event.banker_pair,
        natural=event.natural,
        six=event.six,
    )


# --- comparing ----------------------------------------------------------------------------------


def _alike(expected: Events, recorded: Sequence[Recorded]) -> bool:
    return [*map(_comparable, expected)] == [*map(_comparable, recorded)]


def _comparable(event: Recorded) -> Recorded:
    """Leave out what is looked at elsewhere: payments, one by one, and who shuffled the shoe.

    The order of bets is not part of what happened.
    """
    match event:
        case WagersCollected() | WagersPaid() | RoundSettledAgain():
            return replace(event, bets=())
        case IrregularityRuled():
            return replace(event, in_initial_deal=None, new_shoe=event.new_shoe is True)
        case SupervisorDecided():
            return replace(event, new_shoe=event.new_shoe is True)
        case RoundVoided(bets=bets):
            return replace(event, bets=tuple(sorted(bets, key=lambda bet: (bet.bettor, bet.wager))))
        case ShoeOpened():
            return replace(event, scanned=True)
        case _:
            return event


def _difference(table: Table, expected: Events, recorded: Sequence[Recorded]) -> str:
    match recorded[0]:
        case BettingOpened(number) if number != table.rounds + 1:
            return f"round {number} comes after round {table.rounds}"
        case ShoeOpened(number) if number != table.shoes + 1:
            return f"shoe {number} comes after shoe {table.shoes}"
        case _:
            return _first_difference(expected, recorded)


def _first_difference(expected: Events, recorded: Sequence[Recorded]) -> str:
    """Show the first event that is not there, or that is another."""
    for at, want in enumerate(expected):
        have = recorded[at] if at < len(recorded) else None
        if type(want) is not type(have):
            return f"{_name(recorded[0])}: {_name(want)} should follow"
        if not _alike((want,), recorded[at : at + 1]):
            return f"{have}: by the rules it is {want}"
    raise AssertionError("some event differs")
