"""Who may squeeze which cards, at a table that a person deals."""

import pytest

from punto.coup.command import (
    AnnounceResult,
    AnnounceTotals,
    CloseBetting,
    DealCard,
    OpenBetting,
    PlaceWager,
)
from punto.ledger import felt_account
from punto.rules import Side, find_rulebook
from punto.table import Table
from punto.table.command import OpenShoe, StandBehind, TakeSeat
from punto.table.settings import Driven
from punto.table.squeeze import closed_hands, right_to_squeeze
from tests.table.tables import done, table_of

CARDS = ["4s", "Kh", "Jd", "3s", "As", "9c"]
"""Player 4 draws an ace; Banker 3 draws a nine."""


def seated(**stakes: tuple[int, str, int]) -> Table:
    """Open bets at a table where each of these has taken a seat and bet."""
    table = table_of(
        find_rulebook("mbs-no-commission"),
        positions=7,
        back_betting=True,
        driven=Driven.BY_DEALER,
    )
    table = done(table, OpenShoe(None, "dora"), OpenBetting())
    for bettor, (position, wager, stake) in stakes.items():
        table = done(table, TakeSeat(bettor, position), PlaceWager(bettor, wager, stake))
    return table


def dealt(table: Table, count: int) -> Table:
    """Close bets and deal so many cards, announcing what is due."""
    table = done(table, CloseBetting())
    for place, card in enumerate(CARDS[:count]):
        if place == 4:
            table = done(table, AnnounceTotals())
        table = done(table, DealCard(card))
    return table


def places(table: Table) -> dict[str, tuple[int, ...]]:
    return {hand.bettor: hand.places for hand in closed_hands(table)}


def test_the_largest_seated_bettor_of_a_side_has_the_right() -> None:
    table = seated(ann=(2, "player", 300), ben=(5, "player", 400), eve=(1, "banker", 200))
    assert right_to_squeeze(table, Side.PLAYER) == ("ben", 5)
    assert right_to_squeeze(table, Side.BANKER) == ("eve", 1)


def test_of_equal_stakes_the_lower_seat_has_it() -> None:
    table = seated(ben=(5, "player", 400), ann=(2, "player", 400))
    assert right_to_squeeze(table, Side.PLAYER) == ("ann", 2)
    assert right_to_squeeze(table, Side.BANKER) is None


def test_other_wagers_and_those_behind_a_seat_count_nothing() -> None:
    table = seated(ann=(2, "player", 100), ben=(3, "tie", 900))
    table = done(table, StandBehind("eve", 2), PlaceWager("eve", "player", 800))
    assert right_to_squeeze(table, Side.PLAYER) == ("ann", 2)


def test_whoever_laid_the_most_chips_has_it_too() -> None:
    table = done(
        seated(ann=(2, "player", 100)), PlaceWager(felt_account("table", 6), "player", 500)
    )
    assert right_to_squeeze(table, Side.PLAYER) == (felt_account("table", 6), 6)


@pytest.mark.parametrize(
    ("count", "ann", "ben"),
    [
        (0, None, None),
        (1, (0,), None),
        (2, (0,), (1,)),
        (4, (0, 2), (1, 3)),
        (5, (4,), None),
        (6, None, (5,)),
    ],
)
def test_cards_are_closed_until_something_follows(
    count: int, ann: tuple[int, ...] | None, ben: tuple[int, ...] | None
) -> None:
    table = dealt(seated(ann=(2, "player", 100), ben=(3, "banker", 100)), count)
    assert (places(table).get("ann"), places(table).get("ben")) == (ann, ben)


def test_what_the_dealer_announces_is_open() -> None:
    table = dealt(seated(ann=(2, "player", 100)), 4)
    assert places(table) == {"ann": (0, 2)}
    assert places(done(table, AnnounceTotals())) == {}
    over = done(dealt(seated(ann=(2, "player", 100)), 6), AnnounceResult())
    assert closed_hands(over) == ()


def test_the_banker_may_draw_the_fifth_card() -> None:
    table = done(seated(ben=(3, "banker", 100)), CloseBetting())
    for card in ("7s", "2h", "Kd", "3c"):
        table = done(table, DealCard(card))
    table = done(table, AnnounceTotals(), DealCard("9s"))
    assert places(table) == {"ben": (4,)}


def test_nobody_squeezes_where_no_dealer_deals_or_cards_lie_open() -> None:
    assert closed_hands(table_of()) == ()
    free = done(table_of(), OpenShoe(None, "dora"), OpenBetting())
    free = done(free, PlaceWager("ann", "player", 100), CloseBetting(), DealCard("4s"))
    assert closed_hands(free) == ()
    assert right_to_squeeze(free, Side.PLAYER) is None
    assert right_to_squeeze(table_of(), Side.PLAYER) is None
    zero = table_of(find_rulebook("zero-commission"), positions=7, driven=Driven.BY_DEALER)
    zero = done(zero, OpenShoe(None, "dora"), OpenBetting(), TakeSeat("ann", 1))
    zero = done(zero, PlaceWager("ann", "player", 100), CloseBetting(), DealCard("4s"))
    assert closed_hands(zero) == ()
