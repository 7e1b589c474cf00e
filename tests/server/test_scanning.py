"""A card that cannot be is refused, with words that say why; the round stays as it was."""

import asyncio
from typing import Final

from punto.protocol import console
from tests.server.dealt_table import DECKS, DealtTable, dealt_table
from tests.server.here import assert_books_hold

WANTED: Final = {
    "open": ("4s", "betting-still-open"),
    "two": ("Lm", "foreign-card"),
    "three": ("11", "not-a-card"),
    "four": ("9s", "totals-to-announce"),
    "six": ("9s", "no-card-called-for"),
    "result": ("9s", "result-announced"),
    "paid": ("9s", "round-settled"),
}
"""At each moment a card that does not belong there: out of order, of another deck, too late."""


async def refused(at: DealtTable, card: str) -> str:
    """Scan a card that is not taken; nothing has changed by it."""
    before = at.table
    answer = await at.dealer.ask(console.ScanCard, card=card)
    assert answer["type"] == "Refused", answer
    assert answer["words"]
    assert at.table == before
    return str(answer["code"])


def test_a_card_out_of_order_or_of_another_deck_is_refused(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with dealt_table(sqlite_url) as at:
            for moment, (card, code) in WANTED.items():
                await at.play_to(moment)
                assert await refused(at, card) == code, moment
                await at.finish()

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_card_that_is_out_too_often_is_refused_and_set_aside_by_nobody(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with dealt_table(sqlite_url) as at:
            await at.play_to("one")
            for _ in range(DECKS):
                await at.dealer.done(console.SetCardAside, card="Kh", why="drawn in error")
            assert await refused(at, "Kh") == "too-many-copies"
            answer = await at.dealer.ask(console.SetCardAside, card="Kh", why="one more")
            assert answer["code"] == "too-many-copies"
            report = console.Irregularity(found="extra-or-missing-cards")
            await at.dealer.done(console.ReportIrregularity, irregularity=report, why="nine Kh")
            await at.supervisor.done(console.DecideRound, void=True, why="counted", new_shoe=True)
            await at.play_to("paid")

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)
