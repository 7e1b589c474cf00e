"""Shoes on the table: counted, burned, cut, drawn or scanned, and over."""

from collections.abc import Callable

import pytest

from punto.cards import FRENCH
from punto.coup.command import (
    CloseBetting,
    CorrectCard,
    DealCard,
    OpenBetting,
    PlaceWager,
    SetCardAside,
)
from punto.coup.event import BettingOpened
from punto.roads import letters
from punto.rules import find_rulebook
from punto.table import (
    Code,
    Found,
    next_step,
    replay,
)
from punto.table.command import (
    Decide,
    DrawCard,
    OpenShoe,
)
from punto.table.dealer import deal_out
from punto.table.event import (
    ShoeEnded,
    ShoeOpened,
)
from punto.table.step import Happened, with_order
from tests.table.tables import (
    NATURAL,
    done,
    order_of,
    refused,
    report,
    scanned_round,
    table_of,
    told,
    with_scanned_shoe,
)


def test_a_whole_shoe_is_dealt_to_its_cut_card() -> None:
    table = table_of()
    table, events = told(table, [OpenShoe(order_of(table), "dan")])
    assert events == [ShoeOpened(1, 416, 0, scanned=False, who="dan")]
    reached: list[bool] = []
    dealt: Happened = ()
    while table.shoe is not None:
        table, events = told(table, [OpenBetting(), CloseBetting()])
        table, dealt = deal_out(table)
        assert table.shoe is None or table.shoe.cut_card_is_out == (416 - table.shoe.gone <= 14)
        reached.append(bool(table.shoe and table.shoe.cut_card_is_out))
    # The round that showed the cut card was finished, and one more was dealt.
    assert reached[-3:] == [False, True, False]
    assert isinstance(dealt[-1], ShoeEnded)
    assert 416 - 14 <= dealt[-1].gone <= 416
    assert refused(table, OpenBetting()).code is Code.NO_SHOE
    table = done(table, OpenShoe(order_of(table), "dan"))
    assert (table.shoes, letters(table.board.results)) == (2, "")


def test_rounds_are_numbered_without_gaps_across_shoes() -> None:
    table = with_scanned_shoe(table_of())
    table, events = told(table, scanned_round(NATURAL) + scanned_round(NATURAL))
    assert [event.round for event in events if isinstance(event, BettingOpened)] == [1, 2]
    assert table.rounds == 2


def test_a_fresh_shuffle_for_every_round_of_the_online_game() -> None:
    table = table_of(find_rulebook("zero-commission"))
    table = done(table, OpenShoe(order_of(table), "house"), OpenBetting(), CloseBetting())
    table, events = deal_out(table)
    assert isinstance(events[-1], ShoeEnded)
    assert refused(table, OpenBetting()).code is Code.NO_SHOE


def test_burned_cards_are_gone() -> None:
    table = table_of(burn=3)
    order = order_of(table, "9s 2h Td 3c")
    table = done(table, OpenShoe(order, "dan"), OpenBetting(), CloseBetting(), DrawCard())
    assert table.coup is not None
    assert [str(card) for card in table.coup.cards] == ["9s"]
    assert table.shoe is not None
    assert table.shoe.gone == 4


Order = tuple[str, ...]
WRONG_SHOES: dict[str, tuple[Callable[[Order], Order], Code]] = {
    "one missing": (lambda order: order[:-1], Code.SHOE_INCOMPLETE),
    "one extra": (lambda order: (*order, order[0]), Code.SHOE_INCOMPLETE),
    "one doubled": (lambda order: (order[-1], *order[1:]), Code.SHOE_INCOMPLETE),
    "one foreign": (lambda order: ("Lm", *order[1:]), Code.SHOE_INCOMPLETE),
    "one no card": (lambda order: ("??", *order[1:]), Code.NOT_A_CARD),
}


@pytest.mark.parametrize("wrong", WRONG_SHOES)
def test_the_count_of_cards_is_checked_before_use(wrong: str) -> None:
    table = table_of()
    change, code = WRONG_SHOES[wrong]
    assert refused(table, OpenShoe(change(order_of(table)), "dan")).code is code


def test_a_shoe_is_not_changed_in_the_middle() -> None:
    table = with_scanned_shoe(table_of())
    assert refused(table, OpenShoe(None, "dan")).code is Code.SHOE_IN_PLAY
    assert refused(table_of(), OpenShoe(None, " ")).code is Code.WHO_AND_WHY_WANTED
    playing = done(table, OpenBetting())
    assert refused(playing, OpenShoe(None, "dan")).code is Code.ROUND_IN_PLAY


def test_scanned_and_drawn_cards_do_not_mix() -> None:
    scanned = done(with_scanned_shoe(table_of()), OpenBetting(), CloseBetting())
    assert refused(scanned, DrawCard()).code is Code.CARDS_ARE_SCANNED
    table = table_of()
    drawn = done(table, OpenShoe(order_of(table), "dan"), OpenBetting(), CloseBetting())
    assert refused(drawn, DealCard("9s")).code is Code.CARDS_COME_FROM_THE_SHOE


