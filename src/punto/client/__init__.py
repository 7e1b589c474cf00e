"""A client of the house in Python: sit down, bet, see what comes of it."""

from punto.client.player import Player, Refusal, join, join_as_terminal
from punto.client.table import TableView

__all__ = ["Player", "Refusal", "TableView", "join", "join_as_terminal"]
