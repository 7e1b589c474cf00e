"""The audit of who deals: every coming and going is what the house would have written."""

from collections.abc import Iterator

from punto.house.dealing import dealer_event, not_for
from punto.house.request import LeaveTable, RelieveDealer, TakeTable
from punto.people import Actor, Role
from punto.table.house_table import HouseTable
from punto.table.record import DealerCame, DealerLeft, DealerRelieved, OfDealer


def wrong_with_dealer(house_table: HouseTable, happened: OfDealer, maker: str) -> Iterator[str]:
    """Ask the house for it again, in the name of whoever made the entry, and compare.

    Whether the role has the right to it is asked elsewhere.
    """
    asked = _asked(happened, maker)
    refusal = not_for(Actor(maker, Role.DEALER), house_table, asked)
    if refusal is not None:
        yield f"{type(happened).__name__}: the house refuses this here: {refusal.words}"
    expected = dealer_event(maker, house_table, asked)
    if happened != expected:
        yield f"{happened}: by what came before it is {expected}"


def _asked(happened: OfDealer, maker: str) -> TakeTable | LeaveTable | RelieveDealer:
    match happened:
        case DealerCame():
            return TakeTable()
        case DealerLeft():
            return LeaveTable()
        case DealerRelieved(why=why):
            return RelieveDealer(maker, why)
