"""The tableau, as each document words it, against the one table of the house."""

from itertools import product

import pytest

from punto.rules import Rulebook, tableau
from tests.rules.citing import cites
from tests.rules.tableau_wordings import WORDINGS

TOTALS = range(10)


@cites(
    mbs=("3.9", "3.9.1"),
    rws="3.6",
    zero="GAME RULES 4",
    tiger=("3.9", "3.9 NATURAL"),
    elements=("3.9", "3.9 NATURAL"),
)
def test_nobody_draws_against_a_natural(rulebook: Rulebook) -> None:
    player_draws, banker_draws = WORDINGS[rulebook.id]
    for player, banker in product(TOTALS, TOTALS):
        if max(player, banker) >= 8:
            assert not player_draws(player, banker)
            assert not tableau.player_draws(player, banker)
            assert not banker_draws(player, banker, None)
            assert not tableau.banker_draws(player, banker, None)


@cites(
    mbs="3.9.2",
    rws=("DEFINITION Baccarat Table of Play", "3.6"),
    zero=("GAME RULES 6", "GAME RULES 7"),
    tiger="3.9 PLAYER",
    elements="3.9 PLAYER",
)
def test_player_row(rulebook: Rulebook) -> None:
    player_draws, _ = WORDINGS[rulebook.id]
    for player, banker in product(TOTALS, TOTALS):
        assert tableau.player_draws(player, banker) == player_draws(player, banker)
    assert [tableau.player_draws(player, 0) for player in range(8)] == [True] * 6 + [False] * 2


@cites(
    mbs="3.9.3",
    rws="3.5",
    zero="GAME RULES 8.1",
    tiger="3.9 PLAYER STOOD",
    elements="3.9 PLAYER STOOD",
)
def test_banker_when_the_player_stood(rulebook: Rulebook) -> None:
    _, banker_draws = WORDINGS[rulebook.id]
    for player, banker in product((6, 7), TOTALS):
        assert tableau.banker_draws(player, banker, None) == banker_draws(player, banker, None)
        assert tableau.banker_draws(player, banker, None) == (banker <= 5)


@cites(
    mbs="3.9.4",
    rws=("3.5", "3.6"),
    zero=(
        "GAME RULES 5",
        "GAME RULES 8",
        "GAME RULES 8.2",
        "GAME RULES 8.3",
        "GAME RULES 8.4",
        "GAME RULES 8.5",
        "GAME RULES 8.6",
    ),
    tiger="3.9 BANKER",
    elements="3.9 BANKER",
)
def test_banker_against_each_third_card(rulebook: Rulebook) -> None:
    _, banker_draws = WORDINGS[rulebook.id]
    for player, banker, third in product(range(6), TOTALS, TOTALS):
        expected = banker_draws(player, banker, third)
        assert tableau.banker_draws(player, banker, third) == expected, (player, banker, third)


@pytest.mark.parametrize("document", WORDINGS)
def test_all_wordings_agree_on_every_reachable_cell(document: str) -> None:
    player_here, banker_here = WORDINGS[document]
    player_there, banker_there = WORDINGS["mbs-no-commission"]
    for player, banker in product(TOTALS, TOTALS):
        draws = player_here(player, banker)
        assert draws == player_there(player, banker)
        for third in TOTALS if draws else (None,):
            here = banker_here(player, banker, third)
            assert here == banker_there(player, banker, third), (player, banker, third)
