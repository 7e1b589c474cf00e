"""Cards put in their order: before the payment the round goes on, after it is settled anew."""

import pytest

from punto.coup import Code as CoupCode
from punto.coup import Phase
from punto.coup.command import (
    AnnounceResult,
    CollectLosing,
    DealCard,
    OpenBetting,
    PayWinning,
    PlaceWager,
    SetCardAside,
)
from punto.coup.event import CardsReconstructed, RoundSettledAgain, WagersPaid
from punto.roads import letters
from punto.table import Code, Decision, Found, Table
from punto.table.command import DrawCard, OpenShoe, ReportIrregularity
from punto.table.event import IrregularityRuled
from tests.table.tables import (
    NATURAL,
    THIRD_CARD,
    done,
    order_of,
    refused,
    report,
    scanned_round,
    table_of,
    told,
    with_scanned_shoe,
)

WRONG = Found.INCORRECT_NUMBER_OF_CARDS
BETS = (PlaceWager("ann", "banker", 200), PlaceWager("bob", "player", 100))


def put(cards: str, found: Found = WRONG) -> ReportIrregularity:
    return report(found, reconstructed=True, cards=tuple(cards.split()))


def after(steps: int) -> Table:
    """Lead a scanned round as far as so many steps; Banker wins it with six."""
    table = with_scanned_shoe(table_of())
    return done(table, *scanned_round(THIRD_CARD, *BETS)[:steps])


DEALING, RESULT, COLLECTED, SETTLED = 10, 11, 12, 13


@pytest.mark.parametrize("steps", [DEALING, RESULT, COLLECTED])
def test_before_the_payment_the_round_goes_on_from_the_cards_as_they_are(steps: int) -> None:
    # The first card was a nine: a natural, so that the fifth was drawn in error.
    table, events = told(after(steps), [put("9s 4h Td 2c Th")])
    ruled, mended = events
    assert isinstance(ruled, IrregularityRuled)
    assert (ruled.decision, ruled.clause) == (Decision.GO_ON, "5.2")
    assert mended == CardsReconstructed(
        ("9s", "4h", "Td", "2c"), ("Th",), "dan", "seen on the felt"
    )
    assert table.coup is not None
    assert (table.coup.phase, table.board.results) == (Phase.DEALING, ())
    assert [str(card) for card in table.coup.surplus] == ["Th"]


def test_totals_that_changed_are_announced_again_and_the_round_is_paid_by_the_new_cards() -> None:
    table = done(after(RESULT), put("9s 4h Td 2c Th"))
    assert refused(table, AnnounceResult()).code is CoupCode.TOTALS_TO_ANNOUNCE
    rest = scanned_round(NATURAL)[6:]  # totals, result, collecting, paying
    table, events = told(table, rest)
    (paid,) = [event for event in events if isinstance(event, WagersPaid)]
    assert [(bet.bettor, bet.net) for bet in paid.bets] == [("bob", 100)]
    assert letters(table.board.results) == "P"


def test_fewer_cards_than_were_dealt_go_on_with_the_next() -> None:
    table = done(after(DEALING), put("2s 4h 3d"))
    assert table.coup is not None
    assert (len(table.coup.cards), table.coup.totals_announced) == (3, False)
    assert table.shoe is not None
    assert (table.shoe.gone, table.shoe.seen.get("2c", 0)) == (3, 0)
    dealt = done(table, DealCard("5c")).coup
    assert dealt is not None
    assert dealt.totals_due


def test_third_cards_alone_leave_the_totals_announced() -> None:
    table = done(after(DEALING), put("2s 4h 3d 2c 9d"))
    assert table.coup is not None
    assert table.coup.totals_announced
    assert letters(done(table, AnnounceResult()).board.results) == "B"


def test_after_the_payment_every_wager_is_settled_again() -> None:
    before = after(SETTLED)
    assert letters(before.board.results) == "B"
    table, events = told(before, [put("9s 4h Td 2c Th")])
    again = events[-1]
    assert isinstance(again, RoundSettledAgain)
    assert (again.winner.value, again.player, again.banker, again.natural) == ("player", 9, 6, True)
    nets = {bet.bettor: (bet.outcome, bet.net) for bet in again.bets}
    assert nets == {"ann": ("lose", -200), "bob": ("win", 100)}
    assert letters(table.board.results) == "P"
    assert table.coup is not None
    assert table.coup.phase is Phase.SETTLED
    assert done(table, OpenBetting()).rounds == 2


