"""One step of a table: ask whether a command is refused, do it, fold what happened."""

from collections.abc import Iterable
from typing import Final, TypeAlias, assert_never, cast, get_args

from msgspec.structs import replace

from punto.coup import Command as CoupCommand
from punto.coup import Coup, Phase
from punto.coup import Event as CoupEvent
from punto.coup import done as done_in_coup
from punto.coup import fold as fold_coup
from punto.coup import refusal_of as coup_refusal_of
from punto.coup.betting import Staking
from punto.coup.command import OpenBetting, Reconstruct, VoidRound
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
from punto.refusal import Refusal
from punto.roads import Result
from punto.table.beside_round import fold_beside_round
from punto.table.betting import with_bet
from punto.table.command import (
    BesideRoundCommand,
    Decide,
    DrawCard,
    DropResult,
    LeaveSeat,
    OpenShoe,
    RecordResult,
    ReportIrregularity,
    StandBehind,
    TableCommand,
    TakeSeat,
    VoidEarlierRound,
)
from punto.table.drawing import drawn
from punto.table.event import (
    BesideRound,
    EarlierRoundVoided,
    IrregularityRuled,
    ResultDropped,
    ResultRecorded,
    ShoeEnded,
    ShoeOpened,
    SupervisorDecided,
    TableEvent,
)
from punto.table.irregularity import OF_THE_SHOE, Decision, adjudicate
from punto.table.refusing import refusal_of
from punto.table.reporting import report_of, round_of
from punto.table.results import with_result, without_present_result
from punto.table.seating import seated
from punto.table.shoe import TableShoe
from punto.table.state import Table
from punto.table.window import window_given_back, window_left

Happened = tuple[TableEvent, ...]


def step(
    table: Table, command: TableCommand, now_ms: int | None = None
) -> tuple[Table, Happened] | Refusal:
    """Do a command: the table afterwards and what happened, or why not.

    The order of a new shoe is in the command and in the state, never in an event. The time is
    wanted for bets where the round has a deadline.
    """
    refusal = refusal_of(table, command, now_ms)
    return refusal if refusal is not None else done(table, command, now_ms)


def done(table: Table, command: TableCommand, now_ms: int | None = None) -> tuple[Table, Happened]:
    """Do a command that is known not to be refused, without asking again."""
    events = _events(table, command, now_ms)
    for event in events:
        table = fold(table, event)
    if type(command) is OpenShoe and command.order is not None:
        table = with_order(table, command.order)
    return table, events


_IN_ROUND: Final = frozenset(get_args(CoupCommand))


def _events(table: Table, command: TableCommand, now_ms: int | None) -> Happened:
    if type(command) is DrawCard:
        return _play(table, drawn(table))
    if type(command) in _IN_ROUND:  # found at once: to look at a case of `match` takes longer
        return _play(table, cast("CoupCommand", command))
    return _events_beside_round(table, cast("BesideRoundCommand", command), now_ms)


def _events_beside_round(table: Table, command: BesideRoundCommand, now_ms: int | None) -> Happened:
    match command:
        case OpenShoe(order, who):
            settings = table.settings
            size = settings.decks * len(settings.rulebook.deck)
            return (ShoeOpened(table.shoes + 1, size, settings.burn, order is None, who),)
        case TakeSeat() | StandBehind() | LeaveSeat():
            return (seated(table, command),)
        case ReportIrregularity():
            return _ruled(table, command, now_ms)
        case VoidEarlierRound():
            return (_voided_earlier(command),)
        case RecordResult():
            return (_recorded(table.rounds + 1, command),)
        case DropResult(who, why):
            return (ResultDropped(table.recorded[-1], who, why),)
        case Decide(void=void, who=who, why=why):
            assert table.undecided is not None, "refused"
            decided = SupervisorDecided(table.undecided, void, who, why, command.new_shoe)
            reason = VoidRound("supervisor", None, who, why)
            after = _voided(table, reason) if void else window_given_back(table, now_ms)
            return _with_shoe(table, (decided, *after), new_shoe=command.new_shoe)
        case _:
            assert_never(command)


def _recorded(number: int, command: RecordResult) -> ResultRecorded:
    return ResultRecorded(
        round=number,
        winner=command.winner,
        player_pair=command.player_pair,
        banker_pair=command.banker_pair,
        natural=command.natural,
        six=command.six,
        who=command.who,
    )


