"""Rounds worked out by hand from the documents, replayed."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

import punto


class Round(NamedTuple):
    rulebook: str
    cards: str
    player_total: int
    banker_total: int
    winner: str
    natural: bool
    used: int
    bets: dict[str, tuple[int, int, str | None]]


def parse_bet(text: str) -> tuple[str, tuple[int, int, str | None]]:
    wager, _, figures = text.partition("=")
    stake, net, *clause = figures.split(":", 2)
    return wager, (int(stake), int(net), clause[0] if clause else None)


def parse_round(line: str) -> Round:
    rulebook, cards, player, banker, winner, natural, used, bets = map(str.strip, line.split("|"))
    return Round(
        rulebook,
        cards,
        int(player),
        int(banker),
        winner,
        natural == "y",
        int(used),
        dict(map(parse_bet, re.split(r"\s{2,}", bets))),
    )


LINES = (Path(__file__).parent / "rounds.txt").read_text(encoding="utf-8").splitlines()
ROUNDS = [parse_round(line) for line in LINES if line and not line.startswith("#")]


@pytest.mark.parametrize("golden", ROUNDS, ids=lambda golden: f"{golden.rulebook} {golden.cards}")
def test_round(golden: Round) -> None:
    stakes = {wager: stake for wager, (stake, _, _) in golden.bets.items()}
    settlement = punto.settle(golden.rulebook, golden.cards, stakes)
    assert settlement.winner is not None
    assert golden[2:7] == (
        settlement.player.total,
        settlement.banker.total,
        settlement.winner.value,
        settlement.natural,
        settlement.cards_used,
    )
    for bet in settlement.bets:
        stake, net, clause = golden.bets[bet.wager]
        assert (bet.stake, bet.net, bet.returned) == (stake, net, stake + net)
        assert clause is None or bet.clause == clause


def test_every_rulebook_has_golden_rounds() -> None:
    assert {golden.rulebook for golden in ROUNDS} == {book.id for book in punto.rulebooks()}