def test_a_paid_round_is_put_together_whole() -> None:
    assert refused(after(SETTLED), put("2s 4h 3d")).code is CoupCode.CARD_CALLED_FOR


def test_a_round_settled_again_may_still_be_void_until_the_next() -> None:
    table = done(after(SETTLED), put("9s 4h Td 2c"), report(WRONG))
    assert table.coup is not None
    assert (table.coup.phase, table.board.results) == (Phase.VOID, ())


def test_cards_as_recorded_need_not_be_named() -> None:
    table, events = told(after(SETTLED), [report(WRONG, reconstructed=True)])
    (ruled,) = events
    assert isinstance(ruled, IrregularityRuled)
    assert ruled.decision is Decision.GO_ON
    assert letters(table.board.results) == "B"


def test_cards_that_the_shoe_cannot_hold_are_refused() -> None:
    shoe = with_scanned_shoe(table_of(decks=4))
    table = done(shoe, *scanned_round(["9s", "2h", "9s", "3c"]), *scanned_round(NATURAL)[:6])
    too_many = put("9s 9s 9s 2h")  # two have left the shoe before this round, and it holds four
    assert refused(table, too_many).code is Code.TOO_MANY_COPIES
    assert "9s" in refused(table, too_many).words
    assert done(table, put("9s 9s 2h 2h")).in_play


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (put("9s 4h Lm"), CoupCode.FOREIGN_CARD),
        (put("9s 4h 11"), CoupCode.NOT_A_CARD),
        (put("9s 4h Td 2c", Found.FOREIGN_CARD), Code.NOTHING_TO_RECONSTRUCT),
        (report(WRONG, cards=("9s",)), Code.NOTHING_TO_RECONSTRUCT),
    ],
)
def test_what_is_no_reconstruction_is_refused(command: ReportIrregularity, code: Code) -> None:
    assert refused(after(DEALING), command).code is code


def test_a_shoe_that_the_house_shuffled_deals_what_it_holds() -> None:
    table = table_of()
    table = done(table, OpenShoe(order_of(table, "2s 4h 3d 2c Th"), "dan"))
    table = done(table, *scanned_round(THIRD_CARD)[:2])
    dealt = done(table, *[DrawCard()] * 4)
    assert refused(dealt, put("9s 4h 3d 2c")).code is Code.CARDS_COME_FROM_THE_SHOE
    assert done(dealt, put("2s 4h 3d 2c")).in_play


def test_a_card_set_aside_before_stays_aside() -> None:
    table = done(after(DEALING), SetCardAside("5d", "dan", "drawn with another"))
    for _ in range(2):  # the same again counts no card twice
        table = done(table, put("2s 4h 3d 2c 9d 8d"))
        assert table.coup is not None
        assert [str(card) for card in table.coup.aside] == ["5d"]
        assert [str(card) for card in table.coup.surplus] == ["8d"]
        assert table.shoe is not None
        assert table.shoe.gone == 7


def test_a_new_shoe_is_not_touched_by_the_cards_of_the_old_one() -> None:
    table = with_scanned_shoe(table_of(cut=8 * 52))
    table = done(table, *scanned_round(THIRD_CARD), *scanned_round(THIRD_CARD, *BETS))
    table = with_scanned_shoe(table)  # the cut card was out from the first
    table, events = told(table, [put("9s 4h Td 2c Th")])
    assert isinstance(events[-1], RoundSettledAgain)
    assert table.shoe is not None
    assert (table.shoe.gone, table.board.results) == (0, ())


def test_before_a_card_is_dealt_a_wrong_number_was_dealt_in_the_round_before() -> None:
    table = done(after(SETTLED), OpenBetting())
    _, events = told(table, [report(WRONG)])
    (ruled,) = events
    assert isinstance(ruled, IrregularityRuled)
    assert (ruled.round, ruled.decision) == (1, Decision.STAND)
    first = done(with_scanned_shoe(table_of()), OpenBetting())
    assert refused(first, report(WRONG)).code is Code.NO_ROUND
    assert refused(table, report(WRONG, round=2)).code is Code.NO_ROUND


def test_collecting_and_paying_follow_the_mended_result() -> None:
    table = done(after(COLLECTED), put("2s 4h 3d 2c 9d"), AnnounceResult(), CollectLosing())
    assert done(table, PayWinning()).in_play is False
