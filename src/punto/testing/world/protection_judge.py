"""Whether what protects somebody has held: every bet against the limits on record, a second time.

Bets are read in the order in which they were stored, and what they cost is added up here.
"""

from collections import defaultdict

from sqlalchemy import Connection

from punto.archive.stored_order import entries_in_order
from punto.coup.event import (
    BettingOpened,
    RoundVoided,
    WagerPlaced,
    WagersCollected,
    WagersPaid,
    WagerWithdrawn,
)
from punto.house.chain import PATRONS, Link, is_of_table
from punto.house.record import decode_patron, decode_table
from punto.people import Protection
from punto.testing.violation import require


class _Player:
    """What is on record of somebody, and what he has on the tables."""

    def __init__(self) -> None:
        self.protection: Protection | None = None
        self.staked: dict[str, int] = defaultdict(int)
        """By table, in the round in play."""


def judge_protection(connection: Connection) -> None:
    """Raise a violation where a bet was taken that should have been refused."""
    players: dict[str, _Player] = defaultdict(_Player)
    for link in entries_in_order(connection):
        if link.chain == PATRONS:
            patron = decode_patron(link.body or b"").patron
            players[patron.id].protection = patron.protection
        elif is_of_table(link.chain):
            _follow(link, players)


def _follow(link: Link, players: dict[str, _Player]) -> None:
    betting: set[str] = set()
    before = {name: player.staked[link.chain] for name, player in players.items()}
    for event in decode_table(link.body or b"").events:
        match event:
            case BettingOpened() | WagersPaid() | RoundVoided():
                if betting:
                    _judge(link, players, betting, before)
                    betting = set()
                before = {}
                for player in players.values():
                    player.staked.pop(link.chain, None)
            case WagerPlaced(bettor, _, amount):
                players[bettor].staked[link.chain] += amount
                betting.add(bettor)
            case WagerWithdrawn(bettor, _, stake):
                players[bettor].staked[link.chain] -= stake
            case WagersCollected():
                _judge(link, players, betting, before)
                betting = set()
            case _:
                pass
    _judge(link, players, betting, before)


def _judge(
    link: Link, players: dict[str, _Player], betting: set[str], before: dict[str, int]
) -> None:
    for name in betting:
        player, at = players[name], f"{link.chain} {link.position}"
        # Who takes something back may leave more on the table than a limit that came since.
        is_more = player.staked[link.chain] > before.get(name, 0)
        if player.protection is None or not is_more:
            continue
        excluded = player.protection.is_excluded(link.at_ms)
        require(not excluded, f"{name} is excluded, and bets in {at}")
        limit, staked = player.protection.limits_at(link.at_ms).stake, player.staked[link.chain]
        within = limit is None or staked <= limit
        require(within, f"{name} has {staked} on a round in {at}, and may have {limit}")
