"""What holds for any bets on any cards of any rulebook."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from punto.rules import Outcome, Rulebook, Winner, can_win, settle
from tests.properties.strategies import dealt_cards, placed_bets, rulebooks
from tests.rules import oracle


@given(st.data(), rulebooks)
def test_settlement_agrees_with_the_second_opinion(data: st.DataObject, rulebook: Rulebook) -> None:
    cards = data.draw(dealt_cards(rulebook))
    bets = data.draw(placed_bets(rulebook))
    for bet in settle(rulebook, cards, bets).bets:
        expected = oracle.net(rulebook.id, bet.wager, bet.stake, [str(card) for card in cards])
        assert bet.net == expected


@given(st.data(), rulebooks)
def test_what_comes_back_is_stake_and_net_and_never_below_nothing(
    data: st.DataObject, rulebook: Rulebook
) -> None:
    settlement = settle(
        rulebook, data.draw(dealt_cards(rulebook)), data.draw(placed_bets(rulebook))
    )
    for bet in settlement.bets:
        assert bet.returned == bet.stake + bet.net
        assert bet.net >= -bet.stake
        assert (bet.outcome is Outcome.WIN) == (bet.net > 0) == (bet.pays is not None)
        assert (bet.outcome is Outcome.LOSE) == (bet.net == -bet.stake)


@given(st.data(), rulebooks)
def test_a_void_returns_every_stake(data: st.DataObject, rulebook: Rulebook) -> None:
    cards = data.draw(dealt_cards(rulebook, fewest=6))[:3]
    settlement = settle(rulebook, cards, data.draw(placed_bets(rulebook)))
    assert settlement.void is not None
    assert settlement.winner is None
    assert all(bet.outcome is Outcome.VOID and bet.returned == bet.stake for bet in settlement.bets)


@given(st.data(), rulebooks)
def test_adding_a_bet_never_changes_another(data: st.DataObject, rulebook: Rulebook) -> None:
    cards = data.draw(dealt_cards(rulebook))
    bets = data.draw(placed_bets(rulebook))
    together = settle(rulebook, cards, bets).bets
    alone = [settle(rulebook, cards, {name: stake}).bets[0] for name, stake in bets.items()]
    assert list(together) == alone


@given(st.data(), rulebooks)
def test_cards_left_over_change_nothing(data: st.DataObject, rulebook: Rulebook) -> None:
    cards = data.draw(dealt_cards(rulebook, fewest=6))
    bets = data.draw(placed_bets(rulebook))
    whole = settle(rulebook, cards, bets)
    assert settle(rulebook, cards[: whole.cards_used], bets) == whole


@given(st.data(), rulebooks)
def test_doubling_the_stakes_doubles_the_result(data: st.DataObject, rulebook: Rulebook) -> None:
    cards = data.draw(dealt_cards(rulebook))
    bets = data.draw(placed_bets(rulebook))
    once = settle(rulebook, cards, bets).bets
    twice = settle(rulebook, cards, {name: 2 * stake for name, stake in bets.items()}).bets
    assert [2 * bet.net for bet in once] == [bet.net for bet in twice]


@given(st.data(), rulebooks)
def test_the_order_of_bets_does_not_matter(data: st.DataObject, rulebook: Rulebook) -> None:
    cards = data.draw(dealt_cards(rulebook))
    bets = list(data.draw(placed_bets(rulebook)).items())[:3]
    settled = {frozenset(settle(rulebook, cards, dict(order)).bets) for order in permutations(bets)}
    assert len(settled) == 1


@given(st.data(), rulebooks)
def test_bets_that_cannot_win_never_do(data: st.DataObject, rulebook: Rulebook) -> None:
    stake = data.draw(st.integers(1, 10**6)) * 20
    bets = {"player": stake, "banker": stake}
    assert not can_win(rulebook, bets)
    settlement = settle(rulebook, data.draw(dealt_cards(rulebook)), bets)
    assert sum(bet.net for bet in settlement.bets) <= 0


@given(st.data(), rulebooks)
def test_bets_that_win_could_win(data: st.DataObject, rulebook: Rulebook) -> None:
    bets = data.draw(placed_bets(rulebook))
    settlement = settle(rulebook, data.draw(dealt_cards(rulebook)), bets)
    if sum(bet.net for bet in settlement.bets) > 0:
        assert can_win(rulebook, bets)


@given(st.data(), rulebooks)
def test_swapping_the_hands_of_a_natural_swaps_the_winner(
    data: st.DataObject, rulebook: Rulebook
) -> None:
    cards = data.draw(dealt_cards(rulebook, fewest=6))
    first = settle(rulebook, cards, {})
    swapped = settle(rulebook, (cards[1], cards[0], cards[3], cards[2]), {})
    if first.natural:
        mirror = {
            Winner.PLAYER: Winner.BANKER,
            Winner.BANKER: Winner.PLAYER,
            Winner.TIE: Winner.TIE,
        }
        assert first.winner is not None
        assert swapped.winner is mirror[first.winner]
