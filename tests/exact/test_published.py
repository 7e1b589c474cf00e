"""Figures that others have published, to the digits in which they did.

`docs/mathematics.md` says where each was found, and which published figures differ from ours.
"""

from fractions import Fraction
from functools import cache
from typing import Final

import pytest

import punto
from punto.exact import WagerFigures, effects_of_removal
from punto.rules import Rulebook, read_rulebook

HEAD: Final = """\
id = "published"
title = "Published"
driver = "dealer"
[deck]
family = "french"
cards = 52
[shoe]
min_decks = 1
max_decks = 10
default_decks = 8
shuffle = "shoe"
[betting]
net_zero_win = "accepted"
"""

TIES: Final = (150, 215, 225, 200, 120, 110, 45, 45, 80, 80)
"""What Egalité pays on a tie of 0, 1, … 9."""

NATURALS: Final = "player_total = [8, 9], banker_total = [8, 9]"

OWN: Final = {
    "banker, 4 %": '{ pays = "24:25", when = { winner = "banker" } },'
    '{ pays = "push", when = { winner = "tie" } }',
    "tie, 9:1": '{ pays = "9:1", when = { winner = "tie" } }',
    "pair, 12:1": '{ pays = "12:1", when = { player_pair = true } }',
    "super 6, 15:1": '{ pays = "15:1", when = { winner = "banker", banker_total = 6 } }',
    "lucky 6, 12/23": (
        '{ pays = "12:1", when = { winner = "banker", banker_total = 6, banker_cards = 2 } },'
        '{ pays = "23:1", when = { winner = "banker", banker_total = 6, banker_cards = 3 } }'
    ),
    "perfect pair, 25:1": '{ pays = "25:1", when = { suited_pairs = [1, 2] } }',
    "perfect pair, 26:1": '{ pays = "26:1", when = { suited_pairs = [1, 2] } }',
    "perfect pair, 25/250": '{ pays = "25:1", when = { suited_pairs = 1 } },'
    '{ pays = "250:1", when = { suited_pairs = 2 } }',
    "four cards": '{ pays = "3:2", when = { player_cards = 2, banker_cards = 2 } }',
    "five cards": '{ pays = "2:1", when = { player_cards = 2, banker_cards = 3 } },'
    '{ pays = "2:1", when = { player_cards = 3, banker_cards = 2 } }',
    "six cards": '{ pays = "2:1", when = { player_cards = 3, banker_cards = 3 } }',
    "88 89 98 99": f'{{ pays = "20:1", when = {{ {NATURALS} }} }}',
    "9 over 7": (
        '{ pays = "50:1", when = { player_total = 9, player_cards = 2, banker_total = 7 } },'
        '{ pays = "50:1", when = { banker_total = 9, banker_cards = 2, player_total = 7 } }'
    ),
    "player wins": '{ pays = "1:1", when = { winner = "player" } }, { pays = "push" }',
} | {
    f"tie of {total}": f'{{ pays = "{pays}:1", when = {{ margin = 0, player_total = {total} }} }}'
    for total, pays in enumerate(TIES)
}
"""Pay lines of wagers that no rulebook of ours has."""


@cache
def own_rulebook(wager: str) -> Rulebook:
    text = f'{HEAD}[[wagers]]\nid = "own"\nname = "Own"\nlines = [{OWN[wager]}]\n'
    return read_rulebook(text, source=wager)


@cache
def found(wager: str, decks: int) -> WagerFigures:
    """Count a wager of `OWN`, or one written as `rulebook/wager`."""
    rulebook, _, name = wager.partition("/")
    rules = own_rulebook(wager) if wager in OWN else punto.rulebook(rulebook)
    figures = punto.odds(rules, decks=decks).wagers["own" if wager in OWN else name]
    assert figures is not None
    return figures


def same_digits(value: Fraction | float, published: str) -> bool:
    """Say whether a value, rounded like the published one, is the published one."""
    return f"{float(value):.{len(published.partition('.')[2])}f}" == published


# --- eight decks, six digits --------------------------------------------------------------------