# --- the round in play --------------------------------------------------------------------------


def _play(table: Table, command: CoupCommand) -> Happened:
    """Do something in the round; when it is over, the shoe may be over too."""
    event = done_in_coup(_coup_for(table, command), command)
    return (event, *_end_of_shoe(table)) if _ends_round(event) else (event,)


def _coup_for(table: Table, command: CoupCommand) -> Coup:
    if type(command) is OpenBetting:
        return _new_coup(table, table.rounds + 1)
    assert table.coup is not None, "refused"
    return table.coup


def _new_coup(table: Table, number: int) -> Coup:
    settings = table.settings
    return Coup(number=number, rulebook=settings.rulebook, training=settings.training)


def _ends_round(event: CoupEvent) -> bool:
    """Whether the round is over with this; a void of a paid round changes nothing."""
    if type(event) is RoundVoided:
        return not event.after_payment
    return type(event) is WagersPaid


def _end_of_shoe(table: Table) -> Happened:
    """End the shoe with the round that was its last."""
    after = table.shoe and table.shoe.after_round()
    if after is None or after.can_start_a_round:
        return ()
    return (ShoeEnded(after.number, after.gone),)


def _voided(table: Table, command: VoidRound) -> Happened:
    assert coup_refusal_of(_coup_for(table, command), command) is None, "it can be ruled on"
    return _play(table, command)


# --- irregularities -----------------------------------------------------------------------------


def _ruled(table: Table, command: ReportIrregularity, now_ms: int | None) -> Happened:
    report = report_of(table, command)
    ruling = adjudicate(table.settings.rulebook, report)
    ruled = IrregularityRuled(
        round=round_of(table, command),
        found=report.found,
        noticed=report.noticed,
        reconstructed=report.reconstructed,
        decision=ruling.decision,
        clause=ruling.clause,
        words=ruling.words,
        who=command.who,
        why=command.why,
        in_initial_deal=command.in_initial_deal,
        left_ms=window_left(table, now_ms) if ruling.decision is Decision.SUPERVISOR else None,
        new_shoe=_is_new_shoe(command, ruling.decision),
    )
    happened = (ruled, *_carried_out(table, command, ruled))
    return _with_shoe(table, happened, new_shoe=ruled.new_shoe is True)


def _carried_out(table: Table, command: ReportIrregularity, ruled: IrregularityRuled) -> Happened:
    """Do to the present round what the ruling says; earlier ones are voided one by one."""
    if ruled.decision is Decision.GO_ON and command.cards:
        return _play(table, Reconstruct(command.cards, command.who, command.why))
    if ruled.decision is Decision.VOID and _can_be_void(table):
        return _voided(table, VoidRound(ruled.found.value, ruled.clause, ruled.who, ruled.why))
    return ()


def _is_new_shoe(command: ReportIrregularity, decision: Decision) -> bool | None:
    """Keep what was said of the shoe; what a supervisor decides, he says of the shoe too."""
    is_asked = command.found in OF_THE_SHOE and decision is not Decision.SUPERVISOR
    return command.new_shoe if is_asked else None


def _with_shoe(table: Table, happened: Happened, *, new_shoe: bool) -> Happened:
    """End the shoe that nobody wants to go on with, unless its last round was this one."""
    shoe = replay(table, happened).shoe if new_shoe else None
    return happened if shoe is None else (*happened, ShoeEnded(shoe.number, shoe.gone))


def _can_be_void(table: Table) -> bool:
    return table.coup is not None and table.coup.phase is not Phase.VOID


def _voided_earlier(command: VoidEarlierRound) -> EarlierRoundVoided:
    return EarlierRoundVoided(
        round=command.round,
        rulebook=command.rulebook,
        settled_again=command.settled_again,
        bets=command.bets,
        reason=command.reason,
        clause=command.clause,
        who=command.who,
        why=command.why,
    )


# --- folding ------------------------------------------------------------------------------------


_Regular: TypeAlias = (
    BettingOpened
    | BettingClosed
    | CardDealt
    | TotalsAnnounced
    | ResultAnnounced
    | WagersCollected
    | WagersPaid
)
"""What every round has, beside its wagers."""

_Irregular: TypeAlias = (
    BettingProlonged
    | CardSetAside
    | CardCorrected
    | CardsReconstructed
    | RoundSettledAgain
    | RoundVoided
)

