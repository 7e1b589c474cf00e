"""What knowing the cards is worth: rounds as the rules deal them, values as they are counted."""

from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module

import msgspec
import numpy as np
import pytest

import punto
from punto.cards import Composition, Rank, parse_cards
from punto.errors import WrongInput
from punto.exact import effects_of_removal, figures
from punto.exact.batch import evaluate
from punto.exact.courses import routes
from punto.lab import (
    RunningCount,
    as_html,
    as_json,
    as_markdown,
    countability,
    countability_record,
    par_sheet,
    running_counts,
    solving,
)
from punto.lab.convergence import converging
from punto.lab.gpu import _places, _threads
from punto.lab.running_count import running_count
from punto.lab.shoe_solver import GRAIN, ShoeSolver, count_says
from punto.rules import Rulebook, deal
from punto.rules.ending import ENDINGS
from punto.rules.rulebook import Shuffle
from punto.sim import Game
from punto.table.shoe import TableShoe

SEED = 1_914
BOOKS = [pytest.param(rulebook, id=rulebook.id) for rulebook in punto.rulebooks()]
EZ = punto.rulebook("ez")
PANDA = dict(zip(EZ.deck.ranks, (1, 1, -2, -2, -2, -1, -1, -2, 4, 1, 1, 1, 1), strict=True))
"""The tags that Eliot Jacobson published for Panda 8."""


def shoes_before_rounds(game: Game, number: int) -> Iterator[tuple[Composition, int]]:
    """Deal a shoe by the rules, as a table does; give what nobody has seen, and the next place."""
    cards = game.cards_of(SEED, number)
    one_round = game.rulebook.shoe.shuffle is Shuffle.ROUND
    shoe = TableShoe(
        number=1, size=len(cards), cut=game.cut, one_round=one_round, scanned=False, gone=game.burn
    )
    while shoe.can_start_a_round:
        unseen = [*cards[: game.burn], *cards[shoe.gone :]]
        yield Composition.of_cards(game.rulebook.deck, unseen), shoe.gone
        for card in deal(cards[shoe.gone :]).cards:
            shoe = shoe.less(str(card))
        shoe = shoe.after_round()


@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize(("burn", "cut"), [(0, 14), (5, 0), (1, 100)])
def test_shoes_before_each_round_are_those_of_the_rules(
    rulebook: Rulebook, burn: int, cut: int
) -> None:
    game = Game(rulebook, rulebook.shoe.min_decks, burn, cut if rulebook.shoe.min_decks > 2 else 9)
    listed = game.rounds_of(SEED, 3, 4)
    by_rules = [list(shoes_before_rounds(game, number)) for number in range(3, 7)]
    assert listed.by_shoe.tolist() == [len(rounds) for rounds in by_rules]
    has_suits = listed.left.shape[1] == len(rulebook.deck)
    expected = [shoe.cards if has_suits else shoe.ranks for each in by_rules for shoe, _ in each]
    assert [tuple(row) for row in listed.left.tolist()] == expected


def test_the_perfect_bettor_wins_what_exact_odds_say() -> None:
    """Every round of two shoes, wager by wager, counted in fractions."""
    game = Game(punto.rulebook("mbs-tiger"), 4, cut=14)
    solved = countability(game.rulebook, decks=4, shoes=2, seed=SEED, cuts=[14])
    units, bets, rounds = dict.fromkeys(solved.wagers, Fraction(0)), 0, 0
    for number in range(2):
        for shoe, _ in shoes_before_rounds(game, number):
            rounds += 1
            for name, known in figures(game.rulebook, shoe).wagers.items():
                units[name] += max(known.ev, Fraction(0))
                bets += known.ev > 0
    assert bets > 10, "or nothing is compared"
    perfect = {name: wager.depths[0].perfect for name, wager in solved.wagers.items()}
    assert sum(bettor.bets for bettor in perfect.values()) == bets
    assert {bettor.rounds for bettor in perfect.values()} == {rounds}
    for name, bettor in perfect.items():
        assert abs(bettor.units - units[name]) <= Fraction(bettor.bets, 2**33)


