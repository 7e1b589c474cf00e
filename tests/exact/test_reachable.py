"""What the rules take to be possible is what counting finds in the full shoe, and nothing else."""

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import punto
from punto.cards import DECKS, FRENCH, Composition, Deck
from punto.exact import figures
from punto.lab.parsheet.exposure import largest_exposure
from punto.rules import Condition, PayLine, Wager, can_win
from punto.rules.cases import holding
from punto.rules.defects import defects_of
from punto.rules.sorting import sorting_of
from tests.properties.wagers import random_wagers, rulebook_with

QUICK = 300_000
"""Ways to deal that a wager may tell apart."""


def settled(wager: Wager, deck: Deck, decks: int) -> set[int]:
    """List the lines that can settle a round, by the rules."""
    together = holding(wager, deck, decks=decks)
    return {lines.index(True) if any(lines) else len(lines) for lines in together}


def counted(wager: Wager, deck: Deck, decks: int) -> set[int]:
    """List the lines of which the full shoe has a sequence."""
    found = figures(rulebook_with(deck, wager), Composition.of_decks(deck, decks))
    return {place for place, line in enumerate(found.wagers[wager.id].lines) if line.sequences}


def first_lines(wager: Wager, lines: int) -> Wager:
    return msgspec.structs.replace(wager, lines=wager.lines[:lines])


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_a_line_is_reachable_exactly_when_the_full_shoe_has_it(data: st.DataObject) -> None:
    deck = data.draw(st.sampled_from(list(DECKS.values())))
    decks, drawn = data.draw(st.integers(1, 6)), data.draw(random_wagers(deck))
    runs = (first_lines(drawn, lines) for lines in range(len(drawn.lines), 0, -1))
    wager = next((run for run in runs if sorting_of((run,), deck).ways < QUICK), None)
    assume(wager is not None)
    assert wager is not None
    assert settled(wager, deck, decks) == counted(wager, deck, decks)


SCARCE = {
    "five aces": (Condition(aces=5), 1),
    "a pair of aces and three more": (Condition(player_ranks="AA", aces=(5, 6)), 1),
    "the same ace twice": (Condition(player_ranks="AA", player_suit="spades"), 1),
    "five aces by the first total": (Condition(player_initial_total=2, aces=(5, 6)), 1),
    "three of one card": (
        Condition(player_ranks="AA", player_suit="spades", banker_ranks="AA", banker_suit="spades"),
        3,
    ),
}


@pytest.mark.parametrize("case", SCARCE)
def test_a_wager_on_more_cards_than_there_are_can_never_win(case: str) -> None:
    when, decks = SCARCE[case]
    wager = Wager(id="scarce", name="Scarce", lines=(PayLine(pays="100:1", when=when),))
    rulebook = rulebook_with(FRENCH, wager)
    for most, says in ((decks, ["is unreachable", "can never win"]), (decks + 1, [])):
        shoe = msgspec.structs.replace(rulebook.shoe, min_decks=1, default_decks=1, max_decks=most)
        of_so_many = msgspec.structs.replace(rulebook, shoe=shoe)
        defects = [found.says for found in defects_of(of_so_many) if "scarce" in found.says]
        assert len(defects) == len(says)
        assert all(words in found for words, found in zip(says, defects, strict=True))
        assert can_win(of_so_many, {"scarce": 100}) is not bool(says)


def test_exposure_to_one_deck_has_no_five_aces() -> None:
    book = punto.rulebook("majestic-match")
    own = Wager(
        id="aces",
        name="Aces",
        lines=tuple(PayLine(pays=f"{n * 100}:1", when=Condition(aces=n)) for n in (6, 5, 4)),
    )
    few = msgspec.structs.replace(book, wagers=(own,))
    assert [largest_exposure(few, decks).net for decks in (1, 2)] == [400, 600]
