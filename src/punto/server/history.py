"""The rounds that somebody has played, read from the journal: cards, bets, what came back."""

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from msgspec.structs import replace
from sqlalchemy import Connection, Row

from punto.cards import parse_card
from punto.coup.event import (
    Bet,
    BettingClosed,
    BettingOpened,
    CardCorrected,
    CardDealt,
    CardsReconstructed,
    ResultAnnounced,
    RoundSettledAgain,
    RoundVoided,
    WagersCollected,
    WagersPaid,
)
from punto.house.chain import Link, is_of_table, table_of
from punto.house.folding import money_record
from punto.house.record import decode_cage, decode_table
from punto.ledger import Transfer
from punto.protocol import PlayedRound, shown_bet, words
from punto.replay.balance_history import balances_through
from punto.replay.own_part import own_events
from punto.rules import Hand, Outcome, Side, deal
from punto.store import HouseKey, reading
from punto.store.round_index import Sought, rounds_of
from punto.table.house_table import HouseTable
from punto.table.record import Recorded

_NAME: Final = re.compile(r"[a-z0-9-]{1,48}", re.ASCII)
"""What a table or a round can be called; a database may choke on anything else."""

_AT_ONCE: Final = 16
"""How many entries are read at a time: those of most rounds, bets aside."""

MOST_READ: Final = 400
"""How many rounds one question reads at most."""

Ended: TypeAlias = Literal["player", "banker", "tie", "void"]
"""How a round can end: who won, or that nobody did."""

FindHouseTable = Callable[[str], HouseTable | None]
"""Looks a table up: it knows which of its rounds were void after others had followed."""


class Page(NamedTuple):
    """Rounds of a history, and where the older ones begin."""

    rounds: list[PlayedRound]
    last: str | None
    """The last round that was looked at; none where there are no older ones."""


def history_page(
    connection: Connection,
    find_house_table: FindHouseTable,
    account: str,
    sought: Sought,
    *,
    ended: Ended | None = None,
    limit: int,
) -> Page:
    """Give the last rounds of an account, the newest first; unfinished ones are left out.

    How a round ended is no part of the index: rounds are read until enough of them fit, or as
    many as one question may cost.
    """
    find_once = cache(find_house_table)
    rounds: list[PlayedRound] = []
    last, read = None, 0
    while names := round_names(connection, account, _after(sought, last), limit + 1):
        told = _played(connection, find_once, account, names)
        for name in names:
            if len(rounds) == limit or read == MOST_READ:
                return Page(rounds, last)
            played = next(told)
            if played is not None and _fits(played, ended):
                rounds.append(played)
            last, read = name, read + 1
    return Page(rounds, None)


def _after(sought: Sought, last: str | None) -> Sought:
    return sought if last is None else dataclasses.replace(sought, before=last)


def with_balances(connection: Connection, page: Page, account: str, key: HouseKey) -> Page:
    """Tell what the account had around each round of a page, where that is known."""
    around = balances_through(connection, account, {each.round for each in page.rounds}, key)
    told = [
        replace(each, before=found.before, after=found.after)
        if (found := around.get(each.round)) is not None
        else each
        for each in page.rounds
    ]
    return page._replace(rounds=told)


def is_name(text: str) -> bool:
    """Whether a table or a round could be called so."""
    return _NAME.fullmatch(text) is not None


def round_names(
    connection: Connection, account: str, sought: Sought, most: int | None = None
) -> list[str]:
    """Name the rounds that are sought, the newest first; none where nothing is called so."""
    if not all(is_name(name) for name in (sought.table, sought.before) if name is not None):
        return []
    return rounds_of(connection, account, sought, most)


def rounds_named(
    connection: Connection,
    find_house_table: FindHouseTable,
    account: str,
    names: Iterable[str],
    ended: Ended | None,
) -> list[PlayedRound]:
    """Tell those of some rounds that are over and fit."""
    find_once = cache(find_house_table)
    found = _played(connection, find_once, account, [*names])
    return [played for played in found if played is not None and _fits(played, ended)]


def _fits(played: PlayedRound, ended: Ended | None) -> bool:
    return ended is None or ended == (played.winner or "void")


def played_round(
    connection: Connection, find_house_table: FindHouseTable, account: str, name: str
) -> PlayedRound | None:
    """Tell one round as its player saw it; None while it is not over, or if it is not his."""
    (found,) = _played(connection, find_house_table, account, [name])
    return found


def _played(
    connection: Connection, find_house_table: FindHouseTable, account: str, names: Sequence[str]
) -> Iterator[PlayedRound | None]:
    """Tell some rounds, one after the other."""
    stakes = reading.ended_stakes(connection, account, list(filter(is_name, names)))
    for name in names:
        ended = stakes.get(name)
        record = _read(connection, account, name, ended) if ended else None
        if record is not None and _is_void_late(find_house_table, name):
            record.void_late()
        yield record.told(name) if record is not None else None


