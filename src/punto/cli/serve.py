"""`punto serve`: the house opens."""

import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from punto.cli.place import KeyFile, database_of, default_directory, serving_key
from punto.errors import Unverified, WrongInput

if TYPE_CHECKING:
    from punto.store import Writer

Host = Annotated[str, typer.Option(help="Where to listen.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")]
Data = Annotated[Path | None, typer.Option("--data", help="The data directory, for SQLite.")]
DatabaseUrl = Annotated[str | None, typer.Option("--database", help="PostgreSQL, by its URL.")]
ConfigFile = Annotated[Path | None, typer.Option("--config", help="Tables, limits, chips: TOML.")]
Open = Annotated[bool, typer.Option("--open", help="Open the browser.")]
Verify = Annotated[bool, typer.Option("--verify", help="Audit all that was ever stored first.")]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    data: Data = None,
    database: DatabaseUrl = None,
    config: ConfigFile = None,
    key_file: KeyFile = None,
    open_browser: Open = False,
    verify: Verify = False,
) -> None:
    """Open the house: people come with a browser and play."""
    from punto import __version__
    from punto.cli.documentation import built_documentation
    from punto.cli.web_client import built_client
    from punto.server.codes import codes_for, words_of
    from punto.server.config import default_config, read_config, terms_of
    from punto.server.house_time import SystemTime
    from punto.server.open_house import OpenHouse
    from punto.server.serving import serve as serve_house
    from punto.server.staff import staff_words
    from punto.store import Writer
    from punto.store.collector import calm_collector
    from punto.store.staff_socket import staff_socket_path

    books = database_of(data, database)
    plan = default_config() if config is None else read_config(text_of(config), str(config))
    place = None if config is None else str(config)
    plan = codes_for(host, plan, place)
    directory = data or default_directory()
    key = serving_key(directory, key_file)
    if verify:
        _require_audited(Writer(books, key))
    client = built_client()
    time = SystemTime()
    writer = Writer(books, key, clock=time.now_ms, terms=terms_of(plan))
    house = OpenHouse(plan, writer, key, __version__, time, config)

    def ready(address: str) -> None:
        print(f"The house is open: {address}", flush=True)
        where = directory if database is None else "PostgreSQL"
        print(f"Its books are in {where}. Ctrl-C closes it.", flush=True)
        for words in (*words_of(host, plan, place), *staff_words(house.staff, address)):
            print(words, flush=True)
        if open_browser:
            webbrowser.open(address)

    calm_collector()
    staff_path, docs = staff_socket_path(books, directory), built_documentation()
    serve_house(house, client, host, port, ready, staff_path, docs)
    print("The house is closed.", file=sys.stderr)


def _require_audited(writer: "Writer") -> None:
    """Go through the books as they are when they are open, before anybody is let in."""
    from punto.cli.audit import audited

    print("Checking all that was ever stored …", file=sys.stderr)
    writer.close()
    found = audited(writer.database)
    if found.findings:
        first = found.findings[0]
        more = f" (and {len(found.findings) - 1} more)" if len(found.findings) > 1 else ""
        raise Unverified(f"the house stays closed: {first.place}: {first.what}{more}")
    print(f"{found.entries} entries hold.", file=sys.stderr)


def text_of(path: Path) -> str:
    """Read a file of ours, or say in one line why it cannot be."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise WrongInput(f"{path} cannot be read: {error}") from None
