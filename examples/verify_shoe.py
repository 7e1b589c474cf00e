"""Derives a shoe from what a house has published of it, and checks the cards that were dealt."""

from punto.cards import FRENCH
from punto.fair import Reveal, commitment, order_of, verify

reveal = Reveal(table="t1", shoe=1, decks=8, secret=bytes(range(32)), outside=b"my own seed")
promised = commitment(reveal.secret, table="t1", shoe=1)
order = order_of(reveal, FRENCH)
print(*map(str, order[:6]))
print(verify(reveal, FRENCH, committed=promised, gone=order[:60]))
