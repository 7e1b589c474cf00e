"""The command line, run as a user runs it."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

import punto
from punto.cli import run
from tests.unit.test_reading import GOOD

Capture = pytest.CaptureFixture[str]


def answer(capsys: Capture, *arguments: str) -> Any:  # noqa: ANN401 – JSON is what it is
    assert run([*arguments, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def test_rulebooks_as_json(capsys: Capture) -> None:
    books = answer(capsys, "rulebooks")
    assert list(books[0]) == [
        "id",
        "title",
        "operator",
        "version",
        "effective",
        "cards_per_deck",
        "decks",
        "shuffle",
        "wagers",
    ]
    tiger = next(book for book in books if book["id"] == "mbs-tiger")
    assert tiger["decks"] == {"min": 4, "max": 10, "default": 8}
    assert (tiger["version"], tiger["effective"], tiger["shuffle"]) == ("3", "2018-10-06", "shoe")
    assert {wager["id"]: wager["pays"] for wager in tiger["wagers"]} == {
        "player": ["1:1"],
        "banker": ["1:2", "1:1"],
        "tie": ["8:1"],
        "tiger-pair": ["4:1", "20:1", "100:1"],
        "tiger": ["12:1", "20:1"],
        "small-tiger": ["22:1"],
        "big-tiger": ["50:1"],
        "tiger-tie": ["35:1"],
    }
    zero = next(book for book in books if book["id"] == "zero-commission")
    assert (zero["operator"], zero["version"], zero["shuffle"]) == (None, None, "round")
    assert zero["decks"] == {"min": 8, "max": 8, "default": 8}


def test_settle_as_json(capsys: Capture) -> None:
    bets = ["--bet", "banker=200", "--bet", "tiger=100", "--bet", "tie=5"]
    assert answer(capsys, "settle", "mbs-tiger", "--cards", "2s 4h 3d 2c Th 9s", *bets) == {
        "rulebook": "mbs-tiger",
        "void": None,
        "player": {"cards": ["2s", "3d", "Th"], "total": 5, "pair": False},
        "banker": {"cards": ["4h", "2c"], "total": 6, "pair": False},
        "winner": "banker",
        "natural": False,
        "cards_used": 5,
        "net": 100 + 1200 - 5,
        "bets": [
            {
                "wager": "banker",
                "stake": 200,
                "outcome": "win",
                "pays": "1:2",
                "returned": 300,
                "net": 100,
                "clause": "4.1",
            },
            {
                "wager": "tiger",
                "stake": 100,
                "outcome": "win",
                "pays": "12:1",
                "returned": 1300,
                "net": 1200,
                "clause": "4.3",
            },
            {
                "wager": "tie",
                "stake": 5,
                "outcome": "lose",
                "pays": None,
                "returned": 0,
                "net": -5,
                "clause": "3.10",
            },
        ],
    }


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [("mbs-elements", "5.5"), ("rws-non-commission", "5.1.3"), ("zero-commission", None)],
)
def test_settle_with_too_few_cards(capsys: Capture, rulebook: str, clause: str | None) -> None:
    cards = "Lm 2w" if rulebook == "mbs-elements" else "Ks 2h"
    settled = answer(capsys, "settle", rulebook, "--cards", cards, "--bet", "player=7")
    assert settled["void"] == {"reason": "insufficient-cards", "clause": clause}
    assert (settled["winner"], settled["natural"], settled["cards_used"]) == (None, False, 2)
    assert settled["banker"]["total"] == 2
    bet = settled["bets"][0]
    assert (bet["outcome"], bet["pays"], bet["returned"], bet["net"]) == ("void", None, 7, 0)
    assert bet["clause"] == clause


def test_settle_without_bets(capsys: Capture) -> None:
    assert answer(capsys, "settle", "ez", "--cards", "9s 2h Td 3c")["bets"] == []


def test_show_as_json_holds_the_whole_rulebook(capsys: Capture) -> None:
    shown = answer(capsys, "rulebook", "show", "zero-commission")
    assert shown["key"] == "zero-commission@2020-04-27"
    assert shown["roadmap"]["strip"] == 10
    assert shown["tableau"]["banker"][3] == "DDDDDDDD.DD"
    assert shown["wagers"][1]["lines"][0]["when"] == {
        "winner": "banker",
        "banker_total": 7,
        "banker_cards": 3,
    }


def test_odds_as_json(capsys: Capture) -> None:
    found = answer(capsys, "odds", "mbs-tiger")
    assert list(found) == ["rulebook", "decks", "cards", "sequences", "void_sequences", "wagers"]
    assert (found["decks"], found["cards"], found["void_sequences"]) == (8, 416, "0")
    assert found["sequences"] == "4998398275503360"
    banker = found["wagers"]["banker"]
    contract = ["ev", "house_edge", "variance", "sd", "hit_frequency"]
    added = ["edge_per_resolved_bet", "rtp", "skewness"]
    assert list(banker) == [*contract, *added, "outcomes"]
    assert banker["ev"] == "-284694798368/19524993263685"
    assert banker["house_edge"] == pytest.approx(0.01458104, abs=5e-9)
    # The mean of the squares less the square of the mean, from the counts.
    total, wins, six, losses = 4998398275503360, 2292252566437888, 269232304455680, 2230518282592256
    squares = Fraction(4 * (wins - six + losses) + six, 4 * total)
    assert Fraction(banker["variance"]) == squares - Fraction(banker["ev"]) ** 2
    assert banker["sd"] == pytest.approx(0.929642, abs=5e-7)
    assert banker["hit_frequency"] == pytest.approx(wins / total)
    assert banker["rtp"] == pytest.approx(1 - 0.01458104, abs=5e-9)
    resolved = Fraction(wins + losses, total)
    assert banker["edge_per_resolved_bet"] == pytest.approx(
        float(-Fraction(banker["ev"]) / resolved)
    )
    assert banker["outcomes"][0] == {"pays": "1:2", "net": "1/2", "sequences": "269232304455680"}
    assert [outcome["pays"] for outcome in banker["outcomes"]] == ["1:2", "1:1", "push", "lose"]


def test_odds_of_what_remains(capsys: Capture) -> None:
    found = answer(capsys, "odds", "pairs", "--shoe", "9=4,T=1,K=1")
    assert (found["decks"], found["cards"], found["sequences"]) == (None, 6, "720")
    assert found["wagers"]["tie"]["ev"] == "2"
    assert found["wagers"]["perfect-pair"] is None
    assert "perfect-pair is about suits" in found["notes"][0]
    by_card = answer(capsys, "odds", "pairs", "--shoe", "9s=2,9h=2,Ts=1,Ks=1")
    assert by_card["wagers"]["perfect-pair"]["outcomes"]


def test_cards_that_were_seen_are_gone_and_may_be_written_as_people_do(capsys: Capture) -> None:
    seen = answer(capsys, "odds", "mbs-tiger", "--seen", "6s 10♥ Td2c")
    assert (seen["decks"], seen["cards"]) == (None, 412)
    of_suit = [f"{rank}{suit}" for suit in "shdc" for rank in "A23456789TJQK"]
    left = {card: 8 - (card in {"6s", "Th", "Td", "2c"}) for card in of_suit}
    shoe = ",".join(f"{card}={count}" for card, count in left.items())
    assert seen["wagers"] == answer(capsys, "odds", "mbs-tiger", "--shoe", shoe)["wagers"]


def test_edges_by_decks_and_effects_of_removal(capsys: Capture) -> None:
    """Each is asked for in one question, and has to be what single questions give."""
    by_decks = answer(capsys, "odds", "mbs-tiger", "--by-decks")["edge_by_decks"]
    assert list(by_decks["banker"]) == ["4", "5", "6", "7", "8", "9", "10"]
    full = answer(capsys, "odds", "mbs-tiger", "--decks", "6")["wagers"]
    for wager, edges in by_decks.items():
        assert -Fraction(edges["6"]) == Fraction(full[wager]["ev"])
    effects = answer(capsys, "odds", "mbs-tiger", "--removal")["effects_of_removal"]
    full = answer(capsys, "odds", "mbs-tiger")["wagers"]
    less = answer(capsys, "odds", "mbs-tiger", "--seen", "6h")["wagers"]
    for wager, by_rank in effects.items():
        assert Fraction(by_rank["6"]) == Fraction(less[wager]["ev"]) - Fraction(full[wager]["ev"])
    assert effects["tiger"]["6"].startswith("-"), "a six is what a tiger needs"


def test_tables_for_a_spreadsheet(capsys: Capture) -> None:
    for options in ([], ["--by-decks"], ["--removal"]):
        assert run(["odds", "mbs-no-commission", "--csv", *options]) == 0
        head, *rows = csv.reader(capsys.readouterr().out.splitlines())
        assert [row[0] for row in rows] == ["player", "banker", "tie", "player-pair", "banker-pair"]
        assert {len(row) for row in rows} == {len(head)}
        assert all(abs(float(cell)) < 4 for row in rows for cell in row[1:])


def test_a_simulation_is_drawn(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "tiger.svg"
    simulated = ["simulate", "mbs-tiger", "--rounds", "2000", "--seed", "1", "--plot", str(file)]
    found = answer(capsys, *simulated)
    drawn = ET.parse(file).getroot()  # noqa: S314 – our own
    texts = {text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")}
    assert found["wagers"].keys() <= texts
    assert {f"{-wager['ev']:.4%}" for wager in found["wagers"].values()} <= texts
    played = [*simulated, "--strategy", "flat", "--sessions", "50"]
    nets = answer(capsys, *played)["strategy"]["per_session"]["net"]
    (description,) = ET.parse(file).getroot().iter("{http://www.w3.org/2000/svg}desc")  # noqa: S314 – see above
    assert description.text is not None
    assert f"from {nets['least']:,} to {nets['most']:,}" in description.text


def test_a_par_sheet_is_printed_or_written_once(capsys: Capture, tmp_path: Path) -> None:
    assert run(["parsheet", "ez", "-o", "-"]) == 0
    assert capsys.readouterr().out.startswith("# ")
    file = tmp_path / "ez.md"
    file.write_text("my notes")
    assert run(["parsheet", "ez", "-o", str(file)]) == 2
    assert "is there already: --force writes over it" in capsys.readouterr().err
    assert file.read_text() == "my notes"
    assert run(["parsheet", "ez", "-o", str(file), "--force"]) == 0
    assert file.read_text().startswith("# ")


def test_odds_of_an_empty_shoe(capsys: Capture) -> None:
    found = answer(capsys, "odds", "ez", "--shoe", "")
    assert (found["cards"], found["sequences"], found["void_sequences"]) == (0, "1", "1")
    tie = found["wagers"]["tie"]
    assert (tie["ev"], tie["house_edge"], tie["sd"]) == ("0", 0, 0)
    assert tie["outcomes"] == [{"pays": "void", "net": "0", "sequences": "1"}]
    assert found["notes"] == ["no round can be finished with 0 cards: all void, edge 0"]


def test_odds_for_people(capsys: Capture) -> None:
    assert run(["odds", "mbs-tiger"]) == 0
    out = capsys.readouterr().out
    assert "1.458104%" in out
    assert "269,232,304,455,680" in out
    assert run(["odds", "mbs-tiger", "--shoe", "A=2,2=2,9=1"]) == 0
    assert "some rounds cannot be finished" in capsys.readouterr().out


def test_simulate_as_json(capsys: Capture) -> None:
    asked = ("simulate", "mbs-tiger", "--rounds", "1000", "--seed", "7")
    found = answer(capsys, *asked, "--workers", "2")
    assert list(found) == [
        *("rulebook", "decks", "rounds", "shoes", "seed", "workers", "backend"),
        *("seconds", "rounds_per_second", "wagers"),
    ]
    assert (found["rulebook"], found["decks"], found["rounds"]) == ("mbs-tiger", 8, 1000)
    assert (found["seed"], found["workers"], found["backend"]) == (7, 2, "processes")
    assert found["rounds_per_second"] == pytest.approx(1000 / found["seconds"])
    assert [*found["wagers"]] == [wager.id for wager in punto.rulebook("mbs-tiger").wagers]
    banker = found["wagers"]["banker"]
    counts = banker["outcomes"]
    assert [*counts] == ["1:2", "1:1", "push", "lose"]
    assert sum(counts.values()) == 1000
    net = counts["1:2"] / 2 + counts["1:1"] - counts["lose"]
    assert banker["ev"] == pytest.approx(net / 1000)
    squares = (counts["1:2"] / 4 + counts["1:1"] + counts["lose"]) / 1000
    assert banker["stderr"] == pytest.approx(sqrt((squares - (net / 1000) ** 2) / 1000))
    again = answer(capsys, *asked, "--workers", "1")
    assert again["wagers"] == found["wagers"]
    other = answer(capsys, *asked, "--burn", "3", "--cut", "100")
    assert other["shoes"] > found["shoes"]
    assert other["wagers"] != found["wagers"]


def test_simulate_for_people(capsys: Capture) -> None:
    assert run(["simulate", "mbs-no-commission", "--rounds", "2000", "--decks", "6"]) == 0
    out = capsys.readouterr().out
    assert "2,000 rounds" in out
    assert "exact edge" in out
    assert "million rounds a second" in out


def test_countability_as_json(capsys: Capture) -> None:
    asked = ("countability", "mbs-tiger", "--shoes", "201", "--seed", "3", "--cut", "52,14")
    found = answer(capsys, *asked, "--decks", "4", "--workers", "2")
    assert list(found) == [
        *("rulebook", "decks", "workers", "seconds", "burn", "shoes", "seed"),
        *("rounds_per_shoe", "wagers"),
    ]
    assert list(found["rounds_per_shoe"]) == ["14", "52"]
    tiger = found["wagers"]["tiger"]
    assert list(tiger["count"]["tags"]) == [*"A23456789TJQK"]
    at_14 = tiger["by_cut"]["14"]
    perfect, counted = at_14["perfect"], at_14["counted"]
    rounds = found["rounds_per_shoe"]["14"] * 201
    assert perfect["share_of_rounds"] == pytest.approx(perfect["bets"] / rounds)
    won = perfect["mean_edge"] * perfect["bets"]
    assert perfect["units_per_shoe"] == pytest.approx(won / 201)
    captured = counted["units_per_shoe"] / perfect["units_per_shoe"]
    assert counted["captured"] == pytest.approx(captured)
    assert found["wagers"]["tiger-pair"]["by_cut"]["14"]["counted"] is None
    alone = punto.countability("mbs-tiger", shoes=201, seed=3, decks=4, cuts=[14, 52])
    assert perfect["units_per_shoe"] == alone.wagers["tiger"].depths[0].perfect.units_per_shoe


def test_countability_for_people(capsys: Capture) -> None:
    asked = ["countability", "mbs-tiger", "--shoes", "3", "--cut", "300", "--workers", "1"]
    assert run(asked) == 0
    out = capsys.readouterr().out
    assert "every round of 3 shoes of 8 decks" in out
    assert "6-3 7+1 8+1 9+1" in out
    assert "none: every rank has the same effect" in out


def test_a_strategy_as_json(capsys: Capture) -> None:
    asked = ("simulate", "mbs-tiger", "--rounds", "60", "--seed", "7", "--workers", "1")
    played = ("--strategy", "martingale:stake=10", "--bankroll", "500", "--goal", "100")
    found = answer(capsys, *asked, *played, "--sessions", "40")
    table = answer(capsys, *asked)
    assert [*found] == [*table, "strategy"]
    assert [*found["wagers"]] == [*table["wagers"]]
    player = found["strategy"]
    assert (player["name"], player["compiled"]) == ("martingale:stake=10", True)
    assert sum(player["ended"].values()) == player["sessions"] == 40
    assert player["edge"] == pytest.approx(-player["net"] / player["turnover"])
    assert player["interval"][0] < player["edge"] < player["interval"][1]
    assert player["exact_edge"] == pytest.approx(0.0145810446)
    assert player["wagers"] == {"banker": {"turnover": player["turnover"], "net": player["net"]}}
    per_session = player["per_session"]
    assert [*per_session] == ["net", "rounds", "staked", "drawdown", "won", "lost"]
    assert per_session["rounds"]["mean"] * 40 == pytest.approx(found["rounds"])
    assert [*per_session["net"]["percentiles"]] == ["1", "5", "25", "50", "75", "95", "99"]
    one = answer(capsys, *asked, *played, "--session", "17")
    only = one["strategy"]["per_session"]["net"]
    assert only["least"] == only["most"] == one["strategy"]["net"]


def test_a_strategy_for_people(capsys: Capture, tmp_path: Path) -> None:
    asked = ["simulate", "mbs-tiger", "--rounds", "50", "--seed", "1", "--bankroll", "20"]
    assert run([*asked, "--strategy", "flat:stake=10,wager=tiger", "--sessions", "30"]) == 0
    out = capsys.readouterr().out
    assert "flat:stake=10,wager=tiger, 30 sessions of at most 50 rounds" in " ".join(out.split())
    for words in ("risk of ruin", "95 % of chance", "exact edge", "rounds to ruin", "drawdown"):
        assert words in out
    file = tmp_path / "mine.py"
    file.write_text(
        "def slow(view, state, stakes):\n    stakes[0] = {1: 2, 'x': [0]}[1]\n"
        "def gone(view, state, stakes):\n    stakes[0] = 2 - view.round\n",
        encoding="utf-8",
    )
    assert run([*asked, "--strategy", f"{file}:slow"]) == 0
    assert "it could not be compiled" in " ".join(capsys.readouterr().out.split())
    assert run([*asked, "--strategy", f"{file}:gone"]) == 2
    assert (
        "stopped at round 4 of session 0, seed 1: a stake of -1 on player"
        in capsys.readouterr().err
    )


def test_roads_as_json(capsys: Capture) -> None:
    assert answer(capsys, "roads", "TBBPTP") == {
        "bead": [[0, 0, "T"], [0, 1, "B"], [0, 2, "B"], [0, 3, "P"], [0, 4, "T"], [0, 5, "P"]],
        "leading_ties": 1,
        "big": [
            {"c": 0, "r": 0, "winner": "B", "ties": 0},
            {"c": 0, "r": 1, "winner": "B", "ties": 0},
            {"c": 1, "r": 0, "winner": "P", "ties": 1},
            {"c": 1, "r": 1, "winner": "P", "ties": 0},
        ],
        "big_eye": [[0, 0, "R"]],
        "small": [],
        "cockroach": [],
        "ask": {"banker": ["R", None, None], "player": ["B", None, None]},
    }


def test_roads_for_people(capsys: Capture) -> None:
    assert run(["roads", "TBBPTPPBPBB"]) == 0
    out = capsys.readouterr().out
    assert "  B  P1 B  P  B\n  B  P  .  .  B\n" in out
    assert "11 rounds: Banker 5, Player 4, Tie 2" in out


def test_check_warns_of_an_edge_for_the_player(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD.replace("8:1", "80:1"), encoding="utf-8")
    assert run(["rulebook", "check", str(file)]) == 0
    assert "wagers[0]: tie gives the player an edge of " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("settle mbs-tigger --cards 9s", "near names: mbs-tiger"),
        ("settle mbs-tiger@9 --cards 9s", "there is mbs-tiger@3"),
        ("settle none.toml --cards 9s", "none.toml: No such file"),
        ("settle mbs-tiger --cards 9x", "'9x' is not a card"),
        ("settle mbs-tiger --cards Lm", "Lm is not in the 52-card deck"),
        ("settle mbs-elements --cards 9s", "9s is not in the 65-card deck"),
        ("settle mbs-tiger --cards 9s --bet ante=5", "no wager 'ante'"),
        ("settle mbs-tiger --cards 9s --bet tie=5 --bet tie=5", "'tie' is bet on twice"),
        ("settle mbs-tiger --cards 9s --bet tie", "expected a bet such as banker=200"),
        ("settle mbs-tiger --cards 9s --bet tie=", "not ''"),
        ("settle mbs-tiger --cards 9s --bet tie=0", "not '0'"),
        ("settle mbs-tiger --cards 9s --bet tie=-5", "not '-5'"),
        ("settle mbs-tiger --cards 9s --bet tie=1.5", "not '1.5'"),
        ("settle mbs-tiger --cards 9s --bet tie=1000000000000001", "not '1000000000000001'"),
        ("settle mbs-tiger --cards 9s --bet banker=25", "would split the minor unit"),
        ("settle commission --cards 9s --bet banker=30", "stake a multiple of 20"),
        ("settle mbs-tiger", "Missing option '--cards'"),
        ("settle", "Missing argument"),
        ("settle mbs-tiger --cards 9s --wrong", "No such option"),
        ("rulebook show nothing", "there is no rulebook 'nothing'"),
        ("rulebook check none.toml", "none.toml: No such file"),
        ("odds mbs-tiger --decks 3", "played with 4 to 10 decks, not 3"),
        ("odds mbs-tiger --decks 11 --any-decks", "1 to 10 decks, not 11"),
        ("odds mbs-tiger --decks eight", "'eight' is not a valid int"),
        ("odds mbs-tiger --shoe A=-1", "0 to 40 cards of 'A', not -1"),
        ("odds mbs-tiger --shoe A=41", "0 to 40 cards of 'A', not 41"),
        ("odds mbs-tiger --shoe X=1", "'X' is no rank and no card"),
        ("odds mbs-tiger --seen 6s6s6s6s6s6s6s6s6s", "6s was seen 9 times, and the shoe has 8"),
        ("odds mbs-tiger --seen Sm", "Sm is not in the french deck"),
        ("odds mbs-tiger --seen 6s7", "'6s7' is not a card"),
        ("odds mbs-tiger --by-decks --decks 8", "is about full shoes of every number of decks"),
        ("odds mbs-tiger --json --csv", "--json or --csv"),
        (
            "odds mbs-tiger --shoe A=1 --decks 8",
            "the decks and the cards seen, or the shoe, not both",
        ),
        ("simulate mbs-tiger", "Missing option '--rounds'"),
        ("simulate mbs-tiger --rounds 9 --plot x.png", "a plot is written as .svg, not 'x.png'"),
        ("simulate mbs-tiger --rounds 0", "0 rounds: 1 to"),
        ("simulate mbs-tiger --rounds 9 --cut 411", "leaves no round of 416 cards"),
        ("simulate mbs-tiger --rounds 9 --decks 3", "played with 4 to 10 decks, not 3"),
        ("simulate mbs-tiger --rounds 9 --goal 9", "goal: for a strategy, and none is given"),
        ("simulate mbs-tiger --rounds 9 --strategy flot", "no strategy 'flot': flat"),
        (
            "simulate mbs-tiger --rounds 9 --strategy flat --session 1 --sessions 2",
            "give the sessions or one session, not both",
        ),
        (
            "simulate mbs-tiger --rounds 9 --strategy flat --backend gpu",
            "backend 'gpu': a strategy is played by processes or dask",
        ),
        ("simulate mbs-tiger --rounds 9 --backend abacus", "no backend 'abacus': processes, gpu"),
        ("countability mbs-tiger --shoes 0", "0 shoes: 1 to"),
        ("countability mbs-tiger --cut 14,411", "leaves no round of 416 cards"),
        ("countability mbs-tiger --cut deep", "--cut 'deep': whole numbers are wanted"),
        ("countability mbs-tiger --decks 3", "played with 4 to 10 decks, not 3"),
        ("countability mbs-tiger --workers 0", "0 workers: 1 to"),
        ("roads BPX", "result 3 is 'X': results are B, P and T"),
        ("shuffle", "No such command"),
    ],
)
def test_wrong_input_is_one_clear_line_and_status_2(
    capsys: Capture, arguments: str, complaint: str
) -> None:
    assert run(arguments.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("punto: ")
    assert err.count("\n") == 1
    assert complaint in err


def test_more_copies_than_the_largest_shoe_holds(capsys: Capture) -> None:
    assert run(["settle", "mbs-tiger", "--cards", "9s " * 11]) == 2
    assert "11 copies of 9s: the largest shoe holds 10" in capsys.readouterr().err


def test_check_of_a_clean_rulebook(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD, encoding="utf-8")
    assert run(["rulebook", "check", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "warning  wagers[0].lines[0]: tie at 8:1 names no clause" in lines
    assert lines[-1] == "mine: 0 defects, 4 warnings"


def test_check_reports_all_defects(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = GOOD.replace("max_decks = 8", "max_decks = 99").replace("cards = 52", "cards = 51")
    file.write_text(text, encoding="utf-8")
    assert run(["rulebook", "check", str(file)]) == 1
    out = capsys.readouterr().out
    assert "defect   deck.cards: a french deck has 52 cards, not 51" in out
    assert "defect   shoe.max_decks: decks go from 1 to 10, not 99" in out
    assert "mine: 2 defects, 4 warnings" in out
    assert run(["settle", str(file), "--cards", "9s"]) == 2


def test_check_of_what_is_no_rulebook(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD.replace('pays = "8:1"', "pays = 8"), encoding="utf-8")
    assert run(["rulebook", "check", str(file)]) == 2
    assert "wagers[0].lines[0].pays: expected `str`, got `int`" in capsys.readouterr().err


@pytest.mark.parametrize("rulebook", [book.id for book in punto.rulebooks()])
def test_a_lesson_teaches_every_wager_and_cites_its_clauses(capsys: Capture, rulebook: str) -> None:
    assert run(["rulebook", "show", rulebook]) == 0
    lesson = capsys.readouterr().out
    book = punto.rulebook(rulebook)
    for wager in book.wagers:
        assert wager.name in lesson
        for odds in wager.odds:
            assert re.search(rf"\b{str(odds).replace(':', ' to ')}\b", lesson)
        for line in wager.lines:
            assert line.clause is None or f" {line.clause} " in lesson
    assert "Banker draws ● or stands ·" in lesson
    assert "A round is void" in lesson


def test_a_title_in_brackets_is_no_markup(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD.replace("My own", "[red]My[/] own :smile:"), encoding="utf-8")
    assert run(["rulebook", "show", str(file)]) == 0
    assert "[red]My[/] own :smile:" in capsys.readouterr().out


def test_tables_for_people(capsys: Capture) -> None:
    assert run(["rulebooks"]) == 0
    assert "mbs-no-commission" in capsys.readouterr().out
    assert run(["settle", "mbs-tiger", "--cards", "9s 2h 7d 4c", "--bet", "tie=5"]) == 0
    out = capsys.readouterr().out
    assert "Tie" in out
    assert "+40" in out
    assert run(["settle", "mbs-tiger", "--cards", "9s", "--bet", "tie=5"]) == 0
    assert "Void: insufficient-cards (clause 5.5); all stakes go back" in capsys.readouterr().out
    assert run(["settle", "zero-commission", "--cards", "9s 2h Td 3c"]) == 0
    assert "Player wins, natural" in capsys.readouterr().out


def test_help_and_version(capsys: Capture) -> None:
    assert run([]) == 0
    assert "rulebooks" in capsys.readouterr().out
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"punto {punto.__version__}\n"


PUNTO = [sys.executable, "-P", "-m", "punto"]


def test_the_process_leaves_with_the_status_and_keeps_stdout_clean() -> None:
    done = subprocess.run(
        [*PUNTO, "settle", "x", "--cards", "9s"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_a_reader_that_has_seen_enough_ends_it_quietly() -> None:
    with subprocess.Popen(
        [*PUNTO, "rulebooks", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == -signal.SIGPIPE


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
@pytest.mark.parametrize("command", ["rulebooks", "rulebook show mbs-tiger", "rulebooks --json"])
def test_any_terminal_encoding_will_do(encoding: str, command: str) -> None:
    done = subprocess.run(
        [*PUNTO, *command.split()],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Tiger" in done.stdout


@pytest.mark.parametrize("option", ["", "--json"])
def test_a_closed_output_is_no_error(option: str) -> None:
    command = " ".join([*PUNTO, "rulebooks", option, ">&-"])
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)  # noqa: S607
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_full_disk_is_said_in_one_line() -> None:
    command = " ".join([*PUNTO, "rulebooks", ">/dev/full"])
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)  # noqa: S607
    assert (done.returncode, done.stderr) == (2, b"punto: cannot write: No space left on device\n")


def test_nothing_in_an_error_steers_the_terminal(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('"a\\u001b[31mRED\\u0007" = 1\n' + GOOD, encoding="utf-8")
    assert run(["rulebook", "check", str(file)]) == 2
    assert run(["rulebook", "check", "\x1b[31m.toml"]) == 2
    assert run(["settle", "mbs-tiger", "--cards", "9s", "--bet", "x" * 100_000]) == 2
    err = capsys.readouterr().err
    assert all(line.isprintable() for line in err.splitlines())
    assert "\\x1b[31mRED\\x07" in err
    assert max(map(len, err.splitlines())) < 1_100


def test_a_par_sheet_with_countability(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "tiger.json"
    assert run(["parsheet", "mbs-tiger", "--countability", "2", "-o", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}\n"
    found = json.loads(file.read_text(encoding="utf-8"))["countability"]
    assert (found["shoes"], found["seed"]) == (2, 1)


@pytest.mark.parametrize("form", ["html", "md", "json"])
def test_a_par_sheet_in_each_form(capsys: Capture, tmp_path: Path, form: str) -> None:
    file = tmp_path / f"tiger.{form}"
    assert run(["parsheet", "mbs-tiger", "-o", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}\n"
    text = file.read_text(encoding="utf-8")
    assert "4998398275503360" in text.replace(",", "")
    assert "1.458104" in text or form == "json"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("parsheet mbs-tiger -o x.pdf", "written as .html, .md or .json, not 'pdf'"),
        ("parsheet mbs-tiger -o no/such/place.md", "No such file or directory"),
        ("parsheet mbs-tiger --decks 3 -o x.md", "4 to 10 decks, not 3"),
        ("parsheet mbs-tiger --countability 0 -o x.md", "0 shoes: 1 to"),
        ("parsheet mbs-tiger", "Missing option"),
    ],
)
def test_par_sheets_that_cannot_be_written(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: str, complaint: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(arguments.split()) == 2
    assert complaint in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
