"""`punto admin terminals`, `invite`, `revoke-terminal`: which browsers are Player Terminals."""

from typing import Annotated

import typer

from punto.cli.opened import Why, put_on_record
from punto.cli.output import Json, console, print_json, tell_done
from punto.cli.place import Data, KeyFile, Url, database_of, key_of

_Terminal = Annotated[str, typer.Argument(metavar="TERMINAL", help="The name of a terminal.")]


def show_terminals(*, data: Data = None, database: Url = None, json: Json = False) -> None:
    """List every terminal that was ever invited, and whether a browser is enrolled as it."""
    from punto.people.protection import FOR_EVER
    from punto.store.opening import terminals_of
    from punto.store.timestamp import utc, utc_ms

    books = database_of(data, database)
    books.require_schema()
    with books.reading() as connection:
        known = sorted(terminals_of(connection).values(), key=lambda terminal: terminal.id)
    now, rows = utc_ms(), []
    for each in known:
        is_invited = bool(each.code) and now < each.until_ms
        until = "used" if each.until_ms >= FOR_EVER else utc(each.until_ms)
        invited = until if is_invited else None
        rows.append({"terminal": each.id, "enrolled": each.is_enrolled, "invited_until": invited})
    if json:
        print_json(rows)
        return
    for row in rows:
        invited = f"  a code holds until {row['invited_until']}" if row["invited_until"] else ""
        is_there = "enrolled" if row["enrolled"] else "not enrolled"
        console().print(f"{row['terminal']:12} {is_there}{invited}", soft_wrap=True)


def invite_terminal(
    terminal: _Terminal,
    *,
    address: Annotated[
        str, typer.Option("--address", metavar="URL", help="Where the house is served.")
    ] = "http://127.0.0.1:8000/",
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    json: Json = False,
) -> None:
    """Make a code with which one browser becomes a terminal, once, within a day."""
    from punto.house import InviteTerminal
    from punto.server.invitation import LASTS_MS, code_by_chance, code_mark, link_for
    from punto.store.timestamp import utc_ms

    code = code_by_chance()
    mark = code_mark(key_of(data, key), terminal, code)
    put_on_record(InviteTerminal(terminal, mark, utc_ms() + LASTS_MS), data, database, key)
    link = link_for(address, terminal, code)
    if json:
        print_json({"terminal": terminal, "code": code, "link": link})
    else:
        print(f"{terminal} {code}\n{link}")


def revoke_terminal(
    terminal: _Terminal,
    *,
    why: Why,
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    json: Json = False,
) -> None:
    """Let no browser be a terminal any more; it is out at once, and credits on it stay."""
    from punto.house import RevokeTerminal

    put_on_record(RevokeTerminal(terminal, why), data, database, key)
    told = {"terminal": terminal, "revoked": True, "why": why}
    tell_done(told, f"no browser is {terminal} any more", json=json)