_REGULAR: Final = frozenset(get_args(_Regular))
_IRREGULAR: Final = frozenset(get_args(_Irregular))

assert {*get_args(Staking), *_REGULAR, *_IRREGULAR} == {*get_args(CoupEvent)}, (
    "all that a round has"
)


def fold(table: Table, event: TableEvent) -> Table:
    """Add what happened to the state.

    What happens most is known by its type alone: to look at a case of `match` takes longer.
    """
    if type(event) is WagerPlaced or type(event) is WagerWithdrawn:
        return with_bet(table, event)
    if type(event) in _REGULAR:
        return _fold_regular(table, cast("_Regular", event))
    if type(event) in _IRREGULAR:
        return _fold_irregular(table, cast("_Irregular", event))
    return fold_beside_round(table, cast("BesideRound", event))


def _fold_regular(table: Table, event: _Regular) -> Table:
    if type(event) is BettingOpened:
        table = _begun(table, event.round)
    assert table.coup is not None, "an event of a round has its round"
    coup = fold_coup(table.coup, event)
    if type(event) is CardDealt:
        return replace(table, shoe=table.shoe and table.shoe.less(event.card), coup=coup)
    if type(event) is ResultAnnounced:
        table = with_result(table, Result.of(coup.facts))
    elif type(event) is WagersPaid:
        table = _cleared(table, table.shoe and table.shoe.after_round())
    return replace(table, coup=coup)


def _fold_irregular(table: Table, event: _Irregular) -> Table:
    match event:
        case BettingProlonged():
            pass
        case CardSetAside(card=card):
            table = replace(table, shoe=table.shoe and table.shoe.less(card))
        case CardCorrected(before=before, card=card):
            table = replace(table, shoe=table.shoe and table.shoe.corrected(before, card))
        case CardsReconstructed(cards, aside):
            table = _reconstructed(table, (*cards, *aside))
        case RoundSettledAgain():
            return _settled_again(table, event)
        case RoundVoided():
            table = _without_result(table, event)
            table = _cleared(table, table.shoe)
        case _:
            assert_never(event)
    assert table.coup is not None, "an event of a round has its round"
    return replace(table, coup=fold_coup(table.coup, event))


def _begun(table: Table, number: int) -> Table:
    return replace(
        table,
        rounds=number,
        coup=_new_coup(table, number),
        is_scanned=table.shoe is not None and table.shoe.scanned,
        previous_is_void=table.coup is not None and table.coup.phase is Phase.VOID,
        void_from=None,
        lay_at=type(table.lay_at)(),
    )


def _cleared(table: Table, shoe: TableShoe | None) -> Table:
    nothing = type(table.on_wager)()
    return replace(table, shoe=shoe, on_wager=nothing, of_bettor=nothing)


def _without_result(table: Table, event: RoundVoided) -> Table:
    """Take the result of a void round off the roads, and the round off the shoe."""
    table = without_present_result(table)
    if event.after_payment:
        return table
    return replace(table, shoe=table.shoe and table.shoe.after_round())


def _reconstructed(table: Table, cards: Iterable[str]) -> Table:
    """Count other cards of the round as gone; a result that came of the old ones is taken back."""
    assert table.coup is not None, "a reconstruction has its round"
    if table.round_shoe is not None:
        before = map(str, (*table.coup.cards, *table.coup.surplus))
        shoe = table.round_shoe.reconstructed(before, cards)
        table = replace(table, shoe=shoe)
    return without_present_result(table)


def _settled_again(table: Table, event: RoundSettledAgain) -> Table:
    """Take other cards, and put the other result in the place of the one on the roads."""
    assert table.coup is not None, "a reconstruction has its round"
    coup = fold_coup(table.coup, event)
    after = replace(_reconstructed(table, (*event.cards, *event.aside)), coup=coup)
    return with_result(after, Result.of(coup.facts)) if table.has_result else after


def replay(table: Table, events: Iterable[TableEvent]) -> Table:
    """Fold a run of events."""
    for event in events:
        table = fold(table, event)
    return table


def with_order(table: Table, order: tuple[str, ...]) -> Table:
    """Give the shoe on the table its order, as the house does when it opens or recovers one."""
    assert table.shoe is not None, "an order belongs to a shoe"
    return replace(table, shoe=replace(table.shoe, order=order))
