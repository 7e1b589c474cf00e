"""The rounds that somebody has played, read from the journal: cards, bets, what came back."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from sqlalchemy import Connection

from punto.cards import parse_card
from punto.coup.event import (
    Bet,
    BettingOpened,
    CardCorrected,
    CardDealt,
    ResultAnnounced,
    RoundVoided,
    WagersCollected,
    WagersPaid,
)
from punto.ledger import Movement, Transfer
from punto.protocol import PlayedRound, shown_bet
from punto.rules import Hand, Side
from punto.store import reading
from punto.store.chain import ACCOUNTS, Link, table_of
from punto.store.record import decode_accounts, decode_table
from punto.table.record import Recorded

_NAME: Final = re.compile(r"[a-z0-9-]{1,48}", re.ASCII)
"""What a table or a round can be called; a database may choke on anything else."""

_A_FEW: Final = 8
"""Between two rounds there are a shoe and a ruling at most, as a rule."""


def played_rounds(
    connection: Connection, account: str, table: str | None, limit: int
) -> list[PlayedRound]:
    """Give the last rounds of an account, the newest first; unfinished ones are left out."""
    if table is not None and not _NAME.fullmatch(table):
        return []
    names = reading.rounds_of(connection, account, table, limit)
    found = (played_round(connection, account, name) for name in names)
    return [played for played in found if played is not None]


def played_round(connection: Connection, account: str, name: str) -> PlayedRound | None:
    """Tell one round as its player saw it; None while it is not over, or if it is not his."""
    if not _NAME.fullmatch(name) or not reading.has_staked(connection, account, name):
        return None
    moved = reading.entries_of_round(connection, name)
    record = _Round(account, _rulebook(entry for _, entry in moved))
    for link in _links(connection, sorted({at for at, _ in moved})):
        record.read(link)
    return record.told(name)


def _rulebook(moved: Iterable[Movement]) -> str:
    return next((each.reference.rulebook for each in moved if isinstance(each, Transfer)), "")


def _links(connection: Connection, positions: list[int]) -> list[Link]:
    """Read the entries of the table from the first stake of a round until the next one opens.

    Not only to its last payment: the void of a paid round in which all stakes were pushed moves
    no money, and is told all the same.
    """
    causes = [_cause(connection, position) for position in positions]
    places = [(chain, int(position)) for chain, _, position in causes if chain]
    if not places:
        return []
    chain, first, last = places[0][0], places[0][1], places[-1][1]
    found = [link for link in reading.links(connection, chain, first - 1, last) if link.body]
    return [*found, *_afterwards(connection, chain, last)]


def _afterwards(connection: Connection, chain: str, last: int) -> Iterator[Link]:
    """Read on from the last payment of a round until the next one opens, a few at a time."""
    while part := list(reading.links(connection, chain, last, last + _A_FEW)):
        for link in part:
            if link.body is None or _opens(link.body):
                return
            yield link
        last += _A_FEW


def _opens(body: bytes) -> bool:
    return any(isinstance(event, BettingOpened) for event in decode_table(body).events)


def _cause(connection: Connection, position: int) -> tuple[str, str, str]:
    link = reading.link_at(connection, ACCOUNTS, position)
    return decode_accounts(link.body).cause.rpartition(" ") if link and link.body else ("", "", "")


class _Round:
    """What the entries of a round say, for one of those who played it."""

    def __init__(self, account: str, rulebook: str) -> None:
        self._account = account
        self._rulebook = rulebook
        self._cards: dict[int, tuple[Side, str]] = {}
        self._winner: str | None = None
        self._bets: list[Bet] = []
        self._void = False
        self._over = False
        self._at_ms = 0
        self._chain = ""

    def read(self, link: Link) -> None:
        """Add an entry."""
        self._chain = link.chain
        for event in decode_table(link.body or b"").events:
            self._see(event, link.at_ms)

    def _see(self, event: Recorded, at_ms: int) -> None:
        match event:
            case CardDealt(place, side, card):
                self._cards[place] = (side, card)
            case CardCorrected(place=place, card=card):
                self._cards[place] = (self._cards[place][0], card)
            case ResultAnnounced(winner):
                self._winner = winner.value
            case WagersCollected(bets):
                self._bets += self._own(bets)
            case WagersPaid(bets):
                self._bets += self._own(bets)
                self._over, self._at_ms = True, at_ms
            case RoundVoided(bets=bets):
                self._bets = self._own(bets)
                self._void = self._over = True
                self._winner, self._at_ms = None, at_ms
            case _:
                pass

    def _own(self, bets: Iterable[Bet]) -> list[Bet]:
        return [bet for bet in bets if bet.bettor == self._account]

    def told(self, name: str) -> PlayedRound | None:
        """Give the round, if it is over and this account had a wager in it."""
        if not self._over or not self._bets:
            return None
        player, banker = (
            [card for side, card in self._cards.values() if side is wanted]
            for wanted in (Side.PLAYER, Side.BANKER)
        )
        return PlayedRound(
            round=name,
            table=table_of(self._chain).removesuffix(f"-{self._account}"),
            rulebook=self._rulebook,
            at_ms=self._at_ms,
            player_cards=player,
            banker_cards=banker,
            player=_total(player),
            banker=_total(banker),
            winner=self._winner,
            void=self._void,
            staked=sum(bet.stake for bet in self._bets),
            returned=sum(bet.returned for bet in self._bets),
            net=sum(bet.net for bet in self._bets),
            bets=[shown_bet(bet) for bet in self._bets],
        )


def _total(cards: Iterable[str]) -> int:
    return Hand.of([parse_card(card) for card in cards]).total
