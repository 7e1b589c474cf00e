"""The ways of money through the house, each to be interrupted at every point."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Final, NamedTuple

from msgspec.structs import replace

from punto.coup.command import (
    AnnounceResult,
    AnnounceTotals,
    CloseBetting,
    CollectLosing,
    OpenBetting,
    PayWinning,
    PlaceWager,
    WithdrawWager,
)
from punto.fair import contribution_commitment
from punto.house import (
    Act,
    BringShoe,
    BuyIn,
    CashOut,
    CloseShift,
    CloseTable,
    ConfirmTicket,
    Contribute,
    DealOut,
    EnrolStaff,
    LayChips,
    MoveFloat,
    OpenAccount,
    OpenShift,
    OpenTable,
    PayCredits,
    RedeemTicket,
    Repay,
    Request,
    ShowContribution,
    TakeChips,
    TakeTable,
    WriteOff,
)
from punto.house.counter import ticket_number
from punto.house.request import TableAction, What
from punto.ledger import Kind
from punto.people import Role
from punto.table import Found
from punto.table.command import Decide, DrawCard, ReportIrregularity
from punto.table.record import FloatMove
from punto.table.settings import Driven
from punto.testing.actors import request_of
from tests.support.house.premises import KEY, own_table, owner_of, table_of

WHO: Final = "clerk"
TABLE: Final = "marina"
SIDES: Final = ("player", "banker", "tie")
"""Whatever is dealt, one of three who bet on these has won more than was lost."""

Requests = Callable[[str], Iterator[What]]
"""Gives requests for names that end so: each time a flow is run, it is with others."""


class Flow(NamedTuple):
    """What is asked first, and what is asked then, with death at one point of it."""

    name: str
    before: Requests
    steps: Requests
    least: int | None = None
    """How many steps must be done in the end; all of them, if the cards do not decide."""
    at_once: bool = False
    """Whether all steps are stored together."""
    every: int = 10**9
    """How many entries there are between two checkpoints, and between two snapshots."""

    def asked(self, run: int) -> tuple[list[Request], list[Request]]:
        """Give the requests of one run, before and in the flow, under ids of their own."""
        name = f"{run}"
        return _named(f"{run}-before", self.before(name)), _named(f"{run}", self.steps(name))


def _named(prefix: str, requests: Iterator[What]) -> list[Request]:
    """Let those ask who may: staff under one name, and players for themselves."""
    return [
        request_of(WHO, what, f"{prefix}-{at}", owner=owner_of(what))
        for at, what in enumerate(requests)
    ]


def foundation() -> list[Request]:
    """What every flow needs."""
    wanted = (
        OpenAccount("cage", Kind.CASH),
        OpenAccount("house", Kind.HOUSE),
        table_of(TABLE),
    )
    return _named("foundation", iter(wanted))


# --- parts --------------------------------------------------------------------------------------


def _nothing(_: str) -> Iterator[What]:
    return iter(())


def _account(name: str) -> Iterator[What]:
    yield OpenAccount(f"a{name}")


def _player(name: str) -> Iterator[What]:
    yield from _account(name)
    yield BuyIn(f"a{name}", 500)


def _at_table(*actions: TableAction) -> What:
    return Act(TABLE, actions)


def _betting(name: str) -> Iterator[What]:
    """Open the bets; where they are open, or a shoe is there, this is refused and does no harm."""
    yield from _player(name)
    yield _at_table(BringShoe())
    yield _at_table(OpenBetting())


def _bet(name: str) -> Iterator[What]:
    yield _at_table(PlaceWager(f"a{name}", "banker", 100))


def _with_bet(name: str) -> Iterator[What]:
    yield from _betting(name)
    yield from _bet(name)


def _three(name: str) -> Iterator[What]:
    """Three players, of whom one will win."""
    for side in SIDES:
        yield from _player(f"{name}{side}")
    yield _at_table(BringShoe())
    yield _at_table(OpenBetting())
    for side in SIDES:
        yield _at_table(PlaceWager(f"a{name}{side}", side, 100))


def _dealt(_: str) -> Iterator[What]:
    yield _at_table(CloseBetting(), DealOut())


def _card_by_card(_: str) -> Iterator[What]:
    yield _at_table(CloseBetting())
    yield from (_at_table(DrawCard()) for _ in range(4))
    yield _at_table(AnnounceTotals())
    yield from (_at_table(DrawCard()) for _ in range(2))
    yield _at_table(AnnounceResult())
    yield _at_table(CollectLosing())
    yield _at_table(PayWinning())


def _void(_: str) -> Iterator[What]:
    yield _at_table(ReportIrregularity(found=Found.FOREIGN_CARD, who=WHO, why="a joker"))


def _void_after_all(_: str) -> Iterator[What]:
    """The rulebook does not say what becomes of a paid round then: a supervisor does."""
    why = "seen on camera"
    yield _at_table(ReportIrregularity(found=Found.MALFUNCTION, who=WHO, why=why))
    yield _at_table(Decide(void=True, who=WHO, why=why))


def _cash_out(name: str) -> Iterator[What]:
    yield CashOut(f"a{name}")


def _spent(name: str) -> Iterator[What]:
    """A round is paid, and nobody has anything left that could be taken back."""
    yield from _three(name)
    yield from _dealt(name)
    for side in SIDES:
        yield from _cash_out(f"{name}{side}")


def _owing(name: str) -> Iterator[What]:
    yield from _spent(name)
    yield from _void_after_all(name)


def _repaid(name: str) -> Iterator[What]:
    for side in SIDES:
        yield Repay(f"a{name}{side}", 10, in_money=True)
        yield Repay(f"a{name}{side}", 20, in_money=True)


def _collected(name: str) -> Iterator[What]:
    for side in SIDES:
        yield BuyIn(f"a{name}{side}", 30)


def _written_off(name: str) -> Iterator[What]:
    for side in SIDES:
        yield WriteOff(f"a{name}{side}", WHO, "gone")


def _ticket(name: str) -> Iterator[What]:
    yield from _player(name)
    yield from _cash_out(name)


def _confirmed(name: str, *, printed: bool) -> Iterator[What]:
    yield ConfirmTicket(_ticket_request(name), printed)


def _ticket_request(name: str) -> str:
    """Name the request of the cash-out in `_ticket`: it is the third."""
    return f"a{name}_{name}-before-2"


def _printed(name: str) -> Iterator[What]:
    yield from _ticket(name)
    yield from _confirmed(name, printed=True)


def _redeemed(name: str, to: str) -> Iterator[What]:
    yield RedeemTicket(ticket_number(_ticket_request(name), KEY), to)


def _at_home(name: str) -> Iterator[What]:
    yield from _player(name)
    yield own_table(f"a{name}")


def _online(name: str) -> Iterator[What]:
    bets = (PlaceWager(f"a{name}", side, 20) for side in SIDES)
    table = own_table(f"a{name}").table
    yield Act(table, (BringShoe("c0ffee"), OpenBetting(), *bets, CloseBetting(), DealOut()))


def _rush(name: str) -> Iterator[What]:
    for side in SIDES:
        yield _at_table(PlaceWager(f"a{name}", side, 20))
    yield BuyIn(f"a{name}", 70)
    yield PayCredits(f"a{name}", 30)


def _new_table(name: str) -> Iterator[What]:
    what = table_of(TABLE)
    yield type(what)(f"t{name}", what.settings)


def _closed(name: str) -> Iterator[What]:
    yield CloseTable(f"t{name}", "end of the shift")


def _reopened(name: str) -> Iterator[What]:
    yield from _closed(name)
    yield from _new_table(name)


def _at_dealt(name: str, *actions: TableAction) -> What:
    return Act(f"d{name}", actions)


def _dealt_table(name: str) -> Iterator[What]:
    """A table at which chips lie that belong to nobody we know."""
    settings = replace(table_of(TABLE).settings, driven=Driven.BY_DEALER, positions=len(SIDES))
    yield OpenTable(f"d{name}", settings)
    yield EnrolStaff(WHO, Role.DEALER, "a hash")
    yield _at_dealt(name, TakeTable())
    yield _at_dealt(name, BringShoe())
    yield _at_dealt(name, OpenBetting())


def _laid(name: str) -> Iterator[What]:
    for position, side in enumerate(SIDES, 1):
        yield _at_dealt(name, LayChips(position, side, 100))


def _with_chips(name: str) -> Iterator[What]:
    yield from _dealt_table(name)
    yield from _laid(name)


def _taken_up(name: str) -> Iterator[What]:
    yield _at_dealt(name, TakeChips(1, SIDES[0]))


def _chips_paid(name: str) -> Iterator[What]:
    yield _at_dealt(name, CloseBetting(), DealOut())


def _chips_back(name: str) -> Iterator[What]:
    yield _at_dealt(name, ReportIrregularity(found=Found.FOREIGN_CARD, who=WHO, why="a joker"))


def _float_moved(name: str) -> Iterator[What]:
    for move in FloatMove:
        yield _at_dealt(name, MoveFloat(move=move, amount=50, who=WHO, why="the shift ends"))


def _shifts_counted(name: str) -> Iterator[What]:
    place = f"table/d{name}"
    yield OpenShift(place=place, counted=500, who=WHO)
    yield CloseShift(place=place, counted=490, who=WHO, note="one chip short")
    yield OpenShift(place=place, counted=490, who=WHO)


def _chance(name: str) -> bytes:
    return sha256(name.encode()).digest()


def _promised(name: str) -> Iterator[What]:
    yield from _new_table(name)
    yield OpenAccount(f"a{name}")
    promised = contribution_commitment(_chance(name), "luck", table=f"t{name}", shoe=1)
    yield Act(f"t{name}", (Contribute(f"a{name}", 1, promised),))


def _mixed(name: str) -> Iterator[What]:
    """Close, show, mix and deal: whoever dies on the way finds the same shoe."""
    yield Act(f"t{name}", (BringShoe(),))
    yield Act(f"t{name}", (ShowContribution(f"a{name}", 1, _chance(name).hex(), "luck"),))
    yield Act(f"t{name}", (BringShoe(), OpenBetting(), CloseBetting(), DealOut()))


FLOWS: Final = (
    Flow("open account", _nothing, _account),
    Flow("buy-in", _account, lambda name: iter((BuyIn(f"a{name}", 500),))),
    Flow("bet", _betting, _bet),
    Flow("increase", _with_bet, _bet),
    Flow("withdraw", _with_bet, lambda name: iter((_withdrawal(name),))),
    Flow("closing rush", _betting, _rush, at_once=True),
    Flow("close, deal, settle", _three, _dealt),
    Flow("card by card", _three, _card_by_card, least=8),
    Flow("void before payment", _three, _void),
    Flow("void after payment, spent", _spent, _void_after_all),
    Flow("repay", _owing, _repaid, least=2),
    Flow("collect", _owing, _collected),
    Flow("write off", _owing, _written_off, least=1),
    Flow("cash-out", _player, _cash_out),
    Flow("ticket printed", _ticket, lambda name: _confirmed(name, printed=True)),
    Flow("ticket not printed", _ticket, lambda name: _confirmed(name, printed=False)),
    Flow("redeem to player", _printed, lambda name: _redeemed(name, f"a{name}")),
    Flow("redeem at the cage", _printed, lambda name: _redeemed(name, "cage")),
    Flow("pay credits", _player, lambda name: iter((PayCredits(f"a{name}", 200),))),
    Flow("online game", _at_home, _online),
    Flow("table open", _nothing, _new_table),
    Flow("table close", _new_table, _closed),
    Flow("table closed and opened at once", _new_table, _reopened, at_once=True),
    Flow("table taken", _nothing, _dealt_table, least=4),
    Flow("chips laid", _dealt_table, _laid),
    Flow("chips taken up", _with_chips, _taken_up),
    Flow("chips paid", _with_chips, _chips_paid),
    Flow("chips of a void round", _with_chips, _chips_back),
    Flow("float moved", _dealt_table, _float_moved),
    Flow("shifts counted", _dealt_table, _shifts_counted),
    Flow("shoe added to", _promised, _mixed),
    Flow("checkpoint and snapshot", _player, _rush, least=2, every=1),
)


def _withdrawal(name: str) -> What:
    return _at_table(WithdrawWager(f"a{name}", "banker"))
