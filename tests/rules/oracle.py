"""A second opinion on settlement, written straight from the documents.

Plain functions of `if`s, slow and literal, with none of the package imported: what
the package settles from data, this settles from text. Cards are strings, rank then
suit: `9s`, `Td`, `Kc`; in Sands Elements `Lm`, `Fe`. Results are fractions, because
half a stake or 19/20 of it need not be a whole number here.
"""

# Plain `if`s return where the text decides, one return for every line of a pay table.
# ruff: noqa: PLR0911

from fractions import Fraction

from tests.rules.tableau_wordings import WORDINGS

# The wagers of the documents in the order of their pay tables, then the trade's.
WAGERS: dict[str, list[str]] = {
    "mbs-no-commission": ["player", "banker", "tie", "player-pair", "banker-pair"],
    "rws-non-commission": ["player", "banker", "tie", "player-pair", "banker-pair"],
    "zero-commission": ["player", "banker", "tie"],
    "mbs-tiger": [
        "player",
        "banker",
        "tie",
        "tiger-pair",
        "tiger",
        "small-tiger",
        "big-tiger",
        "tiger-tie",
    ],
    "mbs-elements": ["player", "banker", "tie", "player-pair", "banker-pair", "fortune-six"],
    "commission": ["player", "banker", "tie", "player-pair", "banker-pair"],
    "ez": ["player", "banker", "tie", "dragon-7", "panda-8"],
    "super-6": ["player", "banker", "tie", "super-6"],
    "lucky-6": ["player", "banker", "tie", "lucky-6"],
    "dragon-bonus": ["player", "banker", "tie", "dragon-bonus-player", "dragon-bonus-banker"],
    "pairs": [
        "player",
        "banker",
        "tie",
        "player-pair",
        "banker-pair",
        "either-pair",
        "perfect-pair",
    ],
}

LOSES = Fraction(-1)
PUSHES = Fraction(0)


def points(card: str) -> int:
    """The point value: Ace one, Two to Nine their face, everything else nothing."""
    rank = card[0]
    if rank == "A":
        return 1
    if rank in "23456789":
        return int(rank)
    # Ten, Jack, Queen, King; in Elements Ten, Sau, Luk, Fuk. Zero Commission gives no value for
    # a Ten, and is read like the others.
    if rank in "TJQKSLF":
        return 0
    raise ValueError(f"no such card: {card}")


def total(cards: list[str]) -> int:
    """The right digit of the sum."""
    return int(str(sum(points(card) for card in cards))[-1])


def deal(document: str, cards: list[str]) -> tuple[list[str], list[str]] | None:
    """The Player's and the Banker's hand, or None when the cards run out before the end."""
    # The trade's rulebooks have no document; all of the trade draws alike.
    player_draws, banker_draws = WORDINGS.get(document, WORDINGS["mbs-no-commission"])
    if len(cards) < 4:
        return None
    player = [cards[0], cards[2]]
    banker = [cards[1], cards[3]]
    player_two, banker_two = total(player), total(banker)
    rest = cards[4:]
    third: int | None = None
    if player_draws(player_two, banker_two):
        if not rest:
            return None
        player.append(rest[0])
        third = points(rest[0])
        rest = rest[1:]
    if banker_draws(player_two, banker_two, third):
        if not rest:
            return None
        banker.append(rest[0])
    return player, banker


def net(rulebook: str, wager: str, stake: int, cards: list[str]) -> Fraction:
    """What the player of this wager is richer by; 0 on a push and on a void round."""
    if wager not in WAGERS[rulebook]:
        raise ValueError(f"{rulebook} has no wager {wager}")
    hands = deal(rulebook, cards)
    if hands is None:
        return Fraction(0)
    return stake * _per_unit(rulebook, wager, *hands)


def _per_unit(rulebook: str, wager: str, player: list[str], banker: list[str]) -> Fraction:
    if wager == "player":
        return _player(player, banker)
    if wager == "banker":
        return _banker(rulebook, player, banker)
    if wager == "tie":
        return _tie(rulebook, player, banker)
    if wager == "player-pair":
        return _pair(player)
    if wager == "banker-pair":
        return _pair(banker)
    if rulebook == "mbs-tiger":
        return _tiger_additional(wager, player, banker)
    if rulebook == "mbs-elements":
        return _fortune_six(player, banker)
    return _trade_additional(wager, player, banker)


# Facts of a finished round


def _player_wins(player: list[str], banker: list[str]) -> bool:
    return total(player) > total(banker)


def _banker_wins(player: list[str], banker: list[str]) -> bool:
    return total(banker) > total(player)


def _is_tie(player: list[str], banker: list[str]) -> bool:
    return total(player) == total(banker)


def _banker_wins_on_six(player: list[str], banker: list[str]) -> bool:
    return _banker_wins(player, banker) and total(banker) == 6


def _is_natural(hand: list[str]) -> bool:
    return len(hand) == 2 and total(hand) in (8, 9)


def _is_pair(hand: list[str]) -> bool:
    """The first two cards share their rank; a Ten and a Jack are both nothing but no pair."""
    return hand[0][0] == hand[1][0]


def _is_suited_pair(hand: list[str]) -> bool:
    return hand[0] == hand[1]


# Player, Banker, Tie and the pairs


