"""A session played by hand: dealt and settled by the rules, counted in plain Python."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from punto.cards import Card
from punto.rules import deal, settle
from punto.rules.rulebook import Shuffle
from punto.sim import BANKER, PLAYER, RANKS, TIE, Bets, End, Game, Terms, View
from punto.table.shoe import TableShoe

RESULTS = {"player": PLAYER, "banker": BANKER, "tie": TIE}


class Session(NamedTuple):
    """What the loop keeps of a session."""

    net: int
    rounds: int
    staked: int
    drawdown: int
    won: int
    lost: int
    end: int
    shoes: int


class Shown(NamedTuple):
    """A shoe as far as it was dealt."""

    cards: list[int]
    results: list[int]


def played_by_hand(game: Game, bets: Bets, terms: Terms, seed: int) -> Session:
    """Play the first session of these terms."""
    rounds = _rounds(game, terms, seed)
    bankrolls, stakes_of_rounds, nets = [terms.purse], list[int](), list[int]()
    state, shoes, end = np.zeros(32, dtype=np.int64), 0, None
    for number in range(terms.rounds):
        shown, cards = next(rounds)
        shoes += not shown.results
        view = View(
            number,
            bankrolls[-1],
            nets[-1] if nets else 0,
            stakes_of_rounds[-1] if nets else 0,
            terms.minimum,
            terms.maximum,
            np.array(shown.results, dtype=np.int64),
            np.array(shown.cards, dtype=np.uint32),
            np.bincount([card % RANKS for card in shown.cards], minlength=RANKS).astype(np.int64),
            game.decks * len(game.rulebook.deck) - len(shown.cards),
        )
        stakes = np.zeros(len(game.rulebook.wagers), dtype=np.int64)
        bets(view, state, stakes)
        ids = [wager.id for wager in game.rulebook.wagers]
        placed = {wager: int(stake) for wager, stake in zip(ids, stakes, strict=True) if stake}
        settled = settle(game.rulebook, cards, placed)
        stakes_of_rounds.append(sum(placed.values()))
        nets.append(sum(bet.net for bet in settled.bets))
        bankrolls.append(bankrolls[-1] + nets[-1])
        end = _end(bankrolls[-1], terms, game)
        if end is not None:
            break
        assert settled.winner is not None
        shown.results.append(RESULTS[settled.winner.value])
    return Session(
        net=sum(nets),
        rounds=len(nets),
        staked=sum(stakes_of_rounds),
        drawdown=max(max(bankrolls[: at + 1]) - now for at, now in enumerate(bankrolls)),
        won=_longest([net > 0 for net in nets if net]),
        lost=_longest([net < 0 for net in nets if net]),
        end=End.ROUNDS if end is None else end,
        shoes=shoes,
    )


def _rounds(game: Game, terms: Terms, seed: int) -> Iterator[tuple[Shown, tuple[Card, ...]]]:
    """Deal shoe after shoe, as a table does."""
    number = terms.session << 32
    places = {card: place for place, card in enumerate(game.rulebook.deck.cards)}
    one_round = game.rulebook.shoe.shuffle is Shuffle.ROUND
    while True:
        cards, shown = game.cards_of(seed, number), Shown([], [])
        shoe = TableShoe(
            number=1,
            size=len(cards),
            cut=game.cut,
            one_round=one_round,
            scanned=False,
            gone=game.burn,
        )
        while shoe.can_start_a_round:
            dealt = deal(cards[shoe.gone :])
            yield shown, dealt.cards
            shown.cards.extend(places[card] for card in dealt.cards)
            for card in dealt.cards:
                shoe = shoe.less(str(card))
            shoe = shoe.after_round()
        number += 1


def _end(bankroll: int, terms: Terms, game: Game) -> End | None:
    if bankroll < terms.least(game.rulebook):
        return End.RUIN
    if terms.goal is not None and bankroll >= terms.purse + terms.goal:
        return End.GOAL
    if terms.stop_loss is not None and bankroll <= terms.purse - terms.stop_loss:
        return End.STOP_LOSS
    return None


def _longest(flags: list[bool]) -> int:
    runs = "".join("x" if flag else " " for flag in flags).split()
    return max(map(len, runs), default=0)
