"""What the house has bound itself to, as one list that it has signed, for anyone to keep."""

from typing import Final

import msgspec
from litestar import get
from litestar.datastructures import State

from punto.house.canonical import canonical
from punto.protocol import CommitmentList, CommittedShoe, SignedCommitments
from punto.server.http_answers import refusals
from punto.server.open_house import OpenHouse

FORMAT: Final = "punto commitments 1"
"""Stands before what is signed: nothing else of the house is signed so."""


@get("/api/commitments", responses=refusals())
async def read_commitments(state: State) -> SignedCommitments:
    """List the shoes to come and on the tables that all share, before their secrets are out."""
    house: OpenHouse = state.house
    content = CommitmentList(
        house=house.key.public, at_ms=house.time.now_ms(), shoes=_sealed_shoes(house)
    )
    plain = canonical(msgspec.to_builtins(content))
    return SignedCommitments(content, house.key.sign(f"{FORMAT}\n".encode() + plain))


def _sealed_shoes(house: OpenHouse) -> list[CommittedShoe]:
    house_tables = (
        each.view.house_table for each in house.tables.broadcasts.values() if not each.owner
    )
    return [
        CommittedShoe(table=house_table.id, shoe=each.number, commitment=each.commitment)
        for house_table in house_tables
        for each in house_table.commitments
        if each.number == house_table.unrevealed or each == house_table.committed
    ]


ROUTES: Final = [read_commitments]
