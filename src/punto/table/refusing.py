"""Whether a table refuses a command, and why: the checks stand in the order of `Code`."""

from collections.abc import Sequence
from typing import Final, TypeAlias, assert_never, cast, get_args

from punto.cards import is_card
from punto.coup import Command as CoupCommand
from punto.coup import Phase
from punto.coup import refusal_of as coup_refusal_of
from punto.coup.command import (
    AnnounceResult,
    AnnounceTotals,
    CloseBetting,
    CollectLosing,
    CorrectCard,
    DealCard,
    OfRound,
    OpenBetting,
    PayWinning,
    PlaceWager,
    ProlongBetting,
    Reconstruct,
    SetCardAside,
    VoidRound,
    WithdrawWager,
)
from punto.refusal import Refusal
from punto.rules import Winner
from punto.table.betting import (
    NO_ROUND,
    UNDECIDED,
    bet_event,
    bet_refusal,
    too_far_apart,
    with_bet,
)
from punto.table.code import Code
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
from punto.table.drawing import (
    copies_refusal,
    correcting_refusal,
    drawing_refusal,
    drawn,
    scanning_refusal,
)
from punto.table.irregularity import OF_THE_SHOE, Decision
from punto.table.reporting import (
    is_of_the_shoe_alone,
    is_of_undealt_cards,
    round_of,
    ruling_of,
)
from punto.table.seating import seating_refusal
from punto.table.shoe import is_complete
from punto.table.state import Table


def refusal_of(table: Table, command: TableCommand, now_ms: int | None = None) -> Refusal | None:
    """Say why this cannot be done now, by the table itself or by its round; None if it can."""
    refusal = refusal_in_turn(table, command, now_ms)
    if refusal is None and (type(command) is PlaceWager or type(command) is WithdrawWager):
        return too_far_apart(table, with_bet(table, bet_event(table, command)))
    return refusal


def refusal_in_turn(
    table: Table, command: TableCommand, now_ms: int | None = None
) -> Refusal | None:
    """Say the same of one of several that are done at once.

    How far their bets drive the sides apart is asked of all together, by `too_far_apart`.
    """
    if type(command) is PlaceWager or type(command) is WithdrawWager:  # most that is asked
        return bet_refusal(table, command, now_ms)
    if table.undecided is not None and type(command) is not Decide:
        return UNDECIDED
    if type(command) in _BY_ROUND_ALONE:
        return _no_round(table) or _by_round(table, cast("_ByRoundAlone", command), now_ms)
    return _refusal_of_others(
        table, cast("DrawCard | BesideRoundCommand | _OfTable", command), now_ms
    )


_ByRoundAlone: TypeAlias = (
    ProlongBetting | CloseBetting | AnnounceTotals | AnnounceResult | CollectLosing | PayWinning
)
_BY_ROUND_ALONE: Final = frozenset(get_args(_ByRoundAlone))

_OfTable: TypeAlias = OpenBetting | DealCard | SetCardAside | CorrectCard | VoidRound | Reconstruct
"""Of the commands of a round, those that the table itself may refuse."""

assert {*_BY_ROUND_ALONE, *get_args(_OfTable)} == {*get_args(OfRound)}, "all of a round"


def _refusal_of_others(
    table: Table, command: DrawCard | BesideRoundCommand | _OfTable, now_ms: int | None
) -> Refusal | None:
    match command:
        case OpenBetting():
            return _results_only(table) or _opening_round(table)
        case RecordResult() | DropResult():
            return _recording(table, command)
        case Decide():
            return _deciding(table, command)
        case OpenShoe():
            return _opening_shoe(table, command)
        case TakeSeat() | StandBehind() | LeaveSeat():
            return seating_refusal(table, command)
        case ReportIrregularity():
            return _reporting(table, command)
        case VoidRound() | Reconstruct():
            return Refusal(Code.RULING_WANTED, "report what was found: the rulebook rules on it")
        case VoidEarlierRound():
            return _voiding_earlier(table, command)
        case DrawCard():
            return (
                _no_round(table) or drawing_refusal(table) or _by_round(table, drawn(table), now_ms)
            )
        case DealCard(card) | SetCardAside(card):
            refusal = _no_round(table) or scanning_refusal(table) or copies_refusal(table, card)
            return refusal or _by_round(table, command, now_ms)
        case CorrectCard():
            refusal = _no_round(table) or correcting_refusal(table, command)
            return refusal or _by_round(table, command, now_ms)
        case _:
            assert_never(command)


