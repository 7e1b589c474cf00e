"""What the systems that come along stake, against what each is said to stake."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import punto
from punto.cards import Composition
from punto.exact import effects_of_removal, figures
from punto.lab.strategies import strategy_of
from punto.roads import Board, DerivedRoad, Result
from punto.rules import Winner
from punto.sim import BANKER, PLAYER, RANKS, TIE, Game, Table, Terms, View

GAME = Game(punto.rulebook("mbs-tiger"), 8)
TERMS = Terms(rounds=1_000, maximum=1_000)
WINNERS = {PLAYER: Winner.PLAYER, BANKER: Winner.BANKER, TIE: Winner.TIE}
NONE = np.zeros(0, dtype=np.uint32)

results = st.lists(st.sampled_from([PLAYER, BANKER, TIE]), max_size=60)


class Seated:
    """Somebody who plays a system, and is told what he wants to see."""

    def __init__(self, name: str, terms: Terms = TERMS) -> None:
        self._bets = strategy_of(name, Table(GAME, terms)).bets
        self._terms = terms
        self._state = np.zeros(32, dtype=np.int64)
        self._rounds = 0

    def stakes(
        self, net: int = 0, shoe: list[int] | None = None, seen: list[int] | None = None
    ) -> dict[str, int]:
        """Ask for the stakes after a round that has netted so much."""
        gone = np.array(seen or [0] * RANKS, dtype=np.int64)
        view = View(
            self._rounds,
            self._terms.purse,
            net,
            abs(net),
            self._terms.minimum,
            self._terms.maximum,
            np.array(shoe or [], dtype=np.int64),
            NONE,
            gone,
            416 - int(gone.sum()),
        )
        self._rounds += 1
        stakes = np.zeros(len(GAME.rulebook.wagers), dtype=np.int64)
        self._bets(view, self._state, stakes)
        return {
            wager: int(n) for wager, n in zip(GAME.rulebook.wager_by_id, stakes, strict=True) if n
        }


@pytest.mark.parametrize(
    ("name", "course", "staked"),
    [
        ("flat", "LWPLL", [10, 10, 10, 10, 10, 10]),
        ("martingale", "LLPLWLW", [10, 20, 40, 40, 80, 10, 20, 10]),
        ("martingale", "LLLLLLL", [10, 20, 40, 80, 160, 320, 640, 10]),
        ("paroli", "WWWWLWPWL", [10, 20, 40, 10, 20, 10, 20, 20, 40, 10]),
        ("dalembert", "LLLPWWWWL", [10, 20, 30, 40, 40, 30, 20, 10, 10, 20]),
        ("fibonacci", "LLLLLWPLWWWL", [10, 10, 20, 30, 50, 80, 30, 30, 50, 20, 10, 10, 10]),
        ("1-3-2-6", "WWWWWPLW", [10, 30, 20, 60, 10, 30, 30, 10, 30]),
    ],
)
def test_a_progression(name: str, course: str, staked: list[int]) -> None:
    """Won, lost, or a push after every stake but the last."""
    seated = Seated(f"{name}:stake=10,wager=player")
    found = [seated.stakes()["player"]]
    for round_, stake in zip(course, staked, strict=False):
        found.append(seated.stakes({"W": stake, "L": -stake, "P": 0}[round_])["player"])
    assert found == staked


def last_side(shoe: list[int]) -> str | None:
    sides = [result for result in shoe if result != TIE]
    return None if not sides else ("banker" if sides[-1] == BANKER else "player")


@settings(max_examples=40, deadline=None)
@given(results)
def test_follow_and_oppose(shoe: list[int]) -> None:
    last = last_side(shoe)
    followed, opposed = (
        Seated(f"{name}:stake=10").stakes(shoe=shoe) for name in ("follow", "oppose")
    )
    if last is None:
        assert followed == opposed == {}
    else:
        assert followed == {last: 10}
        assert opposed == {"player" if last == "banker" else "banker": 10}


@settings(max_examples=60, deadline=None)
@given(results, results)
def test_the_big_eye_boy_is_that_of_the_roads(first: list[int], second: list[int]) -> None:
    """Result by result, over two shoes."""
    seated = Seated("big-eye:stake=10")
    for shoe in (first, second):
        for count in range(len(shoe) + 1):
            board = Board.of(Result(WINNERS[result]) for result in shoe[:count])
            marks = board.derived[DerivedRoad.BIG_EYE].marks
            wanted = {}
            if marks:
                side = next(
                    winner
                    for winner in (Winner.PLAYER, Winner.BANKER)
                    if board.ask(winner)[0] is marks[-1].value
                )
                wanted = {side.value: 10}
            assert seated.stakes(shoe=shoe[:count]) == wanted


@pytest.mark.parametrize("trigger", [0, 250])
def test_a_counter_stakes_when_the_true_count_says_so(trigger: int) -> None:
    """By fractions here, and by whole numbers there."""
    shoe = Composition.of_decks(GAME.rulebook.deck, 8)
    effects = effects_of_removal(GAME.rulebook, shoe)["tie"]
    full = figures(GAME.rulebook, shoe).wagers["tie"]
    known_ev, seated = full.ev, Seated(f"counter:stake=10,trigger={trigger}")

    @settings(max_examples=40, deadline=None)
    @given(st.lists(st.integers(0, 28), min_size=RANKS, max_size=RANKS))
    def check(seen: list[int]) -> None:
        running = sum(n * effect for n, effect in zip(seen, effects.values(), strict=True))
        advantage = known_ev + running * 415 / (416 - sum(seen)) - Fraction(trigger, 10_000)
        assert seated.stakes(seen=seen) == ({"tie": 10} if advantage > 0 else {})

    check()


def test_what_a_counter_stakes_on_is_in_his_favour() -> None:
    """In most rounds that he bets on, by the exact odds of what remains of the shoe."""
    seated = Seated("counter:stake=10,wager=small-tiger")
    deck, found = GAME.rulebook.deck, []
    for number in range(400):
        cards = GAME.cards_of(5, number)[:360]
        seen = [sum(card.rank is rank for card in cards) for rank in deck.ranks]
        if seated.stakes(seen=seen):
            left = zip(deck.ranks, (32 - n for n in seen), strict=True)
            shoe = ",".join(f"{rank.value[0]}={n}" for rank, n in left)
            known = punto.odds(GAME.rulebook, shoe=shoe).wagers["small-tiger"]
            found.append(known.ev)
    assert len(found) > 20
    assert sum(ev > 0 for ev in found) > 0.7 * len(found)
    assert sum(found) > 0
