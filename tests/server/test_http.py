"""What the house answers over HTTP: itself, its tables, and to each player his own rounds."""

import asyncio
import csv
import json
from email.message import Message
from functools import partial
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

import punto
from punto.cards import FRENCH, parse_card
from punto.client import Player, join
from punto.client.http import bearing, read
from punto.coup import Phase
from punto.fair import GENERATOR, Reveal, Verdict, verify
from punto.protocol import (
    PROTOCOL,
    HouseInfo,
    Lesson,
    LobbyTile,
    PlayedRound,
    TableInfo,
    schema,
)
from punto.replay.signed_history import checked_history
from punto.server.config import default_config
from tests.rules.citing import cites
from tests.server.here import Here, open_house
from tests.server.schema_check import defects
from tests.server.test_rounds import bet_round, see_round


def got(here: Here, path: str, token: str = "", **options: Any) -> Any:  # noqa: ANN401 – any JSON
    """Ask for something, in a thread by the caller, and give its JSON."""
    headers = bearing(token) if token else {}
    request = Request(here.address.rstrip("/") + path, headers=headers, **options)  # noqa: S310
    with urlopen(request, timeout=60) as answer:  # noqa: S310 – our own house
        return json.loads(answer.read())


def refused(here: Here, path: str, token: str = "", **options: Any) -> int:  # noqa: ANN401
    with pytest.raises(HTTPError) as caught:
        got(here, path, token, **options)
    with caught.value as answer:
        status = answer.code
        assert json.loads(answer.read())["status_code"] == status
    return status


async def asked(here: Here, path: str, token: str = "") -> Any:  # noqa: ANN401 – any JSON
    return await asyncio.to_thread(got, here, path, token)


