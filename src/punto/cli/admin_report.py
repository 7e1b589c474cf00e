"""`punto admin report`: something went wrong at a table, and its rulebook rules on it."""

from typing import Annotated

import typer

from punto.cli.opened import opened_house
from punto.cli.output import console, print_json
from punto.cli.place import Data, KeyFile, Url, database_of, key_of
from punto.errors import WrongInput

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def report_irregularity(
    table: Annotated[str, typer.Argument(help="The table; a player's own is zero-ACCOUNT.")],
    found: Annotated[str, typer.Argument(help="What was found, such as malfunction.")],
    *,
    who: Annotated[str, typer.Option("--who", help="Who reports it.")],
    why: Annotated[str, typer.Option("--why", help="What was seen.")],
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    json: Json = False,
) -> None:
    """Report an irregularity of the last round. The house must not be open elsewhere."""
    from punto.store import Act
    from punto.store.record import decode_table
    from punto.table import Found
    from punto.table.command import ReportIrregularity
    from punto.table.event import IrregularityRuled

    known = [each.value for each in Found]
    if found not in known:
        raise WrongInput(f"{found!r} cannot be found at a table; what can is {', '.join(known)}")
    report = ReportIrregularity(found=Found(found), who=who, why=why)
    with opened_house(database_of(data, database), key_of(data, key)) as house:
        done = house.do(Act(table, (report,)), "")
    events = decode_table(done.link.body or b"").events
    ruled = next(event for event in events if isinstance(event, IrregularityRuled))
    if json:
        ruling = {"round": f"{table}-{ruled.round}", "decision": ruled.decision.value}
        print_json({**ruling, "clause": ruled.clause, "words": ruled.words})
    else:
        clause = f" [{ruled.clause}]" if ruled.clause else ""
        console().print(f"{table}-{ruled.round}: {ruled.words}{clause}", markup=False)