def _no_round(table: Table) -> Refusal | None:
    return NO_ROUND if table.coup is None else None


def _by_round(table: Table, command: CoupCommand, now_ms: int | None) -> Refusal | None:
    """Pass on what the round in play says."""
    assert table.coup is not None, "asked before"
    return coup_refusal_of(table.coup, command, now_ms)


def _who_and_why(who: str, why: str) -> Refusal | None:
    if not (who.strip() and why.strip()):
        return Refusal(Code.WHO_AND_WHY_WANTED, "say who does this, and why")
    return None


def _results_only(table: Table) -> Refusal | None:
    if table.settings.results_only:
        return Refusal(Code.RESULTS_ONLY, "wagers are physical chips: record the result")
    return None


def _recording(table: Table, command: RecordResult | DropResult) -> Refusal | None:
    why = command.why if isinstance(command, DropResult) else "a result"
    refusal = _who_and_why(command.who, why)
    if refusal is not None:
        return refusal
    if not table.settings.results_only:
        return Refusal(Code.NOT_RESULTS_ONLY, "results come from the cards dealt here")
    if table.shoe is None:
        return Refusal(Code.NO_SHOE, "there is no shoe on the table")
    if isinstance(command, RecordResult):
        return _possible(command)
    if not table.recorded:
        return Refusal(Code.NO_RESULT, "no result of this shoe has been recorded")
    return None


def _possible(command: RecordResult) -> Refusal | None:
    if command.six not in (0, 2, 3) or (command.six and command.winner is not Winner.BANKER):
        words = "six is the Banker's, on two or three cards"
        return Refusal(Code.IMPOSSIBLE_RESULT, words)
    return None


# --- irregularities -----------------------------------------------------------------------------


def _deciding(table: Table, command: Decide) -> Refusal | None:
    if table.undecided is None:
        return Refusal(Code.NOTHING_TO_DECIDE, "nothing waits for a supervisor")
    if command.void and (table.undecided != table.rounds or table.coup is None):
        return Refusal(Code.NEXT_COMMENCED, "the next round has commenced: the result stands")
    if command.void and _is_void(table, table.undecided):
        return Refusal(Code.NO_ROUND, "the round is void already")
    if command.new_shoe and table.in_play and not command.void:
        return _DEALT_FROM
    return _who_and_why(command.who, command.why)


def _reporting(table: Table, command: ReportIrregularity) -> Refusal | None:
    refusal = _who_and_why(command.who, command.why)
    refusal = refusal or _about_no_round(table, command) or _reconstructing(table, command)
    return refusal or (_taking_away(table, command) if command.new_shoe else None)


_DEALT_FROM: Final = Refusal(Code.ROUND_IN_PLAY, "the round in play is dealt from this shoe")


def _taking_away(table: Table, command: ReportIrregularity) -> Refusal | None:
    """Leave the shoe on the table where the documents do, and while a round goes on with it."""
    if command.found not in OF_THE_SHOE:
        words = "only a foreign, extra or missing card takes the shoe off the table"
        return Refusal(Code.SHOE_IN_PLAY, words)
    goes_on = ruling_of(table, command).decision in (Decision.STAND, Decision.GO_ON)
    return _DEALT_FROM if goes_on and table.in_play else None


def _about_no_round(table: Table, command: ReportIrregularity) -> Refusal | None:
    """Refuse what is about no round, unless it is about the shoe, which is there without one."""
    if table.settings.results_only:
        return _no_round(table)
    if is_of_the_shoe_alone(table, command):
        return None
    refusal = _no_round(table) if command.round is None else None
    return refusal or _unknown_round(table, command)


