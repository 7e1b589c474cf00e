"""What the rulebooks hold, datum by datum, against the documents.

This guards against slips of the pen, and is evidence for no clause: that a datum is there does not
show that anything is done by it. What is done is shown in the other files, which cite.
"""

import re

import pytest

from punto.rules import Rulebook, VoidCause, Winner, find_rulebook, newest_rulebooks
from punto.rules.rulebook import Driver, Shuffle
from tests.rules.citing import transcribes


def void(rulebook: Rulebook, cause: str) -> dict[str, object]:
    """Take what the rulebook says of a cause, as far as it says anything."""
    rule = rulebook.void_rule(VoidCause(cause))
    assert rule is not None
    return {name: value for name in rule.__struct_fields__[1:] if (value := getattr(rule, name))}


@transcribes("mbs", "rws", "tiger", "elements")
def test_foreign_card(rulebook: Rulebook) -> None:
    stand = "5.1.1" if rulebook.id == "rws-non-commission" else "5.1.2"
    expected = {"clause": "5.1.1", "previous_results_stand_clause": stand}
    assert void(rulebook, "foreign-card") == expected


@transcribes("tiger")
def test_extra_or_missing_cards(rulebook: Rulebook) -> None:
    expected = {"clause": "5.1.1", "previous_results_stand_clause": "5.1.2"}
    assert void(rulebook, "extra-or-missing-cards") == expected


@transcribes("mbs", "rws", "tiger", "elements")
def test_incorrect_number_of_cards(rulebook: Rulebook) -> None:
    clause = "5.1.2" if rulebook.id == "rws-non-commission" else "5.2"
    expected = {"clause": clause, "unless_reconstructed": True, "until_next_round": True}
    assert void(rulebook, "incorrect-number-of-cards") == expected


@transcribes("mbs", "tiger", "elements")
def test_cards_drawn_together_in_the_initial_deal(rulebook: Rulebook) -> None:
    assert void(rulebook, "order-unknown") == {"clause": "5.3", "initial_deal_only": True}


@transcribes("mbs", "tiger", "elements")
def test_order_of_the_shoe_altered(rulebook: Rulebook) -> None:
    assert void(rulebook, "shoe-order-altered") == {"clause": "5.4", "unless_reconstructed": True}


@transcribes("mbs", "rws", "tiger", "elements")
def test_insufficient_cards(rulebook: Rulebook) -> None:
    clause = "5.1.3" if rulebook.id == "rws-non-commission" else "5.5"
    assert void(rulebook, "insufficient-cards") == {"clause": clause}


@transcribes("mbs", "tiger", "elements")
def test_late_wagers(rulebook: Rulebook) -> None:
    late = rulebook.late
    assert (late.placed_clause, late.increased_clause, late.withdrawn_clause) == (
        "5.6",
        "5.6",
        "5.7",
    )


def test_the_terminals_have_no_clause_on_late_wagers() -> None:
    late = find_rulebook("rws-non-commission").late
    assert (late.placed_clause, late.increased_clause, late.withdrawn_clause) == (None, None, None)


@transcribes("zero")
def test_malfunction(rulebook: Rulebook) -> None:
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


@transcribes("mbs", "rws", "tiger", "elements")
def test_calls(rulebook: Rulebook) -> None:
    announced = rulebook.driver is Driver.DEALER
    opening = "Place your bets, please" if announced else "Place Your Bets"
    closing = "No more bets" if announced else "No More Bets"
    assert rulebook.open_call is not None
    assert (rulebook.open_call.words, rulebook.open_call.clause) == (opening, "3.1")
    assert rulebook.close_call is not None
    assert (rulebook.close_call.words, rulebook.close_call.clause) == (closing, "3.2")
    assert announced == (rulebook.operator == "MBS")


@transcribes("mbs", "rws", "zero", "tiger", "elements")
def test_eight_decks_are_usual(rulebook: Rulebook) -> None:
    assert rulebook.shoe.default_decks == 8
    assert rulebook.deck_rule.cards == len(rulebook.deck)


@transcribes("zero")
def test_a_shuffle_serves_a_game(rulebook: Rulebook) -> None:
    assert rulebook.shoe.shuffle is Shuffle.ROUND
    assert rulebook.shoe.shuffle_clause == "GAME RULES 9"


@transcribes("mbs", "rws", "tiger", "elements")
def test_where_a_document_is_silent_a_shuffle_serves_a_shoe(rulebook: Rulebook) -> None:
    shoe = rulebook.shoe
    assert (shoe.shuffle, shoe.shuffle_clause) == (Shuffle.SHOE, None)


@transcribes("zero")
def test_roadmap(rulebook: Rulebook) -> None:
    road = rulebook.roadmap
    assert road is not None
    assert (road.strip, road.strip_place, road.strip_clause) == (10, "top left corner", "ROADMAP 1")
    assert (road.full, road.full_place) == (50, "bottom of the table")
    assert road.full_clause == "ROADMAP 2"
    assert (road.sitting_only, road.sitting_clause) == (True, "ROADMAP 3")
    banker, player, tie = Winner.BANKER, Winner.PLAYER, Winner.TIE
    assert road.letters == {banker: "B", player: "P", tie: "T"}
    assert road.letter_clauses == {banker: "ROADMAP 4", player: "ROADMAP 5", tie: "ROADMAP 6"}


@transcribes("zero")
def test_disconnection(rulebook: Rulebook) -> None:
    policy = rulebook.disconnection
    assert policy is not None
    assert policy.completed_by_server
    assert policy.in_history
    assert not policy.shown_on_resume
    assert policy.clause == "DISCONNECTION POLICY"


@transcribes("zero")
def test_face_up(rulebook: Rulebook) -> None:
    assert rulebook.deal.face_up
    assert rulebook.deal.face_up_clause == "GAME RULES 1"
    others = [each for each in newest_rulebooks() if each.id != rulebook.id]
    assert not any(each.deal.face_up for each in others)


@transcribes("zero")
def test_file_date_and_versions(rulebook: Rulebook) -> None:
    assert rulebook.build is not None
    assert rulebook.build.file_date == "2020/04/27 08:20:03 (UTC)"
    assert rulebook.build.file_date_clause == "FILE DATE"
    assert rulebook.build.server_version_clause == "SERVER VERSION"
    assert rulebook.build.rng_version_clause == "RNG VERSION"
    said = " ".join(rulebook.clauses.values())
    assert not re.search(r"5\.1\.\d+", said), "the versions shown are ours, not another vendor's"
