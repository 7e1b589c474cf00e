"""Tests that cite: each names the clauses it is evidence for, and the documentation lists them."""

import inspect
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from punto.cards import Card
from punto.rules import Rulebook, SettledBet, Settlement, find_rulebook, settle

DOCUMENTS = {
    "mbs": "mbs-no-commission",
    "rws": "rws-non-commission",
    "zero": "zero-commission",
    "tiger": "mbs-tiger",
    "elements": "mbs-elements",
}

Clauses = str | tuple[str, ...]
Test = Callable[..., None]


def cites(**clauses: Clauses) -> Callable[[Test], Test]:
    """Name a test as evidence for these clauses of these documents.

    A test that takes a rulebook runs once for each document. One of a house that has all of them,
    in tests/server or tests/browser, takes none and runs as it is.
    """
    cited = {
        DOCUMENTS[name]: (named,) if isinstance(named, str) else named
        for name, named in clauses.items()
    }

    def decorate(test: Test) -> Test:
        test.cited = cited  # type: ignore[attr-defined]  # read by scripts/docs
        takes_rulebook = "rulebook" in inspect.signature(test).parameters
        return _for_each(cited)(test) if takes_rulebook else test

    return decorate


def transcribes(*documents: str) -> Callable[[Test], Test]:
    """Run a test once for each document named, as evidence of nothing but careful copying."""
    return _for_each(DOCUMENTS[name] for name in documents)


def _for_each(names: Iterable[str]) -> Callable[[Test], Test]:
    rulebooks = [pytest.param(find_rulebook(name), id=name) for name in names]
    return pytest.mark.parametrize("rulebook", rulebooks)


# French and Elements decks have their own pictures: X and Y stand for two of them.
_PICTURES = {"french": {"X": "J", "Y": "Q"}, "elements": {"X": "S", "Y": "L"}}


def cards(rulebook: Rulebook, ranks: str) -> tuple[Card, ...]:
    """Make cards of these ranks, in dealing order, no two neighbours of one suit."""
    deck = rulebook.deck
    by_symbol = {rank.symbol: rank for rank in deck.ranks}
    pictures = _PICTURES[deck.family]
    symbols = [pictures.get(symbol, symbol) for symbol in ranks.split()]
    return tuple(
        Card(by_symbol[symbol], deck.suits[place % len(deck.suits)])
        for place, symbol in enumerate(symbols)
    )


def play(rulebook: Rulebook, ranks: str, **bets: int) -> Settlement:
    """Settle bets, `player_pair=10` and the like, on cards of these ranks."""
    named = {name.replace("_", "-"): stake for name, stake in bets.items()}
    return settle(rulebook, cards(rulebook, ranks), named)


def bet_on(rulebook: Rulebook, ranks: str, wager: str) -> SettledBet:
    """Settle 100 on one wager."""
    return settle(rulebook, cards(rulebook, ranks), {wager: 100}).bets[0]


def as_text(bet: SettledBet) -> tuple[Any, ...]:
    """Take what a pay table states: outcome, odds and clause."""
    return bet.outcome.value, str(bet.pays) if bet.pays else None, bet.clause
