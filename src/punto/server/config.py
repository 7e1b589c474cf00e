"""How a house is set up: its tables, limits, windows, chips and currency, read from TOML."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from punto.errors import PuntoError, WrongInput
from punto.house.staff_request import ATTENDANT
from punto.money import MAX_STAKE
from punto.protocol.words import StaffRole
from punto.rules import Rulebook, find_rulebook
from punto.rules.reading import read_rulebook
from punto.rules.rulebook import Driver
from punto.server.beacon import BeaconConfig
from punto.server.config_section import Section
from punto.server.environment import overlaid
from punto.server.log_config import LogConfig
from punto.server.networks import NETWORKS, is_network
from punto.server.server_config import ServerConfig, server_defects
from punto.server.traffic_config import TrafficConfig
from punto.store import Terms
from punto.table import Limit, Settings, defects_of
from punto.table.clock import ClockSettings
from punto.table.settings import Driven

Amount = Annotated[int, Meta(ge=1, le=MAX_STAKE)]
Milliseconds = Annotated[int, Meta(ge=0, le=3_600_000)]
TableId = Annotated[str, Meta(pattern="^[a-z][a-z0-9-]{0,11}$")]
AccountId = Annotated[str, Meta(pattern="^[a-z][a-z0-9-]{0,10}$")]
"""As long as the name of a guest: a table of somebody's own has both names in its own."""


NO_ENVIRONMENT: Final[Mapping[str, str]] = MappingProxyType({})
"""The environment of a configuration that is read for itself."""
MOST_TABLES: Final = 64

_DRIVEN: Final = {
    Driver.DEALER: Driven.BY_HOUSE,
    Driver.CLOCK: Driven.BY_CLOCK,
    Driver.PLAYER: Driven.BY_PLAYER,
}
"""Who drives a table where the configuration does not say: the house deals as a person would."""


class WagerLimit(Section, frozen=True):
    """Limits of one wager, where they differ from the table's."""

    minimum: Amount
    """The least stake."""
    maximum: Amount
    """The most that may be staked."""


class TerminalConfig(Section, frozen=True):
    """A Player Terminal that the house has from the start; others are invited while it is open."""

    id: AccountId
    """The name of its account: small letters, digits and dashes."""
    code: Annotated[str, Meta(min_length=4, max_length=64)] | None = None
    """What its first browser is enrolled with, once; every later one is invited."""


class TableConfig(Section, frozen=True):
    """One table."""

    id: TableId
    """The name in addresses and in the books: small letters, digits and dashes."""
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    """The name that players read."""
    rulebook: str
    """A rulebook of punto, or the file of one of your own, beside this one (`mine.toml`)."""
    minimum: Amount
    """The least stake on a wager."""
    maximum: Amount
    """The most that one player may stake on a wager."""
    open: bool = True
    """Whether it is open; a closed table finishes its round first."""
    decks: int | None = None
    """Decks in a shoe; as the rulebook has it, where nothing is said."""
    limits: dict[str, WagerLimit] = msgspec.field(default_factory=dict)
    """Limits of single wagers: `[tables.limits.tie]`, with `minimum` and `maximum`."""
    seat_maximum: Amount | None = None
    """The most that a seat may have at stake, on all wagers together."""
    table_maximum: Amount | None = None
    """The most that the table takes in all."""
    differential: Amount | None = None
    """How far all stakes on Player and all on Banker may be apart."""
    positions: int = 0
    """Playing positions: whoever bets takes a seat first; with none nobody needs one."""
    back_betting: bool = False
    """Whoever has no seat may stand behind one that is taken, and bet on its position."""
    layout: str = ""
    """The document's layout, by its letter, where that says how many positions there may be."""
    driver: Literal["dealer", "automatic", "clock"] | None = None
    """Who drives it: a person at a console, or the house; as its rulebook says, where none."""
    training: bool = False
    """Whether its rounds are kept away from all money."""
    results_only: bool = False
    """Whether a dealer records results, and all chips are physical."""
    burn: int = 0
    """Cards that are burnt when a shoe is begun."""
    cut: int = 14
    """Cards behind the cut card."""
    chips: tuple[Amount, ...] = ()
    """The chips of this table, where they are not those of the house."""
    window_ms: Annotated[int, Meta(ge=1, le=3_600_000)] = 20_000
    """How long bets are taken, where the house or the clock deals."""
    last_call_ms: Milliseconds = 5_000
    """How long before the end the last call comes; a third of the window at most."""
    card_ms: Milliseconds = 900
    """How long each card takes."""
    result_ms: Milliseconds = 6_000
    """How long the result is shown."""
    free_rounds: bool = True
    """Whether rounds without bets are dealt; otherwise the window waits for the first."""
    plays_on: bool = False
    """Whether rounds go on with nobody there, so that the lobby has roads and clocks to show."""
    reveal_ms: Annotated[int, Meta(ge=500, le=30_000)] = 3_000
    """How long a shuffle waits for what players have promised to add to a shared shoe."""
    squeeze_seconds: Annotated[int, Meta(ge=0, le=120)] = 10
    """How long a hand may be squeezed at a table that is shared; 0 where nobody may."""
    beside: Annotated[str, Meta(max_length=0)] = ""
    """Where the file lies, which does not say so itself, and with it a rulebook of one's own."""


