"""Batches against exact fractions, what falls back, and what is refused."""

from fractions import Fraction

import msgspec
import numpy as np
import numpy.typing as npt
import pytest

import punto
from punto.cards import DECKS, ELEMENTS, FRENCH, Composition
from punto.cards.deck import MAX_DECKS, Deck
from punto.errors import WrongInput
from punto.exact import figures
from punto.exact.batch import Batch, evaluate
from punto.exact.enumeration import tally_cards
from punto.exact.figures import WagerFigures
from punto.exact.starts import trait_counts
from punto.exact.together import cells_of
from punto.rules import Rulebook, Wager, newest_rulebooks
from punto.rules.condition import Condition
from punto.rules.wager import PayLine

BAR = 1e-11
"""What is promised; all of it is far better."""

TIGER = punto.rulebook("mbs-tiger")


def random_ranks(deck: Deck, number: int, *, seed: int) -> npt.NDArray[np.int64]:
    """Shoes of every size, some with absent ranks."""
    chance = np.random.default_rng(seed)
    most = MAX_DECKS * len(deck.suits)
    ceilings = chance.choice([1, 3, most // 4, most], size=(number, 1))
    counts = chance.integers(0, ceilings, size=(number, len(deck.ranks)), endpoint=True)
    return counts * (chance.random(counts.shape) < chance.choice([0.5, 1.0], size=(number, 1)))


def relative_error(found: float, exact: Fraction) -> float:
    if not exact:
        return abs(found)
    return float(abs((Fraction(found) - exact) / exact))


def worst_of(counted: WagerFigures, batch: Batch, row: int) -> float:
    """Compare one wager on one shoe in all its figures."""
    column = [wager.id for wager in batch.rulebook.wagers].index(counted.wager.id)
    errors = [relative_error(float(batch.ev[row, column]), counted.ev)]
    exact = {outcome.pays: outcome.sequences for outcome in counted.outcomes}
    for pays, probabilities in batch.probabilities[counted.wager.id].items():
        probability = Fraction(exact.pop(pays, 0), counted.sequences)
        errors.append(relative_error(float(probabilities[row]), probability))
    assert not exact, "an outcome that the batch does not know"
    return max(errors)


def worst(rulebook: Rulebook, batch: Batch, shoes: list[Composition]) -> float:
    errors = [0.0]
    for row, shoe in enumerate(shoes):
        counted = figures(rulebook, shoe)
        assert batch.sequences[row] == counted.sequences
        errors += [worst_of(wager, batch, row) for wager in counted.wagers.values()]
    return max(errors)


def shoes_of(rulebook: Rulebook, ranks: npt.NDArray[np.int64]) -> list[Composition]:
    return [Composition(rulebook.deck, tuple(row)) for row in ranks.tolist()]


def with_wagers(*lines_of_wagers: list[PayLine]) -> Rulebook:
    wagers = tuple(
        Wager(id=f"wager-{place}", name=f"Wager {place}", lines=tuple(lines))
        for place, lines in enumerate(lines_of_wagers)
    )
    return msgspec.structs.replace(TIGER, wagers=wagers)


# --- the figures --------------------------------------------------------------------------------


def test_random_shoes_of_tiger() -> None:
    """`scripts/bench exact_batch` looks at ten thousand."""
    ranks = random_ranks(TIGER.deck, 250, seed=11)
    assert worst(TIGER, evaluate(TIGER, ranks), shoes_of(TIGER, ranks)) <= BAR


@pytest.mark.parametrize("rulebook", newest_rulebooks(), ids=lambda rulebook: rulebook.id)
def test_every_rulebook(rulebook: Rulebook) -> None:
    shoes = shoes_of(rulebook, random_ranks(rulebook.deck, 30, seed=13))
    shoes += [Composition.of_decks(rulebook.deck, decks) for decks in (1, 8, 10)]
    assert worst(rulebook, evaluate(rulebook, shoes), shoes) <= BAR


def test_shoes_of_fewer_than_six_cards() -> None:
    few = np.random.default_rng(17).multinomial(5, [1 / 13] * 13, size=60)
    few[::2] = np.minimum(few[::2], 1)
    few[0] = 0
    batch = evaluate(TIGER, few)
    assert worst(TIGER, batch, shoes_of(TIGER, few)) <= BAR
    assert batch.fallback == ("tiger-pair",)


def test_an_empty_shoe_is_all_void() -> None:
    batch = evaluate(TIGER, np.zeros((1, 13), dtype=np.int64))
    assert batch.sequences.tolist() == [1]
    assert not batch.ev.any()
    assert all(by_pays["void"].tolist() == [1.0] for by_pays in batch.probabilities.values())


@pytest.mark.parametrize("book", ["side-bets", "matching-dragon", "majestic-match"])
@pytest.mark.parametrize("shoe", ["", "As=1", "9s=2", "9s=1,Kh=1,Ad=1", "6c=3"])
def test_fewer_than_four_cards_are_all_void_for_wagers_on_single_cards_too(
    book: str, shoe: str
) -> None:
    rulebook = punto.rulebook(book)
    composition = Composition.parse(rulebook.deck, shoe)
    found = figures(rulebook, composition)
    assert all(one.void == one.sequences and not one.ev for one in found.wagers.values())
    batch = evaluate(rulebook, [composition])
    assert not batch.ev.any()
    assert all(by_pays["void"].tolist() == [1.0] for by_pays in batch.probabilities.values())


def test_expected_values_that_nearly_cancel() -> None:
    """Odds close to fair leave a billionth of what is summed."""
    ranks = random_ranks(FRENCH, 40, seed=19)
    player = figures(TIGER, Composition.of_decks(FRENCH, 8)).wagers["player"]
    assert player is not None
    chances = {outcome.pays: outcome.sequences for outcome in player.outcomes}
    fair = Fraction(chances["lose"], chances["1:1"]).limit_denominator(9_999)
    lines = [
        PayLine(pays=f"{fair.numerator}:{fair.denominator}", when=Condition(winner="player")),
        PayLine(pays="push", when=Condition(winner="tie")),
    ]
    rulebook = with_wagers(lines)
    shoes = [Composition.of_decks(FRENCH, 8), *shoes_of(rulebook, ranks)]
    batch = evaluate(rulebook, shoes)
    assert 0 < abs(batch.ev[0, 0]) < 1e-6
    assert worst(rulebook, batch, shoes) <= BAR


def test_odds_whose_common_denominator_is_enormous() -> None:
    odds = ["9999:9998", "9999:9973", "9999:9967", "1:9949", "1:9941", "7:9931"]
    lines = [
        PayLine(pays=pays, when=Condition(banker_total=total)) for total, pays in enumerate(odds)
    ]
    rulebook = with_wagers(lines)
    ranks = random_ranks(FRENCH, 50, seed=23)
    assert worst(rulebook, evaluate(rulebook, ranks), shoes_of(rulebook, ranks)) <= BAR


def test_no_shoes() -> None:
    assert evaluate(TIGER, []).ev.shape == (0, len(TIGER.wagers))
    assert evaluate(TIGER, np.zeros((0, 13), dtype=np.int64)).sequences.shape == (0,)


def test_rows_and_compositions_and_lists_give_the_same() -> None:
    ranks = random_ranks(FRENCH, 5, seed=29)
    by_array = evaluate(TIGER, ranks).ev
    assert (evaluate(TIGER, shoes_of(TIGER, ranks)).ev == by_array).all()
    assert (evaluate(TIGER, ranks.tolist()).ev == by_array).all()
    assert (evaluate(TIGER, ranks.astype(np.uint8)).ev == by_array).all()


# --- what falls back ----------------------------------------------------------------------------


def test_no_wager_of_tiger_falls_back() -> None:
    batch = evaluate(TIGER, [Composition.of_decks(FRENCH, 8)])
    assert (batch.fallback, batch.unknown) == ((), ())


def test_a_wager_that_mixes_pairs_and_endings_falls_back() -> None:
    mixed = [PayLine(pays="30:1", when=Condition(player_pair=True, winner="player"))]
    plain = [PayLine(pays="1:1", when=Condition(winner="player"))]
    rulebook = with_wagers(plain, mixed)
    ranks = random_ranks(FRENCH, 10, seed=31)
    batch = evaluate(rulebook, ranks)
    assert batch.fallback == ("wager-1",)
    assert worst(rulebook, batch, shoes_of(rulebook, ranks)) <= BAR


def test_pairs_of_every_kind_are_counted_by_rank() -> None:
    rulebook = with_wagers(
        [PayLine(pays="100:1", when=Condition(twin=True))],
        [PayLine(pays="20:1", when=Condition(pairs=2, twin=False))],
        [PayLine(pays="3:1", when=Condition(player_pair=False, banker_pair=True))],
        [PayLine(pays="push", when=Condition(pairs=0)), PayLine(pays="2:1")],
    )
    ranks = random_ranks(FRENCH, 60, seed=37)
    ranks = ranks[ranks.sum(axis=1) >= 6]
    batch = evaluate(rulebook, ranks)
    assert batch.fallback == ()
    assert worst(rulebook, batch, shoes_of(rulebook, ranks)) <= BAR


def random_cards(deck: Deck, shoes: int, seed: int) -> list[Composition]:
    """Shoes whose suits are known, from almost empty ones to ten decks."""
    chance = np.random.default_rng(seed)
    ceilings = chance.choice([1, 3, 10], size=(shoes, 1))
    rows = chance.integers(0, ceilings, size=(shoes, len(deck)), endpoint=True)
    rows[0] = 0
    rows[1, 7:] = 0
    cards = [
        [card for card, count in zip(deck.cards, row, strict=True) for _ in range(count)]
        for row in rows.tolist()
    ]
    return [Composition.of_cards(deck, each) for each in cards]


@pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.family)
def test_first_cards_by_suit_are_those_of_the_plain_count(deck: Deck) -> None:
    """The plain count deals every hand; here nothing is dealt, and every trait is compared."""
    shoes = [shoe for shoe in random_cards(deck, 12, seed=43) if len(shoe) >= 6]
    held = np.array([shoe.cards for shoe in shoes]).reshape(len(shoes), len(deck.suits), -1)
    found = trait_counts(held)
    for place, shoe in enumerate(shoes):
        unseen = (len(shoe) - 4) * (len(shoe) - 5)
        plain = tally_cards(shoe).counts.sum(axis=1)
        assert (found[:, place] * unseen == plain).all()


def test_wagers_on_suits_of_the_first_cards_do_not_fall_back() -> None:
    rulebook = punto.rulebook("pairs")
    shoes = random_cards(FRENCH, 40, seed=47)
    batch = evaluate(rulebook, shoes[2:])
    assert (batch.fallback, batch.unknown) == ((), ())
    assert worst(rulebook, batch, shoes[2:]) <= BAR
    assert worst(rulebook, evaluate(rulebook, shoes), shoes) <= BAR, "some have fewer than six"
    assert evaluate(rulebook, []).ev.shape == (0, len(rulebook.wagers))


@pytest.mark.parametrize("deck", DECKS.values(), ids=lambda deck: deck.family)
def test_a_wager_that_mixes_suits_and_endings_is_that_of_the_plain_count(deck: Deck) -> None:
    """It is counted by classes of hands; the plain count deals every hand."""
    book = TIGER if deck is FRENCH else punto.rulebook("mbs-elements")
    suited = PayLine(pays="3:1", when=Condition(player_suited=True, winner="player"))
    pairs = PayLine(pays="9:1", when=Condition(suited_pairs=1, winner=("banker", "tie")))
    wager = Wager(id="mixed", name="Mixed", lines=(suited, pairs))
    rulebook = msgspec.structs.replace(book, wagers=(wager,))
    for shoe in random_cards(deck, 10, seed=53):
        sums = [0] * (len(wager.lines) + 1)
        for facts, count in cells_of(tally_cards(shoe).counts):
            sums[wager.place_for(facts)] += count
        assert [line.sequences for line in figures(rulebook, shoe).wagers["mixed"].lines] == sums


def test_a_wager_on_suits_is_unknown_where_suits_are() -> None:
    rulebook = punto.rulebook("pairs")
    known = Composition.of_decks(FRENCH, 8)
    unknown = Composition(FRENCH, known.ranks)
    column = [wager.id for wager in rulebook.wagers].index("perfect-pair")
    batch = evaluate(rulebook, [known, unknown])
    assert (batch.fallback, batch.unknown) == ((), ("perfect-pair",))
    assert worst(rulebook, batch, [known, unknown]) <= BAR
    assert np.isnan(batch.ev).tolist()[0] == [False] * len(rulebook.wagers)
    assert np.flatnonzero(np.isnan(batch.ev[1])).tolist() == [column]
    probabilities = batch.probabilities["perfect-pair"].values()
    assert [np.isnan(by_shoe).tolist() for by_shoe in probabilities] == [
        [False, True] for _ in probabilities
    ]


# --- what is refused ----------------------------------------------------------------------------

FULL = [32] * 13


@pytest.mark.parametrize(
    ("shoes", "complaint"),
    [
        ([FULL, [-1, *FULL[1:]]], "shoe 1: 0 to 40 cards of 'A', not -1"),
        ([[*FULL[:12], 41]], "shoe 0: 0 to 40 cards of 'K', not 41"),
        (np.full((1, 13), 2**63, dtype=np.uint64), "not 9223372036854775808"),
        ([[10**30] * 13], "whole numbers, not object"),
        ([[0.5] * 13], "whole numbers, not float64"),
        (np.full((1, 13), np.nan), "whole numbers, not float64"),
        ([[True] * 13], "whole numbers, not bool"),
        ([["A"] * 13], "whole numbers, not <U1"),
        (["A=32"], r"expected a row of 13 counts for each shoe, got shape \(1,\)"),
        ("A=32", r"got shape \(4,\)"),
        (FULL, r"got shape \(13,\)"),
        ([FULL[:12]], r"got shape \(1, 12\)"),
        (np.zeros((1, 1, 13), dtype=np.int64), r"got shape \(1, 1, 13\)"),
        ([FULL, FULL[:12]], "every shoe has 13 counts, one for each rank"),
        ([Composition.of_decks(ELEMENTS, 8)], "a shoe of the french deck, not elements"),
    ],
)
def test_wrong_input(shoes: object, complaint: str) -> None:
    with pytest.raises(WrongInput, match=complaint):
        evaluate(TIGER, shoes)  # type: ignore[arg-type]


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_ten_decks_of_every_rank_are_not_too_many(deck: Deck) -> None:
    rulebook = TIGER if deck is FRENCH else punto.rulebook("mbs-elements")
    shoe = Composition.of_decks(deck, MAX_DECKS)
    assert worst(rulebook, evaluate(rulebook, [shoe]), [shoe]) <= BAR


def test_a_batch_names_its_columns_and_is_shown_shortly() -> None:
    book = punto.rulebook("mbs-no-commission")
    batch = evaluate(book, [Composition.of_decks(FRENCH, decks) for decks in (6, 8)])
    assert batch.wagers == tuple(wager.id for wager in book.wagers)
    assert repr(batch) == f"<mbs-no-commission, 2 shoes: {', '.join(batch.wagers)}>"
