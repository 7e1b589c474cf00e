"""The report of a gaming day, significant events, and a round in dispute, for the office."""

import csv
import io
from collections.abc import Iterator

from sqlalchemy import Connection

from punto.coup import Bet
from punto.errors import WrongInput
from punto.office.day_book import DayBook
from punto.office.significant import significant
from punto.protocol.office import (
    DayReport,
    Drawer,
    EventPage,
    SignificantEvent,
    TableDay,
    Takings,
    ToldBet,
    ToldEntry,
    ToldRound,
)
from punto.replay.bundle import bundled
from punto.replay.chronicle import chronicle
from punto.replay.story import Story, story_of
from punto.server.office_floor import shown, takings_of
from punto.server.open_house import OpenHouse
from punto.store import HouseKey

EVENTS_AT_ONCE = 50


def day_report(house: OpenHouse, book: DayBook) -> DayReport:
    """Write down a gaming day."""
    now_ms, till = house.time.now_ms(), book.till
    return DayReport(
        day=book.day.name,
        begins_ms=book.day.begins_ms,
        ends_ms=book.day.ends_ms,
        takings=shown(book.of_tables(book.tables, now_ms)),
        tables=[
            TableDay(table=name, takings=shown(takings))
            for name, takings in takings_of(house, book, now_ms).items()
        ],
        cage=dict(sorted(till.sums.items())),
        drawers=[
            Drawer(person=each.person, role=each.role, taken=till.taken[each], paid=till.paid[each])
            for each in sorted({*till.taken, *till.paid})
        ],
    )


_COLUMNS = (
    *("table", "rounds", "voids", "turnover", "win"),
    *("hold", "theory", "deviation", "deviations"),
)


def as_csv(report: DayReport) -> str:
    """Write a report for a spreadsheet; amounts are minor units."""
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow(("gaming day", report.day))
    sheet.writerow(_COLUMNS)
    for each in report.tables:
        sheet.writerow((each.table, *_figures(each.takings)))
    sheet.writerow(("all", *_figures(report.takings)))
    sheet.writerow(())
    sheet.writerow(("cage", "amount"))
    sheet.writerows(report.cage.items())
    sheet.writerow(())
    sheet.writerow(("person", "role", "taken", "paid", "float"))
    for drawer in report.drawers:
        rest = drawer.taken - drawer.paid
        sheet.writerow((drawer.person, drawer.role, drawer.taken, drawer.paid, rest))
    return text.getvalue()


def _figures(takings: Takings) -> Iterator[object]:
    yield from (takings.rounds, takings.voids, takings.turnover, takings.win)
    staked, varies = takings.turnover, takings.deviation
    yield f"{takings.win / staked:.6f}" if staked else ""
    yield f"{takings.theory / staked:.6f}" if staked else ""
    yield f"{varies:.2f}"
    yield f"{(takings.win - takings.theory) / varies:.2f}" if varies else ""


# --- events -------------------------------------------------------------------------------------


def event_page(connection: Connection, before: int | None) -> EventPage:
    """Give some events, from the newest or from a place on, backwards."""
    found, more = significant(connection, before, EVENTS_AT_ONCE)
    events = [SignificantEvent(**each._asdict()) for each in found]
    return EventPage(events=events, before=more)


# --- disputes -----------------------------------------------------------------------------------


def told_round(connection: Connection, name: str) -> ToldRound | str:
    """Tell a round in words, or say why it cannot be."""
    try:
        story = story_of(chronicle(connection, name))
    except WrongInput as error:
        return str(error)
    return _told(story)


def round_bundle(connection: Connection, name: str, key: HouseKey, now_ms: int) -> bytes | str:
    """Sign a round with all that proves it, or say why it cannot be."""
    try:
        return bundled(connection, chronicle(connection, name), key, now_ms)
    except WrongInput as error:
        return str(error)


def _told(story: Story) -> ToldRound:
    void, bets = story.void, story.bets
    return ToldRound(
        round=story.round,
        table=story.table,
        rulebook=story.rulebook,
        title=story.title,
        training=story.training,
        happened=[
            ToldEntry(at=each.at, position=each.position, who=each.who, what=each.what)
            for each in story.happened
        ],
        player_cards=list(story.player.cards),
        banker_cards=list(story.banker.cards),
        player=story.player.total,
        banker=story.banker.total,
        rules=[_cited(each.words, each.clause) for each in story.third_cards],
        winner=story.winner,
        void=None if void is None else _cited(f"{void.reason}: {void.why}", void.clause),
        bets=[_bet(each) for each in (bets if void is None else void.bets)],
        fairness=story.fairness,
        doubts=list(story.doubts),
    )


def _bet(bet: Bet) -> ToldBet:
    return ToldBet(
        bettor=bet.bettor,
        wager=bet.wager,
        stake=bet.stake,
        outcome=bet.outcome,
        pays=bet.pays,
        returned=bet.returned,
        net=bet.net,
        clause=bet.clause,
    )


def _cited(words: str, clause: str | None) -> str:
    return f"{words} [{clause}]" if clause else words
