"""Settling one round with a bet on every wager of a rulebook. Bar: 20 µs."""

from functools import partial

import punto
from benchmarks.yardstick import seconds, where, yardstick
from punto.cards import parse_cards
from punto.rules import settle

SIX_CARDS = {"french": "2s 2h 3d Ac Th 3h", "elements": "2m 2w 3a Af Te 3m"}


def main() -> None:
    """Print microseconds a round, and how many yardsticks that is."""
    unit = seconds(yardstick, number=20_000)
    print(where())
    print(f"yardstick: 100 additions in plain Python, {unit * 1e6:.2f} µs")
    print(f"{'rulebook':20} {'bets':>4} {'µs':>6} {'yardsticks':>10}")
    for rulebook in punto.rulebooks():
        cards = parse_cards(SIX_CARDS[rulebook.deck.family])
        bets = {wager.id: 100 for wager in rulebook.wagers}
        took = seconds(partial(settle, rulebook, cards, bets), number=10_000)
        print(f"{rulebook.id:20} {len(bets):4} {took * 1e6:6.1f} {took / unit:10.1f}")


if __name__ == "__main__":
    main()
