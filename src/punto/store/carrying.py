"""Carrying out a request: which part of the house it is for."""

from punto.store.acting import at_table
from punto.store.answer import Denied
from punto.store.counter import at_counter
from punto.store.house import Change, House, Means
from punto.store.request import Act, Asked, CloseTable, DropOld, OpenTable
from punto.store.retention import drop_old


def carry_out(house: House, asked: Asked, means: Means) -> Change | Denied:
    """Say what a request makes of the house, or why it may not be done. Nothing is stored yet."""
    if not asked.is_well_formed:
        return Denied("request-malformed", "names are 1 to 24 letters, digits and hyphens")
    what = asked.what
    if isinstance(what, OpenTable | CloseTable | Act):
        return at_table(house, asked, what, means)
    if isinstance(what, DropOld):
        return drop_old(house, asked, what, means)
    return at_counter(house, asked, what, means)
