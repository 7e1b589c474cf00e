"""The drawing rules of the five documents, each in its own wording and structure.

The documents say the same thing in five shapes: by the Banker's total, as a table
of lists, by the Player's third card, as two columns side by side. Every function
here keeps the shape of its own document and shares nothing with the others, so
that agreement between them, and with the rulebooks of the package, is evidence.

Totals are those of the first two cards, 0 to 9. `third` is the point value of the
Player's third card, or None when the Player did not draw. The three arguments are
expected to fit together: a third card exists exactly when the Player draws.
"""

# A wording answers where its row stands, so it may have as many returns as it has rows.
# ruff: noqa: PLR0911

from collections.abc import Callable, Mapping
from types import MappingProxyType

PlayerWording = Callable[[int, int], bool]
BankerWording = Callable[[int, int, int | None], bool]


# No Commission Baccarat (MBS)


def player_draws_mbs(player_total: int, banker_total: int) -> bool:
    """3.9.1: a natural on either side ends the deal. 3.9.2: draw to 0-5, stand on 6-7."""
    if player_total in (8, 9) or banker_total in (8, 9):
        return False
    if player_total in (0, 1, 2, 3, 4, 5):
        return True
    assert player_total in (6, 7)
    return False


def banker_draws_mbs(player_total: int, banker_total: int, third: int | None) -> bool:
    """3.9.1: a natural ends the deal. 3.9.3: the Player stood. 3.9.4: by the Banker's total."""
    if player_total in (8, 9) or banker_total in (8, 9):
        return False
    if third is None:
        return 0 <= banker_total <= 5
    if banker_total in (0, 1, 2) and 0 <= third <= 9:
        return True
    if banker_total == 3 and 0 <= third <= 9 and third != 8:
        return True
    if banker_total == 4 and 2 <= third <= 7:
        return True
    if banker_total == 5 and 4 <= third <= 7:
        return True
    # The last row; where it is false too, the clause closes: stands at all other times.
    return banker_total == 6 and third in (6, 7)


# Non-Commission Baccarat, electronic table game (RWS)

_BANKER_rws: Mapping[int, tuple[tuple[int, ...], tuple[int, ...]]] = {
    # Banker's total: (draws on these third cards, does not draw on these)
    3: ((0, 1, 2, 3, 4, 5, 6, 7, 9), (8,)),
    4: ((2, 3, 4, 5, 6, 7), (0, 1, 8, 9)),
    5: ((4, 5, 6, 7), (0, 1, 2, 3, 8, 9)),
    6: ((6, 7), (0, 1, 2, 3, 4, 5, 8, 9)),
}

for _draws, _does_not_draw in _BANKER_rws.values():
    # The two columns of the table must leave no third card open and none twice.
    assert sorted(_draws + _does_not_draw) == list(range(10))


def player_draws_rws(player_total: int, banker_total: int) -> bool:
    """3.6, upper half: 0-5 draws, 6-7 stands; 8-9 on either side bars both from drawing."""
    if banker_total in (8, 9):
        return False
    hand = {
        (0, 1, 2, 3, 4, 5): "draws a card",
        (6, 7): "stands",
        (8, 9): "natural, both cannot draw",
    }
    answers = [answer for totals, answer in hand.items() if player_total in totals]
    assert len(answers) == 1
    return answers[0] == "draws a card"


def banker_draws_rws(player_total: int, banker_total: int, third: int | None) -> bool:
    """3.6, lower half, under the proviso of 3.5 for a Player who took no third card.

    The proviso names 0-5 and 6 only; a Banker's 7 is left to the table, which stands.
    """
    natural = (8, 9)
    if player_total in natural or banker_total in natural:
        return False
    if third is None and banker_total == 6:
        return False
    if third is None and banker_total in (0, 1, 2, 3, 4, 5):
        return True
    if banker_total == 7:
        return False
    if banker_total in (0, 1, 2):
        return True
    draws, does_not_draw = _BANKER_rws[banker_total]
    assert (third in draws) != (third in does_not_draw)
    return third in draws


# Baccarat Zero Commission, online


