"""The rulebooks that come with the package."""

from importlib.resources import files

import pytest

import punto
from punto.errors import UnknownRulebook
from punto.rules import defects_of, find_rulebook, rulebook_keys, warnings_of
from punto.rules.defects import cited_clauses
from punto.rules.library import side_bet_keys

FIVE = ["mbs-no-commission", "rws-non-commission", "zero-commission", "mbs-tiger", "mbs-elements"]
EVERY_KEY = (*rulebook_keys(), *side_bet_keys())
TRADE = ["commission", "ez", "super-6", "lucky-6", "dragon-bonus", "pairs"]


def test_the_five_come_first_then_the_trade() -> None:
    assert [rulebook.id for rulebook in punto.rulebooks()] == FIVE + TRADE


def test_every_file_is_in_the_catalogue_under_its_own_name() -> None:
    names = {file.name for file in (files("punto.rules") / "rulebooks").iterdir()}
    assert names == {f"{key}.toml" for key in EVERY_KEY} | {"catalogue.toml"}
    for key in EVERY_KEY:
        assert find_rulebook(key).key == key


@pytest.mark.parametrize("key", EVERY_KEY)
def test_no_shipped_rulebook_has_a_defect(key: str) -> None:
    assert defects_of(find_rulebook(key)) == ()


@pytest.mark.parametrize("name", FIVE)
def test_every_rule_of_the_five_cites_a_clause_of_its_document(name: str) -> None:
    rulebook = find_rulebook(name)
    assert warnings_of(rulebook) == ()
    cited = {clause for _, clause in cited_clauses(rulebook)}
    assert cited <= set(rulebook.clauses)
    deal = {name: getattr(rulebook.deal, name) for name in rulebook.deal.__struct_fields__}
    laid = {name: deal.pop(name) for name in ("face_up", "face_up_clause")}
    assert bool(laid["face_up"]) == bool(laid["face_up_clause"])
    assert None not in deal.values()
    assert None not in (rulebook.shoe.clause, rulebook.deck_rule.clause, rulebook.betting.clause)


def test_a_name_means_the_newest_and_a_version_that_one() -> None:
    assert punto.rulebook("mbs-tiger") is punto.rulebook("mbs-tiger@3")
    assert punto.rulebook("zero-commission") is punto.rulebook("zero-commission@2020-04-27")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("mbs-tigger", "near names: mbs-tiger"),
        ("MBS-Tiger", "near names: mbs-tiger"),
        ("mbs-tiger@4", "there is mbs-tiger@3"),
        ("@@@", "there are mbs-no-commission, rws-non-commission"),
        ("", "there are mbs-no-commission"),
    ],
)
def test_unknown_names_get_near_ones(name: str, hint: str) -> None:
    with pytest.raises(UnknownRulebook, match=hint):
        punto.rulebook(name)


def test_a_rulebook_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        find_rulebook("mbs-tiger").title = "Mine"  # type: ignore[misc]
