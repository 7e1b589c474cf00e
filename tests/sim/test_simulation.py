"""Rounds that were simulated are rounds by the rules, exactly as many, whoever has dealt them."""

import os
import signal
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from typing import Any

import pytest
import scipy  # type: ignore[import-untyped]

import punto
from punto.cards import Card
from punto.errors import WrongInput
from punto.exact import figures
from punto.rules import Rulebook, deal
from punto.rules.facts import Facts, facts_of
from punto.rules.rulebook import Shuffle
from punto.sim import Game, Simulation, simulate, workers
from punto.sim.tally import counted
from punto.sim.workers import Piece, Team, WorkersDied
from punto.table.shoe import TableShoe

SEED = 20_251
BOOKS = [pytest.param(rulebook, id=rulebook.id) for rulebook in punto.rulebooks()]
MANY = 10_000_000
FAR = 4.5
"""Standard errors that a frequency may lie from its probability."""


def rounds_of(game: Game, number: int) -> Iterator[Facts]:
    """Deal one shoe by the rules, with the shoe of a table, and say what is true of each round."""
    cards = game.cards_of(SEED, number)
    one_round = game.rulebook.shoe.shuffle is Shuffle.ROUND
    shoe = TableShoe(
        number=1, size=len(cards), cut=game.cut, one_round=one_round, scanned=False, gone=game.burn
    )
    while shoe.can_start_a_round:
        dealt = deal(cards[shoe.gone :])
        assert dealt.finished
        yield facts_of(dealt)
        for card in dealt.cards:
            shoe = shoe.less(str(card))
        shoe = shoe.after_round()


@pytest.mark.parametrize("rulebook", BOOKS)
@pytest.mark.parametrize(("burn", "cut"), [(0, 14), (5, 0), (1, 100)])
def test_the_loop_deals_what_the_rules_deal(rulebook: Rulebook, burn: int, cut: int) -> None:
    """Every wager, with every fact that any of its lines asks for."""
    game = Game(rulebook, rulebook.shoe.max_decks, burn, cut)
    shoes = 400 if game.shoe.most == 1 else 9
    by_rules = Counter(
        tuple(wager.place_for(facts) for wager in rulebook.wagers)
        for number in range(shoes)
        for facts in rounds_of(game, number)
    )
    counts, rounds = game.deal_shoes(SEED, 0, shoes)
    by_loop: Counter[tuple[int, ...]] = Counter()
    for facts, count in counted(counts):
        by_loop[tuple(wager.place_for(facts) for wager in rulebook.wagers)] += count
    assert by_loop == by_rules
    assert rounds == by_rules.total()


def test_the_same_seed_is_the_same_shoe_for_every_rulebook() -> None:
    tiger, pairs = (Game(punto.rulebook(name), 8) for name in ("mbs-tiger", "pairs"))
    assert tiger.cards_of(3, 4) == pairs.cards_of(3, 4)
    assert Counter(tiger.cards_of(3, 4)) == Counter(dict.fromkeys(pairs.rulebook.deck.cards, 8))
    assert tiger.cards_of(3, 4) != tiger.cards_of(3, 5)


@pytest.mark.parametrize("rulebook", BOOKS)
def test_frequencies_are_those_that_are_counted_exactly(rulebook: Rulebook) -> None:
    decks = rulebook.shoe.default_decks
    rounds = MANY if rulebook.shoe.shuffle is Shuffle.SHOE else MANY // 10
    found = simulate(Game(rulebook, decks), rounds=rounds, seed=SEED)
    exact = figures(rulebook, punto.full_shoe(rulebook, decks)).wagers
    for name, tally in found.wagers.items():
        wager = exact[name]
        lines = {each.pays: each.sequences / wager.sequences for each in wager.outcomes}
        far = {
            pays: (tally.outcomes[pays] / rounds - share) / sqrt(share * (1 - share) / rounds)
            for pays, share in lines.items()
        }
        assert max(map(abs, far.values())) < FAR, (name, far)
        assert sum(tally.outcomes[pays] for pays in lines) == rounds
        distance = sum(
            (tally.outcomes[pays] - share * rounds) ** 2 / (share * rounds)
            for pays, share in lines.items()
        )
        assert scipy.stats.chi2.sf(distance, len(lines) - 1) > 1e-6, name
        assert abs(tally.ev - float(wager.ev)) < FAR * tally.stderr
        assert tally.stderr == pytest.approx(wager.sd / sqrt(rounds), rel=0.02)