def test_wagers_on_suits_are_solved_too() -> None:
    game = Game(punto.rulebook("pairs"), 1, cut=20)
    solved = countability(game.rulebook, decks=1, shoes=2, seed=SEED, cuts=[20])
    values = [
        figures(game.rulebook, shoe).wagers["perfect-pair"].ev
        for number in range(2)
        for shoe, _ in shoes_before_rounds(game, number)
    ]
    perfect = solved.wagers["perfect-pair"].depths[0].perfect
    assert perfect.bets == sum(ev > 0 for ev in values)
    assert float(perfect.units) == pytest.approx(float(sum(ev for ev in values if ev > 0)))


def test_a_small_shoe_by_hand() -> None:
    """One deck with 40 cards behind the cut card, for a counter of sevens (+1) and kings (−1).

    Round 1: Player K 3, draws 7: 0. Banker 6 7, draws T: 3. Six cards are gone, two sevens and a
    king among them: the running count is 1, and of 46 / 52 decks the true count is 1.13.
    Round 2: Player Q Q, draws 6. Banker J A, draws K: 1. Twelve cards are gone, and the count is 0.
    The cut card comes with the thirteenth card: round 3 is the last. With 46 behind it, it comes
    with the seventh card, and round 2 is the last.
    """
    game = Game(EZ, 1, cut=40)
    gone = parse_cards("Kh 6c 3c 7h 7c Ts Qh Jh Qc As 6d Kd")
    assert game.cards_of(2, 0)[: len(gone)] == gone
    tags = dict.fromkeys(EZ.deck.ranks, 0) | {Rank.SEVEN: 1, Rank.KING: -1}
    bets = {}
    for trigger in ("0", "11/10", "12/10"):
        counts = {"tie": RunningCount(tags, Fraction(trigger))}
        solved = countability(EZ, decks=1, shoes=1, seed=2, cuts=[46, 40], counts=counts)
        assert solved.rounds_per_shoe == {40: 3, 46: 2}
        depths = solved.wagers["tie"].depths
        bets[trigger] = [depth.counted for depth in depths if depth.counted is not None]
    assert [each.bets for each in bets["0"]] == [3, 2]
    assert [each.bets for each in bets["11/10"]] == [1, 1]
    assert [each.bets for each in bets["12/10"]] == [0, 0]
    second = "A=4,2=4,3=3,4=4,5=4,6=3,7=2,8=4,9=4,T=3,J=4,Q=4,K=3"
    tie = punto.odds(EZ, shoe=second).wagers["tie"]
    assert bets["11/10"][0].mean_edge == pytest.approx(float(tie.ev), abs=2**-32)
    assert bets["12/10"][0].mean_edge == 0


def test_a_shoe_that_is_cut_earlier_is_the_beginning_of_the_same_shoe() -> None:
    solved = countability(EZ, decks=8, shoes=20, seed=SEED, cuts=[104, 14, 52])
    alone = countability(EZ, decks=8, shoes=20, seed=SEED, cuts=[104])
    assert list(solved.rounds_per_shoe) == [14, 52, 104]
    _, rounds = Game(EZ, 8, cut=104).deal_shoes(SEED, 0, 20)
    assert solved.rounds_per_shoe[104] == rounds / 20
    for name, wager in solved.wagers.items():
        assert wager.depths[2] == alone.wagers[name].depths[0]


def test_the_standard_error_is_that_of_shoes() -> None:
    depth = countability(EZ, decks=8, shoes=8, seed=SEED, cuts=[14]).wagers["dragon-7"].depths[0]
    solver = ShoeSolver(Game(EZ, 8), (14,), (None,) * len(EZ.wagers))
    place = [wager.id for wager in EZ.wagers].index("dragon-7")
    sums = [solver.solve(SEED, number, 1).perfect.units[0, place] for number in range(8)]
    each = np.array(sums, dtype=np.float64) / GRAIN
    assert depth.perfect.units_per_shoe == pytest.approx(each.mean())
    assert depth.perfect.stderr == pytest.approx(each.std(ddof=1) / np.sqrt(8))
    alone = countability(EZ, decks=8, shoes=1, seed=SEED, cuts=[14]).wagers["dragon-7"].depths[0]
    assert alone.perfect.stderr == 0