def test_the_house_and_its_tables_are_described(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            house = await asyncio.to_thread(read, here.address, "/api/house", HouseInfo)
            assert (house.name, house.protocol, house.play_money) == ("Punto", PROTOCOL, True)
            assert house.public_key == here.house.key.public
            tiles = await asyncio.to_thread(read, here.address, "/api/tables", list[LobbyTile])
            assert [tile.id for tile in tiles] == [
                *("zero", "rws", "mbs", "tiger", "elements", "salon")
            ]
            assert [tile.id for tile in tiles if tile.terminals_only] == ["rws"]
            for path, kind in (("/api/house", "HouseInfo"), ("/api/tables/rws", "TableInfo")):
                assert not defects(await asked(here, path), kind)
            for tile in await asked(here, "/api/tables"):
                assert not defects(tile, "LobbyTile")

    asyncio.run(scenario())


def test_every_table_tells_its_exact_edges(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            for table in default_config().tables:
                path = f"/api/tables/{table.id}"
                info = await asyncio.to_thread(read, here.address, path, TableInfo)
                edges_are_exact(info)
                rulebook = punto.rulebook(table.rulebook)
                assert info.clauses == dict(rulebook.clauses)
                assert [wager.id for wager in info.wagers] == [w.id for w in rulebook.wagers]
                assert all(wager.minimum == table.minimum for wager in info.wagers)

    asyncio.run(scenario())


LESSONS: Final = {
    "zero": ("4s Td As", "Th 3c 4h", 7, {"banker": ("push", None)}),
    "rws": ("4s Td As", "Th 3c 3h", 6, {"banker": ("win", "1:2")}),
    "mbs": ("4s Td As", "Th 3c 3h", 6, {"banker": ("win", "1:2")}),
    "tiger": (
        "4s Td As",
        "Th 3c 3h",
        6,
        {"banker": ("win", "1:2"), "tiger": ("win", "20:1"), "big-tiger": ("win", "50:1")},
    ),
}
"""The round that each table teaches: worked out by hand from its document."""


def test_every_table_teaches_its_own_rules(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            for table, (player, banker, total, bets) in LESSONS.items():
                path = f"/api/tables/{table}/lesson"
                assert not defects(await asked(here, path), "Lesson")
                taught = await asyncio.to_thread(read, here.address, path, Lesson)
                example = taught.example
                assert " ".join(example.player_cards) == player
                assert " ".join(example.banker_cards) == banker
                assert (example.player, example.banker, example.winner) == (5, total, "banker")
                assert {bet.wager: (bet.outcome, bet.pays) for bet in example.bets} == bets
                assert [reason.draws for reason in example.reasons] == [True, True]
                assert sum(map(sum, taught.banker_draws)) == 33 + 10 + 7 + 5 + 2
                assert taught.player_draws == [True] * 6 + [False] * 2
            elements = await asyncio.to_thread(
                read, here.address, "/api/tables/elements/lesson", Lesson
            )
            assert all(card[1] in "mwafe" for card in elements.example.banker_cards)
            lost = await asyncio.to_thread(refused, here, "/api/tables/nowhere/lesson")
            assert lost == 404

    asyncio.run(scenario())


def edges_are_exact(info: TableInfo) -> None:
    counted = punto.odds(info.rulebook, decks=info.decks).wagers
    for wager in info.wagers:
        figures = counted[wager.id]
        assert figures is not None
        assert wager.edge == float(-figures.ev)
        assert wager.hit == float(figures.hit_frequency)


@cites(zero=("FILE DATE", "SERVER VERSION", "RNG VERSION"))
def test_the_online_game_tells_its_versions(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            info, house = await asked(here, "/api/tables/zero"), await asked(here, "/api/house")
            assert info["rulebook"] == "zero-commission@2020-04-27"
            assert (house["version"], house["generator"]) == ("test", GENERATOR)
            assert "5.1." not in str(info), "a version of another vendor"
            assert info["file_date"] == "2020/04/27 08:20:03 (UTC)"
            assert (info["face_up"], info["terminals_only"]) == (True, False)
            assert (info["strip"], info["roadmap"], info["window_ms"]) == (10, 50, 0)

    asyncio.run(scenario())


def test_a_history_is_ones_own(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with (
            open_house(sqlite_url) as here,
            await join(here.address) as first,
            await join(here.address) as second,
        ):
            await bet_round(here, first, "mbs", {"tie": 100, "banker": 200})
            await bet_round(here, second, "mbs", {"player": 300})
            await bet_round(here, first, "zero", {"player": 500})
            for player, table in ((first, "mbs"), (second, "mbs"), (first, "zero")):
                await see_round(here, player, table)
            await own_rounds(here, first, {"mbs": 300, "zero": 500})
            await own_rounds(here, second, {"mbs": 300})
            await pages_and_files(here, first)
            own, shared = await first.history("zero"), await second.history("mbs")
            token = second.session.token
            path = f"/api/rounds/{own[0].round}"
            assert await asyncio.to_thread(refused, here, path, token) == 404
            seen = await asked(here, f"/api/rounds/{shared[0].round}", token)
            assert [bet["wager"] for bet in seen["bets"]] == ["player"]
            await verified_from_the_books(here, own[0], first.session.token)
            assert await asyncio.to_thread(refused, here, f"{path}/proof", token) == 404
            await sealed_while_the_shoe_is_dealt(here, shared[0], token)

    asyncio.run(scenario())


async def verified_from_the_books(here: Here, played: PlayedRound, token: str) -> None:
    """A hand is checked with what the books have on it alone."""
    proof = await asked(here, f"/api/rounds/{played.round}/proof", token)
    assert not defects(proof, "RoundProof")
    reveal = Reveal(
        table=proof["table"],
        shoe=proof["shoe"],
        decks=proof["decks"],
        secret=bytes.fromhex(proof["secret"]),
        outside=bytes.fromhex(proof["outside"]),
    )
    assert (proof["first"], proof["deck"]) == (1, "french"), "a new shoe for every hand"
    gone = [parse_card(card) for card in proof["cards"]]
    assert sorted(proof["cards"]) == sorted((*played.player_cards, *played.banker_cards))
    assert verify(reveal, FRENCH, committed=proof["commitment"], gone=gone) is Verdict.TRUE


async def sealed_while_the_shoe_is_dealt(here: Here, played: PlayedRound, token: str) -> None:
    proof = await asked(here, f"/api/rounds/{played.round}/proof", token)
    assert not defects(proof, "RoundProof")
    assert (proof["table"], proof["secret"]) == ("mbs", None)
    assert len(proof["commitment"]) == 64
    dealt = {*played.player_cards, *played.banker_cards}
    assert dealt <= {*proof["cards"]}


async def pages_and_files(here: Here, player: Player) -> None:
    """Two rounds, a page for each; and all of it as two files."""
    rounds, token = await player.history(), player.session.token

    def read(path: str) -> tuple[str, Message]:
        address = here.address.rstrip("/") + path
        asking = Request(address, headers=bearing(token))  # noqa: S310 – our own house
        with urlopen(asking, timeout=60) as answer:  # noqa: S310 – our own house
            return answer.read().decode(), answer.headers

    text, headers = await asyncio.to_thread(read, "/api/history?limit=1&since_ms=0")
    link = f'</api/history?limit=1&since_ms=0&before={rounds[0].round}>; rel="next"'
    assert headers["link"] == link
    assert [each["round"] for each in json.loads(text)] == [rounds[0].round]
    text, headers = await asyncio.to_thread(read, link[1:].split(">", maxsplit=1)[0])
    assert headers["link"] is None
    assert [each["round"] for each in json.loads(text)] == [rounds[1].round]
    text, headers = await asyncio.to_thread(read, "/api/history.json")
    content = json.loads(text)["content"]
    assert [each["round"] for each in content["rounds"]] == [each.round for each in rounds]
    assert headers["content-disposition"] == 'attachment; filename="history.json"'
    checked = checked_history(text.encode())
    assert (checked.holds, checked.rounds) == (True, len(rounds))
    assert (checked.account, checked.house) == (player.session.name, here.house.key.public)
    for before, after in (('"staked":', '"staked":1'), ('"asked":{}', '"asked":{"table":"zero"}')):
        assert before in text
        assert not checked_history(text.replace(before, after, 1).encode()).holds, before
    text, _ = await asyncio.to_thread(read, "/api/history.json?table=tiger")
    content = json.loads(text)["content"]
    assert (content["rounds"], content["asked"]) == ([], {"table": "tiger"})
    assert checked_history(text.encode()).holds
    text, _ = await asyncio.to_thread(read, "/api/history.csv?table=mbs")
    lines = list(csv.DictReader(text.splitlines()))
    assert {line["wager"]: int(line["stake"]) for line in lines} == {"tie": 100, "banker": 200}
    nets = {each.table: each.net for each in rounds}
    assert sum(int(line["net"]) for line in lines) == nets["mbs"]


async def own_rounds(here: Here, player: Player, staked: dict[str, int]) -> None:
    rounds = await player.history()
    assert {played.table: played.staked for played in rounds} == staked
    assert len(await player.history(limit=1)) == 1
    for played in rounds:
        answer = await asked(here, f"/api/rounds/{played.round}", player.session.token)
        assert not defects(answer, "PlayedRound")
        assert answer["net"] == played.net
        assert isinstance(played, PlayedRound)


NOT_THERE: Final = [
    ("/api/history", 401),
    ("/api/history.csv", 401),
    ("/api/history.json", 401),
    ("/api/rounds/mbs-1", 401),
    ("/api/rounds/mbs-1/proof", 401),
    ("/api/tables/nowhere", 404),
    ("/api/tables/zero-gaaaaaaaaaa", 404),
    ("/api/nothing", 404),
    ("/nothing", 404),
    ("/../../etc/passwd", 404),
    ("/assets/x", 404),
    ("/api/guests", 405),
    ("/ws", 405),
]


def test_what_is_not_there_is_refused(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            for path, status in NOT_THERE:
                assert await asyncio.to_thread(refused, here, path) == status, path

    asyncio.run(scenario())


def test_a_wrong_question_of_ones_own_is_refused(database_url: str) -> None:
    async def scenario() -> None:
        async with open_house(database_url) as here, await join(here.address) as player:
            token = player.session.token
            for path, status in (
                ("/api/history?limit=many", 400),
                (f"/api/history?limit={10**30}", 200),
                ("/api/history?limit=-5", 200),
                (f"/api/history?since_ms={-(10**30)}&until_ms={10**30}", 200),
                ("/api/history?before=mbs-7", 200),
                ("/api/history?ended=nobody", 400),
                ("/api/history?table=%25", 200),
                ("/api/history?table=%00", 400),
                ("/api/rounds/nothing-1", 404),
                ("/api/rounds/%00", 400),
                ("/api/rounds/nothing-1/proof", 404),
                ("/api/rounds/mbs-999/proof", 404),
                ("/api/rounds/mbs/proof", 404),
                ("/api/rounds/Mbs_1/proof", 404),
            ):
                if status == 200:
                    assert await asked(here, path, token) == []
                else:
                    assert await asyncio.to_thread(refused, here, path, token) == status
            for wrong in (token[:-1], f"x{token}", "é"):
                assert await asyncio.to_thread(refused, here, "/api/history", wrong) == 401

    asyncio.run(scenario())


NO_SIGN_IN: Final = (
    b"",
    b"[]",
    b"{}",
    b'{"terminal":"terminal-1"}',
    b'{"terminal":1,"code":2}',
    b"\xff",
    b"{" * 999,
)


def test_a_sign_in_that_is_none_is_refused(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            for content in NO_SIGN_IN:
                asked = partial(refused, here, "/api/terminals", data=content, method="POST")
                assert await asyncio.to_thread(asked) == 400, content

    asyncio.run(scenario())


def test_what_the_house_has_bound_itself_to_is_a_list_that_it_has_signed(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as player:
            await bet_round(here, player, "mbs", {"player": 300})
            signed = await asked(here, "/api/commitments")
            assert not defects(signed, "SignedCommitments")
            content = signed["content"]
            plain = json.dumps(content, sort_keys=True, separators=(",", ":"))
            text = f"punto commitments 1\n{plain}".encode()
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(content["house"]))
            key.verify(bytes.fromhex(signed["signature"]), text)
            with pytest.raises(InvalidSignature):
                key.verify(bytes.fromhex(signed["signature"]), text.replace(b"mbs", b"sbm"))
            assert content["house"] == (await asked(here, "/api/house"))["public_key"]
            of_table = [shoe for shoe in content["shoes"] if shoe["table"] == "mbs"]
            listed = {shoe["shoe"]: shoe["commitment"] for shoe in of_table}
            assert len(listed) == 2, "the shoe on the table, and the next one"
            assert listed == (await player.watch("mbs")).commitments
            path, token = "/api/rounds/mbs-1/proof", player.session.token
            await here.until("mbs", Phase.DEALING)
            assert await asyncio.to_thread(refused, here, path, token) == 404, "it is in play"
            await here.until("mbs", Phase.SETTLED)
            assert (await asked(here, path, token))["cards"]

    asyncio.run(scenario())


def test_the_questions_are_documented(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            described = await asked(here, "/api/docs/openapi.json")
            assert set(described["paths"]) >= {
                "/api/house",
                "/api/tables",
                "/api/tables/{table}",
                "/api/history",
                "/api/rounds/{name}",
                "/api/rounds/{name}/proof",
                "/api/guests",
                "/api/terminals",
                "/api/staff/enrolments",
                "/api/staff/sessions",
                "/api/staff/me",
            }
            assert await asked(here, "/api/protocol") == schema()
            assert schema() is schema(), "it is made once, however often it is asked"

    asyncio.run(scenario())
