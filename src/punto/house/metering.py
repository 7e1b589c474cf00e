"""The meters as they are read: by player, table or rulebook, and whether they reconcile."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from immutables import Map

from punto.ledger import Kind, Ledger, Meter, MeterKey, Meters, unreconciled
from punto.ledger.meters import house_unreconciled

By: TypeAlias = Literal["player", "table", "rulebook"]


def totals(meters: Meters, by: By) -> dict[str, Meter]:
    """Add up the meters under each name; money that is not in play has no table and no rulebook."""
    sums: dict[str, Meter] = {}
    for key, meter in meters.items():
        name = getattr(key, by)
        sums[name] = sums.get(name, Meter()) + meter
    return dict(sorted(sums.items()))


def unmatched(ledger: Ledger, meters: Meters) -> Iterator[str]:
    """Name the players whose meters do not explain their credits, and the house alike."""
    sums = totals(meters, "player")
    players = {each.id for each in ledger.accounts.values() if each.kind is Kind.PLAYER}
    for player in sorted({*players, *sums}):
        # Of one player all is in one meter here, so that looking is not looking through all.
        own = Map({MeterKey(player, "", ""): sums.get(player, Meter())})
        if unreconciled(ledger, own, player):
            yield player
    if house_unreconciled(ledger, meters):
        yield "the house"
