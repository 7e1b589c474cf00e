"""`punto admin players`, `limits`, `exclude`: who plays and is on record, what protects them."""

from pathlib import Path
from typing import Annotated, Any
from uuid import uuid4

import typer

from punto.cli.opened import opened_house
from punto.cli.output import Json, console, print_json
from punto.cli.place import Data, KeyFile, Url, database_of

_Player = Annotated[
    str, typer.Argument(metavar="PLAYER", help="The name that somebody signs in with, or account.")
]
_Who = Annotated[str, typer.Option("--who", metavar="NAME", help="Who decides it.")]
_Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason, for the record.")]
_Amount = Annotated[int | None, typer.Option(min=1, metavar="AMOUNT", help="In minor units.")]
_Minutes = Annotated[
    int | None, typer.Option(min=5, max=1440, metavar="MINUTES", help="In steps of 5.")
]


def show_players(*, data: Data = None, database: Url = None, json: Json = False) -> None:
    """List those who have a name, a limit or a pause."""
    rows = [_row(patron) for patron in _patrons(data, database)]
    if json:
        print_json(rows)
        return
    for row in rows:
        limits = ", ".join(f"{name} {value}" for name, value in row["limits"].items()) or "-"
        until = f"  excluded until {row['excluded_until']}" if row["excluded_until"] else ""
        console().print(
            f"{row['account']:14} {row['name'] or '-':24} {limits}{until}",
            soft_wrap=True,
            markup=False,
        )


def _row(patron: Any) -> dict[str, Any]:  # noqa: ANN401 – a patron, imported when needed
    from msgspec import to_builtins

    from punto.people import Protection
    from punto.people.protection import FOR_EVER
    from punto.store.timestamp import utc, utc_ms

    protection, now = patron.protection or Protection(), utc_ms()
    until = protection.excluded_until_ms if protection.is_excluded(now) else 0
    return {
        "account": patron.id,
        "name": patron.name or None,
        "limits": to_builtins(protection.limits_at(now)),
        "excluded_until": ("for ever" if until >= FOR_EVER else utc(until)) if until else None,
    }


def limit_player(  # noqa: PLR0913 – one for each option
    player: _Player,
    *,
    stake: _Amount = None,
    loss_day: _Amount = None,
    loss_week: _Amount = None,
    minutes_day: _Minutes = None,
    check_minutes: _Minutes = None,
    who: _Who,
    why: _Why,
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    json: Json = False,
) -> None:
    """Set all limits of the house for a player; of these and his own the stricter holds."""
    from punto.house import SetLimits
    from punto.people import Limits

    limits = Limits(
        stake=stake,
        loss_day=loss_day,
        loss_week=loss_week,
        minutes_day=minutes_day,
        check_minutes=check_minutes,
    )
    account = _account(player, data, database)
    _do(SetLimits(account=account, limits=limits, who=who, why=why), data, database, key)
    _say(account, "the limits of the house are set", json=json)


def exclude_player(
    player: _Player,
    *,
    days: Annotated[
        int | None, typer.Option("--days", min=1, metavar="N", help="For ever, if not given.")
    ] = None,
    who: _Who,
    why: _Why,
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    json: Json = False,
) -> None:
    """Take no bets of a player for so many days, or for ever; nobody takes this back."""
    from punto.house import Exclude

    account = _account(player, data, database)
    _do(Exclude(account=account, days=days, who=who, why=why), data, database, key)
    _say(account, f"no bets for {days} days" if days else "no bets any more", json=json)


def _do(what: Any, data: Path | None, database: str | None, key: Path | None) -> None:  # noqa: ANN401 – a request
    with opened_house(data, database, key) as house:
        house.do(what, uuid4().hex)


def _account(player: str, data: Path | None, database: str | None) -> str:
    """Find the account of whoever signs in with a name; an account goes before a name."""
    from punto.store import schema
    from punto.store.bulk import rows_among

    with _books(data, database).reading() as connection:
        if rows_among(connection, schema.accounts, "id", [player]):
            return player
    named = (each.id for each in _patrons(data, database) if each.name == player)
    return next(named, player)


def _patrons(data: Path | None, database: str | None) -> list[Any]:
    from punto.store.opening import patrons_of

    with _books(data, database).reading() as connection:
        return sorted(patrons_of(connection).values(), key=lambda patron: patron.id)


def _books(data: Path | None, database: str | None) -> Any:  # noqa: ANN401 – a database
    books = database_of(data, database)
    books.require_schema()
    return books


def _say(account: str, words: str, *, json: bool) -> None:
    if json:
        print_json({"account": account, "done": words})
    else:
        console().print(f"{account}: {words}", soft_wrap=True, markup=False)