def player_draws_zero(player_total: int, banker_total: int) -> bool:
    """GAME RULES: a natural stops both; the Player draws on 0-5 and not on 6 or 7."""
    either_has_a_natural = player_total >= 8 or banker_total >= 8
    return not either_has_a_natural and player_total <= 5


def banker_draws_zero(player_total: int, banker_total: int, third: int | None) -> bool:
    """GAME RULES: which card the Player drew sets the highest total the Banker draws on.

    The list names cards, not values: an Ace is 1; a 10 or a face card is 0.
    """
    either_has_a_natural = player_total >= 8 or banker_total >= 8
    if either_has_a_natural:
        return False
    match third:
        case None:
            return banker_total in range(5 + 1)
        case 2 | 3:
            return banker_total in range(4 + 1)
        case 4 | 5:
            return banker_total in range(5 + 1)
        case 6 | 7:
            return banker_total in range(6 + 1)
        case 8:
            return banker_total in range(2 + 1)
        case 1 | 9 | 0:
            return banker_total in range(3 + 1)
        case _:
            raise ValueError(f"no card has the point value {third}")


# Tiger No Commission Baccarat (MBS)


def player_draws_tiger(player_total: int, banker_total: int) -> bool:
    """3.9, head of the table and its left column: without a natural, 0-5 draws, 6-7 stands."""
    natural = {player_total, banker_total} & {8, 9}
    if natural:
        return False
    left_column = {
        0: "draws",
        1: "draws",
        2: "draws",
        3: "draws",
        4: "draws",
        5: "draws",
        6: "stand",
        7: "stand",
    }
    return left_column[player_total] == "draws"


def banker_draws_tiger(player_total: int, banker_total: int, third: int | None) -> bool:
    """3.9, right column of the table, and its foot for a Player who stands on 6 or 7.

    A Player who stands has no third card, so rows 4 to 6 cannot apply then; rows
    0 to 3 and 7 would apply, and give the same answer as the foot.
    """
    natural = {player_total, banker_total} & {8, 9}
    if natural:
        return False
    foot = third is None and banker_total in {0, 1, 2, 3, 4, 5}
    right_column = {
        0: True,
        1: True,
        2: True,
        3: third != 8,
        4: third in {2, 3, 4, 5, 6, 7},
        5: third in {4, 5, 6, 7},
        6: third in {6, 7},
        7: False,
    }
    return foot or right_column[banker_total]


# Sands Elements No Commission Baccarat (MBS)


def player_draws_elements(player_total: int, banker_total: int) -> bool:
    """3.9, first two parts of the table of play: naturals, then the Player's own totals."""
    for point_total in (player_total, banker_total):
        if point_total in (8, 9):
            return False
    match player_total:
        case 0 | 1 | 2 | 3 | 4 | 5:
            return True
        case 6 | 7:
            return False
        case _:
            raise ValueError(f"{player_total} is not a point total")


def banker_draws_elements(player_total: int, banker_total: int, third: int | None) -> bool:
    """3.9, the other parts: the Player stands, then the rows of the Banker's total."""
    for point_total in (player_total, banker_total):
        if point_total in (8, 9):
            return False
    if third is None:
        # Both halves of the sentence are given: draws on 0-5, stands on 6 or 7.
        assert (banker_total <= 5) != (banker_total in (6, 7))
        return banker_total <= 5
    match banker_total:
        case 0 | 1 | 2:
            return third in range(10)
        case 3:
            return third in range(10) and third != 8
        case 4:
            return third in range(2, 8)
        case 5:
            return third in range(4, 8)
        case 6:
            return third in (6, 7)
        case _:
            return False


WORDINGS: Mapping[str, tuple[PlayerWording, BankerWording]] = MappingProxyType(
    {
        "mbs-no-commission": (player_draws_mbs, banker_draws_mbs),
        "rws-non-commission": (player_draws_rws, banker_draws_rws),
        "zero-commission": (player_draws_zero, banker_draws_zero),
        "mbs-tiger": (player_draws_tiger, banker_draws_tiger),
        "mbs-elements": (player_draws_elements, banker_draws_elements),
    }
)
