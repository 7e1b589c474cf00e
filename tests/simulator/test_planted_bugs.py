"""Bugs planted on purpose: the auditor finds every one, and says what is wrong."""

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, Final

import pytest
from msgspec.structs import replace

from punto.coup import Coup, Phase
from punto.coup.event import (
    Bet,
    ResultAnnounced,
    RoundSettledAgain,
    RoundVoided,
    TotalsAnnounced,
    WagerPlaced,
    WagersCollected,
    WagersPaid,
    WagerWithdrawn,
)
from punto.rules import Hand, Side, Winner, next_side
from punto.table import Code, Table
from punto.table.event import ShoeOpened, TableEvent
from punto.table.irregularity import Decision
from punto.table.shoe import TableShoe
from punto.testing.auditor import Violation
from punto.testing.simulator import audit, history_of

SEEDS: Final = 3_000
"""A planted bug is found within so many seeds."""

# The packages export functions of the same names, so the modules are asked for by theirs.
COUP: Final[Any] = import_module("punto.coup.step")
COUP_BETTING: Final[Any] = import_module("punto.coup.betting")
COUP_REFUSING: Final[Any] = import_module("punto.coup.refusing")
RULES_DEAL: Final[Any] = import_module("punto.rules.deal")
TABLE: Final[Any] = import_module("punto.table.step")
TABLE_BETTING: Final[Any] = import_module("punto.table.betting")
TABLE_BESIDE_ROUND: Final[Any] = import_module("punto.table.beside_round")
TABLE_DRAWING: Final[Any] = import_module("punto.table.drawing")
TABLE_REFUSING: Final[Any] = import_module("punto.table.refusing")
STATE: Final[Any] = import_module("punto.table.state")
SEATING: Final[Any] = import_module("punto.table.seating")

Plant = Callable[[pytest.MonkeyPatch], None]


def _nothing(*_: object) -> None:
    return None


def _forgets_those_beside(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Table, "beside", lambda *_: ())