def outcomes(found: Simulation) -> dict[str, dict[str, int]]:
    return {name: tally.outcomes for name, tally in found.wagers.items()}


def test_rounds_are_exactly_as_many_and_the_first_ones() -> None:
    game = Game(punto.rulebook("mbs-tiger"), 8)
    before = Counter[str]()
    for rounds in (1, 2, 81, 82, 83, 84, 10_000, 10_001):
        now = Counter(simulate(game, rounds=rounds, seed=1).wagers["player"].outcomes)
        assert now.total() == rounds
        assert now >= before, "more rounds are the same rounds and others"
        before = now
    found, other = (simulate(game, rounds=10_001, seed=seed) for seed in (1, 2))
    assert outcomes(found) != outcomes(other)


def test_a_shoe_for_every_round_where_the_rulebook_says_so() -> None:
    found = simulate(Game(punto.rulebook("zero-commission"), 8), rounds=1_234, seed=1)
    assert (found.rounds, found.shoes) == (1_234, 1_234)


@pytest.mark.parametrize(("burn", "decks"), [(0, 8), (0, 1), (5, 8)])
def test_cards_that_are_put_back_lie_as_if_all_were_laid_out_again(burn: int, decks: int) -> None:
    game = Game(punto.rulebook("zero-commission"), decks, burn)
    once, rounds = game.deal_shoes(SEED, 17, 20_003)
    again, shoes = game.deal_rounds(SEED, 17, 20_003)
    assert (once == again).all()
    assert rounds == shoes == 20_003


def test_the_number_of_workers_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("punto.sim.simulation.FOR_ONE", 0)
    monkeypatch.setattr("punto.sim.simulation.PIECE_ROUNDS", 20_000)
    game = Game(punto.rulebook("mbs-elements"), 6, burn=2, cut=30)
    alone, two, seven = (simulate(game, rounds=400_001, seed=9, workers=n) for n in (1, 2, 7))
    assert outcomes(alone) == outcomes(two) == outcomes(seven)
    assert alone.shoes == two.shoes == seven.shoes
    told: list[int] = []
    simulate(game, rounds=50_000, seed=9, progress=told.append)
    assert sum(told) == 50_000


def kill(team: Team[Any], which: int) -> None:
    pid = team._workers[which].pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)


def test_the_share_of_a_worker_that_dies_is_dealt_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(punto.rulebook("mbs-tiger"), 8)
    pieces = [Piece(1, first, 500) for first in range(0, 6_000, 500)]
    wanted = sum(rounds for _, (_, rounds) in workers.Alone(game.deal_shoes).deal(pieces))
    with Team(game.deal_shoes, 2) as team:
        dealt = team.deal(pieces)
        rounds = next(dealt)[1][1]
        kill(team, 0)
        assert rounds + sum(more for _, (_, more) in dealt) == wanted
        monkeypatch.setattr(workers, "_DEATHS", 1)
        kill(team, 1)
        with pytest.raises(WorkersDied, match="ended from outside 2 times"):
            [*team.deal(pieces)]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"rounds": 0}, "0 rounds: 1 to"),
        ({"rounds": 1, "seed": -1}, "seed -1: it is 0 to"),
        ({"rounds": 1, "workers": 0}, "0 workers: 1 to"),
        ({"rounds": 1, "cut": 411}, "burning 0 and cutting 411 leaves no round of 416 cards"),
        ({"rounds": 1, "burn": -1}, "burning -1"),
        ({"rounds": 1, "decks": 3}, "mbs-tiger is played with 4 to 10 decks, not 3"),
    ],
)
def test_what_cannot_be_is_refused_before_any_work(wrong: dict[str, int], words: str) -> None:
    asked: dict[str, Any] = {"seed": 1} | wrong
    with pytest.raises(WrongInput, match=words):
        punto.simulate("mbs-tiger", **asked)


def test_a_card_is_what_it_says() -> None:
    game = Game(punto.rulebook("mbs-elements"), 4)
    cards = game.cards_of(0, 0)
    assert len(cards) == 4 * 65
    assert all(isinstance(card, Card) for card in cards)
