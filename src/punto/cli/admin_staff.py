"""`punto admin staff`, `enrol`, `revoke`, `reset-codes`: who is staff, and how they are known."""

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from punto.cli.opened import Why, put_on_record
from punto.cli.output import Json, console, print_json, tell_done
from punto.cli.place import Data, KeyFile, Url, database_of, default_directory, key_of

if TYPE_CHECKING:
    from punto.server.tokens import Tokens


class StaffRole(Enum):
    """What a person can be enrolled as."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    CAGE = "cage"
    MANAGER = "manager"
    AUDITOR = "auditor"


def show_staff(*, data: Data = None, database: Url = None, json: Json = False) -> None:
    """List everyone who was ever enrolled."""
    from punto.store.opening import staff_of

    books = database_of(data, database)
    books.require_schema()
    with books.reading() as connection:
        known = sorted(staff_of(connection).values(), key=lambda person: person.id)
    rows = [
        {
            "name": each.id,
            "role": each.role.value,
            "revoked": each.is_revoked,
            "codes": each.has_codes,
        }
        for each in known
    ]
    if json:
        print_json(rows)
        return
    for row in rows:
        revoked = "  revoked" if row["revoked"] else ""
        codes = "  one-time codes" if row["codes"] else ""
        console().print(f"{row['name']:24} {row['role']}{codes}{revoked}", soft_wrap=True)


def make_link(
    role: Annotated[StaffRole, typer.Argument(help="As what somebody is enrolled.")],
    *,
    address: Annotated[
        str, typer.Option("--address", metavar="URL", help="Where the house is served.")
    ] = "http://127.0.0.1:8000/",
    data: Data = None,
    key: KeyFile = None,
    json: Json = False,
) -> None:
    """Make a link that enrols one person, once, within a day."""
    from punto.people import Role
    from punto.server.enrolment import new_link
    from punto.store.timestamp import utc_ms

    link = new_link(Role(role.value), utc_ms()).text(_tokens(data, key))
    shown = f"{address.rstrip('/')}/enrol#{link}"
    if json:
        print_json({"role": role.value, "link": shown})
    else:
        print(shown)


def make_pin_link(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Somebody of the staff.")],
    *,
    address: Annotated[
        str, typer.Option("--address", metavar="URL", help="Where the house is served.")
    ] = "http://127.0.0.1:8000/",
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    json: Json = False,
) -> None:
    """Make a link with which somebody of the staff chooses another PIN, once, within a day."""
    from punto.errors import WrongInput
    from punto.server.enrolment import new_link
    from punto.store.opening import staff_of
    from punto.store.timestamp import utc_ms

    books = database_of(data, database)
    books.require_schema()
    with books.reading() as connection:
        person = staff_of(connection).get(name)
    if person is None or person.is_revoked:
        raise WrongInput(f"there is no {name!r} among the staff")
    link = new_link(person.role, utc_ms(), person).text(_tokens(data, key))
    shown = f"{address.rstrip('/')}/enrol#{link}"
    if json:
        print_json({"name": name, "link": shown})
    else:
        print(shown)


def _tokens(data: Path | None, key: Path | None) -> "Tokens":
    from punto.server.tokens import FILE, Tokens

    return Tokens(key_of(data, key), (data or default_directory()) / FILE)


def revoke_all_tokens(*, data: Data = None, json: Json = False) -> None:
    """Sign everybody out: no token of a guest, a terminal or the staff holds, and no link."""
    from punto.server.tokens import FILE, revoke_tokens

    revoke_tokens((data or default_directory()) / FILE)
    if json:
        print_json({"revoked": True})
    else:
        console().print("every token and every link is revoked: all have to sign in again")


def revoke_staff(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Somebody of the staff.")],
    *,
    why: Why,
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    json: Json = False,
) -> None:
    """Make somebody staff no longer; whoever is signed in under the name is out at once."""
    from punto.house import RevokeStaff

    put_on_record(RevokeStaff(name, why), data, database, key)
    told = {"name": name, "revoked": True, "why": why}
    tell_done(told, f"{name} is staff no longer", json=json)


def reset_codes(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Somebody of the staff.")],
    *,
    why: Why,
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    json: Json = False,
) -> None:
    """Reset the one-time codes of somebody who has lost what makes them; they set up others."""
    from punto.house import ResetCodes

    put_on_record(ResetCodes(name, why), data, database, key)
    told = {"name": name, "codes": False, "why": why}
    tell_done(told, f"{name} has no one-time codes any more", json=json)
