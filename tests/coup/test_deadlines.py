"""A round with a deadline: the time of a bet decides, and a late one is told the deadline."""

import msgspec
import pytest

from punto.coup import Code, Coup, Phase, refusal_of, replay, step
from punto.coup.command import (
    CloseBetting,
    Command,
    OpenBetting,
    PlaceWager,
    ProlongBetting,
    WithdrawWager,
)
from punto.coup.event import BettingOpened, BettingProlonged
from punto.refusal import Refusal
from punto.rules import find_rulebook

CLOSES_MS = 1_794_744_020_000
"""20 seconds after noon."""

TIGER, RWS = find_rulebook("mbs-tiger"), find_rulebook("rws-non-commission")
PLACE = PlaceWager("bob", "tie", 10)
INCREASE = PlaceWager("ann", "banker", 100)
WITHDRAW = WithdrawWager("ann", "banker")


def opened(rulebook: str = "mbs-tiger") -> Coup:
    coup = Coup(number=1, rulebook=find_rulebook(rulebook))
    return after(coup, OpenBetting(CLOSES_MS), PlaceWager("ann", "banker", 200))


def after(coup: Coup, *commands: Command, now_ms: int = CLOSES_MS - 20_000) -> Coup:
    for command in commands:
        events = step(coup, command, now_ms)
        assert not isinstance(events, Refusal), events
        coup = replay(coup, events)
    return coup


@pytest.mark.parametrize("command", [PLACE, INCREASE, WITHDRAW])
def test_a_millisecond_before_the_deadline_is_in_time(command: Command) -> None:
    assert refusal_of(opened(), command, CLOSES_MS - 1) is None


@pytest.mark.parametrize("now_ms", [CLOSES_MS, CLOSES_MS + 1, CLOSES_MS + 86_400_000])
@pytest.mark.parametrize(
    ("command", "code", "clause", "words"),
    [
        (PLACE, Code.PLACED_TOO_LATE, "5.6", "betting closed at 12:00:20.000 UTC"),
        (
            INCREASE,
            Code.INCREASED_TOO_LATE,
            "5.6",
            "betting closed at 12:00:20.000 UTC: the increase is refused, the earlier stake stands",
        ),
        (
            WITHDRAW,
            Code.WITHDRAWN_TOO_LATE,
            "5.7",
            "betting closed at 12:00:20.000 UTC: the wager stays and is settled on the result",
        ),
    ],
)
def test_at_the_deadline_and_after_it_a_bet_is_refused_with_it(
    command: Command, code: Code, clause: str, words: str, now_ms: int
) -> None:
    """Whether anybody has said "No more bets" by then, or is late himself."""
    coup = opened()
    for each in (coup, after(coup, CloseBetting())):
        assert refusal_of(each, command, now_ms) == Refusal(code, words, clause)


def test_where_late_bets_have_no_clause_the_call_that_closes_them_is_cited() -> None:
    assert RWS.late.placed_clause is None
    refusal = refusal_of(opened("rws-non-commission"), PLACE, CLOSES_MS)
    assert refusal is not None
    assert refusal.clause == "3.2"


def test_who_closes_before_the_deadline_is_not_said_to_have_kept_it() -> None:
    refusal = refusal_of(after(opened(), CloseBetting()), PLACE, CLOSES_MS - 1)
    assert refusal == Refusal(Code.PLACED_TOO_LATE, "betting is closed", "5.6")


def test_a_window_is_prolonged_to_its_new_deadline_and_never_made_shorter() -> None:
    assert step(opened(), ProlongBetting(CLOSES_MS + 5_000)) == (
        BettingProlonged(CLOSES_MS + 5_000),
    )
    longer = after(opened(), ProlongBetting(CLOSES_MS + 5_000))
    assert longer.closes_at_ms == CLOSES_MS + 5_000
    assert refusal_of(longer, PLACE, CLOSES_MS + 4_999) is None
    assert refusal_of(longer, PLACE, CLOSES_MS + 5_000) is not None
    for closes_at_ms in (CLOSES_MS, CLOSES_MS + 5_000):
        refusal = refusal_of(longer, ProlongBetting(closes_at_ms))
        assert refusal is not None
        assert refusal.code is Code.NOT_PROLONGED
        assert refusal.words == "bets are taken until 12:00:25.000 UTC already"


def test_a_window_may_be_prolonged_after_its_deadline_while_nobody_has_closed_it() -> None:
    longer = after(opened(), ProlongBetting(CLOSES_MS + 5_000), now_ms=CLOSES_MS)
    assert refusal_of(longer, PLACE, CLOSES_MS) is None


def test_where_a_person_closes_the_bets_the_time_does_not_matter() -> None:
    coup = after(Coup(number=1, rulebook=TIGER), OpenBetting())
    assert coup.closes_at_ms is None
    assert refusal_of(coup, PLACE) is None
    assert refusal_of(coup, PLACE, 2**60) is None


def test_a_bet_without_a_time_is_our_own_mistake() -> None:
    with pytest.raises(AssertionError, match="asked at a time"):
        refusal_of(opened(), PLACE)


def test_an_opening_that_was_written_before_there_were_deadlines_is_read_as_it_was() -> None:
    written = b'{"type":"BettingOpened","round":7,"rulebook":"mbs-tiger@3","training":false}'
    event = msgspec.json.decode(written, type=BettingOpened)
    assert event.closes_at_ms is None
    coup = replay(Coup(number=7, rulebook=TIGER), [event])
    assert (coup.phase, coup.closes_at_ms) == (Phase.BETTING, None)