class HouseConfig(Section, frozen=True):
    """The whole house."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    """What the house is called."""
    currency: Annotated[str, Meta(min_length=1, max_length=16)]
    """What its books are kept in; bound to them when they are first opened."""
    chips: Annotated[tuple[Amount, ...], Meta(min_length=1, max_length=14)]
    """The chips that players have, in minor units."""
    tables: Annotated[tuple[TableConfig, ...], Meta(min_length=1, max_length=MOST_TABLES)]
    """The tables, each in a section of its own."""
    terminals: tuple[TerminalConfig, ...] = ()
    """Player Terminals, each in a section of its own."""
    one_time_codes: tuple[StaffRole, ...] = ()
    """Roles of the staff that need a one-time code besides the PIN; whoever has them gives one."""
    attendant_code: Annotated[str, Meta(max_length=64)] = ""
    """Of older files, without effect: who sells credits at a terminal gives name and PIN."""
    minor_digits: Annotated[int, Meta(ge=0, le=4)] = 2
    """Digits behind the point; bound to the books, too."""
    play_money: bool = True
    """Whether credits are worth nothing, and guests get some; bound to the books, too."""
    guest_credits: Amount = 100_000
    """What a guest gets."""
    kiosk: bool = False
    """Whether a browser that is a terminal stays one, until an attendant takes it out of use."""
    sale_maximum: Amount = 10_000_000
    """The most credits that are sold at once."""
    gaming_day_hour: Annotated[int, Meta(ge=0, le=23)] = 6
    """The hour of UTC at which the gaming day turns."""
    game_seconds: Annotated[int, Meta(ge=0, le=60)] = 0
    """The least seconds from one online game to the next at a player's own table; 0 for none."""
    watched_from: tuple[str, ...] = ()
    """Networks from which the metrics may be read, besides this machine."""
    server: ServerConfig = ServerConfig()
    """How the house is reached."""
    traffic: TrafficConfig = TrafficConfig()
    """What one visitor, one address and all together may take."""
    beacon: BeaconConfig = BeaconConfig()
    """A public beacon that every shared shoe is mixed with."""
    log: LogConfig = LogConfig()
    """How the log is written."""


def default_config(environment: Mapping[str, str] = NO_ENVIRONMENT) -> HouseConfig:
    """Give the house that opens when nothing is configured."""
    text = files("punto.server").joinpath("house.toml").read_text(encoding="utf-8")
    return read_config(text, "house.toml", environment)


def read_config(
    text: str, place: str, environment: Mapping[str, str] = NO_ENVIRONMENT
) -> HouseConfig:
    """Read a configuration; what is wrong is named by its key, with the reason."""
    config = _decoded(text, place, environment)
    for defect in _defects(config):
        raise WrongInput(f"{place}: {defect}")
    return config


def defects_in(text: str, place: str, environment: Mapping[str, str] = NO_ENVIRONMENT) -> list[str]:
    """List all that keeps a house from opening; what has a wrong form hides what comes after."""
    try:
        found = dict.fromkeys(_defects(_decoded(text, place, environment)))
        return [f"{place}: {defect}" for defect in found]
    except WrongInput as error:
        return [str(error)]


def _decoded(text: str, place: str, environment: Mapping[str, str]) -> HouseConfig:
    """Read the form of a configuration, and note where its file lies."""
    try:
        raw = msgspec.toml.decode(text)
    except (msgspec.DecodeError, ValueError) as error:
        raise WrongInput(f"{place} is not TOML: {error}") from None
    try:
        config = msgspec.convert(overlaid(raw, HouseConfig, environment), HouseConfig)
    except msgspec.ValidationError as error:
        reason, _, key = str(error).partition(" - at `$.")
        raise WrongInput(f"{place}: {key.rstrip('`') or 'the file'}: {reason}") from None
    beside = str(Path(place).parent)
    return replace(config, tables=tuple(replace(each, beside=beside) for each in config.tables))


def _defects(config: HouseConfig) -> Iterator[str]:
    for number, table in enumerate(config.tables):
        for defect in table_defects(table):
            yield f"tables[{number}] ({table.id}): {defect}"
    yield from clashes(config)
    for network in config.watched_from:
        if not is_network(network):
            yield f"watched_from: {network!r} is no network: {NETWORKS}"
    yield from (f"server.{defect}" for defect in server_defects(config.server))
    if config.play_money and config.guest_credits > config.sale_maximum:
        yield f"guest_credits: a guest gets {config.sale_maximum} (sale_maximum) or less"


def table_defects(table: TableConfig) -> Iterator[str]:
    """Name what keeps one table from being opened."""
    if table.minimum > table.maximum:
        yield f"minimum: {table.minimum} is more than the maximum, {table.maximum}"
        return
    try:
        yield from defects_of(settings_of(table))
    except PuntoError as error:
        yield str(error)
    yield from _driver_defects(table)


