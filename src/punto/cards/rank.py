"""The sixteen ranks of both deck families, and what each is worth."""

from enum import Enum


class Rank(Enum):
    """A rank: its symbol in notation, its point value and its name.

    Ranks have no order: in baccarat a King is not above a Queen.
    """

    ACE = ("A", 1, "Ace")
    TWO = ("2", 2, "Two")
    THREE = ("3", 3, "Three")
    FOUR = ("4", 4, "Four")
    FIVE = ("5", 5, "Five")
    SIX = ("6", 6, "Six")
    SEVEN = ("7", 7, "Seven")
    EIGHT = ("8", 8, "Eight")
    NINE = ("9", 9, "Nine")
    TEN = ("T", 0, "Ten")
    JACK = ("J", 0, "Jack")
    QUEEN = ("Q", 0, "Queen")
    KING = ("K", 0, "King")
    SAU = ("S", 0, "Sau")
    LUK = ("L", 0, "Luk")
    FUK = ("F", 0, "Fuk")

    def __init__(self, symbol: str, points: int, title: str) -> None:
        self.symbol = symbol
        self.points = points
        self.title = title

    def __repr__(self) -> str:
        return f"Rank.{self.name}"
