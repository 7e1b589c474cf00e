"""`punto audit`: is all that a house has written down still true?"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
import typer

from punto.cli.frequencies import Frequency, frequencies
from punto.cli.output import Json, console, print_json, print_section
from punto.cli.place import Data, KeyFile, Url, database_of, key_of
from punto.errors import Unverified, WrongInput

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from punto.audit.finding import Finding
    from punto.audit.report import Audit
    from punto.store import Database
    from punto.store.checkpoint import Checkpoint

FAILED: Final = 1
_GZIP: Final = b"\x1f\x8b"

app = typer.Typer(
    help="Check what a house has written down, and sign where it stands.",
    rich_markup_mode=None,
    invoke_without_command=True,
)


@app.callback()
def _start(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


# --- verify -------------------------------------------------------------------------------------


@app.command("verify")
def verify_house(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A backup, in the place of a database.")
    ] = None,
    *,
    data: Data = None,
    database: Url = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A checkpoint that was handed out: is it still true?"),
    ] = None,
    json: Json = False,
) -> None:
    """Check every entry, every payment, every card and every balance of a house."""
    handed_out = _read_checkpoint(checkpoint)
    try:
        with _source(file, data, database) as source:
            audit = audited(source, handed_out)
    except Unverified as error:
        if file is None:
            raise
        _report_damage(str(error), json=json)
    else:
        _report(audit, frequencies(audit.results), json=json)


def _read_checkpoint(path: Path | None) -> "Checkpoint | None":
    from punto.store.checkpoint import read_checkpoint

    if path is None:
        return None
    try:
        return read_checkpoint(path.read_bytes(), str(path))
    except OSError as error:
        raise WrongInput(f"{path}: {error.strerror}") from None


@contextmanager
def _source(file: Path | None, data: Path | None, url: str | None) -> Iterator["Database"]:
    """Open the database, or restore the backup to one that is gone afterwards."""
    if file is None:
        yield database_of(data, url)
        return
    from punto.archive.backup import restored_temporarily

    if data is not None or url is not None:
        raise WrongInput("give either a FILE, --data DIR or --database URL")
    _require_backup(file)
    with restored_temporarily(file) as database:
        yield database


def _require_backup(file: Path) -> None:
    try:
        with file.open("rb") as opened:
            start = opened.read(len(_GZIP))
    except OSError as error:
        raise WrongInput(f"{file}: {error.strerror}") from None
    if start != _GZIP:
        raise WrongInput(f"{file} is no backup")


def audited(database: "Database", handed_out: "Checkpoint | None" = None) -> "Audit":
    """Check everything, and show a person at a terminal how far it is."""
    from punto.audit.report import audit, entries_to_look_at
    from punto.store.database import plainly

    database.require_schema()
    with plainly(database), database.reading() as connection:
        _require_house(connection)
        with _progress(entries_to_look_at(connection)) as advance:
            return audit(connection, checkpoint=handed_out, advance=advance)


def _require_house(connection: "Connection") -> None:
    from punto.store import reading

    if not reading.chains(connection):
        raise WrongInput("nothing was ever written in this database")


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """Show how far it is, to a person at a terminal."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("auditing", total=total)
        yield lambda: progress.advance(task)


# --- what is said -------------------------------------------------------------------------------


def _report(audit: "Audit", judged: tuple[Frequency, ...], *, json: bool) -> None:
    from punto.audit.finding import Finding

    suspect = [
        Finding(f"results of {each.rulebook}", str(each)) for each in judged if each.is_suspect
    ]
    findings = [*audit.findings, *suspect]
    if json:
        print_json(_as_json(audit, findings, judged))
    else:
        _print(audit, findings, judged)
    raise typer.Exit(FAILED if findings else 0)


def _as_json(
    audit: "Audit", findings: list["Finding"], judged: tuple[Frequency, ...]
) -> dict[str, Any]:
    looked_at = {
        name: getattr(audit, name)
        for name in ("chains", "entries", "batches", "tables", "rounds", "bets", "shoes")
    }
    return {
        "holds": not findings,
        "house": audit.house,
        "findings": msgspec.to_builtins(findings),
        "notes": list(audit.notes),
        "undecided": msgspec.to_builtins(audit.undecided),
        "looked_at": looked_at,
        "rounds_dealt_again": audit.dealt_again,
        "rounds_not_yet_dealt_again": audit.not_yet,
        "frequencies": msgspec.to_builtins(judged),
    }


def _print(audit: "Audit", findings: list["Finding"], judged: tuple[Frequency, ...]) -> None:
    out = console()
    out.print(f"house {audit.house}", soft_wrap=True)
    out.print(
        f"{audit.chains} chains of {audit.entries} entries; {audit.batches} batches applied again"
    )
    out.print(
        f"{audit.tables} tables, {audit.rounds} rounds, {audit.bets} bets settled again;"
        f" {audit.shoes} shoes revealed, {audit.dealt_again} rounds dealt again"
    )
    print_section("Frequencies", map(str, judged))
    print_section("To know", audit.notes)
    print_section("What does not hold", map(str, findings))
    out.print(f"\n{_verdict(len(findings))}", style="bold")


def _verdict(count: int) -> str:
    if not count:
        return "All holds."
    return "1 finding." if count == 1 else f"{count} findings."


def _report_damage(said: str, *, json: bool) -> None:
    """Say what is wrong with a backup that cannot even be restored."""
    place, _, what = said.partition(": ")
    if json:
        print_json({"holds": False, "findings": [{"place": place, "what": what}]})
    else:
        print_section("What does not hold", [said])
        console().print(f"\n{_verdict(1)}", style="bold")
    raise typer.Exit(FAILED)


# --- checkpoints --------------------------------------------------------------------------------


@app.command("checkpoint")
def sign_checkpoint(
    *,
    data: Data = None,
    database: Url = None,
    key: KeyFile = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write it.")
    ] = None,
) -> None:
    """Sign where every chain ends now, to be kept where the house cannot reach it."""
    signed = _signed_now(database_of(data, database), data, key)
    text = msgspec.json.format(msgspec.json.encode(signed), indent=2).decode()
    if output is None:
        print(text)
        return
    try:
        output.write_text(f"{text}\n", encoding="utf-8", newline="\n")
    except OSError as error:
        raise WrongInput(f"{output}: {error.strerror}") from None
    print(output)


def _signed_now(database: "Database", data: Path | None, file: Path | None) -> "Checkpoint":
    from punto.store import reading
    from punto.store.checkpoint import checkpoint_of
    from punto.store.database import plainly
    from punto.store.timestamp import utc_ms

    database.require_schema()
    with plainly(database), database.reading() as connection:
        _require_house(connection)
        key = key_of(data, file)
        require_key(connection, key.public)
        return checkpoint_of(reading.heads(connection), utc_ms(), key)


def require_key(connection: "Connection", public: str) -> None:
    """Refuse to sign for another house."""
    from punto.errors import WrongKey
    from punto.store import reading

    if reading.house_value(connection, "public key") != public:
        raise WrongKey("the key is not the one that this database was made with")
