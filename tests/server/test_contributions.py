"""Players add to shared shoes over the wire, a beacon is heard, and every round can be checked."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec
import pytest

from punto.client import Player, Refusal, join
from punto.client.player import new_id
from punto.errors import WrongInput
from punto.fair import contribution_commitment, contributor_name
from punto.protocol import ask, console, tell
from punto.protocol.event import ShoeMixed, ShuffleBegun
from punto.server.config import read_config
from punto.server.open_house import PROMISES_A_MINUTE
from punto.table.house_table import HouseTable
from punto.testing.driven_time import NOON_MS
from tests.fair.test_contributions import QUICKNET, ROUNDS
from tests.fair.test_second_verifier import run
from tests.server.console import Console, enrolled
from tests.server.here import Here, assert_books_hold, open_house
from tests.server.schema_check import defects
from tests.server.test_http import asked

HOUSE = """
name = "Punto"
currency = "credits"
attendant_code = "0000"
chips = [100]

[[tables]]
id = "mbs"
name = "No Commission"
rulebook = "mbs-no-commission"
minimum = 100
maximum = 1000
cut = 404
window_ms = 600
card_ms = 2
result_ms = 30
"""
DEALT = HOUSE.replace("window_ms", 'driver = "dealer"\nwindow_ms')
FIRST_CALL_S = (NOON_MS + 3_000 + 1_000) // 1_000
"""The first shuffle names a round that is due after this."""
SIGNATURE, VALUE = ROUNDS[1000000]


def chance(who: str) -> bytes:
    return sha256(who.encode()).digest()


async def promise(player: Player, shoe: int, who: str, word: str = "") -> None:
    made = contribution_commitment(chance(who), word, table="mbs", shoe=shoe)
    await player.request(ask.Contribute(id=new_id(), table="mbs", shoe=shoe, commitment=made))


async def show(player: Player, shoe: int, who: str, word: str = "") -> None:
    random = chance(who).hex()
    said = ask.ShowContribution(id=new_id(), table="mbs", shoe=shoe, random=random, word=word)
    await player.request(said)


def table_of(here: Here) -> HouseTable:
    return here.house.tables.broadcasts["mbs"].view.house_table


async def until_shuffled(here: Here) -> None:
    await here.time.pass_until(lambda: table_of(here).contributing.shuffle is not None)


async def until_shoe(here: Here, number: int) -> None:
    def is_there() -> bool:
        shoe = table_of(here).table.shoe
        return shoe is not None and shoe.number == number

    await here.time.pass_until(is_there)


def events(player: Player, kind: type) -> list[Any]:
    happened = (each for each in player.received if isinstance(each, tell.Happened))
    return [event for each in happened for event in each.events if isinstance(event, kind)]


async def refusal(player: Player, said: ask.Contributing) -> str:
    with pytest.raises(Refusal) as caught:
        await player.request(said)
    return caught.value.code


def test_a_shoe_is_mixed_with_what_players_add_and_can_be_checked_for_ever(
    database_url: str,
) -> None:
    async def scenario() -> None:
        async with (
            open_house(database_url, HOUSE) as here,
            await join(here.address) as ann,
            await join(here.address) as ben,
        ):
            await ann.watch("mbs")
            await ben.watch("mbs")
            await promise(ann, 2, "ann", "luck")
            await promise(ben, 2, "ben")
            told = [each for each in ann.received if isinstance(each, tell.YourContribution)]
            assert (told[0].shoe, told[0].commitment, bool(told[-1].commitment)) == (2, None, True)
            await until_shuffled(here)
            began = here.time.now_ms()
            await show(ann, 2, "ann", "luck")
            again = ask.ShowContribution(
                id=new_id(), table="mbs", shoe=2, random=chance("ann").hex(), word="luck"
            )
            assert await refusal(ann, again) == "contributed-already"
            await until_shoe(here, 2)
            assert here.time.now_ms() == began + 3_000, "Ben costs the window, and no more"
            await ann.until(lambda: bool(events(ann, ShoeMixed)))
            seen_by_all(here, ann, ben)
            late = ask.Contribute(id=new_id(), table="mbs", shoe=3, commitment="ab" * 32)
            assert await refusal(ben, late) == "sitting-out"
            await until_shoe(here, 3)
            await every_round_holds(here, ann)

    asyncio.run(scenario())
    assert_books_hold(database_url)


def seen_by_all(here: Here, ann: Player, ben: Player) -> None:
    """All who watch see who adds, by names that say nothing, and what was added or withheld."""
    (begun,), (mixed,) = events(ann, ShuffleBegun), events(ann, ShoeMixed)
    names = {who: contributor_name("mbs", who.session.name) for who in (ann, ben)}
    assert {each.who for each in begun.promises} == {*names.values()}
    added = {each.who: (each.random, each.word) for each in mixed.contributions}
    assert added == {names[ann]: (chance("ann").hex(), "luck"), names[ben]: ("", "")}
    snapshot = here.house.tables.broadcasts["mbs"].snapshot()
    assert snapshot.mixed == mixed
    assert snapshot.shuffle is None


async def every_round_holds(here: Here, player: Player) -> None:
    """Rounds of the shoe that nobody had added to, and of the mixed one, by the second verifier."""
    checked: dict[int, str] = {}
    for number in range(1, table_of(here).table.rounds):
        proof = await asked(here, f"/api/rounds/mbs-{number}/proof", player.session.token)
        assert not defects(proof, "RoundProof")
        if proof["shoe"] in checked:
            continue
        call = "v.verify(given.p, given.p.commitment, given.p.cards, given.p.first)"
        checked[proof["shoe"]] = run(call, p=proof)
        if proof["mixed"] is not None:
            left_out = {**proof["mixed"], "contributions": proof["mixed"]["contributions"][:1]}
            assert run(call, p={**proof, "mixed": left_out}) == "wrong-mix"
            assert run(call, p={**proof, "mixed": None, "outside": ""}) == "wrong-cards"
    assert checked == {1: "true", 2: "true"}


def test_promises_that_are_made_anew_all_the_time_are_refused(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url, HOUSE) as here, await join(here.address) as ann:
            await ann.watch("mbs")
            for number in range(PROMISES_A_MINUTE):
                await promise(ann, 2, f"ann {number}")
            more = ask.Contribute(id=new_id(), table="mbs", shoe=2, commitment="ab" * 32)
            assert await refusal(ann, more) == "too-often"

    asyncio.run(scenario())


def test_a_house_that_closes_in_a_shuffle_ends_it_with_the_same_shoe(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url, HOUSE) as here,
            await join(here.address) as ann,
            await join(here.address) as ben,
        ):
            await ann.watch("mbs")
            await promise(ann, 2, "ann")
            await promise(ben, 2, "ben")
            await until_shuffled(here)
            await show(ann, 2, "ann")
            await ann.until(
                lambda: (
                    not table_of(here).contributing.given[0].is_withheld
                    or not table_of(here).contributing.given[1].is_withheld
                )
            )
            known, time = table_of(here), here.time
        async with open_house(sqlite_url, HOUSE, time=time) as here:
            await until_shoe(here, 2)
            mixed = table_of(here).mixed
            assert mixed is not None
            assert mixed.contributions == known.contributing.given
            assert sum(each.is_withheld for each in mixed.contributions) == 1

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_where_a_dealer_deals_the_house_brings_the_shoe_that_he_has_begun(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url, DEALT) as here:
            cookie = await enrolled(here, "dora")
            async with Console(here, cookie) as dealer, await join(here.address) as ann:
                await ann.watch("mbs")
                await promise(ann, 1, "ann")
                await dealer.done(console.TakeTable, "mbs")
                await dealer.done(console.BringShoe, "mbs")
                assert table_of(here).table.shoe is None
                await show(ann, 1, "ann")
                await until_shoe(here, 1)
                assert table_of(here).mixed is not None
                await dealer.done(console.OpenBets, "mbs")

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


# --- a beacon -----------------------------------------------------------------------------------


@contextmanager
def relay(said: dict[str, object] | None) -> Iterator[str]:
    """Serve what a relay of the beacon has said, as it was recorded; None for a silent one."""
    paths: list[str] = []

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            paths.append(self.path)
            self.send_response(404 if said is None else 200)
            self.end_headers()
            self.wfile.write(msgspec.json.encode(said))

        def log_message(self, *_: object) -> None:
            """Be quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
    assert paths[0] == f"/{QUICKNET}/public/1000000"


