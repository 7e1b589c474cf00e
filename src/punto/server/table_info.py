"""What is said of a table before anyone bets: the game, its exact odds, its limits."""

from functools import cache
from math import lcm

from punto.cards import Composition
from punto.exact import ShoeFigures, figures
from punto.fair import GENERATOR
from punto.protocol import PROTOCOL, roads_of
from punto.protocol.event import Roads
from punto.protocol.info import HouseInfo, Line, LobbyTile, TableInfo, WagerInfo
from punto.roads import Board
from punto.rules import PayLine, Rulebook, Wager
from punto.rules.words import describe_line
from punto.server.async_writer import is_set
from punto.server.broadcast import TableBroadcast
from punto.server.config import (
    HouseConfig,
    TableConfig,
    clock_of,
    is_own,
    settings_of,
    squeeze_ms_of,
)
from punto.store import HouseKey
from punto.table import Settings, Table


def house_info(config: HouseConfig, key: HouseKey, version: str, now_ms: int) -> HouseInfo:
    """Describe the house."""
    return HouseInfo(
        name=config.name,
        currency=config.currency,
        minor_digits=config.minor_digits,
        play_money=config.play_money,
        version=version,
        generator=GENERATOR,
        protocol=PROTOCOL,
        public_key=key.public,
        guest_credits=config.guest_credits,
        kiosk=config.kiosk,
        now_ms=now_ms,
    )


def table_info(
    config: HouseConfig, table: TableConfig, broadcast: TableBroadcast | None = None
) -> TableInfo:
    """Describe a table as it is now; the odds are counted, not written down."""
    settings = settings_now(table, broadcast)
    rulebook = settings.rulebook
    counted = _counted(rulebook, settings.decks)
    build, roadmap = rulebook.build, rulebook.roadmap
    return TableInfo(
        id=table.id,
        name=table.name,
        rulebook=rulebook.key,
        title=rulebook.title,
        operator=rulebook.operator,
        driver=rulebook.driver.value,
        decks=settings.decks,
        cards_per_deck=len(rulebook.deck),
        family=rulebook.deck_rule.family,
        positions=settings.positions,
        back_betting=settings.back_betting,
        seat_maximum=settings.seat_maximum,
        table_maximum=settings.table_maximum,
        differential=settings.differential,
        wagers=[_wager(wager, settings, counted) for wager in rulebook.wagers],
        chips=list(table.chips or config.chips),
        open_call=rulebook.open_call.words if rulebook.open_call else "",
        close_call=rulebook.close_call.words if rulebook.close_call else "",
        clauses=dict(rulebook.clauses),
        readings=list(rulebook.readings),
        window_ms=_window_ms(table, settings),
        last_call_ms=clock_of(table).last_call_ms if _window_ms(table, settings) else 0,
        results_only=settings.results_only,
        strip=roadmap.strip if roadmap else 0,
        roadmap=roadmap.full if roadmap else 0,
        face_up=rulebook.deal.face_up,
        squeeze_right=_has_squeeze_right(settings),
        squeeze_ms=squeeze_ms_of(table),
        controls={control.id: control.label for control in rulebook.controls},
        terminals_only=rulebook.is_for_terminals,
        file_date=build.file_date if build else None,
    )


def settings_now(table: TableConfig, broadcast: TableBroadcast | None) -> Settings:
    """Give the settings that a table has; what was asked for since waits for its round to end."""
    wanted = settings_of(table)
    house_table = broadcast.view.house_table if broadcast is not None else None
    return (
        wanted if house_table is None or is_set(house_table, wanted) else house_table.table.settings
    )


@cache
def _counted(rulebook: Rulebook, decks: int) -> ShoeFigures:
    """Count the odds of a game once."""
    return figures(rulebook, Composition.of_decks(rulebook.deck, decks))


def _window_ms(table: TableConfig, settings: Settings) -> int | None:
    """Say how long bets are usually taken: a player ends it with Deal, a dealer when he says so."""
    if is_own(table):
        return 0
    return None if settings.has_dealer else table.window_ms


def _has_squeeze_right(settings: Settings) -> bool:
    """Whether whoever bets most may squeeze: with a dealer, seats, and cards that lie face down."""
    is_at_table = settings.has_dealer and settings.positions > 0
    return is_at_table and not settings.rulebook.deal.face_up


def _wager(wager: Wager, settings: Settings, counted: ShoeFigures) -> WagerInfo:
    limit, found = settings.limit_of[wager.id], counted.wagers.get(wager.id)
    odds = [line.pays for line in wager.lines if line.payment.odds is not None]
    return WagerInfo(
        id=wager.id,
        name=wager.name,
        odds=list(dict.fromkeys(odds)),
        lines=[_line(line) for line in wager.lines],
        edge=float(-found.ev) if found else None,
        hit=float(found.hit_frequency) if found else None,
        minimum=limit.minimum,
        maximum=limit.maximum,
        step=lcm(limit.step, wager.step),
    )


def _line(line: PayLine) -> Line:
    return Line(pays=line.pays, when=line.when, words=describe_line(line), clause=line.clause)


def lobby_tile(table: TableConfig, broadcast: TableBroadcast | None) -> LobbyTile:
    """Describe a table in a few words and a small road."""
    settings = settings_now(table, broadcast)
    rulebook = settings.rulebook
    shown = broadcast.view.house_table.table if broadcast else None
    roads: Roads = roads_of(shown.board if shown else Board())
    return LobbyTile(
        id=table.id,
        name=table.name,
        rulebook=rulebook.key,
        title=rulebook.title,
        driver=rulebook.driver.value,
        minimum=settings.limit.minimum,
        maximum=settings.limit.maximum,
        positions=settings.positions,
        taken=_taken(shown) if shown else 0,
        watching=len(broadcast.watchers) if broadcast else 0,
        is_open=broadcast.view.house_table.is_open if broadcast else table.open,
        phase=shown.coup.phase.value if shown and shown.coup else "ready",
        round=shown.rounds if shown else 0,
        decks=settings.decks,
        window_ms=_window_ms(table, settings),
        closes_at_ms=shown.closes_at_ms if shown else None,
        terminals_only=rulebook.is_for_terminals,
        waiting=broadcast.waiting if broadcast else None,
        dealer=_has_come(table, broadcast),
        big=roads.big,
        leading_ties=roads.leading_ties,
    )


def _taken(shown: Table) -> int:
    """Count those who sit at a table; where nobody needs a seat, those who bet."""
    return len(shown.seats if shown.settings.positions else shown.of_bettor)


def _has_come(table: TableConfig, broadcast: TableBroadcast | None) -> bool | None:
    """Say whether somebody deals, where a person should; nobody does where no one has looked."""
    house_table = broadcast.view.house_table if broadcast else None
    settings = house_table.table.settings if house_table else settings_of(table)
    if not settings.has_dealer:
        return None
    return bool(house_table and house_table.dealer)
