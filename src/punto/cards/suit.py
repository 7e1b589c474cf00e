"""The four suits of the French deck and the five of the Elements deck."""

from enum import Enum


class Suit(Enum):
    """A suit: its symbol in notation and its name.

    The document of Elements names no suits; metal, wood, water, fire and earth are our reading.
    No symbol stands for two suits, so a card's notation tells its deck family too.
    """

    SPADES = ("s", "spades")
    HEARTS = ("h", "hearts")
    DIAMONDS = ("d", "diamonds")
    CLUBS = ("c", "clubs")
    METAL = ("m", "metal")
    WOOD = ("w", "wood")
    WATER = ("a", "water")
    FIRE = ("f", "fire")
    EARTH = ("e", "earth")

    def __init__(self, symbol: str, title: str) -> None:
        self.symbol = symbol
        self.title = title

    def __repr__(self) -> str:
        return f"Suit.{self.name}"
