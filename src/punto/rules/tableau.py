"""The tableau: who draws a third card. One table for the whole house.

The documents word it by Banker's total or by Player's third card; all of them say this picture.
`D` draws, `.` stands. Nobody draws when either hand has eight or nine on two cards.
"""

from typing import Final

PLAYER: Final = "DDDDDD.."  # by the Player's total, 0 to 7

BANKER: Final = (
    # 0123456789-  the point value of the Player's third card; "-": the Player stood
    "DDDDDDDDDDD",  # 0  the Banker's total
    "DDDDDDDDDDD",  # 1
    "DDDDDDDDDDD",  # 2
    "DDDDDDDD.DD",  # 3
    "..DDDDDD..D",  # 4
    "....DDDD..D",  # 5
    "......DD...",  # 6
    "...........",  # 7
)

NATURAL: Final = 8
"""The lowest two-card total that ends the round at once."""

_STOOD: Final = 10


def is_natural(player_total: int, banker_total: int) -> bool:
    """Say whether two two-card totals end the round."""
    return player_total >= NATURAL or banker_total >= NATURAL


def player_draws(player_total: int, banker_total: int) -> bool:
    """Say whether the Player takes a third card, given both two-card totals."""
    return not is_natural(player_total, banker_total) and PLAYER[player_total] == "D"


def banker_draws(player_total: int, banker_total: int, third: int | None) -> bool:
    """Say whether the Banker takes one; `third` is the value of the Player's, None if he stood."""
    if is_natural(player_total, banker_total):
        return False
    return BANKER[banker_total][_STOOD if third is None else third] == "D"