def _read(
    connection: Connection, account: str, name: str, ended: Sequence[Row[Any]]
) -> "_Round | None":
    """Read a round around the entry that the last stake ended with."""
    last = reading.link_at(connection, ended[-1].chain, ended[-1].position)
    if last is None or last.body is None:
        return None
    record = _Round(account, _rulebook(connection, ended[0], name))
    for link in _links(connection, *_at_table(last)):
        record.read(link)
    return record


def _is_void_late(find_house_table: FindHouseTable, name: str) -> bool:
    table, _, number = name.rpartition("-")
    house_table = find_house_table(table)
    return house_table is not None and int(number) in house_table.table.voided_late


def _rulebook(connection: Connection, ended: Row[Any], name: str) -> str:
    """Read by which rules a stake was placed."""
    placed = [*reading.placed_stakes(connection, [ended]).values()]
    for link in placed or reading.links_of(connection, [ended]):
        record = money_record(link) if link.body is not None else None
        for each in record.entries if record is not None else ():
            if isinstance(each, Transfer) and each.reference.round == name:
                return each.reference.rulebook
    return ""


_READ: Final = (
    *(CardDealt, CardCorrected, CardsReconstructed, ResultAnnounced),
    *(WagersCollected, WagersPaid, RoundSettledAgain, RoundVoided),
)
_OPENING: Final = f'"{BettingOpened.__name__}"'.encode()
_MARKS: Final = tuple(f'"{event.__name__}"'.encode() for event in _READ)
_CLOSING: Final = f'"{BettingClosed.__name__}"'.encode()


def _links(connection: Connection, chain: str, end: int) -> Iterator[Link]:
    """Read the entries that tell of a round: from the close of its bets until the next one opens.

    Not only to its last payment: the void of a paid round in which all stakes were pushed moves
    no money, and is told all the same. And not from its first bet: there may be thousands.
    """
    yield from filter(_tells, reversed([*_back_to_close(connection, chain, end)]))
    after = end
    while part := list(reading.links(connection, chain, after, after + _AT_ONCE)):
        for link in part:
            if link.body is None or _opens(link.body):
                return
            if _tells(link):
                yield link
        after += _AT_ONCE


def _back_to_close(connection: Connection, chain: str, end: int) -> Iterator[Link]:
    while end > 0:
        after = max(0, end - _AT_ONCE)
        for link in reversed([*reading.links(connection, chain, after, end)]):
            if link.body is None:
                return
            yield link
            if _CLOSING in link.body or _opens(link.body):
                return
        end = after


def _tells(link: Link) -> bool:
    body = link.body or b""
    return any(mark in body for mark in _MARKS)


def _opens(body: bytes) -> bool:
    return _OPENING in body and any(
        isinstance(event, BettingOpened) for event in decode_table(body).events
    )


def _at_table(link: Link) -> tuple[str, int]:
    """Name the entry of the table; in older books the money was in a chain of its own."""
    if is_of_table(link.chain):
        return link.chain, link.position
    chain, _, position = decode_cage(link.body or b"").cause.rpartition(" ")
    return chain, int(position)


class _Round:
    """What the entries of a round say, for one of those who played it."""

    def __init__(self, account: str, rulebook: str) -> None:
        self._account = account
        self._rulebook = rulebook
        self._cards: dict[int, tuple[Side, str]] = {}
        self._winner: words.Winner | None = None
        self._bets: list[Bet] = []
        self._void = False
        self._over = False
        self._at_ms = 0
        self._chain = ""

    def read(self, link: Link) -> None:
        """Add an entry."""
        self._chain = link.chain
        for event in own_events(link.body or b"", self._account).events:
            self._see(event, link.at_ms)

    def _see(self, event: Recorded, at_ms: int) -> None:
        match event:
            case CardDealt(place, side, card):
                self._cards[place] = (side, card)
            case CardCorrected(place=place, card=card):
                self._cards[place] = (self._cards[place][0], card)
            case ResultAnnounced(winner):
                self._winner = winner.value
            case CardsReconstructed(cards):
                self._put_back(cards)
                self._bets, self._winner = [], None
            case RoundSettledAgain(cards=cards, winner=winner, bets=bets):
                self._put_back(cards)
                self._bets, self._winner = list(bets), winner.value
            case WagersCollected(bets):
                self._bets += bets
            case WagersPaid(bets):
                self._bets += bets
                self._over, self._at_ms = True, at_ms
            case RoundVoided(bets=bets):
                self._bets = list(bets)
                self._void = self._over = True
                self._winner, self._at_ms = None, at_ms
            case _:
                pass

    def _put_back(self, cards: Iterable[str]) -> None:
        dealt = deal(map(parse_card, cards))
        hands = (Side.PLAYER, dealt.player.cards), (Side.BANKER, dealt.banker.cards)
        laid = [(side, str(card)) for side, hand in hands for card in hand]
        self._cards = dict(enumerate(laid))

    def void_late(self) -> None:
        """Give every stake back: the round was void after others had followed it."""
        void = Outcome.VOID.value
        self._bets = [
            replace(bet, outcome=void, pays=None, returned=bet.stake, net=0, clause=None)
            for bet in self._bets
        ]
        self._void, self._winner = True, None

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