EIGHT_DECKS: Final = {
    "mbs-no-commission/player": "1.235081",
    "mbs-no-commission/banker": "1.458104",
    "zero-commission/banker": "1.018301",
    "mbs-no-commission/tie": "14.359629",
    "zero-commission/tie": "4.844032",
    "mbs-no-commission/player-pair": "10.361446",
    "mbs-no-commission/banker-pair": "10.361446",
    "mbs-tiger/tiger": "16.683572",
    "lucky-6/lucky-6": "16.683572",
    "mbs-tiger/big-tiger": "15.253317",
    "commission/banker": "1.057906",
    "ez/dragon-7": "7.611334",
    "ez/panda-8": "10.187632",
    "dragon-bonus/dragon-bonus-player": "2.651675",
    "dragon-bonus/dragon-bonus-banker": "9.373074",
    "mbs-elements/player-pair": "9.826590",
    "mbs-elements/banker-pair": "9.826590",
    "mbs-elements/fortune-six": "16.664021",
    "super 6, 15:1": "13.818055",
    "lucky 6, 12/23": "11.698473",
}


@pytest.mark.parametrize(("wager", "percent"), EIGHT_DECKS.items())
def test_edges_with_eight_decks(wager: str, percent: str) -> None:
    assert same_digits(100 * found(wager, 8).house_edge, percent)


# --- edges in percent ---------------------------------------------------------------------------

EDGES: Final = [
    # Wizard of Odds
    ("lucky 6, 12/23", 8, "11.70"),
    ("lucky-6/lucky-6", 8, "16.68"),
    ("ez/banker", 8, "1.02"),
    ("ez/dragon-7", 8, "7.61"),
    ("ez/panda-8", 8, "10.19"),
    ("dragon-bonus/dragon-bonus-player", 4, "2.70"),
    ("dragon-bonus/dragon-bonus-player", 6, "2.67"),
    ("dragon-bonus/dragon-bonus-player", 8, "2.65"),
    ("dragon-bonus/dragon-bonus-banker", 4, "9.42"),
    ("dragon-bonus/dragon-bonus-banker", 6, "9.39"),
    ("dragon-bonus/dragon-bonus-banker", 8, "9.37"),
    ("perfect pair, 25:1", 8, "13.03"),
    ("perfect pair, 26:1", 8, "9.68"),
    ("perfect pair, 25:1", 6, "17.07"),
    ("perfect pair, 26:1", 6, "13.88"),
    ("perfect pair, 25/250", 8, "6.62"),
    # Jacobson: 888casino and Advanced Advantage Play
    ("commission/banker", 8, "1.0579"),
    ("ez/banker", 8, "1.0183"),
    ("super-6/banker", 8, "1.4581"),
    ("commission/tie", 8, "14.360"),
    ("tie, 9:1", 8, "4.844"),
    ("commission/player-pair", 8, "10.361"),
    ("ez/dragon-7", 8, "7.6113"),
    ("ez/panda-8", 8, "10.1876"),
    ("mbs-tiger/big-tiger", 8, "15.2533"),
    ("88 89 98 99", 8, "7.372"),
    ("9 over 7", 8, "8.103"),
    # NetBet
    ("commission/banker", 1, "1.01"),
    ("commission/player", 1, "1.29"),
    ("commission/banker", 6, "1.0558"),
    ("banker, 4 %", 6, "0.5972"),
    ("commission/player", 6, "1.2374"),
    ("tie, 9:1", 6, "4.9313"),
    ("commission/tie", 6, "14.4382"),
    ("banker, 4 %", 8, "0.5993"),
    ("commission/player", 8, "1.2351"),
    ("tie, 9:1", 8, "4.8440"),
    ("commission/tie", 8, "14.3596"),
    # Baccarat Guru
    ("commission/tie", 1, "15.75"),
    ("commission/player-pair", 1, "29.41"),
    ("commission/player-pair", 6, "11.25"),
    # IPLwin, LeoVegas, Practical Web Tools, Cooper Boating
    ("pairs/either-pair", 8, "13.71"),
    ("super-6/super-6", 8, "29.98"),
    ("pair, 12:1", 8, "2.89"),
    ("super 6, 15:1", 8, "13.82"),
]


