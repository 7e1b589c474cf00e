"""`punto admin ticket`: a ticket in hand, of which the terminal can say nothing any more."""

from enum import Enum
from typing import Annotated

import typer

from punto.cli.opened import opened_house
from punto.cli.output import Json, console, print_json
from punto.cli.place import Data, KeyFile, Url


class Ending(Enum):
    """What can become of a ticket in hand."""

    PRINTED = "printed"
    RETURNED = "returned"


def end_cash_out(
    account: Annotated[str, typer.Argument(metavar="TERMINAL", help="A terminal or player.")],
    ending: Annotated[Ending, typer.Argument(help="Is it on paper, or do the credits go back?")],
    *,
    who: Annotated[str, typer.Option("--who", metavar="NAME", help="Who has looked.")],
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help="What was seen.")],
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    json: Json = False,
) -> None:
    """End a cash-out whose ticket nobody has confirmed: it is good, or the credits are."""
    from uuid import uuid4

    from punto.house import EndCashOut

    printed = ending is Ending.PRINTED
    wanted = EndCashOut(account=account, printed=printed, who=who, why=why)
    with opened_house(data, database, key) as house:
        house.do(wanted, uuid4().hex)
    if json:
        print_json({"account": account, "ticket": ending.value, "who": who, "why": why})
    else:
        words = "the ticket is printed" if printed else "the credits are put back"
        console().print(f"{account}: {words}", soft_wrap=True)
