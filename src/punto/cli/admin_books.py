"""`punto admin tickets`, `accounts`, `meters` and `liability`: what the books say."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from punto.cli.output import Json, console, print_json, print_table
from punto.cli.place import Data, Url, database_of
from punto.errors import WrongInput

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from punto.house.metering import By
    from punto.ledger import Account, Ledger, Meter, Meters


@contextmanager
def _books(data: Path | None, url: str | None) -> Iterator["Connection"]:
    """Read one state of a house, also while it is open."""
    from punto.store.database import plainly

    database = database_of(data, url)
    database.require_schema()
    with plainly(database), database.reading() as connection:
        yield connection


def _ledger(connection: "Connection") -> "Ledger":
    from immutables import Map

    from punto.ledger import Ledger
    from punto.store import reading

    return Ledger(Map(reading.accounts(connection)))


# --- tickets ------------------------------------------------------------------------------------


def show_tickets(
    account: Annotated[str, typer.Argument(metavar="ACCOUNT", help="A player or terminal.")],
    *,
    data: Data = None,
    database: Url = None,
    json: Json = False,
) -> None:
    """List the last 35 tickets of an account, the newest first; numbers are masked."""
    from punto.store.tickets import tickets_of

    with _books(data, database) as connection:
        if account not in _ledger(connection).accounts:
            raise WrongInput(f"there is no account {account!r}")
        tickets = tickets_of(connection, account)
    fields = [(each.number, each.amount, each.state.value) for each in tickets]
    if json:
        print_json([dict(zip(("number", "amount", "state"), each, strict=True)) for each in fields])
    else:
        rows = [(number, str(amount), state) for number, amount, state in fields]
        print_table(("number", "amount", "state"), rows, numbers=("amount",))


# --- accounts -----------------------------------------------------------------------------------


def show_accounts(*, data: Data = None, database: Url = None, json: Json = False) -> None:
    """List every account: its kind, its balance, how much of that is held, and what is owed."""
    from punto.ledger import Kind

    with _books(data, database) as connection:
        ledger = _ledger(connection)
    # Every visit to a terminal has an account for what it owes, and most owe nothing.
    accounts = [
        account
        for _, account in sorted(ledger.accounts.items())
        if account.kind is not Kind.RECEIVABLE or account.balance
    ]
    if json:
        print_json([_account_as_json(ledger, account) for account in accounts])
    else:
        columns = ("account", "kind", "balance", "held", "owed")
        print_table(columns, [_row(ledger, each) for each in accounts], numbers=columns[2:])


def _account_as_json(ledger: "Ledger", account: "Account") -> dict[str, Any]:
    return {
        "id": account.id,
        "kind": account.kind.value,
        "balance": account.balance,
        "held": account.held,
        "owed": _owed(ledger, account),
    }


def _owed(ledger: "Ledger", account: "Account") -> int:
    """Add up what is owed under a name, by whichever visitor."""
    from punto.ledger import debts_of

    return -sum(debt.balance for debt in debts_of(ledger, account.id))


def _row(ledger: "Ledger", account: "Account") -> tuple[str, str, str, str, str]:
    from punto.ledger import Kind
    from punto.ledger.ticket import masked

    name = masked(account.id) if account.kind is Kind.TICKET else account.id
    figures = (account.balance, account.held, _owed(ledger, account))
    balance, held, owed = map(str, figures)
    return name, account.kind.value, balance, held, owed


def show_liability(*, data: Data = None, database: Url = None, json: Json = False) -> None:
    """Add up what is owed to players: credits, tickets not redeemed, chips on the felt."""
    from punto.ledger import Kind, liability

    with _books(data, database) as connection:
        ledger = _ledger(connection)
    sums = {
        "credits": _sum(ledger, Kind.PLAYER.value),
        "tickets": _sum(ledger, Kind.TICKET.value),
        "felt": _sum(ledger, Kind.FELT.value),
        "liability": liability(ledger),
    }
    if json:
        print_json(sums)
    else:
        print_table(("owed", "amount"), [(k, str(v)) for k, v in sums.items()], numbers=("amount",))


def _sum(ledger: "Ledger", kind: str) -> int:
    return sum(each.balance for each in ledger.accounts.values() if each.kind.value == kind)


# --- meters -------------------------------------------------------------------------------------

_METERS = ("credits_in", "money_out", "coin_in", "coin_out", "voids")
_ALL = "all"


def show_meters(
    *,
    player: Annotated[bool, typer.Option("--player", help="By player or terminal.")] = False,
    table: Annotated[bool, typer.Option("--table", help="By table.")] = False,
    rulebook: Annotated[bool, typer.Option("--rulebook", help="By rulebook.")] = False,
    data: Data = None,
    database: Url = None,
    json: Json = False,
) -> None:
    """Show the meters, and whether they reconcile with the accounts: 1 if they do not."""
    from punto.house.metering import unmatched

    by = _one_of(player=player, table=table, rulebook=rulebook)
    with _books(data, database) as connection:
        ledger, meters = _ledger(connection), _meters(connection)
    wrong = list(unmatched(ledger, meters))
    if json:
        lines = [_meter_as_json(name, each) for name, each in _totals(meters, by)]
        print_json({"by": by, "meters": lines, "unreconciled": wrong})
    else:
        _print_meters(by, _totals(meters, by), wrong)
    raise typer.Exit(1 if wrong else 0)


def _one_of(**flags: bool) -> "By | None":
    chosen: list[Any] = [name for name, is_set in flags.items() if is_set]
    if len(chosen) > 1:
        raise WrongInput("give one of --player, --table and --rulebook")
    return chosen[0] if chosen else None


def _meters(connection: "Connection") -> "Meters":
    from immutables import Map

    from punto.store import reading

    return Map(reading.meters(connection))


def _totals(meters: "Meters", by: "By | None") -> Iterable[tuple[str, "Meter"]]:
    from punto.house.metering import totals
    from punto.ledger import meter

    return totals(meters, by).items() if by else ((_ALL, meter(meters)),)


def _meter_as_json(name: str, meter: "Meter") -> dict[str, Any]:
    return {"name": name, **{each: getattr(meter, each) for each in _METERS}}


def _print_meters(
    by: "By | None", lines: Iterable[tuple[str, "Meter"]], wrong: Iterable[str]
) -> None:
    words = tuple(each.replace("_", " ") for each in _METERS)
    rows = [(name or "–", *(str(getattr(each, m)) for m in _METERS)) for name, each in lines]
    print_table((by or "meters", *words), rows, numbers=words)
    names = ", ".join(wrong)
    console().print(f"these do not reconcile: {names}" if names else "all meters reconcile")
