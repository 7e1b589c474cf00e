"""What the cards of one round are checked with, against the shoe that the house had promised."""

import msgspec
from sqlalchemy import Connection

from punto.coup import Phase
from punto.replay.chronicle import Chronicle, chronicle
from punto.replay.story import DealtCard, story_of
from punto.table.record import ShoeMixed

UNSEEN = "?"
"""Stands for a place between the cards of a round from which none was told."""


class ShoeProof(msgspec.Struct, frozen=True, kw_only=True):
    """The promise, the secret once the shoe is over, and the cards of the round by their places."""

    round: str
    table: str
    """As the house committed itself for it."""
    shoe: int
    deck: str
    decks: int
    commitment: str | None
    secret: str | None
    """None until the shoe is over."""
    outside: str
    mixed: ShoeMixed | None
    """What players and a beacon have added, of which `outside` is the hash."""
    first: int
    """The place in the shoe of the first of the cards, from 1."""
    cards: list[str]


def shoe_proof(connection: Connection, name: str) -> ShoeProof | None:
    """Find all of it in the journal.

    None where the house has promised nothing for its cards, and while the round is in play: some of
    its cards may lie there that only whoever squeezes them sees.
    """
    found = chronicle(connection, name, with_balances=False, by_landmarks=True)
    dealing = found.dealing
    if dealing is None or dealing.scanned:
        return None
    told = story_of(found)
    if Phase(told.phase) not in (Phase.SETTLED, Phase.VOID):
        return None
    cards = told.cards
    first = min((each.place for each in cards), default=dealing.gone + 1)
    return ShoeProof(
        round=name,
        table=found.table,
        shoe=dealing.number,
        deck=found.settings.rulebook.deck_rule.family,
        decks=found.settings.decks,
        commitment=dealing.commitment,
        secret=_secret(found),
        outside=dealing.outside,
        mixed=dealing.mixed,
        first=first,
        cards=_in_places(cards, first),
    )


def _secret(found: Chronicle) -> str | None:
    revealed = found.dealing.revealed if found.dealing else None
    return None if revealed is None else revealed.secret


def _in_places(cards: tuple[DealtCard, ...], first: int) -> list[str]:
    told = {each.place: each.card for each in cards}
    return [told.get(place, UNSEEN) for place in range(first, max(told, default=first - 1) + 1)]
