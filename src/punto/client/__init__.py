"""A client of the house in Python: sit down, bet, see what comes of it.

For bots and for tests. `join` and `join_as_terminal` sign somebody in and give a `Player`; each
of its tables is a `TableView`, which holds what the house has shown, and knows no rule of the game.
"""

from punto.client.player import Player, Refusal, join, join_as_terminal, new_id
from punto.client.table import TableView

__all__ = ["Player", "Refusal", "TableView", "join", "join_as_terminal", "new_id"]
