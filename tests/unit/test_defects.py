"""What is found wrong with rulebooks that have the right shape."""

from math import prod

import pytest

from punto.rules import defects_of, read_shape, warnings_of
from punto.rules.card_facts import NUMBERS
from tests.unit.test_reading import GOOD


def defects(*replacements: tuple[str, str]) -> list[str]:
    text = GOOD
    for old, new in replacements:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return [str(finding) for finding in defects_of(read_shape(text, source="mine"))]


def lines(*lines: str) -> list[str]:
    old = 'lines = [{ pays = "8:1", when = { winner = "tie", player_total = [6, 7] } }]'
    return defects((old, f"lines = [{', '.join(lines)}]"))


def test_no_defects() -> None:
    assert defects() == []


def test_all_defects_are_found_at_once() -> None:
    found = defects(
        ("cards = 52", "cards = 65"),
        ("min_decks = 6", "min_decks = 0"),
        ("max_decks = 8", "max_decks = 11"),
        ("default_decks = 8", "default_decks = 12"),
        ("player_total = [6, 7]", "banker_pair = true, margin = 3"),
    )
    assert found == [
        "deck.cards: a french deck has 52 cards, not 65",
        "shoe.min_decks: decks go from 1 to 10, not 0",
        "shoe.max_decks: decks go from 1 to 10, not 11",
        "shoe.default_decks: 12 is outside 0 to 11",
        "wagers[0].lines[0]: tie at 8:1 is unreachable: no round is like that",
        "wagers[0]: tie can never win",
    ]


def test_a_range_of_decks_turned_round() -> None:
    assert defects(("min_decks = 6", "min_decks = 9")) == [
        "shoe.default_decks: 8 is outside 9 to 8"
    ]


@pytest.mark.parametrize(
    "when",
    [
        'winner = "tie", margin = 1',
        'winner = "player", player_total = 0',
        "natural = true, player_cards = 3",
        "natural = true, player_total = 7, banker_total = [0, 1, 2, 3, 4, 5, 6, 7]",
        "player_pair = true, player_cards = 2, player_total = 7",  # a pair is an even sum
        "twin = true, pairs = 1",
        "suited_pairs = 1, pairs = 0",
        "player_cards = 2, player_total = 5, banker_total = [0, 1, 2, 3, 4, 5, 6, 7]",
        "banker_cards = 2, banker_total = [0, 1, 2], player_total = [0, 1, 2, 3, 4, 5, 6, 7]",
    ],
)
def test_rounds_that_never_happen_are_unreachable(when: str) -> None:
    found = lines(f'{{ pays = "5:1", when = {{ {when} }} }}', '{ pays = "1:1" }')
    assert found == ["wagers[0].lines[0]: tie at 5:1 is unreachable: no round is like that"]


def test_a_line_that_earlier_lines_take_all_of_is_shadowed() -> None:
    found = lines(
        '{ pays = "8:1", when = { winner = "tie" } }',
        '{ pays = "35:1", when = { winner = "tie", player_total = 6 } }',
    )
    assert found == ["wagers[0].lines[1]: tie at 35:1 is shadowed: earlier lines take it all"]


def test_two_lines_may_shadow_a_third_together() -> None:
    found = lines(
        '{ pays = "2:1", when = { player_cards = 2 } }',
        '{ pays = "3:1", when = { player_cards = 3 } }',
        '{ pays = "lose" }',
    )
    assert found == ["wagers[0].lines[2]: tie at lose is shadowed: earlier lines take it all"]


def test_a_wager_that_only_pushes_can_never_win() -> None:
    assert lines('{ pays = "push" }') == ["wagers[0]: tie can never win"]


def test_odds_that_no_stake_can_be_paid_at() -> None:
    primes = (8999, 9001, 9007, 9011)
    found = lines(
        *(
            f'{{ pays = "1:{prime}", when = {{ player_total = {total} }} }}'
            for total, prime in enumerate(primes)
        )
    )
    assert found == [f"wagers[0]: tie takes no stake: its odds need multiples of {prod(primes)}"]


def test_a_roadmap_needs_a_letter_for_every_winner() -> None:
    roadmap = """
[roadmap]
strip = 10
strip_place = "here"
full = 50
full_place = "there"
sitting_only = true
letters = { banker = "B", tie = "T" }
"""
    found = defects_of(read_shape(GOOD + roadmap, source="mine"))
    assert list(map(str, found)) == ["roadmap.letters: no letter stands for player"]


