"""What the documents say of irregularities, as data; the table rules on them."""

import pytest

from punto.rules import Rulebook, VoidCause, find_rulebook
from tests.rules.citing import cites, play


def void(rulebook: Rulebook, cause: str) -> dict[str, object]:
    """Take what the rulebook says of a cause, as far as it says anything."""
    rule = rulebook.void_rule(VoidCause(cause))
    assert rule is not None
    return {name: value for name in rule.__struct_fields__[1:] if (value := getattr(rule, name))}


@cites(
    mbs=("5.1", "5.1.1", "5.1.2"),
    tiger=("5.1", "5.1.1", "5.1.2"),
    elements=("5.1", "5.1.1", "5.1.2"),
)
def test_a_foreign_card_voids_this_round_and_no_other(rulebook: Rulebook) -> None:
    expected = {"clause": "5.1.1", "previous_results_stand_clause": "5.1.2"}
    assert void(rulebook, "foreign-card") == expected


@cites(tiger=("5.1", "5.1.1", "5.1.2"))
def test_extra_or_missing_cards_void_this_round_and_no_other(rulebook: Rulebook) -> None:
    expected = {"clause": "5.1.1", "previous_results_stand_clause": "5.1.2"}
    assert void(rulebook, "extra-or-missing-cards") == expected


@cites(rws=("5.1", "5.1.1"))
def test_a_foreign_card_on_terminals(rulebook: Rulebook) -> None:
    expected = {"clause": "5.1.1", "previous_results_stand_clause": "5.1.1"}
    assert void(rulebook, "foreign-card") == expected


@cites(mbs="5.2", rws="5.1.2", tiger="5.2", elements="5.2")
def test_incorrect_number_of_cards(rulebook: Rulebook) -> None:
    clause = "5.1.2" if rulebook.id == "rws-non-commission" else "5.2"
    expected = {"clause": clause, "unless_reconstructed": True, "until_next_round": True}
    assert void(rulebook, "incorrect-number-of-cards") == expected


@cites(mbs="5.3", tiger="5.3", elements="5.3")
def test_cards_drawn_together_in_the_initial_deal(rulebook: Rulebook) -> None:
    assert void(rulebook, "order-unknown") == {"clause": "5.3", "initial_deal_only": True}


@cites(mbs="5.4", tiger="5.4", elements="5.4")
def test_order_of_the_shoe_altered(rulebook: Rulebook) -> None:
    assert void(rulebook, "shoe-order-altered") == {"clause": "5.4", "unless_reconstructed": True}


@cites(mbs="5.5", rws="5.1.3", tiger="5.5", elements="5.5")
def test_insufficient_cards_void_the_round_and_return_every_stake(rulebook: Rulebook) -> None:
    clause = "5.1.3" if rulebook.id == "rws-non-commission" else "5.5"
    assert void(rulebook, "insufficient-cards") == {"clause": clause}
    settlement = play(rulebook, "2 2 3 A", player=7, banker=8)
    assert settlement.void is not None
    assert (settlement.void.reason.value, settlement.void.clause) == ("insufficient-cards", clause)
    assert settlement.winner is None
    assert [bet.returned for bet in settlement.bets] == [7, 8]
    assert {bet.clause for bet in settlement.bets} == {clause}


@cites(mbs="5.6", tiger="5.6", elements="5.6")
def test_late_wagers_and_increases(rulebook: Rulebook) -> None:
    assert (rulebook.late.placed_clause, rulebook.late.increased_clause) == ("5.6", "5.6")


@cites(mbs="5.7", tiger="5.7", elements="5.7")
def test_late_withdrawals(rulebook: Rulebook) -> None:
    assert rulebook.late.withdrawn_clause == "5.7"


@cites(zero="GENERAL RULES")
def test_malfunction_voids_all_plays_and_pays(rulebook: Rulebook) -> None:
    assert void(rulebook, "malfunction") == {"clause": "GENERAL RULES"}


@pytest.mark.parametrize(
    ("name", "causes"),
    [
        ("mbs-no-commission", 5),
        ("rws-non-commission", 3),
        ("zero-commission", 1),
        ("mbs-tiger", 6),
        ("mbs-elements", 5),
    ],
)
def test_no_document_voids_for_more_than_it_says(name: str, causes: int) -> None:
    assert len(find_rulebook(name).voids) == causes


def test_the_terminals_have_no_clause_on_late_wagers() -> None:
    late = find_rulebook("rws-non-commission").late
    assert (late.placed_clause, late.increased_clause, late.withdrawn_clause) == (None, None, None)


def test_the_online_game_has_no_clause_on_insufficient_cards() -> None:
    settlement = play(find_rulebook("zero-commission"), "2 2 3", player=100)
    assert settlement.void is not None
    assert settlement.void.clause is None
    assert settlement.bets[0].outcome.value == "void"
