"""A person deals: enrolled by a link, at a console, under a name that is on record."""

import asyncio
from typing import Any

import pytest

from punto.client import Refusal, join
from punto.house import ChangePin, Done, RevokeStaff
from punto.people import Actor, Role
from punto.people.patron import IDLE_MS
from punto.protocol import console
from punto.protocol.ask import Ping, Unwatch, Watch
from punto.rules import Winner
from punto.server.enrolment import new_link
from punto.server.staff import staff_words
from punto.table.record import DealerCame
from punto.testing.serving import quick_house
from tests.server.console import PIN, Console, asked, enrolled, posted
from tests.server.dealt_table import dealt_table
from tests.server.here import KEY, Here, assert_books_hold, open_house

STAKE = 10_000


async def dealt(dealer: Console) -> None:
    """Deal a round from "No more bets" to the payment, as the table asks for it."""
    await dealer.done(console.CloseBets)
    for _ in range(4):
        await dealer.done(console.DrawCard)
    await dealer.done(console.AnnounceTotals)
    while (await dealer.ask(console.DrawCard))["type"] == "Accepted":
        pass
    await dealer.done(console.AnnounceResult)


def test_a_round_is_dealt_by_a_person_and_paid_to_the_unit(sqlite_url: str) -> None:
    async def scenario(here: Here) -> None:
        cookie = await enrolled(here, "dora")
        async with await join(here.address) as player, Console(here, cookie) as dealer:
            table = await player.watch("salon")
            assert table.dealer is False, "without a dealer it says so"
            await dealer.send(Watch(table="salon"))
            await dealer.done(console.TakeTable)
            await player.until(lambda: table.dealer is True)
            await dealer.done(console.BringShoe)
            await dealer.done(console.OpenBets)
            await player.until(lambda: table.phase == "betting")
            with pytest.raises(Refusal, match="has no seat"):
                await player.bet("salon", "player", STAKE)
            await player.take_seat("salon", 3)
            await player.bet("salon", "player", STAKE)
            await dealt(dealer)
            view = dealer.find(lambda frame: frame["type"] == "ConsoleView")[-1]
            (bet,) = view["bets"]
            assert (bet["position"], bet["wager"], bet["stake"]) == (3, "player", STAKE)
            assert (bet["outcome"], view["dealer"]) != (None, "")
            await dealer.done(console.CollectLosing)
            await dealer.done(console.PayWinning)
            await player.until(lambda: table.settled_round == 1)
            assert table.net == bet["returned"] - STAKE

    async def whole() -> None:
        async with open_house(sqlite_url) as here:
            await scenario(here)

    asyncio.run(whole())
    assert_books_hold(sqlite_url)