def _player(player: list[str], banker: list[str]) -> Fraction:
    """1 to 1 everywhere; returned on a tie."""
    if _is_tie(player, banker):
        return PUSHES
    if _player_wins(player, banker):
        return Fraction(1)
    return LOSES


def _banker(rulebook: str, player: list[str], banker: list[str]) -> Fraction:
    """Returned on a tie; what a win pays is where the rulebooks differ most."""
    if _is_tie(player, banker):
        return PUSHES
    if _player_wins(player, banker):
        return LOSES
    if rulebook in ("zero-commission", "ez"):
        if len(banker) == 3 and total(banker) == 7:
            return PUSHES
        return Fraction(1)
    if rulebook in ("commission", "dragon-bonus", "pairs"):
        return Fraction(19, 20)
    # The MBS and RWS games, super-6 and lucky-6: half on six points, however many cards.
    if total(banker) == 6:
        return Fraction(1, 2)
    return Fraction(1)


def _tie(rulebook: str, player: list[str], banker: list[str]) -> Fraction:
    if not _is_tie(player, banker):
        return LOSES
    if rulebook == "zero-commission":
        return Fraction(9)
    return Fraction(8)


def _pair(hand: list[str]) -> Fraction:
    if _is_pair(hand):
        return Fraction(11)
    return LOSES


# The additional wagers of Tiger


def _tiger_additional(wager: str, player: list[str], banker: list[str]) -> Fraction:
    if wager == "tiger-pair":
        return _tiger_pair(player, banker)
    if wager == "tiger":
        return _tiger(player, banker)
    if wager == "small-tiger":
        if _banker_wins_on_six(player, banker) and len(banker) == 2:
            return Fraction(22)
        return LOSES
    if wager == "big-tiger":
        if _banker_wins_on_six(player, banker) and len(banker) == 3:
            return Fraction(50)
        return LOSES
    assert wager == "tiger-tie"
    if total(player) == 6 and total(banker) == 6:
        return Fraction(35)
    return LOSES


def _tiger(player: list[str], banker: list[str]) -> Fraction:
    if not _banker_wins_on_six(player, banker):
        return LOSES
    if len(banker) == 2:
        return Fraction(12)
    return Fraction(20)


def _tiger_pair(player: list[str], banker: list[str]) -> Fraction:
    """Only the highest class is paid: twin, then double, then single."""
    if _is_pair(player) and _is_pair(banker):
        if player[0][0] == banker[0][0]:
            return Fraction(100)
        return Fraction(20)
    if _is_pair(player) or _is_pair(banker):
        return Fraction(4)
    return LOSES


# The additional wager of Sands Elements


def _fortune_six(player: list[str], banker: list[str]) -> Fraction:
    if _banker_wins(player, banker) and total(banker) == 6:
        if len(banker) == 3:
            return Fraction(20)
        return Fraction(12)
    return LOSES


# The trade's additional wagers


def _trade_additional(wager: str, player: list[str], banker: list[str]) -> Fraction:
    if wager == "dragon-7":
        return _dragon_7(player, banker)
    if wager == "panda-8":
        return _panda_8(player, banker)
    if wager == "super-6":
        if _banker_wins_on_six(player, banker):
            return Fraction(12)
        return LOSES
    if wager == "lucky-6":
        return _lucky_6(player, banker)
    if wager == "dragon-bonus-player":
        return _dragon_bonus(player, banker)
    if wager == "dragon-bonus-banker":
        return _dragon_bonus(banker, player)
    if wager == "either-pair":
        if _is_pair(player) or _is_pair(banker):
            return Fraction(5)
        return LOSES
    assert wager == "perfect-pair"
    return _perfect_pair(player, banker)


def _dragon_7(player: list[str], banker: list[str]) -> Fraction:
    if _banker_wins(player, banker) and total(banker) == 7 and len(banker) == 3:
        return Fraction(40)
    return LOSES


def _panda_8(player: list[str], banker: list[str]) -> Fraction:
    if _player_wins(player, banker) and total(player) == 8 and len(player) == 3:
        return Fraction(25)
    return LOSES


def _lucky_6(player: list[str], banker: list[str]) -> Fraction:
    if not _banker_wins_on_six(player, banker):
        return LOSES
    if len(banker) == 2:
        return Fraction(12)
    if len(banker) == 3:
        return Fraction(20)
    raise AssertionError("a hand has two or three cards")


def _dragon_bonus(own: list[str], other: list[str]) -> Fraction:
    """A win by a natural is even money whatever the margin; other wins go by the margin."""
    if _is_natural(own) and _is_natural(other) and total(own) == total(other):
        return PUSHES
    if total(own) <= total(other):
        return LOSES
    if _is_natural(own):
        return Fraction(1)
    margin = total(own) - total(other)
    if margin == 9:
        return Fraction(30)
    if margin == 8:
        return Fraction(10)
    if margin == 7:
        return Fraction(6)
    if margin == 6:
        return Fraction(4)
    if margin == 5:
        return Fraction(2)
    if margin == 4:
        return Fraction(1)
    return LOSES


def _perfect_pair(player: list[str], banker: list[str]) -> Fraction:
    if _is_suited_pair(player) and _is_suited_pair(banker):
        return Fraction(200)
    if _is_suited_pair(player) or _is_suited_pair(banker):
        return Fraction(25)
    return LOSES
