"""What a refusal says: its code, its clause, and words for a person."""

import pytest

from punto.coup import Code, Coup, refusal_of, replay, step
from punto.coup.command import (
    AnnounceTotals,
    CloseBetting,
    Command,
    CorrectCard,
    DealCard,
    OpenBetting,
    PlaceWager,
    SetCardAside,
    VoidRound,
    WithdrawWager,
)
from punto.refusal import Refusal
from punto.rules import find_rulebook
from tests.coup.test_matrix import CLOSED, COMPLETE, INITIAL, OPEN, after


def refused(coup: Coup, command: Command) -> Refusal:
    refusal = refusal_of(coup, command)
    assert refusal is not None
    assert step(coup, command) == refusal
    return refusal


@pytest.mark.parametrize("amount", [0, -5, 10**15 + 1, 2**63, 1.5, True, "10", None])
def test_stakes_out_of_range(amount: int) -> None:
    refusal = refused(after(OPEN), PlaceWager("ann", "tie", amount))
    assert (refusal.code, refusal.wager) == (Code.STAKE_OUT_OF_RANGE, "tie")


def test_increases_count_towards_the_largest_stake() -> None:
    coup = after([*OPEN, PlaceWager("ann", "tie", 10**15)])
    assert refused(coup, PlaceWager("ann", "tie", 1)).code is Code.STAKE_OUT_OF_RANGE


def test_an_odd_banker_stake_would_split_the_unit() -> None:
    refusal = refused(after(OPEN), PlaceWager("ann", "banker", 25))
    assert (refusal.code, refusal.wager) == (Code.STAKE_SPLITS_UNIT, "banker")
    assert refusal.words == "225 on Banker would split the minor unit: a multiple of 2"


def test_a_wager_is_somebodys() -> None:
    assert refused(after(OPEN), PlaceWager(" ", "tie", 5)).code is Code.NO_BETTOR


def test_a_wager_of_another_game() -> None:
    refusal = refused(after(OPEN), PlaceWager("ann", "dragon-7", 10))
    assert (refusal.code, refusal.clause, refusal.wager) == (
        Code.UNKNOWN_WAGER,
        "3.5",
        "dragon-7",
    )


def test_several_reasons_at_once_give_the_first() -> None:
    closed = refused(after(CLOSED), PlaceWager("ann", "dragon-7", -1))
    assert closed.code is Code.PLACED_TOO_LATE
    both = refused(after(OPEN), PlaceWager("ann", "dragon-7", -1))
    assert both.code is Code.UNKNOWN_WAGER


def test_withdrawing_what_was_not_staked() -> None:
    refusal = refused(after(OPEN), WithdrawWager("ann", "tie"))
    assert (refusal.code, refusal.wager) == (Code.NOTHING_TO_WITHDRAW, "tie")


@pytest.mark.parametrize(
    ("command", "code", "clause"),
    [
        (PlaceWager("cat", "tie", 5), Code.PLACED_TOO_LATE, "5.6"),
        (PlaceWager("ann", "banker", 50), Code.INCREASED_TOO_LATE, "5.6"),
        (WithdrawWager("ann", "banker"), Code.WITHDRAWN_TOO_LATE, "5.7"),
    ],
)
def test_late_wagers_cite_their_clause(command: Command, code: Code, clause: str) -> None:
    refusal = refused(after(CLOSED), command)
    assert (refusal.code, refusal.clause) == (code, clause)


def test_a_document_without_a_clause_on_late_wagers_refuses_them_all_the_same() -> None:
    coup = Coup(number=1, rulebook=find_rulebook("rws-non-commission"))
    for command in (OpenBetting(), CloseBetting()):
        events = step(coup, command)
        assert not isinstance(events, Refusal)
        coup = replay(coup, events)
    refusal = refused(coup, PlaceWager("ann", "tie", 5))
    assert (refusal.code, refusal.clause) == (Code.PLACED_TOO_LATE, "3.2")


@pytest.mark.parametrize(
    ("notation", "code"),
    [("XX", Code.NOT_A_CARD), ("", Code.NOT_A_CARD), ("Lm", Code.FOREIGN_CARD)],
)
def test_cards_that_cannot_be(notation: str, code: Code) -> None:
    assert refused(after(CLOSED), DealCard(notation)).code is code
    assert refused(after(INITIAL), CorrectCard(0, notation, "dan", "misread")).code is code


def test_a_correction_that_would_have_drawn_fewer_cards() -> None:
    """With a seven in place of the three the Player has nine: no third card is called for."""
    refusal = refused(after(COMPLETE), CorrectCard(2, "7d", "dan", "misread"))
    assert refusal.code is Code.CORRECTION_LEAVES_CARDS


def test_a_correction_of_a_card_that_is_not_there() -> None:
    for place in (-1, 4, 99):
        refusal = refused(after(INITIAL), CorrectCard(place, "2d", "dan", "misread"))
        assert refusal.code is Code.NO_SUCH_CARD


@pytest.mark.parametrize(("who", "why"), [("", "misread"), ("dan", ""), ("  ", "misread")])
def test_destructive_commands_say_who_and_why(who: str, why: str) -> None:
    for command in (
        CorrectCard(0, "2d", who, why),
        SetCardAside("5s", who, why),
        VoidRound("foreign-card", "5.1.1", who, why),
    ):
        assert refused(after(INITIAL), command).code is Code.WHO_AND_WHY_WANTED


def test_third_cards_wait_for_the_totals() -> None:
    assert refused(after(INITIAL), DealCard("5s")).code is Code.TOTALS_TO_ANNOUNCE
    assert refusal_of(after([*INITIAL, AnnounceTotals()]), DealCard("5s")) is None
