"""Whole rounds: money and cards go where they should, and the events tell it all."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.coup import Bet, Coup, Event, Phase, replay, step
from punto.coup.command import (
    AnnounceResult,
    AnnounceTotals,
    CloseBetting,
    CollectLosing,
    Command,
    CorrectCard,
    DealCard,
    OpenBetting,
    PayWinning,
    PlaceWager,
    SetCardAside,
    VoidRound,
    WithdrawWager,
)
from punto.coup.event import CardDealt, ResultAnnounced, RoundVoided, WagersCollected, WagersPaid
from punto.refusal import Refusal
from punto.rules import Rulebook, Side, Winner, find_rulebook, settle
from tests.coup.test_matrix import CLOSED, COMPLETE, INITIAL, OPEN, SETTLED, after
from tests.properties.strategies import dealt_cards, placed_bets, rulebooks


def run(coup: Coup, commands: Sequence[Command]) -> tuple[Coup, list[Event]]:
    """Do all commands that are not refused; give the state and all that happened."""
    happened: list[Event] = []
    for command in commands:
        events = step(coup, command)
        if not isinstance(events, Refusal):
            happened += events
            coup = replay(coup, events)
    return coup, happened


def play(
    rulebook: Rulebook, bets: dict[str, int], cards: Sequence[str]
) -> tuple[Coup, list[Event]]:
    """Lead a whole round, as a dealer would."""
    commands: list[Command] = [OpenBetting()]
    commands += [PlaceWager("ann", wager, stake) for wager, stake in bets.items()]
    commands += [CloseBetting(), *map(DealCard, cards[:4]), AnnounceTotals()]
    commands += [*map(DealCard, cards[4:]), AnnounceResult(), CollectLosing(), PayWinning()]
    return run(Coup(number=7, rulebook=rulebook), commands)


@given(st.data(), rulebooks)
def test_a_round_settles_as_the_rules_do(data: st.DataObject, rulebook: Rulebook) -> None:
    cards = data.draw(dealt_cards(rulebook, fewest=6))
    bets = data.draw(placed_bets(rulebook))
    coup, events = play(rulebook, bets, [str(card) for card in cards])
    assert coup.phase is Phase.SETTLED
    expected = settle(rulebook, cards, bets)
    result = next(event for event in events if isinstance(event, ResultAnnounced))
    assert (result.winner, result.natural) == (expected.winner, expected.natural)
    found = {bet.wager: (bet.returned, bet.net, bet.clause) for bet in _bets(events)}
    assert found == {bet.wager: (bet.returned, bet.net, bet.clause) for bet in expected.bets}
    assert sum(isinstance(event, CardDealt) for event in events) == expected.cards_used
    kept = {bet.wager: (bet.returned, bet.net, bet.clause) for bet in coup.results}
    assert kept == found, "the round knows what became of its wagers"


def _bets(events: Sequence[Event]) -> list[Bet]:
    collected = [e.bets for e in events if isinstance(e, WagersCollected | WagersPaid)]
    return [bet for bets in collected for bet in bets]


COMMANDS = st.one_of(
    st.sampled_from(
        [
            OpenBetting(),
            CloseBetting(),
            AnnounceTotals(),
            AnnounceResult(),
            CollectLosing(),
            PayWinning(),
            VoidRound("malfunction", None, "sue", "smoke"),
        ]
    ),
    st.builds(
        PlaceWager,
        st.sampled_from(["ann", "bob"]),
        st.sampled_from(["player", "banker", "tiger", "ante"]),
        st.integers(-2, 60),
    ),
    st.builds(WithdrawWager, st.sampled_from(["ann", "bob"]), st.sampled_from(["player", "tie"])),
    st.builds(DealCard, st.sampled_from(["2s", "9h", "Kd", "6c", "Lm", "??"])),
    st.builds(SetCardAside, st.just("5s"), st.just("dan"), st.sampled_from(["", "stuck"])),
    st.builds(
        CorrectCard, st.integers(-1, 6), st.sampled_from(["2d", "8c"]), st.just("dan"), st.just("x")
    ),
)


@given(st.lists(COMMANDS, max_size=40))
def test_folding_the_events_gives_the_state(commands: list[Command]) -> None:
    start = Coup(number=1, rulebook=find_rulebook("mbs-tiger"))
    coup, events = run(start, [OpenBetting(), *commands])
    assert replay(start, events) == coup
    ends = [event for event in events if isinstance(event, WagersPaid)]
    voids = [event for event in events if isinstance(event, RoundVoided)]
    assert len(ends) <= 1
    assert len(voids) <= 1
    if voids:
        assert voids[0].after_payment == bool(ends)
        assert coup.results == voids[0].bets
        assert coup.taken_back == (tuple(_bets(events)) if ends else ())
        assert {(bet.bettor, bet.wager): bet.returned for bet in voids[0].bets} == dict(coup.stakes)


def test_what_comes_next_follows_the_tableau() -> None:
    sides = [
        after([*CLOSED, *map(DealCard, ("2s", "4h", "3d")[:n])]).next_card_for for n in range(4)
    ]
    assert sides == [Side.PLAYER, Side.BANKER, Side.PLAYER, Side.BANKER]
    assert after(COMPLETE).next_card_for is None


def test_a_corrected_card_counts_from_the_start() -> None:
    coup = after([*INITIAL, CorrectCard(1, "6h", "dan", "a four was a six"), AnnounceTotals()])
    assert coup.dealt.banker.total == 8
    assert coup.next_card_for is None
    result = step(coup, AnnounceResult())
    assert result == (ResultAnnounced(Winner.BANKER, 5, 8, natural=True),)


def test_a_card_set_aside_is_in_no_hand_but_accounted_for() -> None:
    coup = after([*CLOSED, SetCardAside("5s", "dan", "two came at once"), DealCard("2s")])
    assert [str(card) for card in coup.aside] == ["5s"]
    assert [str(card) for card in coup.cards] == ["2s"]


def test_a_withdrawn_stake_is_gone() -> None:
    coup = after([*OPEN, WithdrawWager("ann", "banker")])
    assert dict(coup.stakes) == {("bob", "tiger"): 50}


def test_a_settled_round_may_become_void_once() -> None:
    void = VoidRound("incorrect-number-of-cards", "5.2", "sue", "a card too many")
    (event,) = step(after(SETTLED), void)  # type: ignore[misc]
    assert isinstance(event, RoundVoided)
    assert event.after_payment
    assert {bet.returned for bet in event.bets} == {200, 50}
    assert isinstance(step(after([*SETTLED, void]), void), Refusal)


@pytest.mark.parametrize("bets", [{}, {"player": 100}])
def test_a_free_hand_is_a_round_like_any_other(bets: dict[str, int]) -> None:
    coup, _ = play(find_rulebook("mbs-tiger"), bets, ["9s", "2h", "Td", "3c"])
    assert coup.phase is Phase.SETTLED