def test_more_copies_than_decks_are_refused_and_to_be_reported() -> None:
    table = with_scanned_shoe(table_of(find_rulebook("commission"), decks=1))
    table = done(table, OpenBetting(), CloseBetting(), DealCard("9s"))
    assert refused(table, DealCard("9s")).code is Code.TOO_MANY_COPIES
    assert refused(table, SetCardAside("9s", "dan", "stuck")).code is Code.TOO_MANY_COPIES


def test_a_corrected_card_is_counted_as_what_it_is() -> None:
    table = with_scanned_shoe(table_of(find_rulebook("commission"), decks=1))
    table = done(table, OpenBetting(), CloseBetting(), DealCard("9s"), DealCard("2h"))
    again = CorrectCard(0, "2h", "dan", "misread")
    assert refused(table, again).code is Code.TOO_MANY_COPIES
    assert done(table, CorrectCard(1, "2h", "dan", "looked again")).in_play
    table = done(table, CorrectCard(0, "8s", "dan", "misread"))
    assert refused(table, DealCard("8s")).code is Code.TOO_MANY_COPIES
    assert done(table, DealCard("9s")).in_play


def test_a_card_of_a_shuffled_shoe_cannot_have_been_misread() -> None:
    table = table_of()
    table = done(table, OpenShoe(order_of(table), "dan"), OpenBetting(), CloseBetting(), DrawCard())
    command = CorrectCard(0, "8s", "dan", "misread")
    assert refused(table, command).code is Code.CARDS_COME_FROM_THE_SHOE


def test_no_more_cards_than_the_shoe_has() -> None:
    table = with_scanned_shoe(table_of(find_rulebook("commission"), decks=1, burn=40))
    table = done(table, OpenBetting(), CloseBetting())
    for card in FRENCH.cards[:12]:
        table = done(table, SetCardAside(str(card), "dan", "stuck"))
    assert refused(table, DealCard("Kc")).code is Code.SHOE_OVER


def test_commands_without_a_round_or_a_shoe() -> None:
    table = table_of()
    for command in (DrawCard(), DealCard("9s"), CloseBetting(), PlaceWager("ann", "tie", 5)):
        assert refused(table, command).code is Code.NO_ROUND
    assert refused(table, OpenBetting()).code is Code.NO_SHOE


def test_a_shoe_that_cannot_start_a_round() -> None:
    table = with_scanned_shoe(table_of(find_rulebook("commission"), decks=1, burn=47))
    assert refused(table, OpenBetting()).code is Code.SHOE_OVER
    assert next_step(table) == "bring a new shoe"


def test_cards_after_the_end_of_the_shoe() -> None:
    table = table_of(find_rulebook("zero-commission"))
    scanned = done(with_scanned_shoe(table), *scanned_round(NATURAL))
    assert scanned.shoe is None
    assert refused(scanned, DrawCard()).code is Code.NO_SHOE
    assert refused(scanned, DealCard("9s")).code is Code.NO_SHOE


def test_a_recovered_shoe_waits_for_its_order() -> None:
    start = table_of()
    _, events = told(start, [OpenShoe(order_of(start), "dan"), OpenBetting(), CloseBetting()])
    recovered = replay(start, events)
    assert refused(recovered, DrawCard()).code is Code.NO_SHOE
    assert done(with_order(recovered, order_of(start)), DrawCard()).in_play


def test_a_printed_table_does_not_tell_the_order() -> None:
    table = table_of()
    order = order_of(table, "9s 2h")
    shown = repr(done(table, OpenShoe(order, "dan")))
    assert "<shoe 1: 0 of 416 cards gone>" in shown
    assert "NINE" not in shown


def test_a_foreign_card_may_take_the_shoe_off_the_table() -> None:
    table = done(with_scanned_shoe(table_of()), OpenBetting(), CloseBetting(), DealCard("9s"))
    late = report(Found.WAGER_PLACED_LATE, new_shoe=True)
    assert refused(table, late).code is Code.SHOE_IN_PLAY
    after, events = told(table, [report(Found.FOREIGN_CARD, new_shoe=True)])
    assert (events[-1], after.shoe) == (ShoeEnded(1, 1), None)
    assert done(table, report(Found.FOREIGN_CARD)).shoe is not None


def test_a_round_that_goes_on_keeps_its_shoe() -> None:
    paid = done(with_scanned_shoe(table_of()), *scanned_round(NATURAL), OpenBetting())
    earlier = report(Found.FOREIGN_CARD, round=1, new_shoe=True)
    assert refused(paid, earlier).code is Code.ROUND_IN_PLAY
    waiting = done(paid, report(Found.MALFUNCTION))
    stands = Decide(void=False, who="sue", why="seen", new_shoe=True)
    assert refused(waiting, stands).code is Code.ROUND_IN_PLAY
    assert done(waiting, Decide(void=True, who="sue", why="seen", new_shoe=True)).shoe is None
    one_round = done(table_of(find_rulebook("zero-commission")), OpenShoe(None, "dan"))
    over = done(one_round, OpenBetting(), report(Found.FOREIGN_CARD))
    gone = done(over, Decide(void=True, who="sue", why="seen", new_shoe=True))
    assert gone.shoe is None, "it was the last round of its shoe: it ends once"