@pytest.mark.parametrize(("wager", "decks", "percent"), EDGES)
def test_published_edges(wager: str, decks: int, percent: str) -> None:
    assert same_digits(100 * found(wager, decks).house_edge, percent)


RETURNS: Final = {
    # Wizard of Odds
    "tie of 9": "-0.106348",
    "tie of 8": "-0.110669",
    "tie of 7": "-0.063899",
    "tie of 6": "-0.114952",
    "tie of 5": "-0.118732",
    "tie of 4": "-0.121401",
    "tie of 3": "-0.105243",
    "tie of 2": "-0.095412",
    "tie of 1": "-0.114150",
    "tie of 0": "-0.124527",
    "lucky 6, 12/23": "-0.116985",
    "lucky-6/lucky-6": "-0.166836",
    "ez/banker": "-0.010183",
    "ez/dragon-7": "-0.076113",
    "ez/panda-8": "-0.101876",
    "dragon-bonus/dragon-bonus-player": "-0.026517",
    "dragon-bonus/dragon-bonus-banker": "-0.093731",
    "perfect pair, 25:1": "-0.130294",
    "perfect pair, 26:1": "-0.096844",
    "perfect pair, 25/250": "-0.066235",
}


@pytest.mark.parametrize(("wager", "expected"), RETURNS.items())
def test_published_returns_with_eight_decks(wager: str, expected: str) -> None:
    assert same_digits(found(wager, 8).ev, expected)


# --- probabilities, variance, standard deviation ------------------------------------------------

PROBABILITIES: Final = [
    # Combinatorial analysis of Baccarat, GitHub
    ("commission/player", 8, "0.4462466093435968"),
    ("commission/banker", 8, "0.458597422632763"),
    ("commission/tie", 8, "0.0951559680236402"),
    # NetBet
    ("commission/banker", 6, "0.458653"),
    ("commission/player", 6, "0.446279"),
    ("commission/tie", 6, "0.095069"),
    # Wizard of Odds: 4-5-6
    ("four cards", 6, "0.378925"),
    ("five cards", 6, "0.303540"),
    ("six cards", 6, "0.317535"),
    ("four cards", 8, "0.378868"),
    ("five cards", 8, "0.303444"),
    ("six cards", 8, "0.317687"),
    # Jacobson
    ("commission/player-pair", 8, "0.07470"),
    ("ez/dragon-7", 8, "0.022534"),
    ("mbs-tiger/big-tiger", 8, "0.01662"),
    # Practical Web Tools
    ("commission/player-pair", 1, "0.0588"),
    ("commission/player-pair", 2, "0.0680"),
    ("commission/player-pair", 6, "0.0740"),
]


@pytest.mark.parametrize(("wager", "decks", "probability"), PROBABILITIES)
def test_published_probabilities(wager: str, decks: int, probability: str) -> None:
    assert same_digits(found(wager, decks).hit_frequency, probability)


def test_published_spread() -> None:
    assert same_digits(found("ez/dragon-7", 8).sd, "6.0849")
    assert same_digits(found("mbs-tiger/big-tiger", 8).sd, "6.519")
    assert same_digits(found("mbs-tiger/big-tiger", 8).variance, "42.503")
    assert same_digits(found("88 89 98 99", 8).variance, "18.594")


def test_published_edges_without_ties() -> None:
    assert same_digits(100 * found("commission/player", 8).edge_per_resolved_bet, "1.36")
    assert same_digits(100 * found("commission/banker", 8).edge_per_resolved_bet, "1.17")


# --- whole numbers ------------------------------------------------------------------------------

