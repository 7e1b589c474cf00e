"""Alerts that somebody has acknowledged: they are gone from the office, and this is on record."""

import re
from typing import Final

from punto.house.chain import OFFICE
from punto.house.code import Code
from punto.house.context import Context
from punto.house.house import Change, House, Written, chained, extended
from punto.house.record import AlertRecord, encode
from punto.house.request import Acknowledge, Request
from punto.refusal import Refusal

_ALERT: Final = re.compile(r"[A-Za-z0-9_:/-]{1,80}", re.ASCII)


def is_alert_name(text: str) -> bool:
    """Whether an alert could be called so."""
    return _ALERT.fullmatch(text) is not None


def acknowledge(
    house: House, request: Request, what: Acknowledge, context: Context
) -> Change | Refusal:
    """Put on record who has seen an alert."""
    if request.key is None:
        return Refusal(Code.ID_WANTED, "an alert is acknowledged once, under an id")
    if not is_alert_name(what.alert):
        return Refusal(Code.REQUEST_MALFORMED, "this names no alert")
    actor = request.actor
    record = AlertRecord(actor.id, actor.role.value, what.alert, request.digest)
    link = chained(house, OFFICE, request, context.now_ms, encode(record))
    return Change(extended(house, link), (Written(link),))
