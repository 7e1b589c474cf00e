"""Significant events, and a round in dispute, for the office."""

from sqlalchemy import Connection

from punto.coup import Bet
from punto.errors import WrongInput
from punto.office.significant import significant
from punto.protocol.office import (
    EventPage,
    SignificantEvent,
    ToldBet,
    ToldEntry,
    ToldRound,
)
from punto.replay.bundle import bundled
from punto.replay.chronicle import chronicle
from punto.replay.story import Story, story_of
from punto.store import HouseKey

EVENTS_AT_ONCE = 50


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
        story = story_of(chronicle(connection, name, with_balances=False))
    except WrongInput as error:
        return str(error)
    return _told(story)


def round_bundle(connection: Connection, name: str, key: HouseKey, now_ms: int) -> bytes | str:
    """Sign a round with all that proves it, or say why it cannot be."""
    try:
        return bundled(connection, chronicle(connection, name, key), key, now_ms)
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