COUNTS: Final = [
    ("commission/banker", 8, "19:20", 2_292_252_566_437_888),
    ("commission/player", 8, "1:1", 2_230_518_282_592_256),
    ("commission/tie", 8, "8:1", 475_627_426_473_216),
    ("commission/banker", 6, "19:20", 403_095_751_234_560),
    ("commission/player", 6, "1:1", 392_220_492_728_832),
    ("commission/tie", 6, "8:1", 83_552_962_932_288),
    ("commission/banker", 4, "19:20", 34_543_624_867_840),
    ("commission/player", 4, "1:1", 33_608_344_225_792),
    ("super-6/super-6", 8, "12:1", 269_232_304_455_680),
    ("mbs-tiger/small-tiger", 8, "22:1", 186_173_936_904_192),
    ("mbs-tiger/big-tiger", 8, "50:1", 83_058_367_551_488),
    ("mbs-tiger/tiger-tie", 8, "35:1", 96_170_001_308_416),
    ("lucky-6/lucky-6", 8, "lose", 4_729_165_971_047_680),
    ("ez/dragon-7", 8, "40:1", 112_633_011_329_024),
    ("ez/dragon-7", 8, "lose", 4_885_765_264_174_336),
    ("ez/panda-8", 8, "25:1", 172_660_763_262_976),
    ("dragon-bonus/dragon-bonus-player", 8, "30:1", 18_409_431_764_992),
    ("dragon-bonus/dragon-bonus-player", 8, "10:1", 34_097_645_543_424),
    ("dragon-bonus/dragon-bonus-player", 8, "6:1", 89_590_261_473_280),
    ("dragon-bonus/dragon-bonus-player", 8, "4:1", 141_238_897_317_888),
    ("dragon-bonus/dragon-bonus-player", 8, "2:1", 166_169_165_987_840),
    ("dragon-bonus/dragon-bonus-player", 8, "1:1", 186_780_352_174_080 + 812_685_054_124_032),
    ("dragon-bonus/dragon-bonus-player", 8, "push", 89_325_908_267_520),
    ("dragon-bonus/dragon-bonus-banker", 8, "30:1", 15_390_342_909_952),
    ("dragon-bonus/dragon-bonus-banker", 8, "10:1", 28_305_092_784_128),
    ("dragon-bonus/dragon-bonus-banker", 8, "6:1", 79_517_099_278_336),
    ("dragon-bonus/dragon-bonus-banker", 8, "4:1", 119_200_072_366_080),
    ("dragon-bonus/dragon-bonus-banker", 8, "2:1", 157_275_882_332_160),
    ("dragon-bonus/dragon-bonus-banker", 8, "1:1", 201_147_167_287_296 + 812_685_054_124_032),
    ("dragon-bonus/dragon-bonus-banker", 8, "push", 89_325_908_267_520),
    # Published for unordered hands of two; each has four orders, and two cards follow unseen.
    ("perfect pair, 25/250", 8, "250:1", 2_101_008 * 4 * 412 * 411),
    ("perfect pair, 25/250", 8, "25:1", 244_747_776 * 4 * 412 * 411),
    ("perfect pair, 25:1", 6, "25:1", 74_114_820 * 4 * 308 * 307),
]


@pytest.mark.parametrize(("wager", "decks", "pays", "count"), COUNTS)
def test_published_counts(wager: str, decks: int, pays: str, count: int) -> None:
    outcomes = {outcome.pays: outcome.sequences for outcome in found(wager, decks).outcomes}
    assert outcomes[pays] == count


def test_the_published_number_of_sequences() -> None:
    assert found("commission/banker", 8).sequences == 4_998_398_275_503_360


# Wins by winner and by the winner's total, from 0 to 9.
WINS: Final = {
    "player": (
        0,
        24_639_193_538_560,
        44_328_525_111_296,
        62_946_423_310_336,
        86_165_771_096_064,
        122_838_277_197_824,
        312_658_895_192_064,
        408_043_979_470_848,
        555_823_197_134_848,
        613_074_020_540_416,
    ),
    "banker": (
        0,
        24_291_119_898_624,
        44_681_581_871_104,
        72_927_778_568_192,
        163_359_790_133_248,
        216_715_928_915_968,
        269_232_304_455_680,
        384_279_324_919_808,
        529_914_458_673_152,
        586_850_279_002_112,
    ),
    "tie": (
        28_979_901_420_544,
        20_499_217_668_352,
        20_006_606_104_576,
        22_250_510_129_408,
        36_294_133_463_040,
        39_684_046_743_808,
        96_170_001_308_416,
        101_717_538_899_968,
        54_879_416_675_072,
        55_146_054_060_032,
    ),
}