def test_another_console_takes_over_in_mid_round_and_that_is_on_record(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with dealt_table(sqlite_url) as at:
            await at.play_to("open")
            async with Console(at.here, await enrolled(at.here, "dave")) as dave:
                refused = await dave.ask(console.CloseBets)
                assert (refused["code"], refused["words"]) == (
                    "not-at-table",
                    "dora deals here: take the table first",
                )
                await dave.done(console.TakeTable)
                assert (await at.dealer.ask(console.CloseBets))["code"] == "not-at-table"
                await dave.done(console.CloseBets)
            assert at.recorded(DealerCame) == [DealerCame("dora"), DealerCame("dave", "dora")]

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_what_was_refused_at_a_console_stays_refused_when_it_comes_again(sqlite_url: str) -> None:
    """A copy may come over another link, when what was missing is there."""

    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            cookie = await enrolled(here, "dora")
            bets = console.OpenBets(id="bets", table="salon")
            async with Console(here, cookie) as dora, Console(here, cookie) as other:
                await dora.done(console.TakeTable)
                first = await dora.answer(bets)  # type: ignore[arg-type]
                await dora.done(console.BringShoe)
                again = await other.answer(bets)  # type: ignore[arg-type]
                assert (first["type"], again) == ("Refused", first)
                await dora.done(console.OpenBets)
                assert here.house.consoles.answered.keys() == {"dora"}
            await here.advance(IDLE_MS + 60_001)
            assert not here.house.consoles.answered, "nobody is remembered for ever"

    asyncio.run(scenario())


def test_what_a_report_would_bring_is_shown_before_it_is_made(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with dealt_table(sqlite_url) as at:
            await at.play_to("one")
            found = console.Irregularity(found="malfunction")
            ruling = await at.dealer.ask(console.AskRuling, irregularity=found)
            assert (ruling["type"], ruling["decision"]) == ("Ruling", "supervisor")
            assert at.table.undecided is None, "nothing is done by asking"
            await at.dealer.done(console.ReportIrregularity, irregularity=found, why="it jams")
            refused = await at.dealer.ask(console.DecideRound, void=True, why="I say so")
            assert refused["code"] == "not-permitted"
            await at.supervisor.done(console.DecideRound, void=True, why="seen on camera")

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_before_a_card_is_dealt_a_ruling_on_cards_names_the_round_before(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with dealt_table(sqlite_url) as at:
            await at.play_to("paid")
            await at.play_to("open")
            present = at.table.rounds
            of_cards = console.Irregularity(found="incorrect-number-of-cards")
            of_now = console.Irregularity(found="malfunction")
            for found, number in ((of_cards, present - 1), (of_now, present)):
                ruling = await at.dealer.ask(console.AskRuling, irregularity=found)
                assert (ruling["type"], ruling["round"]) == ("Ruling", number), found

    asyncio.run(scenario())


def test_a_console_is_locked_after_five_idle_minutes(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            cookie = await enrolled(here, "dora")
            async with Console(here, cookie) as dora:
                await dora.done(console.TakeTable)
                await here.advance(5 * 60_000 + 1)
                assert (await dora.ask(console.BringShoe))["code"] == "locked"
                wrong = {"name": "dora", "pin": "1357"}
                status, said, _ = await posted(here, "api/staff/sessions", wrong, cookie)
                assert (status, said["code"]) == (403, "pin-wrong")
                assert (await dora.ask(console.BringShoe))["code"] == "locked"
                right = {"name": "dora", "pin": PIN}
                status, said, again = await posted(here, "api/staff/sessions", right, cookie)
                assert (status, again) == (201, cookie), said
                await dora.done(console.BringShoe)

    asyncio.run(scenario())


def test_a_link_is_good_for_one_person_once(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            link = here.house.staff.link(Role.CAGE)
            forged = link.replace("cage", "manager")
            for said, status in (
                ({"link": forged, "name": "mallory", "pin": PIN}, 403),
                ({"link": link, "name": "Cass!", "pin": PIN}, 403),
                ({"link": link, "name": "cass", "pin": "1111"}, 403),
                ({"link": link, "name": "cass", "pin": PIN}, 201),
                ({"link": link, "name": "carl", "pin": PIN}, 403),
            ):
                answer = await posted(here, "api/staff/enrolments", said)
                assert answer[0] == status, (said, answer)
            assert set(here.house.staff.known) == {"cass", "tess"}

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


@pytest.mark.parametrize("what", [RevokeStaff("dora", "left the house"), ChangePin("dora", "x")])
def test_whoever_is_revoked_or_has_another_pin_is_out_at_once(
    sqlite_url: str, what: RevokeStaff | ChangePin
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            cookie = await enrolled(here, "dora")
            async with Console(here, cookie) as dora:
                await dora.done(console.TakeTable)
                manager = Actor("mary", Role.MANAGER)
                assert isinstance(await here.house.writer.ask(manager, what, "out"), Done)
                assert (await dora.ask(console.BringShoe))["code"] == "sign-in"
            assert here.house.staff.find(cookie) is None
            said = {"name": "dora", "pin": PIN}
            status, answer, _ = await posted(here, "api/staff/sessions", said, cookie)
            assert (status, answer["code"]) == (403, "pin-wrong")

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def pin_link(here: Here, name: str) -> str:
    """Make a link with which somebody of the staff chooses another PIN."""
    person = here.house.staff.known[name]
    return new_link(person.role, here.time.now_ms(), person).text(KEY)


def test_a_pin_is_changed_by_its_owner_or_by_a_link_and_every_other_screen_is_out(
    sqlite_url: str,
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            cookie, pins = await enrolled(here, "dora"), "api/staff/pins"
            for pin, chosen, code in (
                ("9999", "1357", "pin-wrong"),
                (PIN, "1111", "request-malformed"),
            ):
                said = {"name": "dora", "pin": pin, "next": chosen}
                status, answer, _ = await posted(here, pins, said, cookie)
                assert (status, answer["code"]) == (403, code)
            said = {"name": "dora", "pin": PIN, "next": "1357"}
            status, _, changed = await posted(here, pins, said)
            assert status == 201
            assert here.house.staff.find(cookie) is None
            async with Console(here, changed) as dora:
                await dora.done(console.TakeTable)
            old, link = (pin_link(here, "dora") for _ in range(2))
            for name, given, status in (
                *(("dave", link, 403), ("dora", link, 201)),
                *(("dora", link, 403), ("dora", old, 403)),
            ):
                said = {"link": given, "name": name, "pin": "8642"}
                assert (await posted(here, "api/staff/enrolments", said))[0] == status, name
            assert here.house.staff.find(changed) is None
            status, _, _ = await posted(here, "api/staff/sessions", {"name": "dora", "pin": "8642"})
            assert status == 201

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_dealer_has_no_business_at_tables_that_are_not_dealt_by_hand(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            cookie = await enrolled(here, "dora")
            async with Console(here, cookie) as dora, await join(here.address) as guest:
                await guest.watch("zero")
                own = f"zero-{guest.session.name}"
                found = console.Irregularity(found="malfunction")
                for table, code in (("tiger", "no-dealer-wanted"), (own, "no-such-table")):
                    for kind, more in (
                        (console.CloseBets, {}),
                        (console.BringShoe, {"scanned": True}),
                        (console.ScanCard, {"card": "9s"}),
                        (console.CorrectCard, {"place": 0, "card": "9s", "why": "just so"}),
                        (console.ReportIrregularity, {"irregularity": found, "why": "just so"}),
                    ):
                        answer = await dora.ask(kind, table, **more)
                        assert (answer["type"], answer["code"]) == ("Refused", code), (kind, table)

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_only_the_dealer_of_a_table_corrects_a_card_and_in_words_that_steer_nothing(
    sqlite_url: str,
) -> None:
    async def scenario() -> None:
        async with dealt_table(sqlite_url) as at:
            await at.play_to("one")
            wanted: dict[str, Any] = {"place": 0, "card": "9s"}
            async with Console(at.here, await enrolled(at.here, "dave")) as dave:
                refused = await dave.ask(console.CorrectCard, why="misread", **wanted)
            assert refused["code"] == "not-at-table"
            refused = await at.dealer.ask(console.CorrectCard, why="\x1b[2J", **wanted)
            assert refused["code"] == "who-and-why-wanted"
            async with await join(at.here.address) as looker:
                view = await looker.watch("salon")
                await at.dealer.done(console.CorrectCard, why="misread", **wanted)
                await looker.until(lambda: view.hands["player"] == ["9s"])
                assert view.totals["player"] == 9

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_token_alone_shows_nothing_and_unlocks_nothing(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            cookie = await enrolled(here, "dora")
            async with Console(here, cookie) as dora:
                await dora.done(console.TakeTable)
                await here.advance(5 * 60_000 + 1)
                await enrolled(here, "dave")  # another shift begins
                await dora.send(Watch(table="salon", id="w1"))
                assert (await dora.answer_to("w1"))["code"] == "locked"
                said = {"name": "dora", "pin": PIN}
                status, _, _ = await posted(here, "api/staff/sessions", said, cookie)
                assert status == 201
                await dora.done(console.BringShoe)
                await dora.send(Watch(table="salon"))
                view = await dora.of("ConsoleView")
                assert view["dealer"] == "dora"

    asyncio.run(scenario())


def test_pins_are_not_guessed_however_fast(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            cookie = await enrolled(here, "dora")
            guesses = [{"name": "dora", "pin": f"{number}"} for number in range(7000, 7008)]
            tried = [posted(here, "api/staff/sessions", guess) for guess in guesses]
            found = sorted(status for status, _, _ in await asyncio.gather(*tried))
            assert found == [403] * 5 + [429] * 3
            assert here.house.staff.find(cookie) is not None, "whoever is in stays in"

    asyncio.run(scenario())


def test_who_is_signed_in_is_told_until_they_sign_out(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            assert (await asked(here, "GET", "api/staff/me", ""))[0] == 401
            cookie = await enrolled(here, "dora")
            info = {"name": "dora", "role": "dealer", "locked": False}
            assert await asked(here, "GET", "api/staff/me", cookie) == (200, info)
            status, _ = await asked(here, "DELETE", "api/staff/sessions", cookie)
            assert status == 200
            locked = {**info, "locked": True}
            assert await asked(here, "GET", "api/staff/me", cookie) == (200, locked)
            elsewhere = {"Origin": "https://elsewhere.test"}
            assert (await asked(here, "DELETE", "api/staff/sessions", cookie, elsewhere))[0] == 403

    asyncio.run(scenario())


def test_the_first_links_are_offered_while_nobody_is_staff(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url, attended=False) as here:
            head, *lines = staff_words(here.house.staff, here.address)
            assert head.startswith("Nobody is staff yet.")
            roles = [line.split()[0] for line in lines]
            assert roles == ["dealer", "supervisor", "cage", "manager"]
            link = lines[0].partition("#")[2]
            said = {"link": link, "name": "dora", "pin": PIN}
            assert (await posted(here, "api/staff/enrolments", said))[0] == 201
            assert staff_words(here.house.staff, here.address) == []

    asyncio.run(scenario())


def test_a_console_may_ask_the_time_and_look_away(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            async with Console(here, await enrolled(here, "dora")) as dora:
                await dora.send(Ping(at_ms=7))
                assert (await dora.of("Pong"))["at_ms"] == 7
                await dora.send(Watch(table="nowhere", id="w0"))
                assert (await dora.answer_to("w0"))["code"] == "no-such-table"
                await dora.send(Watch(table="salon"))
                await dora.of("ConsoleView")
                await dora.send(Unwatch(table="salon"))
                await dora.done(console.TakeTable)
                views = dora.find(lambda frame: frame["type"] in {"ConsoleView", "Happened"})
                assert len(views) == 1, "what happens there is told no more"
                assert not here.house.tables.broadcasts["salon"].watchers
            async with Console(here, "no-token") as nobody:
                await nobody.socket.wait_closed()
                assert nobody.socket.close_code == 4401

    asyncio.run(scenario())


def test_results_are_recorded_and_taken_back_where_chips_are_physical(sqlite_url: str) -> None:
    table = "results"
    config = quick_house().replace('id = "salon"', 'id = "results"\nresults_only = true')

    async def scenario() -> None:
        async with open_house(sqlite_url, config) as here:
            async with Console(here, await enrolled(here, "dora")) as dora:
                await dora.done(console.TakeTable, table)
                await dora.done(console.BringShoe, table, scanned=True)
                await dora.done(console.RecordResult, table, winner="banker", natural=True)
                await dora.done(console.RecordResult, table, winner="tie")
                await dora.done(console.DropResult, table, why="it was the Player")
            house_table = here.writer.house_table(table)
            assert house_table is not None
            assert [result.winner for result in house_table.table.board.results] == [Winner.BANKER]

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)