def test_suited_pairs_need_two_decks() -> None:
    suited = ("player_total = [6, 7]", "suited_pairs = 1")
    one = [
        ("min_decks = 6", "min_decks = 1"),
        ("max_decks = 8", "max_decks = 1"),
        ("default_decks = 8", "default_decks = 1"),
    ]
    assert "unreachable" in defects(suited, *one)[0]
    assert defects(suited) == []


def test_names_that_stand_twice() -> None:
    again = '\n[[wagers]]\nid = "tie"\nname = "Again"\nlines = [{ pays = "1:1" }]\n'
    voids = '[[voids]]\ncause = "malfunction"\n' * 2
    layouts = '[[layouts]]\nname = "A"\n' * 3
    controls = '[[controls]]\nid = "deal"\nlabel = "Deal"\n' * 2
    text = GOOD + again + voids + layouts + controls
    found = [str(finding) for finding in defects_of(read_shape(text, source="mine"))]
    assert found == [
        "wagers: 'tie' stands there 2 times",
        "voids: 'malfunction' stands there 2 times",
        "controls: 'deal' stands there 2 times",
        "layouts: 'A' stands there 3 times",
    ]


def test_clauses_that_are_not_listed() -> None:
    text = GOOD.replace('{ pays = "8:1"', '{ clause = "9.9", pays = "8:1"')
    listed = read_shape(text + '[clauses]\n"1.1" = "Says something."\n', source="mine")
    path = "wagers[0].lines[0].clause"
    assert list(map(str, defects_of(listed))) == [
        f"{path}: clause '9.9' is not listed under [clauses]"
    ]
    assert defects_of(read_shape(text, source="mine")) == ()


@pytest.mark.parametrize(
    ("positions", "complaint"),
    [
        ("min_positions = 1", "wants both min_positions and max_positions, or none"),
        ("min_positions = 5\nmax_positions = 4", "5 to 4 positions is no range"),
        ("min_positions = 0\nmax_positions = 4", "0 to 4 positions is no range"),
    ],
)
def test_playing_positions_that_make_no_sense(positions: str, complaint: str) -> None:
    layout = f'\n[[layouts]]\nname = "A"\n{positions}\n'
    found = defects_of(read_shape(GOOD + layout, source="mine"))
    assert list(map(str, found)) == [f"layouts[0]: {complaint}"]


def test_missing_clauses_are_warnings() -> None:
    text = GOOD + '\n[[voids]]\ncause = "malfunction"\n'
    assert list(map(str, warnings_of(read_shape(text, source="mine")))) == [
        "deck: the deck names no clause",
        "shoe: the shoe names no clause",
        "betting: who may bet on what names no clause",
        "wagers[0].lines[0]: tie at 8:1 names no clause",
        "voids[0]: malfunction names no clause",
    ]


def test_a_wager_has_at_most_64_lines_and_cases() -> None:
    cases = ", ".join("{ sum = 1 }" for _ in range(16))
    line = f'{{ pays = "2:1", when = {{ any_of = [{cases}] }} }}'
    assert lines(*[line] * 4) == ["wagers[0]: tie has 68 lines and cases, more than 64"]


def test_wagers_on_single_cards_can_tell_too_much_apart() -> None:
    suits = [f'player_third_suit = "{suit}"' for suit in ("spades", "hearts", "clubs")]
    asked = [
        *(f"{number} = 1" for number in NUMBERS if number not in ("saus", "luks", "fuks")),
        *suits,
    ]
    found = lines(*(f'{{ pays = "2:1", when = {{ {each} }} }}' for each in asked))
    assert found == [
        "wagers: on single cards they tell more than 5000000 ways to deal apart: take some out"
    ]


def test_lines_on_single_cards_that_are_never_met() -> None:
    aces = '{ pays = "9:1", when = { player_pair_rank = "A", player_suit = "spades" } }'
    threes = '{ pays = "5:1", when = { threes = 6 } }'
    again = (
        '{ pays = "4:1", when = { player_ranks = "AA", player_colour = "black", sum = [0, 1] } }'
    )
    found = lines(aces, threes, again, '{ pays = "1:1" }')
    assert found == ["wagers[0].lines[1]: tie at 5:1 is unreachable: no round is like that"]