@pytest.mark.parametrize("winner", WINS)
def test_published_wins_by_total(winner: str) -> None:
    hand = "banker" if winner == "banker" else "player"
    lines = ",".join(
        f'{{ pays = "{total + 1}:1", when = {{ winner = "{winner}", {hand}_total = {total} }} }}'
        for total in range(10)
        if WINS[winner][total]
    )
    text = f'{HEAD}[[wagers]]\nid = "own"\nname = "Own"\nlines = [{lines}]\n'
    figures = punto.odds(read_rulebook(text, source=winner)).wagers["own"]
    assert figures is not None
    counted = {outcome.pays: outcome.sequences for outcome in figures.outcomes}
    expected = {f"{total + 1}:1": count for total, count in enumerate(WINS[winner]) if count}
    assert expected == {pays: n for pays, n in counted.items() if pays != "lose"}


# --- effects of removal -------------------------------------------------------------------------

REMOVALS: Final = [
    # Wizard of Odds
    ("lucky 6, 12/23", "T", "-0.000611"),
    ("lucky 6, 12/23", "A", "-0.000329"),
    ("lucky 6, 12/23", "2", "-0.000323"),
    ("lucky 6, 12/23", "3", "-0.001131"),
    ("lucky 6, 12/23", "4", "-0.000393"),
    ("lucky 6, 12/23", "5", "-0.000278"),
    ("lucky 6, 12/23", "6", "-0.005386"),
    ("lucky 6, 12/23", "7", "0.003907"),
    ("lucky 6, 12/23", "8", "0.003537"),
    ("lucky 6, 12/23", "9", "0.002838"),
    # Excel Punks, on the probability that the Player wins
    ("player wins", "4", "-0.0000435175"),
    ("player wins", "T", "-0.0000373810"),
    ("player wins", "A", "-0.0000295798"),
    ("player wins", "3", "-0.0000217068"),
]


@cache
def effects(wager: str) -> dict[str, Fraction]:
    rulebook = own_rulebook(wager)
    found = effects_of_removal(rulebook, punto.full_shoe(rulebook, 8))["own"]
    return {rank.symbol: effect for rank, effect in found.items()}


@pytest.mark.parametrize(("wager", "rank", "expected"), REMOVALS)
def test_published_effects_of_removal(wager: str, rank: str, expected: str) -> None:
    assert same_digits(effects(wager)[rank], expected)


def test_panda_8_without_one_card_of_value_0() -> None:
    shoe = punto.full_shoe(punto.rulebook("ez"), 8)
    ten = next(rank for rank in shoe.deck.ranks if rank.symbol == "T")
    figures = punto.odds("ez", shoe=shoe.less(ten)).wagers["panda-8"]
    assert figures is not None
    assert figures.outcomes[0].sequences == 170_399_271_999_488


# --- the example that the page works out by hand ------------------------------------------------


def test_the_example_by_hand() -> None:
    shoe = punto.odds("mbs-no-commission", shoe="9=1,K=1,4=1,3=1,2=1")
    player, banker, tie = (shoe.wagers[wager] for wager in ("player", "banker", "tie"))
    assert player is not None
    assert banker is not None
    assert tie is not None
    counts = {outcome.pays: outcome.sequences for outcome in banker.outcomes}
    assert counts == {"1:2": 8, "1:1": 28, "push": 4, "lose": 28, "void": 52}
    assert (player.ev, banker.ev, tie.ev) == (Fraction(-1, 15), Fraction(1, 30), Fraction(-4, 15))
    assert banker.edge_per_resolved_bet == Fraction(-1, 16)
