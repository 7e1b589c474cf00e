"""What stands in a PAR sheet, against figures found elsewhere and against itself."""

from fractions import Fraction
from math import sqrt
from statistics import NormalDist

import pytest

from punto.cards import Rank
from punto.errors import WrongInput
from punto.lab import ParSheet, as_json, as_markdown, par_sheet
from punto.lab.parsheet.band import Z
from punto.lab.parsheet.sheet import WagerSheet
from punto.rules import Winner, find_rulebook, read_rulebook

ALL_DRAWS = 4_998_398_275_503_360


def wager(sheet: ParSheet, wager_id: str) -> WagerSheet:
    return next(found for found in sheet.wagers if found.wager.id == wager_id)


# --- against independent figures ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("wager_id", "edge"),
    [
        ("player", 1.235081),
        ("banker", 1.458104),
        ("tie", 14.359629),
        ("tiger", 16.683572),
        ("big-tiger", 15.253317),
    ],
)
def test_edges_of_eight_decks(tiger: ParSheet, wager_id: str, edge: float) -> None:
    found = wager(tiger, wager_id)
    assert round(float(100 * found.figures.house_edge), 6) == edge
    assert found.edge_by_decks[8] == found.figures.house_edge


def test_the_whole_shoe(tiger: ParSheet) -> None:
    assert (tiger.decks, tiger.cards, tiger.void) == (8, 416, 0)
    assert tiger.sequences == ALL_DRAWS


def test_banker_wins_with_six(tiger: ParSheet) -> None:
    half = wager(tiger, "banker").lines[0]
    assert (half.line.pays, half.combinations) == ("1:2", 269_232_304_455_680)
    assert half.line.clause == "4.1"


def test_results(tiger: ParSheet) -> None:
    assert tiger.winners == {
        Winner.PLAYER: 2_230_518_282_592_256,
        Winner.BANKER: 2_292_252_566_437_888,
        Winner.TIE: 475_627_426_473_216,
    }


def test_largest_exposure_is_a_twin_pair_and_six_on_three_cards(tiger: ParSheet) -> None:
    pays = {
        wager.id: line.pays
        for wager, line in zip(tiger.exposure.wagers, tiger.exposure.lines, strict=True)
    }
    assert pays == {
        "player": "lose",
        "banker": "1:2",
        "tie": "lose",
        "tiger-pair": "100:1",
        "tiger": "20:1",
        "small-tiger": "lose",
        "big-tiger": "50:1",
        "tiger-tie": "lose",
    }
    assert tiger.exposure.winnings == Fraction(341, 2)
    assert tiger.exposure.net == Fraction(333, 2)


# --- against itself -----------------------------------------------------------------------------


def test_lines_add_up(sheet: ParSheet) -> None:
    for found in sheet.wagers:
        assert sum(line.combinations for line in found.lines) == sheet.sequences
        assert sum(line.probability for line in found.lines) == 1
        assert sum(line.returned for line in found.lines) == found.rtp
        assert sum(line.contribution for line in found.lines) == -found.figures.house_edge


def test_totals_add_up(sheet: ParSheet) -> None:
    assert sum(map(sum, sheet.totals)) == sheet.sequences
    tie = wager(sheet, "tie").lines[0]
    assert sheet.winners[Winner.TIE] == tie.combinations


def test_an_unseen_card_changes_nothing(sheet: ParSheet) -> None:
    for found in sheet.wagers:
        assert list(found.removal) == list(sheet.rulebook.deck.ranks)
        assert sum(found.removal.values()) == 0


def test_removing_a_six_hurts_tiger(tiger: ParSheet) -> None:
    assert min(tiger.wagers[4].removal.items(), key=lambda pair: pair[1])[0] is Rank.SIX


def test_no_wager_wins_more_than_the_exposure_pays(sheet: ParSheet) -> None:
    assert max(found.largest_win for found in sheet.wagers) <= sheet.exposure.winnings


# --- bands --------------------------------------------------------------------------------------


def test_quantiles() -> None:
    for confidence, z in Z.items():
        assert z == pytest.approx(NormalDist().inv_cdf(0.5 + confidence / 200), abs=1e-12)


def test_a_band_by_hand(tiger: ParSheet) -> None:
    """Player: a return of 98.764919 %, SD 0.951153; 1.959964 of them over √10,000 is 1.864226 %."""
    band = next(b for b in wager(tiger, "player").bands if (b.rounds, b.confidence) == BAND)
    assert (band.low, band.high) == pytest.approx((0.96900693, 1.00629145), abs=2e-8)


