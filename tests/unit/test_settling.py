"""Wrong input to settlement, and what is said of it."""

from itertools import permutations

import pytest

import punto
from punto.cards import parse_cards
from punto.errors import WrongAmount, WrongCard, WrongInput, WrongWager
from punto.rules import Deal, Hand, Side, can_win, deal, find_rulebook
from punto.rules.net_zero import reachable_lines

ROUND = "2s 4h 3d 2c Th"


def test_cards_are_dealt_one_by_one_as_all_at_once() -> None:
    """Player 5 draws a ten, Banker 6 stands: the sixth card is for nobody."""
    cards, dealt, sides = parse_cards(ROUND), Deal(), []
    for place, card in enumerate(cards):
        assert dealt == deal(cards[:place])
        assert not dealt.finished
        sides.append(dealt.next_for)
        dealt = dealt.plus(card)
    assert sides == [Side.PLAYER, Side.BANKER, Side.PLAYER, Side.BANKER, Side.PLAYER]
    assert dealt.finished
    assert dealt.plus(cards[0]) == dealt == deal((*cards, cards[0]))


@pytest.mark.parametrize(
    ("cards", "bets", "error", "complaint"),
    [
        ("2s 4h 3d Lm", {}, WrongCard, "Lm is not in the 52-card deck of mbs-tiger"),
        ("2s " * 11, {}, WrongCard, "11 copies of 2s: the largest shoe holds 10"),
        (ROUND, {"dragon-7": 100}, WrongWager, "mbs-tiger has no wager 'dragon-7'; its wagers are"),
        (ROUND, {"banker": 25}, WrongAmount, "25 on banker would split the minor unit"),
        (ROUND, {"banker": 0}, WrongAmount, "not 0"),
        (ROUND, {"player": -5}, WrongAmount, "not -5"),
        (ROUND, {"player": 10**15 + 1}, WrongAmount, "from 1 to 1000000000000000"),
    ],
)
def test_wrong_input(
    cards: str, bets: dict[str, int], error: type[WrongInput], complaint: str
) -> None:
    with pytest.raises(error, match=complaint):
        punto.settle("mbs-tiger", cards, bets)


def test_ten_copies_are_not_too_many_in_ten_decks() -> None:
    assert punto.settle("mbs-tiger", "2s " * 10, {}).cards_used == 6


def test_many_different_cards_are_not_too_many() -> None:
    assert punto.settle("mbs-tiger", "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", {}).cards_used == 4


def test_the_online_game_holds_eight_copies() -> None:
    assert punto.settle("zero-commission", "2s " * 8, {}).void is None
    with pytest.raises(WrongCard, match="9 copies of 2s: the largest shoe holds 8"):
        punto.settle("zero-commission", "2s " * 9, {})


def test_wrong_bets_are_refused_on_a_void_round_too() -> None:
    with pytest.raises(WrongAmount):
        punto.settle("mbs-tiger", "2s", {"banker": 25})


def test_the_largest_stakes_are_exact() -> None:
    bets = {"banker": 10**15, "tiger": 10**15}
    banker, tiger = punto.settle("mbs-tiger", ROUND, bets).bets
    assert (banker.net, tiger.net) == (5 * 10**14, 12 * 10**15)


@pytest.mark.parametrize("count", range(6))
def test_hands_as_far_as_dealt(count: int) -> None:
    cards = ["2s", "2h", "3d", "Ac", "Th", "3h"][:count]
    settlement = punto.settle("mbs-tiger", " ".join(cards), {"tie": 5})
    assert settlement.void is not None
    assert settlement.cards_used == count
    dealt = [str(card) for hand in (settlement.player, settlement.banker) for card in hand.cards]
    assert sorted(dealt) == sorted(cards)
    assert not settlement.natural
    assert settlement.bets[0].returned == 5


def test_a_natural_needs_the_whole_initial_deal() -> None:
    settlement = punto.settle("mbs-tiger", "9s 2h Td", {})
    assert (settlement.player.total, settlement.natural, settlement.winner) == (9, False, None)


def test_cards_may_be_given_as_values_too() -> None:
    tiger = punto.rulebook("mbs-tiger")
    assert punto.settle(tiger, parse_cards(ROUND), {}) == punto.settle("mbs-tiger@3", ROUND, {})


def test_a_hand_of_one_card_is_no_pair() -> None:
    hand = Hand.of(parse_cards("9s"))
    assert (hand.pair, hand.suited, hand.third, str(hand)) == (False, False, None, "9s")


def test_bets_are_asked_about_once_in_whatever_order_they_were_placed() -> None:
    bets = [("tie", 7), ("player", 100), ("banker", 100)]
    rulebook = find_rulebook("zero-commission")
    reachable_lines.cache_clear()
    assert all(can_win(rulebook, dict(order)) for order in permutations(bets))
    assert reachable_lines.cache_info().misses == 1
