"""`punto admin report` and `decide`: something went wrong at a table, and what becomes of it."""

from enum import Enum
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from msgspec.structs import replace

from punto.cli.opened import opened_house
from punto.cli.output import Json, console, print_json
from punto.cli.place import Data, KeyFile, Url
from punto.errors import WrongInput

if TYPE_CHECKING:
    from punto.house import Done
    from punto.table.irregularity import Found

Event = TypeVar("Event")
Table = Annotated[str, typer.Argument(help="The table; a player's own is zero-ACCOUNT.")]
Who = Annotated[str, typer.Option("--who", metavar="NAME", help="Who does this, for the record.")]
Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="What was seen, for the record.")]


class Answer(Enum):
    """Yes or no."""

    YES = "yes"
    NO = "no"


class Moment(Enum):
    """When it happened, whenever it was noticed."""

    INITIAL_DEAL = "initial-deal"
    THIRD_CARDS = "third-cards"


class Decision(Enum):
    """What a supervisor can decide."""

    VOID = "void"
    STANDS = "stands"


# --- reporting ----------------------------------------------------------------------------------


def report_irregularity(  # noqa: PLR0913 – one for each option
    table: Table,
    found: Annotated[str, typer.Argument(help="What was found, such as malfunction.")],
    *,
    who: Who,
    why: Why,
    reconstructed: Annotated[
        Answer, typer.Option("--reconstructed", help="Can the cards be put back as they were?")
    ] = Answer.NO,
    cards: Annotated[
        str,
        typer.Option("--cards", help="The cards as they left the shoe, if others are recorded."),
    ] = "",
    happened: Annotated[
        Moment, typer.Option("--happened", help="In the initial deal, or with the third cards?")
    ] = Moment.INITIAL_DEAL,
    round_number: Annotated[
        int | None,
        typer.Option("--round", metavar="N", help="The round, or the first one affected."),
    ] = None,
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    json: Json = False,
) -> None:
    """Report an irregularity; the rulebook rules on it, or a supervisor must."""
    from punto.house.staff_request import AtTable
    from punto.table.command import ReportIrregularity
    from punto.table.event import IrregularityRuled

    report = ReportIrregularity(
        found=_known(found),
        who=who,
        why=why,
        round=round_number,
        in_initial_deal=happened is Moment.INITIAL_DEAL,
        reconstructed=reconstructed is Answer.YES,
        cards=tuple(cards.split()),
    )
    with opened_house(data, database, key) as house:
        done = house.do(AtTable(table, report))
        ruled = _event(done, IrregularityRuled)
        while done.has_more:  # a ruling that reaches far back is carried out part by part
            done = house.do(AtTable(table, replace(report, round=ruled.round)))
    if json:
        ruling = {"round": f"{table}-{ruled.round}", "decision": ruled.decision.value}
        print_json({**ruling, "clause": ruled.clause, "words": ruled.words})
    else:
        clause = f" [{ruled.clause}]" if ruled.clause else ""
        _say(f"{table}-{ruled.round}: {ruled.words}{clause}")


def _known(found: str) -> "Found":
    from punto.table import Found

    known = [each.value for each in Found]
    if found not in known:
        raise WrongInput(f"{found!r} cannot be found at a table; what can is {', '.join(known)}")
    return Found(found)


# --- deciding -----------------------------------------------------------------------------------


def decide_irregularity(
    table: Table,
    decision: Annotated[Decision, typer.Argument(help="Is the round void, or does it stand?")],
    *,
    who: Who,
    why: Why,
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    json: Json = False,
) -> None:
    """Decide, as a supervisor, what the rulebook of a table does not cover."""
    from punto.house.staff_request import AtTable
    from punto.table.command import Decide
    from punto.table.event import SupervisorDecided

    decide = Decide(void=decision is Decision.VOID, who=who, why=why)
    with opened_house(data, database, key) as house:
        decided = _event(house.do(AtTable(table, decide)), SupervisorDecided)
    name = f"{table}-{decided.round}"
    if json:
        print_json({"round": name, "decision": decision.value, "who": who, "why": why})
    else:
        _say(f"{name}: {_OUTCOMES[decision]}")


_OUTCOMES = {
    Decision.VOID: "void, every stake goes back in full",
    Decision.STANDS: "the round stands",
}


def _event(done: "Done", kind: type[Event]) -> Event:
    """Find what was written of the decision itself; more may have followed from it."""
    from punto.house.record import decode_table

    events = decode_table(done.link.body or b"").events
    return next(event for event in events if isinstance(event, kind))


def _say(words: str) -> None:
    console().print(words, soft_wrap=True)