BAND = (10_000, 95)
TOTAL, BANKER, PLAYER = 4998398275503360, 2292252566437888, 2230518282592256
SIX = 269232304455680
"""Ordered deals of eight decks, and of them Banker wins, Player wins, Banker wins with six."""


def test_exposure_of_one_unit_on_every_wager() -> None:
    """Two perfect pairs that tie: 11 + 11 + 5 + 200 + 8; of one deck no two cards are alike."""
    pairs = find_rulebook("pairs")
    assert par_sheet(pairs, 8).exposure.net == 11 + 11 + 5 + 200 + 8
    assert par_sheet(pairs, 1).exposure.net == 11 + 11 + 5 - 1 + 8


def test_the_numbers_stand_where_they_belong(tiger: ParSheet) -> None:
    """Edge, RTP, edge per resolved bet, hit frequency, SD and skewness, from the great counts."""
    half, even, lost = SIX / TOTAL, (BANKER - SIX) / TOTAL, PLAYER / TOTAL
    mean = half / 2 + even - lost
    spread = sqrt(half / 4 + even + lost - mean**2)
    cubes = half * (0.5 - mean) ** 3 + even * (1 - mean) ** 3 + lost * (-1 - mean) ** 3
    tied = (mean**3) * (1 - half - even - lost)
    skewness = (cubes - tied) / spread**3
    shown = (-100 * mean, 100 + 100 * mean, -100 * mean / (half + even + lost), 100 * (half + even))
    text = as_markdown(tiger)
    row = next(line for line in text.splitlines() if line.startswith("| Banker |"))
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[1:6] == [f"{number:.6f}" for number in (*shown, spread)]
    banker = as_json(tiger)["wagers"]["banker"]
    assert Fraction(banker["variance"]) == tiger.wagers[1].figures.variance
    assert f"{skewness:.6f}" in text


def test_rare_wins_make_a_band_rough(tiger: ParSheet) -> None:
    rough = {found.wager.id for found in tiger.wagers if found.bands[0].is_rough}
    assert rough == {"tiger-pair", "big-tiger", "tiger-tie"}
    assert not any(band.is_rough for found in tiger.wagers for band in found.bands[1:5])


def test_volatility_index(tiger: ParSheet) -> None:
    """The quantile of 90 % two-sided, 1.644854, times the Player's standard deviation."""
    spread = sqrt((PLAYER + BANKER) / TOTAL - ((PLAYER - BANKER) / TOTAL) ** 2)
    assert wager(tiger, "player").volatility_index == pytest.approx(1.644854 * spread, abs=1e-6)


# --- decks, and rulebooks of one's own ----------------------------------------------------------


def test_decks_outside_the_range_of_the_rulebook_are_worked_out_and_told() -> None:
    sheet = par_sheet(find_rulebook("mbs-tiger"), 1)
    assert not sheet.is_allowed
    assert sheet.cards == 52


@pytest.mark.parametrize("decks", [-1, 0, 11])
def test_decks_that_no_shoe_has(decks: int) -> None:
    with pytest.raises(WrongInput, match=f"1 to 10 decks, not {decks}"):
        par_sheet(find_rulebook("mbs-tiger"), decks)


OWN = """
id = "own"
title = "My own"
driver = "dealer"
deck = { family = "french", cards = 52 }
shoe = { min_decks = 1, max_decks = 8, default_decks = 8, shuffle = "shoe" }
betting = { net_zero_win = "accepted" }
wagers = [
    { id = "both-suited", name = "Both suited", lines = [
        { pays = "200:1", when = { suited_pairs = 2 } },
        { pays = "7:3", when = { suited_pairs = 1 } },
    ] },
    { id = "gift", name = "Gift", lines = [
        { pays = "2:1", when = { winner = ["player", "tie"] } },
    ] },
]
"""


def test_a_line_that_one_deck_cannot_reach_is_still_in_the_pay_table() -> None:
    sheet = par_sheet(read_rulebook(OWN, source="own.toml"), 1)
    suited = sheet.wagers[0]
    assert [line.combinations for line in suited.lines] == [0, 0, sheet.sequences]
    assert suited.rtp == 0
    assert suited.largest_win == -1


def test_a_wager_that_favours_the_player_has_a_negative_edge() -> None:
    gift = par_sheet(read_rulebook(OWN, source="own.toml"), 8).wagers[1]
    assert gift.figures.house_edge < 0
    assert gift.rtp > 1
