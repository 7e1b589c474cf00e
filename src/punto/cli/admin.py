"""`punto admin …`: backups, the cage, rulings, and what the books say; on a running house too."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from punto.cli import (
    admin_books,
    admin_debts,
    admin_key,
    admin_office,
    admin_players,
    admin_report,
    admin_settings,
    admin_shift,
    admin_staff,
    admin_terminals,
    admin_ticket,
)
from punto.cli.opened import opened_house
from punto.cli.output import Json, console, print_json
from punto.cli.place import Data, KeyFile, Url, database_of, found_key
from punto.errors import WrongAmount

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from punto.archive.backup import Kept
    from punto.cli.opened import OpenedHouse
    from punto.house import BuyIn, PayCredits, RedeemTicket, Repay

    AtCage = BuyIn | PayCredits | RedeemTicket | Repay

app = typer.Typer(
    help="Keep a house: backups, the cage, the books.",
    rich_markup_mode=None,
    invoke_without_command=True,
)
app.command("tickets")(admin_books.show_tickets)
app.command("accounts")(admin_books.show_accounts)
app.command("meters")(admin_books.show_meters)
app.command("liability")(admin_books.show_liability)
app.command("report")(admin_report.report_irregularity)
app.command("decide")(admin_report.decide_irregularity)
app.command("ticket")(admin_ticket.end_cash_out)
app.command("find-ticket")(admin_office.show_ticket)
app.command("day")(admin_office.show_day)
app.command("shifts")(admin_shift.show_shifts)
app.command("shift")(admin_shift.count_shift)
app.command("events")(admin_office.show_events)
app.command("acknowledge")(admin_office.acknowledge_alert)
app.command("settings")(admin_settings.show_settings)
app.command("set")(admin_settings.set_table)
app.command("new")(admin_settings.new_table)
app.command("open")(admin_settings.open_table)
app.command("close")(admin_settings.close_table)
app.command("reread")(admin_settings.read_file_again)
app.command("write-off")(admin_debts.write_off_debt)
app.command("staff")(admin_staff.show_staff)
app.command("enrol")(admin_staff.make_link)
app.command("pin")(admin_staff.make_pin_link)
app.command("players")(admin_players.show_players)
app.command("limits")(admin_players.limit_player)
app.command("exclude")(admin_players.exclude_player)
app.command("revoke")(admin_staff.revoke_staff)
app.command("reset-codes")(admin_staff.reset_codes)
app.command("terminals")(admin_terminals.show_terminals)
app.command("invite")(admin_terminals.invite_terminal)
app.command("revoke-terminal")(admin_terminals.revoke_terminal)
app.command("revoke-tokens")(admin_staff.revoke_all_tokens)
app.command("rotate-key")(admin_key.rotate_key)

RequestId = Annotated[
    str,
    typer.Option("--request", metavar="ID", help="Given again, the same is not done twice."),
]


@app.callback()
def _start(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


# --- backups ------------------------------------------------------------------------------------


@app.command("backup")
def back_up_house(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file: house.punto.gz.")],
    *,
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    json: Json = False,
) -> None:
    """Write a backup, also while the house is open; signed, if the key is at hand."""
    from punto.archive.backup import back_up

    kept = back_up(database_of(data, database), file, found_key(data, key))
    _report(file, kept, "backed up", json=json)


@app.command("restore")
def restore_house(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    *,
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    json: Json = False,
) -> None:
    """Check a backup, and write it to an empty database."""
    from punto.archive.backup import restore

    kept = restore(file, database_of(data, database), found_key(data, key))
    _report(file, kept, "restored", json=json)


def _report(file: Path, kept: "Kept", done: str, *, json: bool) -> None:
    if json:
        print_json({"file": str(file), **kept._asdict()})
        return
    signed = "signed by the house" if kept.is_signed else "not signed"
    entries = f"{kept.entries} {'entry' if kept.entries == 1 else 'entries'}"
    console().print(f"{done}: {entries} of house {kept.house[:8]}, {signed}")


# --- the cage -----------------------------------------------------------------------------------


@app.command("credit")
def sell_credits(
    account: Annotated[str, typer.Argument(metavar="ACCOUNT", help="Who buys.")],
    amount: Annotated[str, typer.Argument(metavar="AMOUNT", help="In minor units.")],
    *,
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    request: RequestId = "",
    json: Json = False,
) -> None:
    """Sell credits for money."""
    from punto.house import BuyIn

    what = BuyIn(account, _parsed(amount))
    _at_cage(what, f"{account} bought", opened_house(data, database, key), request, json=json)


@app.command("pay")
def pay_credits(
    account: Annotated[str, typer.Argument(metavar="ACCOUNT", help="Who is paid.")],
    amount: Annotated[str, typer.Argument(metavar="AMOUNT", help="In minor units.")],
    *,
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    request: RequestId = "",
    json: Json = False,
) -> None:
    """Pay credits in money."""
    from punto.house import PayCredits

    what = PayCredits(account, _parsed(amount))
    _at_cage(what, f"{account} was paid", opened_house(data, database, key), request, json=json)


@app.command("repay")
def take_repayment(
    account: Annotated[str, typer.Argument(metavar="ACCOUNT", help="Who owes.")],
    amount: Annotated[str, typer.Argument(metavar="AMOUNT", help="In minor units.")],
    *,
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    request: RequestId = "",
    json: Json = False,
) -> None:
    """Take money for what is owed."""
    from punto.house import Repay

    what = Repay(account, _parsed(amount), in_money=True)
    _at_cage(what, f"{account} repaid", opened_house(data, database, key), request, json=json)


def _parsed(amount: str) -> int:
    from punto.ledger.transfer import MAX_AMOUNT

    is_number = amount.isascii() and amount.isdecimal() and len(amount) < 20
    if not is_number or not 1 <= int(amount) <= MAX_AMOUNT:
        raise WrongAmount(f"an amount is 1 to {MAX_AMOUNT} minor units, not {amount!r}")
    return int(amount)


def _new_id() -> str:
    from uuid import uuid4

    return uuid4().hex


@app.command("redeem")
def redeem_ticket(
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="The number of a ticket.")],
    *,
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    request: RequestId = "",
    json: Json = False,
) -> None:
    """Pay a ticket at the cage."""
    from punto.house import RedeemTicket
    from punto.house.house import CAGE

    what = RedeemTicket(number, CAGE)
    _at_cage(what, "ticket paid:", opened_house(data, database, key), request, json=json)


def _at_cage(
    what: "AtCage",
    words: str,
    opened: "AbstractContextManager[OpenedHouse]",
    request: str,
    *,
    json: bool,
) -> None:
    """Do something for money, once under its id, and say how much was moved."""
    from punto.house.counter import moved_at_cage

    name = request or _new_id()
    with opened as house:
        done = house.do(what, name)
    amount = moved_at_cage(done.link)
    if json:
        print_json({"amount": amount, "request": name, "again": done.again})
    else:
        again = ", and had been before" if done.again else ""
        console().print(f"{words} {amount}{again}")


# --- retention ----------------------------------------------------------------------------------


@app.command("drop-old")
def drop_old_bodies(
    *,
    days: Annotated[int, typer.Option("--days", help="Keep what is newer; 366 or more.")],
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    json: Json = False,
) -> None:
    """Drop the bodies of old entries."""
    from punto.house import Done, DropOld
    from punto.house.forward import decode_retention

    through: dict[str, int] = {}
    with opened_house(data, database, key) as house:
        while isinstance(answer := house.try_to(DropOld(days), unless="nothing-old"), Done):
            through = decode_retention(answer.link.body or b"").through
    if json:
        print_json({"dropped": bool(through), "through": through})
    else:
        last = ", ".join(f"{chain} through entry {last}" for chain, last in through.items())
        console().print(f"dropped: {last}" if through else answer.words)
