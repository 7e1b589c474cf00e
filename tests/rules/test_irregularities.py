"""What the documents say of too few cards, where nothing but cards and bets is given."""

from punto.rules import Rulebook, find_rulebook
from tests.rules.citing import cites, play


@cites(mbs="5.5", rws="5.1.3", tiger="5.5", elements="5.5")
def test_too_few_cards_void_the_round_and_return_every_stake(rulebook: Rulebook) -> None:
    clause = "5.1.3" if rulebook.id == "rws-non-commission" else "5.5"
    settlement = play(rulebook, "2 2 3 A", player=7, banker=8)
    assert settlement.void is not None
    assert (settlement.void.reason.value, settlement.void.clause) == ("insufficient-cards", clause)
    assert settlement.winner is None
    assert [bet.returned for bet in settlement.bets] == [7, 8]
    assert {bet.clause for bet in settlement.bets} == {clause}


def test_the_online_game_has_no_clause_on_insufficient_cards() -> None:
    settlement = play(find_rulebook("zero-commission"), "2 2 3", player=100)
    assert settlement.void is not None
    assert settlement.void.clause is None
    assert settlement.bets[0].outcome.value == "void"