def with_beacon(url: str) -> str:
    genesis = FIRST_CALL_S - 999_998 * 3
    beacon = (
        f'url = "{url}"\nchain = "{QUICKNET}"\ngenesis = {genesis}\nperiod = 3\nwait_seconds = 1'
    )
    return f"{HOUSE}\n[beacon]\n{beacon}\n"


ROUND = {"round": 1000000, "randomness": VALUE, "signature": SIGNATURE}
SAID: dict[str, tuple[dict[str, object] | None, bool]] = {
    "the recorded round": (ROUND, True),
    "nothing": (None, False),
    "another round": ({**ROUND, "round": 999999}, False),
    "a value that is not the hash": ({**ROUND, "randomness": "ab" * 32}, False),
    "no text of a beacon": ({"round": 1000000}, False),
}


@pytest.mark.parametrize(("said", "is_heard"), SAID.values(), ids=SAID)
def test_a_beacon_is_heard_or_the_table_goes_on_without(
    sqlite_url: str,
    said: dict[str, object] | None,
    is_heard: bool,  # noqa: FBT001 – a case
) -> None:
    async def scenario(url: str) -> None:
        async with open_house(sqlite_url, with_beacon(url)) as here:
            await here.time.settled()
            shuffle = table_of(here).contributing.shuffle
            assert shuffle is not None
            assert shuffle.call is not None
            assert (shuffle.call.round, shuffle.call.at_ms) == (1000000, NOON_MS + 7_000)
            await until_shoe(here, 1)
            limit = shuffle.call.at_ms if is_heard else shuffle.call.until_ms
            assert here.time.now_ms() == limit
            mixed = table_of(here).mixed
            assert mixed is not None
            heard = mixed.beacon and mixed.beacon.signature
            assert (heard, mixed.silent) == ((SIGNATURE, False) if is_heard else (None, True))

    with relay(said) as url:
        asyncio.run(scenario(url))
    assert_books_hold(sqlite_url)


def test_a_beacon_is_set_up_by_its_section() -> None:
    config = read_config(with_beacon("http://relay.example"), "house.toml")
    assert (config.beacon.url, config.beacon.chain) == ("http://relay.example", QUICKNET)
    with pytest.raises(WrongInput, match=r"beacon\.url"):
        read_config(with_beacon("file:///etc/passwd"), "house.toml")
    assert read_config(HOUSE, "house.toml").beacon.url == "", "off, unless it is asked for"
