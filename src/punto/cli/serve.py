"""`punto serve`: the house opens."""

import os
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import typer

from punto.cli.documentation import documentation_place
from punto.cli.place import Data, KeyFile, Url, database_of, default_directory, serving_key
from punto.errors import Unverified, WrongInput

if TYPE_CHECKING:
    import socket

    from punto.server.config import HouseConfig
    from punto.server.open_house import OpenHouse
    from punto.store import Database, HouseKey, Writer

Host = Annotated[str | None, typer.Option(help="Where to listen; 127.0.0.1 if nothing is said.")]
Port = Annotated[
    int | None,
    typer.Option(min=0, max=65535, help="The port, 8000 if nothing is said; 0 takes a free one."),
]
Proxy = Annotated[
    list[str] | None,
    typer.Option("--proxy", metavar="NETWORK", help="A proxy whose word is taken; several may be."),
]
Origin = Annotated[
    str | None, typer.Option("--origin", metavar="URL", help="The address that browsers know.")
]
ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config", metavar="FILE", envvar="PUNTO_CONFIG", help="Tables, limits, chips: TOML."
    ),
]
LogFormat = Annotated[
    Literal["text", "json"] | None, typer.Option(help="Lines for people, or for programs.")
]
LogLevel = Annotated[
    Literal["debug", "info", "warning", "error"] | None,
    typer.Option(help="The least that the log tells."),
]
Node = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Be one of several processes on one PostgreSQL."),
]
NodeAddress = Annotated[
    str,
    typer.Option(metavar="HOST[:PORT]", help="Where the other nodes reach this one."),
]
Open = Annotated[bool, typer.Option("--open", help="Open the browser.")]
Verify = Annotated[bool, typer.Option("--verify", help="Audit all that was ever stored first.")]


class Joining(NamedTuple):
    """A node that is to be: its name, and where it listens to the others."""

    name: str
    address: str
    listening: "socket.socket"


def serve(  # noqa: PLR0913 – one for each option
    *,
    host: Host = None,
    port: Port = None,
    proxy: Proxy = None,
    origin: Origin = None,
    data: Data = None,
    database: Url = None,
    config: ConfigFile = None,
    key_file: KeyFile = None,
    log_format: LogFormat = None,
    log_level: LogLevel = None,
    node: Node = None,
    node_address: NodeAddress = "127.0.0.1",
    open_browser: Open = False,
    verify: Verify = False,
) -> None:
    """Open the house: people come with a browser and play."""
    from punto.cli.web_client import built_client
    from punto.server.codes import codes_for, words_of
    from punto.server.log_writer import logging_by
    from punto.server.serving import listen
    from punto.server.serving import serve as serve_house
    from punto.store import Writer
    from punto.store.staff_socket import staff_socket_path

    books = database_of(data, database)
    said = {"host": host, "port": port, "proxy": tuple(proxy or ()), "origin": origin}
    read = _plan(config, said, {"format": log_format, "level": log_level})
    plan = codes_for(read.server.host, read, None if config is None else str(config))
    directory, where = data or default_directory(), "PostgreSQL" if database else data

    def ready(address: str) -> None:
        _welcome(house, address, where or directory, words_of(read, plan, house.terminals.invited))
        if open_browser:
            webbrowser.open(_known_by(house, address))

    # The port first, so that nothing is written where nobody could come in.
    with listen(plan.server.host, plan.server.port, shared=node is not None) as listening:
        key = serving_key(directory, key_file)
        if verify:
            _require_audited(Writer(books, key))
        client = built_client()
        with logging_by(plan.log):
            house = _opened(plan, books, key, config, directory, _node(node, node_address))
            staff = staff_socket_path(books, directory, node or "")
            serve_house(house, client, listening, ready, staff, documentation_place())
    print("The house is closed.", file=sys.stderr)
    _end(house)


def _end(house: "OpenHouse") -> None:
    """Tell whoever keeps the process running, if it was not asked to end."""
    if house.is_lost and house.node is not None:
        print(f"Node {house.node.name} was declared dead: others have its tables.", file=sys.stderr)
        raise typer.Exit(1)


def _node(name: str | None, address: str) -> "Joining | None":
    """Listen to other nodes, where there are some."""
    from punto.house.request import is_name
    from punto.server.serving import listen

    if name is None:
        return None
    if not is_name(name):
        raise WrongInput(f"{name!r} is no name of a node: 1 to 24 letters, digits and hyphens")
    host, port = _parted(address)
    listening = listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    return Joining(name, f"{shown}:{listening.getsockname()[1]}", listening)


def _parted(address: str) -> tuple[str, int]:
    """Read a host, and a port where one is given."""
    host, colon, port = address.rpartition(":")
    if not colon or port.endswith("]"):
        host, port = address, "0"
    if not port.isdecimal() or not host:
        raise WrongInput(f"{address!r} is no address of a node: 10.0.0.5 or 10.0.0.5:8100 is one")
    return host.strip("[]"), int(port)


def _opened(
    plan: "HouseConfig",
    books: "Database",
    key: "HouseKey",
    file: Path | None,
    directory: Path,
    node: "Joining | None",
) -> "OpenHouse":
    """Open the books, and the house that is kept in them."""
    from punto import __version__
    from punto.server.config import terms_of
    from punto.server.house_time import SystemTime
    from punto.server.open_house import OpenHouse
    from punto.server.tokens import FILE
    from punto.store import Writer
    from punto.store.collector import calm_collector
    from punto.store.node_writer import NodeWriter

    time = SystemTime()
    given: dict[str, Any] = {"clock": time.now_ms, "terms": terms_of(plan)}
    if node is None:
        writer = Writer(books, key, **given)
    else:
        writer = NodeWriter(books, key, name=node.name, address=node.address, **given)
    files = (file, directory / FILE, os.environ)
    house = OpenHouse(plan, writer, key, __version__, time, *files)
    if node is not None:
        house.join(node.listening)
    calm_collector()
    return house


def _welcome(house: "OpenHouse", address: str, books: Path | str, words: list[str]) -> None:
    """Say where the house is, and what whoever opened it must know."""
    from punto.server.staff import staff_words

    known_by = _known_by(house, address)
    print(f"The house is open: {address}", flush=True)
    print(f"Its books are in {books}. Ctrl-C closes it.", flush=True)
    if house.config.server.origin:
        print(f"Browsers know it as {known_by}", flush=True)
    for line in (*words, *staff_words(house.staff, known_by)):
        print(line, flush=True)


def _known_by(house: "OpenHouse", address: str) -> str:
    origin = house.config.server.origin
    return f"{origin}/" if origin else address


def _plan(file: Path | None, server: dict[str, Any], log: dict[str, Any]) -> "HouseConfig":
    """Read how the house is set up: the file, and before it what the command line says."""
    from msgspec.structs import replace

    from punto.server.config import default_config, read_config
    from punto.server.server_config import reached_by

    if file is None:
        plan = default_config(os.environ)
    else:
        plan = read_config(text_of(file), str(file), os.environ)
    told = {name: value for name, value in log.items() if value is not None}
    return replace(plan, server=reached_by(plan.server, server), log=replace(plan.log, **told))


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
