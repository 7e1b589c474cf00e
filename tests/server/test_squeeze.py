"""The squeeze over the wire: whoever has the right sees the cards, others see them opened."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

import pytest

from punto.client import Player, Refusal, join
from punto.client.table import TableView
from punto.protocol import console, tell
from punto.protocol.ask import Unwatch, Watch
from punto.protocol.event import CardCorrected, CardDealt
from tests.server.console import Console, enrolled
from tests.server.here import Here, assert_books_hold, open_house

STAKE: Final = 1_00
LIMIT_MS: Final = 10_000
FOUR: Final = ("4s", "Kh", "Jd", "3s")
"""Player 4, Banker 3: the Player draws."""


class Salon(NamedTuple):
    """A table with two who sit, one who looks on, and a dealer."""

    here: Here
    dealer: Console
    ann: Player
    ben: Player
    eve: Player

    def view(self, who: Player) -> TableView:
        return who.tables["salon"]

    async def seen(self, who: Player, side: str, *cards: str | None) -> None:
        """Wait until somebody sees a hand like this."""
        view = self.view(who)
        await who.until(lambda: view.hands[side] == list(cards))


@asynccontextmanager
async def salon(
    database: str, *, squeeze: bool = True, wagers: tuple[str, ...] = ("player", "banker")
) -> AsyncIterator[Salon]:
    """Let Ann bet on Player and Ben, more, on Banker; both squeeze, if that is wanted."""
    async with open_house(database) as here:
        cookie = await enrolled(here, "dora")
        async with (
            await join(here.address) as ann,
            await join(here.address) as ben,
            await join(here.address) as eve,
            Console(here, cookie) as dealer,
        ):
            for who in (ann, ben):
                await who.watch("salon", squeeze=squeeze)
            await eve.watch("salon")
            await dealer.send(Watch(table="salon"))
            await dealer.done(console.TakeTable)
            await dealer.done(console.BringShoe, scanned=True)
            await dealer.done(console.OpenBets)
            for seat, (who, wager) in enumerate(zip((ann, ben), wagers, strict=False), 2):
                await who.take_seat("salon", seat)
                await who.bet("salon", wager, STAKE * seat)
            await dealer.done(console.CloseBets)
            yield Salon(here, dealer, ann, ben, eve)
    assert_books_hold(database)


async def four_dealt(at: Salon) -> None:
    for card in FOUR:
        await at.dealer.done(console.ScanCard, card=card)


def faces(who: Player) -> set[str | None]:
    """Give all cards that somebody was told, in whatever message."""
    found: list[CardDealt] = []
    for message in who.received:
        if isinstance(message, tell.Happened):
            found += [event for event in message.events if isinstance(event, CardDealt)]
        if isinstance(message, tell.ClosedHands):
            found += message.opened
    return {card.card for card in found}


def test_only_whoever_has_the_right_is_told_a_card_before_it_is_open(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with salon(sqlite_url) as at:
            await four_dealt(at)
            await at.seen(at.ann, "player", "4s", "Jd")
            await at.seen(at.ann, "banker", None, None)
            await at.seen(at.ben, "banker", "Kh", "3s")
            await at.seen(at.ben, "player", None, None)
            await at.seen(at.eve, "player", None, None)
            await at.seen(at.eve, "banker", None, None)
            assert faces(at.eve) == {None}
            now_ms = at.here.house.time.now_ms()
            (hers, his) = at.view(at.eve).closed
            assert (hers.side, hers.position, hers.places) == ("player", 2, [0, 2])
            assert (his.side, his.position, his.places) == ("banker", 3, [1, 3])
            assert hers.until_ms == now_ms + LIMIT_MS

            with pytest.raises(Refusal, match="not yours to open"):
                await at.ben.open_card("salon", 0)
            await at.ann.open_card("salon", 2)
            await at.seen(at.eve, "player", None, "Jd")
            assert at.view(at.eve).totals["player"] == 0, "a total tells what is closed"
            with pytest.raises(Refusal, match="or is open"):
                await at.ann.open_card("salon", 2)
            await at.ann.open_card("salon", 0)
            await at.seen(at.eve, "player", "4s", "Jd")
            assert at.view(at.eve).totals["player"] == 4

            late = await join(at.here.address)
            async with late:
                await late.watch("salon")
                await at.seen(late, "player", "4s", "Jd")
                await at.seen(late, "banker", None, None)
                await late.until(lambda: len(at.view(late).closed) == 1)
                assert at.view(late).totals == {"player": 4, "banker": 0}

    asyncio.run(scenario())


def snapshots(who: Player) -> list[tell.Snapshot]:
    return [each for each in who.received if isinstance(each, tell.Snapshot)]


def test_a_hand_that_is_squeezed_alone_has_its_time_too(sqlite_url: str) -> None:
    """Nobody is told what comes next either: it would tell what the closed cards are."""

    async def scenario() -> None:
        async with salon(sqlite_url, wagers=("player",)) as at:
            await four_dealt(at)
            await at.seen(at.eve, "player", None, None)
            await at.seen(at.eve, "banker", "Kh", "3s")
            async with await join(at.here.address) as late:
                await late.watch("salon")
                await at.seen(late, "player", None, None)
                (told,) = snapshots(late)
                assert (told.player_cards, told.player, told.next_step) == ([None, None], 0, "")
            await at.here.advance(LIMIT_MS - 1)
            assert at.view(at.eve).hands["player"] == [None, None]
            await at.here.advance(1)
            await at.seen(at.eve, "player", "4s", "Jd")

    asyncio.run(scenario())


def corrected(who: Player) -> list[int | None]:
    """Give the totals that came with corrections."""
    told = [each for each in who.received if isinstance(each, tell.Happened)]
    events = [event for each in told for event in each.events]
    return [event.total for event in events if isinstance(event, CardCorrected)]


def test_a_card_that_is_corrected_beside_a_closed_hand_has_its_total(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with salon(sqlite_url, wagers=("player",)) as at:
            await four_dealt(at)
            await at.seen(at.eve, "banker", "Kh", "3s")
            await at.dealer.done(console.CorrectCard, place=1, card="9h", why="misread")
            await at.seen(at.eve, "banker", "9h", "3s")
            assert at.view(at.eve).totals["banker"] == 2
            await at.ann.open_card("salon", 0)
            await at.seen(at.eve, "player", "4s", None)
            assert at.view(at.eve).totals["player"] == 4
            await at.dealer.done(console.CorrectCard, place=0, card="5s", why="misread")
            await at.seen(at.eve, "player", "5s", None)
            assert corrected(at.eve) == [2, None], "it would tell the card that is closed"
            await at.ann.open_card("salon", 2)
            await at.seen(at.eve, "player", "5s", "Jd")
            assert at.view(at.eve).totals == {"player": 5, "banker": 2}

    asyncio.run(scenario())


def test_what_is_not_squeezed_in_time_opens_and_nothing_waits_for_it(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with salon(sqlite_url) as at:
            await four_dealt(at)
            await at.seen(at.eve, "banker", None, None)
            await at.here.advance(LIMIT_MS - 1)
            assert faces(at.eve) == {None}
            await at.here.advance(1)
            await at.seen(at.eve, "banker", "Kh", "3s")
            await at.eve.until(lambda: at.view(at.eve).closed == [])
            await at.dealer.done(console.AnnounceTotals)
            await at.dealer.done(console.ScanCard, card="As")
            await at.seen(at.eve, "player", "4s", "Jd", None)
            await at.dealer.done(console.CorrectCard, place=4, card="2s", why="misread")
            await at.dealer.done(console.CorrectCard, place=4, card="As", why="misread again")
            assert "2s" not in faces(at.eve)
            # The dealer goes on, and what is closed opens.
            await at.dealer.done(console.ScanCard, card="9c")
            await at.seen(at.eve, "player", "4s", "Jd", "As")
            await at.seen(at.eve, "banker", "Kh", "3s", None)
            await at.dealer.done(console.AnnounceResult)
            await at.seen(at.eve, "banker", "Kh", "3s", "9c")
            await at.dealer.done(console.CollectLosing)
            await at.dealer.done(console.PayWinning)
            view = at.view(at.ann)
            await at.ann.until(lambda: view.settled_round == 1)
            assert view.net == 2 * STAKE

    asyncio.run(scenario())


def test_cards_of_whoever_does_not_squeeze_or_is_gone_are_open(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with salon(sqlite_url, squeeze=False) as at:
            await at.dealer.done(console.ScanCard, card=FOUR[0])
            await at.seen(at.eve, "player", FOUR[0])
            await at.ann.watch("salon", squeeze=True)
            await at.dealer.done(console.ScanCard, card=FOUR[1])
            await at.dealer.done(console.ScanCard, card=FOUR[2])
            await at.seen(at.eve, "player", FOUR[0], None)
            assert [hand.places for hand in at.view(at.eve).closed] == [[2]], (
                "what is open stays so"
            )
            await at.ann.say(Unwatch(table="salon"))
            await at.seen(at.eve, "player", FOUR[0], FOUR[2])

    asyncio.run(scenario())


def test_a_second_screen_of_whoever_squeezes_sees_backs_and_opens_nothing(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with salon(sqlite_url) as at:
            await four_dealt(at)
            await at.seen(at.eve, "player", None, None)
            async with Player(at.here.address, at.ann.session) as second:
                await second.watch("salon", squeeze=True)
                await at.seen(second, "player", None, None)
                await at.seen(second, "banker", None, None)
                with pytest.raises(Refusal, match="not yours to open"):
                    await second.open_card("salon", 0)
                await at.ann.open_card("salon", 0)
                await at.seen(second, "player", "4s", None)
                await at.seen(at.eve, "player", "4s", None)
                # Where it began, it goes on: whoever goes away there leaves an open hand.
                await at.ann.say(Unwatch(table="salon"))
                await at.seen(at.eve, "player", "4s", "Jd")
                await at.seen(second, "player", "4s", "Jd")
                await at.seen(second, "banker", None, None)

    asyncio.run(scenario())