def _unknown_round(table: Table, command: ReportIrregularity) -> Refusal | None:
    about = round_of(table, command)
    if not 1 <= about <= table.rounds:
        return Refusal(Code.NO_ROUND, f"there is no round {about} at this table")
    if is_of_undealt_cards(table, command):
        return Refusal(Code.NO_ROUND, f"no card of round {about} is dealt yet")
    if _is_void(table, about) and not _voids_more(table, command):
        return Refusal(Code.NO_ROUND, "the round is void already")
    return None


def _is_void(table: Table, about: int) -> bool:
    if about == table.rounds and table.coup is not None:
        return table.coup.phase is Phase.VOID
    previous = about == table.rounds - 1 and table.previous_is_void is True
    return previous or about in table.voided_late


def _voids_more(table: Table, command: ReportIrregularity) -> bool:
    """Whether a ruling on an earlier round would reach later ones too."""
    earlier = round_of(table, command) < table.rounds
    return earlier and ruling_of(table, command).decision is Decision.VOID


def _reconstructing(table: Table, command: ReportIrregularity) -> Refusal | None:
    """Refuse cards that cannot be put in the place of those recorded."""
    if not command.cards:
        return None
    if ruling_of(table, command).decision is not Decision.GO_ON or table.coup is None:
        words = "this is not mended by putting cards in their order"
        return Refusal(Code.NOTHING_TO_RECONSTRUCT, words)
    recorded = tuple(map(str, (*table.coup.cards, *table.coup.surplus)))
    if not table.is_scanned and command.cards != recorded:
        return Refusal(Code.CARDS_COME_FROM_THE_SHOE, "cards are drawn from the table's own shoe")
    refusal = _by_round(table, Reconstruct(command.cards, command.who, command.why), None)
    return refusal or _too_many_copies(table, recorded, command.cards)


def _too_many_copies(table: Table, recorded: Sequence[str], cards: Sequence[str]) -> Refusal | None:
    seen = table.round_shoe.seen if table.round_shoe is not None else {}
    for card in cards:
        others = max(seen.get(card, 0) - recorded.count(card), 0)
        if others + cards.count(card) > table.settings.decks:
            words = f"the shoe cannot hold so many {card}: it has {table.settings.decks} decks"
            return Refusal(Code.TOO_MANY_COPIES, words)
    return None


def _voiding_earlier(table: Table, command: VoidEarlierRound) -> Refusal | None:
    """Only a ruling that reaches back voids what others have followed, and each round once."""
    # A table that was opened again remembers none of its rounds.
    last = table.rounds - (table.coup is not None)
    if table.void_from is None or not table.void_from <= command.round <= last:
        return Refusal(Code.RULING_WANTED, "report what was found: the rulebook rules on it")
    if command.round in table.voided_late:
        return Refusal(Code.NO_ROUND, "the round is void already")
    return _who_and_why(command.who, command.why)


# --- shoes --------------------------------------------------------------------------------------


def _opening_shoe(table: Table, command: OpenShoe) -> Refusal | None:
    if not command.who.strip():
        return Refusal(Code.WHO_AND_WHY_WANTED, "say who opens the shoe")
    if table.in_play:
        return Refusal(Code.ROUND_IN_PLAY, "a round is in play")
    if table.shoe is not None and table.shoe.can_start_a_round and not table.settings.results_only:
        return Refusal(Code.SHOE_IN_PLAY, "the shoe on the table is not over")
    if command.order is None:
        return None
    return _checked_order(table, command.order)


def _checked_order(table: Table, order: Sequence[str]) -> Refusal | None:
    settings = table.settings
    if is_complete(order, settings.rulebook.deck, settings.decks):
        return None
    if not all(map(is_card, order)):
        return Refusal(Code.NOT_A_CARD, "the shoe holds something that is no card")
    words = f"the count is wrong: {settings.decks} decks, each card so often, are wanted"
    return Refusal(Code.SHOE_INCOMPLETE, words, settings.rulebook.shoe.clause)


def _opening_round(table: Table) -> Refusal | None:
    if table.in_play:
        return Refusal(Code.ROUND_IN_PLAY, "a round is in play")
    if table.shoe is None:
        return Refusal(Code.NO_SHOE, "there is no shoe on the table")
    if not table.shoe.can_start_a_round:
        return Refusal(Code.SHOE_OVER, "the shoe is over")
    return None
