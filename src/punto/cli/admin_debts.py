"""`punto admin write-off`: what a player owes, and the house gives up."""

from typing import Annotated

import typer

from punto.cli.opened import opened_house
from punto.cli.output import Json, console, print_json
from punto.cli.place import Data, KeyFile, Url


def write_off_debt(
    account: Annotated[str, typer.Argument(metavar="ACCOUNT", help="A player or terminal.")],
    *,
    who: Annotated[str, typer.Option("--who", help="Who decides it.")],
    why: Annotated[str, typer.Option("--why", help="The reason, for the record.")],
    request: Annotated[
        str,
        typer.Option("--request", metavar="ID", help="Given again, the same is not done twice."),
    ] = "",
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    json: Json = False,
) -> None:
    """Give up what is owed after a void, by a player or by all visitors of a terminal."""
    from uuid import uuid4

    from punto.house import WriteOff
    from punto.house.record import decode_cage
    from punto.ledger import Transfer

    name = request or uuid4().hex
    with opened_house(data, database, key) as house:
        done = house.do(WriteOff(account, who, why), name)
    entries = decode_cage(done.link.body or b"").entries
    given_up = [each for each in entries if isinstance(each, Transfer)]
    amount = sum(each.amount for each in given_up)
    if json:
        debts = {each.credit: each.amount for each in given_up}
        print_json({"amount": amount, "debts": debts, "request": name, "again": done.again})
    else:
        again = ", and had been before" if done.again else ""
        console().print(f"{account}: {amount} written off{again}", markup=False)
