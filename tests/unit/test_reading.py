"""Rulebook files that cannot be read, and what is said of them."""

import os
from pathlib import Path

import pytest

import punto
from punto.errors import DefectiveRulebook, UnreadableRulebook
from punto.rules import defects_of, find_rulebook, read_beside, read_rulebook, read_shape

GOOD = """
id = "mine"
title = "My own"
driver = "dealer"

[deck]
family = "french"
cards = 52

[shoe]
min_decks = 6
max_decks = 8
default_decks = 8
shuffle = "shoe"

[betting]
net_zero_win = "accepted"

[[wagers]]
id = "tie"
name = "Tie"
lines = [{ pays = "8:1", when = { winner = "tie", player_total = [6, 7] } }]
"""


def test_a_small_rulebook_is_enough() -> None:
    rulebook = read_rulebook(GOOD, source="mine.toml")
    assert rulebook.key == "mine"
    assert punto.settle(rulebook, "2s 4h 4d 2c", {"tie": 5}).bets[0].net == 40
    assert punto.settle(rulebook, "2s 5h 3d Tc Th", {"tie": 5}).bets[0].net == -5


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('id = "mine"', "id = 5", "id: expected `str`, got `int`"),
        ('id = "mine"', 'id = "My Own"', "id: expected an id such as 'small-tiger'"),
        ('title = "My own"', 'title = "a\\u001bb"', "title: expected text without control"),
        ('title = "My own"', 'title = ""', "title: expected text without control characters"),
        ('title = "My own"', f'title = "{"x" * 101}"', "title: expected `str` of length <= 100"),
        ('title = "My own"', "", "object missing required field `title`"),
        (
            'driver = "dealer"',
            'driver = "robot"',
            "driver: invalid enum value 'robot', expected one of dealer, clock, player",
        ),
        (
            'family = "french"',
            'family = "tarot"',
            "deck.family: invalid enum value 'tarot', expected one of french, elements",
        ),
        ("cards = 52", "cards = 52.0", "deck.cards: expected `int`, got `float`"),
        (
            "min_decks = 6",
            "min_deck = 6",
            "shoe: object contains unknown field `min_deck`, did you mean `min_decks`?",
        ),
        ('shuffle = "shoe"', "shuffle = true", "shoe.shuffle: expected `str`, got `bool`"),
        (
            'pays = "8:1"',
            'pays = "8-1"',
            r"wagers\[0\].lines\[0\].pays: expected odds such as '12:1', 'push' or 'lose'",
        ),
        ('pays = "8:1"', 'pays = "0:1"', r"wagers\[0\].lines\[0\].pays: expected odds"),
        ('pays = "8:1"', "pays = 8", r"wagers\[0\].lines\[0\].pays: expected `str`, got `int`"),
        (
            'winner = "tie"',
            'winner = "house"',
            r"when.winner: invalid enum value 'house', expected one of player, banker, tie",
        ),
        (
            'winner = "tie"',
            'winners = "tie"',
            r"lines\[0\].when: object contains unknown field `winners`, did you mean `winner`",
        ),
        (
            "player_total = [6, 7]",
            "any_of = [{ sumn = 3 }]",
            r"when.any_of\[0\]: object contains unknown field `sumn`, did you mean `sum`",
        ),
        ("default_decks = 8", "default_deck = 8\nwinner = 1", r"unknown field `default_deck`, did"),
        (
            'title = "My own"',
            '"foo` - at `$.zzz" = 1\ntitle = "My own"',
            "unknown field `foo`$",  # a key that reads like the decoder's own words
        ),
        ("min_decks = 6", "winer = 1", r"shoe: object contains unknown field `winer`$"),
        (
            "player_total = [6, 7]",
            'player_third_suit = "hart"',
            "invalid enum value 'hart', expected one of spades, hearts, diamonds, clubs, metal",
        ),
        (
            "player_total = [6, 7]",
            'player_ranks = ["KQ", "10"]',
            r"lines\[0\].when: player_ranks: expected two ranks such as 'KQ', not '10'",
        ),
        ("[6, 7]", "[6, 10]", r"lines\[0\].when.player_total\[1\]: expected `int` <= 9"),
        ("[6, 7]", "[]", r"lines\[0\].when.player_total: expected `array` of length >= 1"),
        (
            "[6, 7]",
            "true",
            r"lines\[0\].when.player_total: expected `int \| array \| null`, got `bool`",
        ),
        ("lines = [{", "lines = 3 # [{", r"wagers\[0\].lines: expected `array`, got `int`"),
        ('name = "Tie"', "zzz = 1", "unknown field `zzz`$"),
        ("[betting]", "[betting", "not TOML: "),
        ('id = "mine"', 'id = "mine"\nid = "twice"', "not TOML: Cannot overwrite a value"),
    ],
)
def test_a_wrong_key_is_named_with_what_was_expected(old: str, new: str, complaint: str) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(UnreadableRulebook, match=complaint) as caught:
        read_shape(GOOD.replace(old, new), source="mine.toml")
    assert str(caught.value).startswith("mine.toml: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ('[clauses]\n"a\\u0007b" = "x"', "a key of clauses: expected text without control"),
        ('[roadmap]\nletters = { house = "H" }', "a key of roadmap.letters: invalid enum value"),
    ],
)
def test_a_wrong_key_of_a_table_is_placed(table: str, complaint: str) -> None:
    with pytest.raises(UnreadableRulebook, match=complaint):
        read_shape(GOOD + table, source="mine.toml")


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD, encoding="utf-8-sig")
    assert punto.rulebook(file).id == "mine"