def test_workers_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does it matter how many shoes each of them is given at a time."""
    alone = countability(EZ, decks=8, shoes=30, seed=SEED)
    monkeypatch.setattr(import_module("punto.lab.countability"), "PIECE_SHOES", 4)
    told: list[int] = []
    together = countability(EZ, decks=8, shoes=30, seed=SEED, workers=7, progress=told.append)
    assert together.wagers == alone.wagers
    assert sum(told) == 30
    on_the_way = list(solving(EZ, decks=8, shoes=30, seed=SEED))
    assert [each.shoes for each in on_the_way] == [20, 30]
    assert on_the_way[-1].wagers == alone.wagers


# --- on a PAR sheet -----------------------------------------------------------------------------


def test_a_par_sheet_has_it_where_it_is_asked_for() -> None:
    found = countability(EZ, decks=8, shoes=3, seed=SEED)
    sheet = par_sheet(EZ, 8, countability=found)
    assert "--countability 3 -o FILE" in sheet.sign_off.command
    assert as_json(sheet)["countability"] == countability_record(found)
    page, text = as_html(sheet), as_markdown(sheet)
    perfect = found.wagers["dragon-7"].depths[0].perfect
    for written in (page, text):
        assert f"{perfect.units_per_shoe:.4f}" in written
        assert f"{100 * perfect.share:.3f}" in written
        assert "Tags by rank" in written
    assert "| Dragon 7 | 0 | −1 | −1 | −2 | −2 | −2 | −3 | +4 | +3 | +1 |" in text


def test_a_par_sheet_of_pairs_alone_has_no_tags() -> None:
    rulebook = punto.rulebook("mbs-no-commission")
    pairs = msgspec.structs.replace(rulebook, wagers=rulebook.wagers[3:])
    found = countability(pairs, decks=8, shoes=1, seed=SEED)
    text = as_markdown(par_sheet(pairs, 8, countability=found))
    assert "no count" in text
    assert "Tags by rank" not in text


def test_shoes_of_one_deck_have_cuts_that_leave_half_of_it() -> None:
    assert [*countability(EZ, decks=1, shoes=1, seed=SEED).rounds_per_shoe] == [14, 26]


# --- running counts -----------------------------------------------------------------------------


def test_the_count_for_panda_8_is_the_published_one() -> None:
    count = running_counts(EZ, 8)["panda-8"]
    assert count is not None
    assert count.tags == PANDA


@pytest.mark.parametrize("rulebook", BOOKS)
def test_tags_are_small_and_follow_the_effects_of_removal(rulebook: Rulebook) -> None:
    decks = rulebook.shoe.default_decks
    effects = effects_of_removal(rulebook, Composition.of_decks(rulebook.deck, decks))
    for name, count in running_counts(rulebook, decks).items():
        by_rank = [float(effect) for effect in effects[name].values()]
        if count is None:
            assert max(by_rank) == min(by_rank)
            continue
        tags = list(count.tags.values())
        assert max(map(abs, tags)) <= 4
        assert sum(tags) == 0
        assert np.corrcoef(tags, by_rank)[0, 1] > 0.94


def test_a_count_that_leaves_something_over_is_refused() -> None:
    with pytest.raises(WrongInput, match="add up to zero"):
        RunningCount({Rank.ACE: 1, Rank.KING: 1}, Fraction(1))


def test_a_wrong_tag_is_seen() -> None:
    """Sevens and eights taken for each other: the count wins little of what it could."""
    right = running_counts(EZ, 8)["dragon-7"]
    assert right is not None
    seven, eight = right.tags[Rank.SEVEN], right.tags[Rank.EIGHT]
    wrong = RunningCount({**right.tags, Rank.SEVEN: eight, Rank.EIGHT: seven}, right.trigger)
    captured = [
        countability(EZ, decks=8, shoes=150, seed=SEED, cuts=[14], counts={"dragon-7": count})
        .wagers["dragon-7"]
        .depths[0]
        .captured
        for count in (right, wrong)
    ]
    assert captured[0] > 0.7
    assert captured[1] < 0.3


def test_no_cut_is_refused() -> None:
    with pytest.raises(WrongInput, match="no cut"):
        countability(EZ, decks=8, shoes=1, seed=1, cuts=[])


def test_a_count_for_no_wager_is_refused() -> None:
    count = running_counts(EZ, 8)["tie"]
    assert count is not None
    with pytest.raises(WrongInput, match="ez has no wager 'lucky'"):
        countability(EZ, decks=8, shoes=1, seed=1, counts={"lucky": count})


# --- published ----------------------------------------------------------------------------------

LUCKY_6 = {
    "level 1": ((0, 0, 0, 0, 0, -3, 1, 1, 1, 0, 0, 0, 0), 7, 0.0309, 0.0627, 0.155),
    "level 2": ((-1, -1, -4, -1, -1, -18, 13, 12, 9, -2, -2, -2, -2), 48, 0.0413, 0.0700, 0.23),
}
"""Tags, trigger, share of rounds bet, edge of a bet, units a shoe. Wizard of Odds, Card Counting
the Lucky 6 Bet in Baccarat: 12:1 and 23:1, 80.1 hands a shoe."""


def test_lucky_6_is_worth_what_was_published() -> None:
    """As dealt there: no round begins behind the cut card, 14 cards before the end.

    The first card says how many are burned; eight are, here.
    """
    game, shoes, rounds = Game(lucky_6_at_23(), 8, burn=8, cut=14), 20_000, 0
    values = {level: list[float]() for level in LUCKY_6}
    for first in range(0, shoes, 1_000):
        left = game.rounds_of(SEED, first, 1_000).left
        left = left[left.sum(axis=1) - game.burn > game.cut]
        rounds += len(left)
        for level, (tags, trigger, *_) in LUCKY_6.items():
            by_rank = dict(zip(game.rulebook.deck.ranks, tags, strict=True))
            bets = count_says(game, RunningCount(by_rank, Fraction(trigger)), left)
            values[level] += evaluate(game.rulebook, left[bets]).ev[:, -1].tolist()
    assert rounds / shoes == pytest.approx(80.1, abs=0.1)
    for level, (_, _, share, edge, units) in LUCKY_6.items():
        assert len(values[level]) / rounds == pytest.approx(share, abs=0.0012)
        assert np.mean(values[level]) == pytest.approx(edge, abs=0.003)
        assert sum(values[level]) / shoes == pytest.approx(units, abs=0.012)


def lucky_6_at_23() -> Rulebook:
    rulebook = punto.rulebook("lucky-6")
    *others, lucky = rulebook.wagers
    two, three = lucky.lines
    lines = (two, msgspec.structs.replace(three, pays="23:1"))
    wagers = (*others, msgspec.structs.replace(lucky, lines=lines))
    return msgspec.structs.replace(rulebook, wagers=wagers)


def test_effects_that_small_numbers_cannot_balance_give_no_count() -> None:
    """Five ranks against eight: minus eight and five add up to nothing, and no smaller numbers."""
    ranks = EZ.deck.ranks
    uneven = {rank: Fraction(-8 if place < 5 else 5, 10**6) for place, rank in enumerate(ranks)}
    assert running_count(uneven, Fraction(-1, 50), cards=52, decks=8) is None


def test_no_shoes_and_shoes_without_an_end_are_refused() -> None:
    with pytest.raises(WrongInput, match="0 shoes: 1 to"):
        countability(EZ, decks=8, shoes=0, seed=1)
    with pytest.raises(WrongInput, match="no cut is given: where would a shoe end"):
        countability(EZ, decks=8, shoes=1, seed=1, cuts=())


def test_what_is_told_on_the_way_ends_in_the_counts_of_the_simulation() -> None:
    told = list(converging(Game(EZ, 8), rounds=30_000, seed=SEED))
    assert [each.rounds for each in told] == sorted({each.rounds for each in told})
    assert told[-1].rounds == 30_000
    assert told[-1].wagers == punto.simulate(EZ, rounds=30_000, seed=SEED, workers=1).wagers


def test_on_a_graphics_processor_every_shoe_has_room() -> None:
    """Twenty numbers and a sum for each row, of eight bytes, in 48 KiB; whole warps."""
    assert [_threads(rows) for rows in (1, 28, 44, 70)] == [128, 128, 64 + 32, 64]
    rows = np.arange(ENDINGS)[::-1] % 70
    for route, place in zip(routes(), _places(routes(), rows), strict=True):
        assert place.tolist() == [-1 if one < 0 else rows[one] for one in route.ravel().tolist()]
