"""Every rule of the five cites the clause that says it, and no other."""

import pytest

from punto.rules import find_rulebook

MBS = {
    "deck": "2.1",
    "shoe": "2.1",
    "values": "3.3",
    "totals": "3.4",
    "order": "3.7",
    "natural": "3.9.1",
    "player": "3.9.2",
    "player stood": "3.9.3",
    "banker": "3.9.4",
    "winner": "3.10",
    "tie": "3.10.1",
    "betting": "3.5",
    "side wagers alone": None,
}
# The same text, but for a table of play whose parts have no numbers.
UNNUMBERED_TABLE = {
    "natural": "3.9 NATURAL",
    "player": "3.9 PLAYER",
    "player stood": "3.9 PLAYER STOOD",
    "banker": "3.9 BANKER",
}
CITED = {
    "mbs-no-commission": MBS,
    "mbs-tiger": MBS | UNNUMBERED_TABLE,
    "mbs-elements": MBS | UNNUMBERED_TABLE,
    "rws-non-commission": {
        "deck": "2.2.1",
        "shoe": "2.2.1",
        "values": "3.7",
        "totals": "3.7",
        "order": "3.4",
        "natural": "3.6",
        "player": "3.6",
        "player stood": "3.5",
        "banker": "3.6",
        "winner": "3.7",
        "tie": "3.8",
        "betting": "3.3",
        "side wagers alone": "3.3 SIDE WAGERS",
    },
    "zero-commission": {
        "deck": "GAME RULES 9",
        "shoe": "GAME RULES 9",
        "values": "GAME RULES 3",
        "totals": "GAME RULES 2",
        "order": "GAME RULES 1",
        "natural": "GAME RULES 4",
        "player": "GAME RULES 6",
        "player stood": "GAME RULES 8.1",
        "banker": "GAME RULES 8",
        "winner": "GAME RULES 5",
        "tie": "PAYTABLE **",
        "betting": "2",
        "side wagers alone": None,
    },
}


@pytest.mark.parametrize("name", CITED)
def test_citations(name: str) -> None:
    rulebook = find_rulebook(name)
    deal = rulebook.deal
    assert CITED[name] == {
        "deck": rulebook.deck_rule.clause,
        "shoe": rulebook.shoe.clause,
        "values": rulebook.deck_rule.values_clause,
        "totals": rulebook.deck_rule.totals_clause,
        "order": deal.order_clause,
        "natural": deal.natural_clause,
        "player": deal.player_clause,
        "player stood": deal.player_stood_clause,
        "banker": deal.banker_clause,
        "winner": deal.winner_clause,
        "tie": deal.tie_clause,
        "betting": rulebook.betting.clause,
        "side wagers alone": rulebook.betting.side_wagers_alone_clause,
    }


# What the lesson says is ours and not the document's; a changed reading is a changed rulebook.
READINGS = {
    "mbs-no-commission": [],
    "rws-non-commission": ["Clause 3.5 is silent"],
    "zero-commission": [
        "no value for a Ten",
        "does not state the dealing order",
        "still shows as B",
        "no reachable round",
    ],
    "mbs-tiger": ["both pairs of the same rank", "its highest class only"],
    "mbs-elements": ["metal, wood, water, fire and earth"],
}


@pytest.mark.parametrize("name", READINGS)
def test_readings_are_told_apart_from_the_document(name: str) -> None:
    readings = find_rulebook(name).readings
    assert len(readings) == len(READINGS[name])
    for reading, words in zip(readings, READINGS[name], strict=True):
        assert words in reading