def _forgets_chips(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(STATE, "felt_position", _nothing)


def _never_refuses(module: Any, name: str) -> Plant:  # noqa: ANN401 – a module
    return lambda patch: patch.setattr(module, name, _nothing)


def _says(kind: type[TableEvent], change: Callable[[Any], TableEvent]) -> Plant:
    """Let the round say something else whenever it says an event of this kind."""
    right = TABLE.done_in_coup

    def wrong(coup: object, command: object) -> TableEvent:
        event: TableEvent = right(coup, command)
        return change(event) if isinstance(event, kind) else event

    return lambda patch: patch.setattr(TABLE, "done_in_coup", wrong)


# --- betting ------------------------------------------------------------------------------------


def _late_bets(*, increases: bool) -> Plant:
    right = COUP_BETTING.not_taken

    def wrong(coup: Coup, command: Any, now_ms: int) -> object:  # noqa: ANN401 – of two commands
        stands = (command.bettor, command.wager) in coup.stakes
        dealing = coup.phase is Phase.DEALING
        return None if dealing and stands is increases else right(coup, command, now_ms)

    return lambda patch: patch.setattr(COUP_BETTING, "not_taken", wrong)


def _forgets_the_deadline(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(COUP_BETTING, "is_past_deadline", lambda *_: False)


def _forgets_limits(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TABLE_BETTING, "_limited", _nothing)
    patch.setattr(TABLE_BETTING, "_filled", _nothing)


def _forgets(setting: str) -> Plant:
    """Look at what a table takes in all as if this were not set."""
    right = TABLE_BETTING._filled

    def wrong(table: Any, command: Any, beside: Any) -> object:  # noqa: ANN401 – a table's own
        otherwise = replace(table, settings=replace(table.settings, **{setting: None}))
        return right(otherwise, command, beside)

    return lambda patch: patch.setattr(TABLE_BETTING, "_filled", wrong)


# --- rounds and shoes ---------------------------------------------------------------------------


def _skips_a_round_number(patch: pytest.MonkeyPatch) -> None:
    right = TABLE._coup_for

    def wrong(table: Any, command: object) -> Coup:  # noqa: ANN401 – a table
        coup: Coup = right(table, command)
        return replace(coup, number=3) if coup.number == 2 else coup

    patch.setattr(TABLE, "_coup_for", wrong)


def _burned_cards_not_counted(patch: pytest.MonkeyPatch) -> None:
    right = TABLE_BESIDE_ROUND._shoe
    patch.setattr(TABLE_BESIDE_ROUND, "_shoe", lambda *given: replace(right(*given), gone=0))


def _same_card_twice(patch: pytest.MonkeyPatch) -> None:
    def wrong(shoe: TableShoe) -> object:
        return shoe.order[shoe.gone // 2 * 2] if shoe.order else None

    patch.setattr(TableShoe, "next_card", property(wrong))


def _copies_without_end(patch: pytest.MonkeyPatch) -> None:
    for place in (TABLE_DRAWING, TABLE_REFUSING):
        patch.setattr(place, "copies_refusal", _nothing)


def _reveals_the_shoe(patch: pytest.MonkeyPatch) -> None:
    right = TABLE._ruled

    def wrong(
        table: Any,  # noqa: ANN401 – a table
        *given: object,
    ) -> tuple[TableEvent, ...]:
        ruled, *rest = right(table, *given)
        coming = table.shoe.next_card if table.shoe else None
        return (replace(ruled, words=f"{ruled.words}, before {coming}"), *rest)

    patch.setattr(TABLE, "_ruled", wrong)


def _shoe_never_ends(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TABLE, "_end_of_shoe", lambda *_: ())


def _shoe_of_another_size(patch: pytest.MonkeyPatch) -> None:
    right = TABLE._events

    def wrong(table: object, command: object, now_ms: int) -> object:
        events = right(table, command, now_ms)
        if isinstance(events, tuple) and isinstance(events[0], ShoeOpened):
            return (replace(events[0], size=events[0].size - 1),)
        return events

    patch.setattr(TABLE, "_events", wrong)


# --- dealing ------------------------------------------------------------------------------------


def _third_card_not_called_for(patch: pytest.MonkeyPatch) -> None:
    def wrong(player: Hand, banker: Hand) -> Side | None:
        side = next_side(player, banker)
        return Side.BANKER if side is None and len(banker) == 2 else side

    patch.setattr(RULES_DEAL, "next_side", wrong)


def _card_to_the_wrong_hand(patch: pytest.MonkeyPatch) -> None:
    def wrong(player: Hand, banker: Hand) -> Side | None:
        dealt = len(player) + len(banker)
        if dealt in {1, 2}:
            return Side.PLAYER if dealt == 1 else Side.BANKER
        return next_side(player, banker)

    patch.setattr(RULES_DEAL, "next_side", wrong)


def _third_card_before_totals(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Coup, "totals_due", property(lambda _: False))


def _wrong_winner(event: ResultAnnounced) -> ResultAnnounced:
    winner = Winner.BANKER if event.winner is Winner.TIE else event.winner
    return replace(event, winner=winner)


# --- settling -----------------------------------------------------------------------------------


def _banker_six_pays_even(patch: pytest.MonkeyPatch) -> None:
    right = COUP.settled_bets

    def wrong(coup: Coup) -> Iterable[Bet]:
        for bet in right(coup):
            even = replace(bet, pays="1:1", returned=2 * bet.stake, net=bet.stake)
            yield even if bet.pays == "1:2" else bet

    patch.setattr(COUP, "settled_bets", wrong)


def _pushes_are_lost(patch: pytest.MonkeyPatch) -> None:
    right = COUP.settled_bets

    def wrong(coup: Coup) -> Iterable[Bet]:
        for bet in right(coup):
            lost = replace(bet, outcome="lose", returned=0, net=-bet.stake)
            yield lost if bet.outcome == "push" else bet

    patch.setattr(COUP, "settled_bets", wrong)


def _pays_twice(event: WagersPaid) -> WagersPaid:
    return WagersPaid((*event.bets, *event.bets))


def _forgets_a_winner(event: WagersPaid) -> WagersPaid:
    return WagersPaid(event.bets[1:])


def _collects_too_much(event: WagersCollected) -> WagersCollected:
    return WagersCollected(tuple(replace(bet, stake=bet.stake + 1) for bet in event.bets))


# --- voiding ------------------------------------------------------------------------------------


def _void_loses_a_stake(event: RoundVoided) -> RoundVoided:
    return replace(event, bets=event.bets[1:])


def _void_gives_half_back(event: RoundVoided) -> RoundVoided:
    bets = tuple(replace(bet, returned=bet.stake // 2) for bet in event.bets)
    return replace(event, bets=bets)


def _void_hides_payment(event: RoundVoided) -> RoundVoided:
    return replace(event, after_payment=False)


def _rules(before: Decision, after: Decision) -> Plant:
    right = TABLE.adjudicate

    def wrong(*given: object) -> object:
        ruling = right(*given)
        return replace(ruling, decision=after) if ruling.decision is before else ruling

    return lambda patch: patch.setattr(TABLE, "adjudicate", wrong)


def _invents_a_clause(patch: pytest.MonkeyPatch) -> None:
    right = TABLE.adjudicate
    patch.setattr(TABLE, "adjudicate", lambda *given: replace(right(*given), clause="99.9"))


def _void_is_not_carried_out(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TABLE, "_voided", lambda *_: ())


def _voids_twice(patch: pytest.MonkeyPatch) -> None:
    right = TABLE_REFUSING._reporting

    def wrong(table: Any, command: object) -> object:  # noqa: ANN401 – a table
        refusal = right(table, command)
        void = table.coup is not None and table.coup.phase is Phase.VOID
        is_no_round = refusal is not None and refusal.code is Code.NO_ROUND
        return None if void and is_no_round else refusal

    patch.setattr(TABLE_REFUSING, "_reporting", wrong)
    patch.setattr(COUP_REFUSING, "_round_over", _nothing)


def _supervisor_not_awaited(patch: pytest.MonkeyPatch) -> None:
    right = TABLE.refusal_of

    def wrong(table: Any, command: Any, now_ms: int) -> object:  # noqa: ANN401 – table and command
        deciding = type(command).__name__ == "Decide"
        return right(table if deciding else replace(table, undecided=None), command, now_ms)

    patch.setattr(TABLE, "refusal_of", wrong)


PLANTED: Final[dict[str, tuple[Plant, str]]] = {
    "a bet is accepted after the close": (_late_bets(increases=False), "WagerPlaced in"),
    "a late increase is accepted": (_late_bets(increases=True), "WagerPlaced in"),
    "the deadline is forgotten": (_forgets_the_deadline, "a bet was taken after"),
    "a window is made shorter": (_never_refuses(COUP_REFUSING, "_prolonging"), "is no longer"),
    "a stake is said without what lay there": (
        _says(WagerPlaced, lambda event: replace(event, stake=event.amount)),
        "is said",
    ),
    "half a stake is withdrawn": (
        _says(WagerWithdrawn, lambda event: replace(event, stake=event.stake // 2)),
        "went back of a stake",
    ),
    "limits are forgotten": (_forgets_limits, "breaks its limit"),
    "the differential is forgotten": (_never_refuses(TABLE_REFUSING, "too_far_apart"), "apart"),
    "the seat maximum is forgotten": (_forgets("seat_maximum"), "at stake"),
    "the table maximum is forgotten": (_forgets("table_maximum"), "lies on the table"),
    "anybody bets without a seat": (
        _never_refuses(TABLE_BETTING, "placeless"),
        "without a seat",
    ),
    "bets go on behind an empty seat": (
        _never_refuses(SEATING, "_backs_nobody"),
        "where nobody sits",
    ),
    "a seat is left while a stake stands": (_never_refuses(SEATING, "_standing"), "behind"),
    "whoever stands behind a seat is forgotten": (_forgets_those_beside, "at stake"),
    "chips beside a seat are forgotten": (_forgets_chips, "at stake"),
    "a round number is skipped": (_skips_a_round_number, "where 2 was due"),
    "burned cards are not counted": (_burned_cards_not_counted, "the next card was"),
    "a card is dealt twice": (_same_card_twice, "the next card was"),
    "copies are not counted": (_copies_without_end, "once too often"),
    "the order of the shoe is revealed": (_reveals_the_shoe, "not yet dealt"),
    "the shoe never ends": (_shoe_never_ends, "the shoe is over"),
    "a shoe is a card short": (_shoe_of_another_size, "a shoe of"),
    "a third card is not called for": (_third_card_not_called_for, "no hand called for it"),
    "a card goes to the wrong hand": (_card_to_the_wrong_hand, "wrong hand"),
    "a third card comes before the totals": (_third_card_before_totals, "before the totals"),
    "totals are announced wrong": (
        _says(TotalsAnnounced, lambda event: replace(event, player=event.banker)),
        "totals",
    ),
    "a tie is announced as a win": (_says(ResultAnnounced, _wrong_winner), "the result is"),
    "Banker six pays even money": (_banker_six_pays_even, "was to be"),
    "pushed wagers are lost": (_pushes_are_lost, "was to be"),
    "winners are paid twice": (_says(WagersPaid, _pays_twice), "settled twice"),
    "a winner is forgotten": (_says(WagersPaid, _forgets_a_winner), "never settled"),
    "too much is collected": (_says(WagersCollected, _collects_too_much), "was to be"),
    "a void loses a stake": (_says(RoundVoided, _void_loses_a_stake), "a void gave"),
    "a void gives half back": (_says(RoundVoided, _void_gives_half_back), "a void gave"),
    "a void hides that it was paid": (_says(RoundVoided, _void_hides_payment), "after payment"),
    "a round is voided when the next has commenced": (
        _rules(Decision.STAND, Decision.VOID),
        "after the next had commenced",
    ),
    "what can be mended is voided": (_rules(Decision.GO_ON, Decision.VOID), "reconstructed"),
    "a clause is invented": (_invents_a_clause, "is no clause"),
    "a void is not carried out": (_void_is_not_carried_out, "was not voided"),
    "a round is voided twice": (_voids_twice, "void already"),
    "a wager is forgotten when a round is settled again": (
        _says(RoundSettledAgain, lambda event: replace(event, bets=event.bets[1:])),
        "not settled again",
    ),
    "an earlier round is void without a ruling": (
        _never_refuses(TABLE_REFUSING, "_voiding_earlier"),
        "voided without a ruling",
    ),
    "a shoe is reconstructed with cards it cannot hold": (
        _never_refuses(TABLE_REFUSING, "_too_many_copies"),
        "once too often",
    ),
    "a supervisor is not awaited": (_supervisor_not_awaited, "while a supervisor was awaited"),
}


@pytest.mark.parametrize("bug", PLANTED)
def test_a_planted_bug_is_caught(bug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, words = PLANTED[bug]
    plant(monkeypatch)
    assert any(words in _verdict(seed) for seed in range(SEEDS)), f"not caught: {bug}"


def _verdict(seed: int) -> str:
    """Say what the auditor says; a bug may also stop the house itself, and that is no verdict."""
    try:
        audit(history_of(seed))
    except Violation as violation:
        return str(violation)
    except (AssertionError, ValueError, LookupError):
        return ""
    return ""