def _driver_defects(table: TableConfig) -> Iterator[str]:
    """Name what nobody can drive: the online game is the player's, the terminals' the clock's."""
    driver = _driver_of(table)
    if table.driver is not None and driver is Driver.PLAYER:
        yield "driver: every player deals at a table of this rulebook himself"
    if table.driver == "dealer" and driver is Driver.CLOCK:
        yield "driver: this rulebook is for terminals, driven by the clock"
    if table.positions and driver is Driver.PLAYER:
        yield "positions: every player has a table of this rulebook for himself"
    if table.results_only and table.driver != "dealer":
        yield 'results_only: results are recorded by a dealer: driver = "dealer"'
    if table.plays_on:
        yield from _nobody_plays_on(table, driver)


def _nobody_plays_on(table: TableConfig, driver: Driver | None) -> Iterator[str]:
    """Name what keeps a table from playing on by itself, as it is set to."""
    if driver is Driver.PLAYER:
        yield "plays_on: every player deals at a table of this rulebook himself"
    if table.driver == "dealer":
        yield "plays_on: a dealer deals here, and goes on when he does"
    if not table.free_rounds:
        yield "plays_on: with free_rounds = false no round without bets is dealt"


def _driver_of(table: TableConfig) -> Driver | None:
    """Say who drives by the rulebook; None where there is no such rulebook, which is a defect."""
    try:
        return rulebook_of(table).driver
    except PuntoError:
        return None


def clashes(config: HouseConfig) -> Iterator[str]:
    """Name the ids that would mean two things: two tables, or whoever asks for them."""
    names = [table.id for table in config.tables]
    names += [terminal.id for terminal in config.terminals]
    for name in names:
        if names.count(name) > 1 or name in {"house", "cage", ATTENDANT}:
            yield f"the id {name!r} is taken twice, or is the house's own"
    own = [table.id for table in config.tables if _driver_of(table) is Driver.PLAYER]
    names += [f"{table}-{each.id}" for table, each in product(own, config.terminals)]
    for name in names:
        if names.count(name) > 1:
            yield f"the id {name!r} is that of a terminal's own table, too"


def terms_of(config: HouseConfig) -> Terms:
    """Say what the books of this house are kept in."""
    money = config.currency, config.minor_digits, config.play_money, config.sale_maximum
    return Terms(*money, config.gaming_day_hour, config.game_seconds * 1_000)


def rulebook_of(table: TableConfig) -> Rulebook:
    """Find the rulebook of a table: one that comes with punto, or one beside the file."""
    if not is_file(table.rulebook):
        return find_rulebook(table.rulebook)
    return _own_rulebook(str(Path(table.beside) / table.rulebook))


def is_file(rulebook: str) -> bool:
    """Whether a rulebook is given as a file of one's own."""
    return rulebook.endswith(".toml")


@cache
def _own_rulebook(path: str) -> Rulebook:
    """Read a rulebook once: while the house is open, its tables play by what was read."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:  # no such file, no text, or no name that a file can have
        raise WrongInput(f"rulebook: {path} cannot be read: {error}") from None
    return read_rulebook(text, source=path)


def settings_of(table: TableConfig) -> Settings:
    """Turn a table of the configuration into the settings of a table."""
    rulebook = rulebook_of(table)
    limits = {
        name: Limit(minimum=limit.minimum, maximum=limit.maximum)
        for name, limit in table.limits.items()
    }
    return Settings(
        rulebook=rulebook,
        decks=table.decks or rulebook.shoe.default_decks,
        limit=Limit(minimum=table.minimum, maximum=table.maximum),
        limits=limits,
        seat_maximum=table.seat_maximum,
        table_maximum=table.table_maximum,
        differential=table.differential,
        positions=table.positions,
        back_betting=table.back_betting,
        layout=table.layout.upper(),
        training=table.training,
        results_only=table.results_only,
        reveal_ms=table.reveal_ms,
        driven=Driven(table.driver) if table.driver else _DRIVEN[rulebook.driver],
        burn=table.burn,
        cut=0 if is_own(table) else table.cut,
    )


def clock_of(table: TableConfig) -> ClockSettings:
    """Say how long things take at a table that is driven by a clock."""
    return ClockSettings(
        window_ms=table.window_ms,
        last_call_ms=min(table.last_call_ms, table.window_ms // 3),
        card_ms=table.card_ms,
        result_ms=table.result_ms,
        free_rounds=table.free_rounds,
    )


def squeeze_ms_of(table: TableConfig) -> int | None:
    """Say how long a hand may stay closed, at most until the next round; None for ever."""
    if is_own(table):
        return None
    most = table.squeeze_seconds * 1_000
    return most if settings_of(table).has_dealer else min(most, table.card_ms + table.result_ms)


def is_own(table: TableConfig) -> bool:
    """Whether every player has a table of this kind for himself: Deal is the announcement."""
    return rulebook_of(table).driver is Driver.PLAYER