def test_a_defect_is_named_and_the_others_are_counted() -> None:
    text = GOOD.replace("max_decks = 8", "max_decks = 99").replace("cards = 52", "cards = 51")
    with pytest.raises(DefectiveRulebook, match=r"has 52 cards, not 51 \(and 1 more\)"):
        read_rulebook(text, source="mine.toml")
    with pytest.raises(DefectiveRulebook, match=r"has 52 cards, not 51$"):
        read_rulebook(GOOD.replace("cards = 52", "cards = 51"), source="mine.toml")


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD, encoding="utf-8")
    assert punto.rulebook(file).id == punto.rulebook(str(file)).id == "mine"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    long = tmp_path / "long.toml"
    long.write_text("#" + "é\n#" * 40_000, encoding="utf-8")
    for file, complaint in (
        (tmp_path / "none.toml", "No such file"),
        (tmp_path, "not a file"),
        (pipe, "not a file"),
        (binary, "not UTF-8"),
        (long, "longer than 64 KiB"),
        (Path("a\x00.toml"), "null"),
    ):
        with pytest.raises(UnreadableRulebook, match=complaint):
            punto.rulebook(file)


OWN = """
[[wagers]]
id = "six-all"
name = "Six all"
lines = [{ pays = "80:1", when = { winner = "tie", player_total = 6 } }]
"""


def test_wagers_alone_come_before_those_of_another_rulebook() -> None:
    tiger = find_rulebook("mbs-tiger")
    read = read_beside(tiger, OWN, source="TOML")
    assert [wager.id for wager in read.wagers] == ["six-all", *(w.id for w in tiger.wagers)]
    assert defects_of(read) == ()
    whole = read_beside(tiger, GOOD, source="TOML")
    assert (whole.key, [wager.id for wager in whole.wagers]) == ("mine", ["tie"])


def test_what_is_wrong_with_wagers_alone_has_its_place_in_their_text() -> None:
    tiger = find_rulebook("mbs-tiger")
    with pytest.raises(UnreadableRulebook, match=r"TOML: wagers\[0\].*did you mean `name`"):
        read_beside(tiger, OWN.replace("name", "nam"), source="TOML")
    with pytest.raises(UnreadableRulebook, match="TOML: not TOML"):
        read_beside(tiger, "[[wagers]", source="TOML")
    with pytest.raises(UnreadableRulebook, match="length <= 8"):
        read_beside(tiger, OWN * 9, source="TOML")
    never = read_beside(
        tiger, OWN.replace('"tie"', '"tie", player_cards = 3, cards = 4'), source=""
    )
    assert [finding.path for finding in defects_of(never)] == ["wagers[0].lines[0]", "wagers[0]"]
