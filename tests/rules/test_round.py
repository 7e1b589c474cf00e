"""What the documents say of a round: dealing, winner, tie."""

from punto.rules import Rulebook, Side, Winner, deal, next_side
from punto.rules.hand import Hand
from tests.rules.citing import cards, cites, play


@cites(
    mbs=("1.1.1", "1.1.2", "3.6", "3.7"),
    rws="3.4",
    zero="GAME RULES 1",
    tiger=("1.1.2", "1.1.3", "3.6", "3.7"),
    elements=("1.1.2", "1.1.3", "3.6", "3.7"),
)
def test_two_hands_of_two_cards_are_dealt_first(rulebook: Rulebook) -> None:
    natural = deal(cards(rulebook, "9 2 X 3 4 5"))
    assert (len(natural.player), len(natural.banker)) == (2, 2)


@cites(mbs="3.7.1", rws="3.4", tiger="3.7.1", elements="3.7.1")
def test_first_and_third_card_are_the_players(rulebook: Rulebook) -> None:
    run = cards(rulebook, "9 2 X 3")
    assert deal(run).player.cards == (run[0], run[2])
    assert next_side(Hand(), Hand()) is Side.PLAYER
    assert next_side(Hand.of(run[:1]), Hand.of(run[1:2])) is Side.PLAYER


@cites(mbs="3.7.2", rws="3.4", tiger="3.7.2", elements="3.7.2")
def test_second_and_fourth_card_are_the_bankers(rulebook: Rulebook) -> None:
    run = cards(rulebook, "9 2 X 3")
    assert deal(run).banker.cards == (run[1], run[3])
    assert next_side(Hand.of(run[:1]), Hand()) is Side.BANKER
    assert next_side(Hand.of(run[0:3:2]), Hand.of(run[1:2])) is Side.BANKER


@cites(
    mbs="1.1.3",
    rws="DEFINITION Natural",
    zero="GAME RULES 4",
    tiger="1.1.4",
    elements="1.1.4",
)
def test_eight_or_nine_in_the_initial_deal_is_a_natural(rulebook: Rulebook) -> None:
    for ranks in ("8 2 X 3", "9 2 X 3", "2 8 3 X", "2 9 3 X", "8 9 X X"):
        assert play(rulebook, ranks).natural
    assert not play(rulebook, "7 6 X X").natural
    # Eight on three cards is no natural: 2 + 3 + 3 against 7.
    assert not play(rulebook, "2 7 3 X 3").natural


@cites(mbs="3.10", rws="3.7", zero="GAME RULES 5", tiger="3.10", elements="3.10")
def test_the_higher_total_wins(rulebook: Rulebook) -> None:
    assert play(rulebook, "9 8 X X").winner is Winner.PLAYER
    assert play(rulebook, "6 7 X X").winner is Winner.BANKER


@cites(
    mbs=("1.1.7", "3.10.1"),
    rws=("DEFINITION Tie", "3.8"),
    zero="PAYTABLE **",
    tiger=("1.1.8", "3.10.1"),
    elements=("1.1.8", "3.10.1"),
)
def test_equal_totals_are_a_tie_and_main_wagers_go_back(rulebook: Rulebook) -> None:
    settlement = play(rulebook, "4 X 2 6", player=100, banker=100, tie=100)
    player, banker, tie = settlement.bets
    assert settlement.winner is Winner.TIE
    assert (player.outcome.value, player.net, player.returned) == ("push", 0, 100)
    assert (banker.outcome.value, banker.net, banker.returned) == ("push", 0, 100)
    assert tie.outcome.value == "win"
    assert player.clause == banker.clause == rulebook.deal.tie_clause


@cites(
    mbs="3.5",
    rws=("3.3", "3.3 SIDE WAGERS"),
    zero="2",
    tiger="3.5",
    elements="3.5",
)
def test_wagers_are_independent_together_or_alone(rulebook: Rulebook) -> None:
    names = [wager.id.replace("-", "_") for wager in rulebook.wagers]
    together = play(rulebook, "2 4 3 2 T", **dict.fromkeys(names, 100)).bets
    alone = [play(rulebook, "2 4 3 2 T", **{name: 100}).bets[0] for name in names]
    assert list(together) == alone
