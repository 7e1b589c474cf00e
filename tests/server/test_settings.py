"""Settings of tables, changed while the house is open: by the office, by the file, and by whom."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from punto.client import Player, Refusal, join
from punto.client.http import read
from punto.coup import Phase
from punto.errors import WrongInput
from punto.house import Act, Done, OpenAccount, OpenTable, Request
from punto.house.chain import SETTINGS, STAFF
from punto.house.house import HOUSE, house_account
from punto.house.record import decode_settings, decode_staff
from punto.ledger import Kind
from punto.people import Role
from punto.protocol import LobbyTile, console
from punto.server.async_writer import DRIVER
from punto.server.config import read_config, settings_of, terms_of
from punto.store import Database, Writer, reading
from punto.table import Found, Settings
from punto.table.command import Decide, ReportIrregularity
from punto.table.settings import Driven
from punto.testing.serving import ServedHouse, quick_house
from tests.server.console import Console, enrolled
from tests.server.here import KEY, SUPERVISOR, Here, assert_books_hold, open_house
from tests.server.office import Office
from tests.server.staff_command import complaint, run_here, told
from tests.server.test_http import asked
from tests.server.test_money import more_credits
from tests.server.waiting import PATIENCE

WHY = "a quiet night"
Row = tuple[str, str, object, object]
CLOSED: dict[str, object] = {"key": "open", "before": None, "after": False}
OPENED: dict[str, object] = {"key": "open", "before": False, "after": None}


def change(key: str, before: object, after: object) -> dict[str, object]:
    return {"key": key, "before": before, "after": after}


async def manager_of(here: Here, name: str = "mary") -> Office:
    return await Office.of(here, name, Role.MANAGER)


async def set_(office: Office, table: str, *changes: dict[str, object]) -> None:
    await office.done("SetTable", table=table, changes=list(changes), why=WHY)


def settings_at(here: Here, table: str) -> Settings:
    house_table = here.writer.house_table(table)
    assert house_table is not None
    return house_table.table.settings


def is_open(here: Here, table: str) -> bool:
    house_table = here.writer.house_table(table)
    assert house_table is not None
    return house_table.is_open


def on_record(url: str) -> list[Row]:
    """All changes that the journal holds, before and after."""
    with Database(url).reading() as connection:
        links = list(reading.links(connection, SETTINGS))
    records = [decode_settings(link.body or b"") for link in links]
    return [(e.table, e.key, e.before, e.after) for record in records for e in record.changes]


async def minimum_shown(here: Here, table: str) -> tuple[int, int]:
    """The minimum as the lobby and the table itself tell it."""
    tiles = {tile["id"]: tile for tile in await asked(here, "/api/tables")}
    info = await asked(here, f"/api/tables/{table}")
    return tiles[table]["minimum"], info["wagers"][0]["minimum"]


async def bettor(here: Here, player: Player, table: str) -> None:
    """Bet on the round that takes bets now, or next."""
    await player.watch(table)
    await here.until(table, Phase.BETTING)
    await player.betting(table)
    await player.bet(table, "banker", 200)


# --- between two rounds -------------------------------------------------------------------------


def test_limits_change_when_the_round_is_over_and_stand_after_a_restart(sqlite_url: str) -> None:
    async def before() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as ann:
            mary = await manager_of(here)
            await bettor(here, ann, "tiger")
            await set_(mary, "tiger", change("minimum", 100, 500), change("seat_maximum", None, 9))
            await set_(mary, "tiger", change("squeeze_seconds", None, 0))
            assert here.house.tables.broadcasts["tiger"].closed_cards.squeeze_ms == 0
            refused = change("seat_maximum", None, 9)
            assert await mary.refused("SetTable", table="tiger", changes=[refused], why=WHY) == (
                409,
                "set-meanwhile",
            )
            await ann.bet("tiger", "player", 100)
            assert await minimum_shown(here, "tiger") == (100, 100)
            (tiger,) = [
                each
                for each in (await mary.look("settings", "OfficeSettings"))["tables"]
                if each["id"] == "tiger"
            ]
            assert (tiger["is_open"], tiger["is_pending"]) == (True, True)
            minimum = next(each for each in tiger["settings"] if each["key"] == "minimum")
            assert (minimum["value"], minimum["in_file"], minimum["kind"]) == (500, 100, "amount")
            # The house closes in mid-round, before the table has taken it over.

    async def after() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as ann:
            assert settings_at(here, "tiger").limit.minimum == 100
            await ann.watch("tiger")
            await here.time.pass_until(lambda: settings_at(here, "tiger").limit.minimum == 500)
            assert await minimum_shown(here, "tiger") == (500, 500)
            await here.until("tiger", Phase.BETTING)
            await ann.betting("tiger")
            with pytest.raises(Refusal, match="500 or more"):
                await ann.bet("tiger", "player", 100)

    asyncio.run(before())
    asyncio.run(after())
    assert on_record(sqlite_url) == [
        ("tiger", "minimum", 100, 500),
        ("tiger", "seat_maximum", None, 9),
        ("tiger", "squeeze_seconds", None, 0),
    ]
    assert_books_hold(sqlite_url)


def test_a_closed_table_pays_its_round_first_and_goes_on_when_it_is_opened(
    sqlite_url: str,
) -> None:
    async def before() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as ann:
            mary = await manager_of(here)
            await bettor(here, ann, "tiger")
            await set_(mary, "tiger", CLOSED)
            assert is_open(here, "tiger")
            await ann.bet("tiger", "player", 100)
            await here.time.pass_until(lambda: not is_open(here, "tiger"))
            view = ann.tables["tiger"]
            await ann.until(lambda: view.settled_round == 1)
            tiles = {tile["id"]: tile for tile in await asked(here, "/api/tables")}
            assert (tiles["tiger"]["is_open"], tiles["mbs"]["is_open"]) == (False, True)
            with pytest.raises(Refusal, match="tiger is closed"):
                await ann.bet("tiger", "player", 100)

    async def after() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as ann:
            mary = Office(here, (await enrolled(here, "max", Role.MANAGER)))
            await ann.watch("tiger")
            await here.advance(60_000)
            assert not is_open(here, "tiger")
            await set_(mary, "tiger", OPENED)
            await here.until("tiger", Phase.BETTING)
            view = await ann.betting("tiger")
            assert view.round == 2

    asyncio.run(before())
    asyncio.run(after())
    assert_books_hold(sqlite_url)


def test_a_table_that_nobody_watches_is_closed_too_and_one_without_bets(sqlite_url: str) -> None:
    patient = quick_house().replace("[[tables]]", "[[tables]]\nfree_rounds = false")

    async def scenario() -> None:
        async with open_house(sqlite_url, patient) as here:
            mary = await manager_of(here)
            async with await join(here.address) as ann:
                await ann.watch("tiger")
                await here.until("tiger", Phase.BETTING)
            for table in ("tiger", "elements"):
                await set_(mary, table, CLOSED)
                await here.time.pass_until(lambda at=table: not is_open(here, at))  # type: ignore[misc]

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_who_drives_changes_at_the_end_of_a_round(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as ann:
            mary = await manager_of(here)
            await bettor(here, ann, "tiger")
            await set_(mary, "tiger", change("driver", None, "dealer"))
            assert settings_at(here, "tiger").driven is Driven.BY_HOUSE
            await here.time.pass_until(lambda: settings_at(here, "tiger").has_dealer)
            async with Console(here, await enrolled(here, "dora")) as dealer:
                await dealer.done(console.TakeTable, table="tiger")
                await dealer.done(console.OpenBets, table="tiger")
                await set_(mary, "tiger", change("driver", "dealer", None))
                assert settings_at(here, "tiger").has_dealer
                await dealer.done(console.CloseBets, table="tiger")
                for step in (*(console.DrawCard,) * 4, console.AnnounceTotals):
                    await dealer.done(step, table="tiger")
                while here.house.tables.broadcasts["tiger"].view.house_table.table.in_play:
                    await _next_step(dealer)
            await here.time.pass_until(lambda: not settings_at(here, "tiger").has_dealer)
            await here.until("tiger", Phase.BETTING)

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


async def _next_step(dealer: Console) -> None:
    """Do whatever is due at the table."""
    steps = (console.DrawCard, console.AnnounceResult, console.CollectLosing, console.PayWinning)
    for step in steps:
        if (await dealer.ask(step, table="tiger"))["type"] != "Refused":
            return
    raise AssertionError("nothing is due")


def test_a_players_own_tables_are_closed_and_opened(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as ann:
            mary = await manager_of(here)
            await ann.watch("zero")
            await ann.bet("zero", "player", 100)
            await set_(mary, "zero", CLOSED)
            with pytest.raises(Refusal, match="closed"):
                await ann.deal("zero")
            async with await join(here.address) as ben:
                await ben.watch("zero")
                with pytest.raises(Refusal, match="closed"):
                    await ben.bet("zero", "player", 100)
            tiles = {tile["id"]: tile for tile in await asked(here, "/api/tables")}
            assert not tiles["zero"]["is_open"]
            await set_(mary, "zero", OPENED, change("minimum", 100, 200))
            with pytest.raises(Refusal, match="200 or more"):
                await ann.deal("zero")
            await ann.bet("zero", "player", 100)
            await ann.deal("zero")

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_table_of_before_each_had_an_account_of_its_own_is_set_otherwise(sqlite_url: str) -> None:
    plan = read_config(quick_house(), "house.toml")
    (tiger,) = [table for table in plan.tables if table.id == "tiger"]
    writer = Writer(Database(sqlite_url), KEY, terms=terms_of(plan))
    for what in (OpenAccount(HOUSE, Kind.HOUSE), OpenTable("tiger", settings_of(tiger), "", HOUSE)):
        assert isinstance(writer.ask(Request(DRIVER, what, type(what).__name__)), Done)
    writer.close()

    async def scenario() -> None:
        dearer = replace(tiger, minimum=300)
        tables = tuple(dearer if table is tiger else table for table in plan.tables)
        async with open_house(sqlite_url, replace(plan, tables=tables)) as here:
            assert settings_at(here, "tiger").limit.minimum == 300
            house_table = here.writer.house_table("tiger")
            assert house_table is not None
            assert house_table.house == house_account("tiger")

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_an_own_table_that_waits_for_a_supervisor_is_set_when_that_is_decided(
    sqlite_url: str,
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as ann:
            mary, table = await manager_of(here), f"zero-{ann.session.name}"
            await ann.watch("zero")
            await ann.bet("zero", "player", 200)
            await ann.deal("zero")
            found = ReportIrregularity(found=Found.FOREIGN_CARD, who="sue", why="a joker")
            decided = Decide(void=False, who="sue", why="seen on camera")
            writer = here.house.writer
            assert isinstance(await writer.ask(SUPERVISOR, Act(table, (found,))), Done)
            await set_(mary, "zero", change("minimum", 100, 200))
            assert settings_at(here, table).limit.minimum == 100
            assert isinstance(await writer.ask(SUPERVISOR, Act(table, (decided,))), Done)
            await ann.bet("zero", "player", 100)
            with pytest.raises(Refusal, match="200 or more"):
                await ann.deal("zero")
            assert settings_at(here, table).limit.minimum == 200

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_table_that_cannot_be_set_holds_up_no_other(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as ann:
            async with await join(here.address) as ben:
                names = [f"zero-{each.session.name}" for each in (ann, ben)]
                for each in (ann, ben):
                    await each.watch("zero")
            tables = here.house.tables
            tables.configs["zero"] = replace(tables.configs["zero"], burn=500)
            await tables.set_otherwise("zero")
            for name in names:
                assert f"table {name} stays as it is: the house cannot open" in caplog.text

    asyncio.run(scenario())


def test_who_has_run_out_is_measured_by_the_tables_that_take_guests_now(sqlite_url: str) -> None:
    poor = quick_house().replace("guest_credits = 1_000_00", "guest_credits = 1_000")

    async def scenario() -> None:
        async with open_house(sqlite_url, poor) as here, await join(here.address) as ann:
            mary, token = await manager_of(here), ann.session.token
            await ann.watch("tiger")
            for table, answer in (("rws", 409), ("tiger", 201)):
                await set_(mary, table, change("minimum", 100, 5_000))
                await here.time.pass_until(
                    lambda at=table: settings_at(here, at).limit.minimum == 5_000  # type: ignore[misc]
                )
                assert await asyncio.to_thread(more_credits, here, token) == answer
            await set_(mary, "tiger", CLOSED)
            await here.time.pass_until(lambda: not is_open(here, "tiger"))
            await here.advance(60_000)
            assert await asyncio.to_thread(more_credits, here, token) == 409

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_who_may_bet_is_settled_by_the_rulebook_in_play(sqlite_url: str) -> None:
    async def tile(here: Here) -> tuple[str, str, bool]:
        (found,) = [each for each in await asked(here, "/api/tables") if each["id"] == "tiger"]
        info = await asked(here, "/api/tables/tiger")
        shown = [(each["title"], each["driver"], each["terminals_only"]) for each in (found, info)]
        assert shown[0] == shown[1]
        return shown[0]

    async def scenario() -> None:
        async with open_house(sqlite_url) as here, await join(here.address) as ann:
            mary = await manager_of(here)
            await bettor(here, ann, "tiger")
            before = await tile(here)
            await set_(mary, "tiger", change("rulebook", "mbs-tiger", "rws-non-commission"))
            await ann.bet("tiger", "player", 100)
            assert await tile(here) == before
            await here.time.pass_until(
                lambda: settings_at(here, "tiger").rulebook.id != "mbs-tiger"
            )
            await here.until("tiger", Phase.BETTING)
            title, driver, terminals_only = await tile(here)
            assert (title != before[0], driver, terminals_only) == (True, "clock", True)
            with pytest.raises(Refusal, match="only Player Terminals bet here"):
                await ann.bet("tiger", "player", 100)

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_chips_are_told_as_people_read_them(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            mary = await manager_of(here)
            await set_(mary, "tiger", change("chips", None, [100, 2_550]))
            told = (await mary.look("events", "EventPage"))["events"]
            words = "tiger: chips from the usual to 1.00, 25.50, by mary: a quiet night"
            assert words in [each["what"] for each in told]

    asyncio.run(scenario())


# --- what cannot be -----------------------------------------------------------------------------

WRONG: list[tuple[str, list[dict[str, object]], str]] = [
    ("tiger", [change("minimum", 100, 200_000)], "minimum: 200000 is more than the maximum"),
    ("tiger", [change("minimum", 100, 0)], "minimum: Expected `int` >= 1"),
    ("tiger", [change("minimum", 100, "much")], "minimum: Expected `int`"),
    ("tiger", [change("minimum", 100, None)], "tiger: minimum: this must be said"),
    ("tiger", [change("layout", None, "z")], "layout: 'Z' is not one of the rulebook's: A, B"),
    ("tiger", [change("driver", None, "me")], "Invalid enum value 'me', but dealer or automatic"),
    ("tiger", [change("id", None, "lion")], "id: there is no such setting, but back_betting"),
    ("tiger", [change("limits.dragon.minimum", None, 5)], "maximum: this must be said"),
    ("tiger", [change("rulebook", "mbs-tiger", "mine.toml")], "mine.toml cannot be read"),
    ("tiger", [change("rulebook", "mbs-tiger", "a\0.toml")], ".toml cannot be read"),
    ("tiger", [change("rulebook", "mbs-tiger", "../mine.toml")], "given by its name alone"),
    ("tiger", [change("rulebook", "mbs-tiger", "/etc/mine.toml")], "given by its name alone"),
    ("tiger", [change("beside", None, "/etc")], "beside: there is no such setting"),
    ("tiger", [change("rulebook", "mbs-tiger", "nonesuch")], "there is no rulebook 'nonesuch'"),
    ("tiger", [change("rulebook", "mbs-tiger", "zero-commission")], "is settled at a start"),
    ("rws", [change("driver", None, "dealer")], "driver: this rulebook is for terminals"),
    ("nowhere", [change("minimum", 100, 200)], "there is no table 'nowhere'"),
    ("tiger", [change("minimum", 100, 100)], "it is set so already"),
]


def test_what_cannot_be_is_refused_in_one_line_and_changes_nothing(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            mary = await manager_of(here)
            before = here.house.writer.configuration
            for table, changes, words in WRONG:
                status, answer = await mary.ask("SetTable", table=table, changes=changes, why=WHY)
                assert (status, "\n" in answer["detail"]) == (409, False), answer
                assert words in answer["detail"]
            assert await mary.refused(
                "SetTable", table="tiger", changes=[change("minimum", 100, 200)], why=" "
            ) == (409, "who-and-why-wanted")
            assert here.house.writer.configuration == before

    asyncio.run(scenario())
    with Database(sqlite_url).reading() as connection:
        refused = [decode_staff(link.body or b"") for link in reading.links(connection, STAFF)]
    kept = [each.words for each in refused]
    assert [each.code for each in refused] == ["settings-defective"] * len(refused)
    assert all(any(words in each for each in kept) for _, _, words in WRONG[:-2])
    assert on_record(sqlite_url) == []
    assert_books_hold(sqlite_url)


def test_the_same_change_under_the_same_id_is_made_once(sqlite_url: str) -> None:
    async def scenario() -> None:
        async with open_house(sqlite_url) as here:
            mary = await manager_of(here)
            once = {"table": "tiger", "changes": [change("minimum", 100, 200)], "why": WHY}
            assert not (await mary.done("SetTable", id="once", **once))["again"]
            assert (await mary.done("SetTable", id="once", **once))["again"]
            other = {**once, "changes": [change("minimum", 200, 300)]}
            assert await mary.refused("SetTable", id="once", **other) == (409, "id-clash")

    asyncio.run(scenario())
    assert len(on_record(sqlite_url)) == 1


# --- the file -----------------------------------------------------------------------------------


def written(file: Path, *replaced: tuple[str, str]) -> None:
    """Write the file of a house, with something else than usual at Tiger."""
    text = quick_house()
    head, tiger, rest = text.partition('id = "tiger"')
    for old, new in replaced:
        assert old in rest
        rest = rest.replace(old, new, 1)
    file.write_text(head + tiger + rest, encoding="utf-8")


def tiger_in(here: Here) -> tuple[int, int]:
    tiger = here.house.tables.configs["tiger"]
    return tiger.minimum, tiger.maximum


def test_the_office_names_a_file_where_the_house_has_one(sqlite_url: str, tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    written(file)

    async def named(file: Path | None, name: str) -> object:
        async with open_house(sqlite_url, file=file) as here:
            manager = await manager_of(here, name)
            return (await manager.look("settings", "OfficeSettings"))["file"]

    assert asyncio.run(named(file, "mary")) == "floor.toml"
    assert asyncio.run(named(None, "max")) is None


def test_the_last_change_wins_whether_of_the_office_the_file_or_a_start(
    sqlite_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "house.toml"

    async def office_first() -> None:
        written(file)
        async with open_house(sqlite_url, file=file) as here:
            mary = await manager_of(here)
            await set_(
                mary, "tiger", change("minimum", 100, 500), change("maximum", 100_000, 9_000)
            )
            assert await mary.refused("ReadFile", why=WHY) == (409, "nothing-to-do")
            written(file, ("minimum = 1_00", "minimum = 2_00"))
            await mary.done("ReadFile", why=WHY)
            assert tiger_in(here) == (200, 9_000)

    async def then_the_file_at_a_start() -> None:
        async with open_house(sqlite_url, file=file) as here:
            assert tiger_in(here) == (200, 9_000)
            await set_(await manager_of(here, "max"), "tiger", change("minimum", 200, 700))
        written(
            file, ("minimum = 1_00", "minimum = 2_00"), ("maximum = 1_000_00", "maximum = 8_00")
        )
        async with open_house(sqlite_url, file=file) as here:
            assert tiger_in(here) == (700, 800)

    asyncio.run(office_first())
    asyncio.run(then_the_file_at_a_start())
    assert on_record(sqlite_url) == [
        ("tiger", "minimum", 100, 500),
        ("tiger", "maximum", 100_000, 9_000),
        ("tiger", "minimum", 500, 200),
        ("tiger", "minimum", 200, 700),
        ("tiger", "maximum", 9_000, 800),
    ]
    assert_books_hold(sqlite_url)


def test_a_file_that_cannot_be_is_refused_and_the_house_plays_on(
    sqlite_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "house.toml"

    async def scenario() -> None:
        written(file)
        async with open_house(sqlite_url, file=file) as here:
            mary = await manager_of(here)
            await set_(mary, "tiger", change("maximum", 100_000, 500))
            written(file, ("minimum = 1_00", "minimum = 9_00"))
            _, answer = await mary.ask("ReadFile", why=WHY)
            assert "tiger: minimum: 900 is more than the maximum, 500" in answer["detail"]
            for text, words in (("[[tables", "is not TOML"), ("name = 1", "name: Expected")):
                file.write_text(text, encoding="utf-8")
                _, answer = await mary.ask("ReadFile", why=WHY)
                assert (answer["code"], words in answer["detail"]) == ("settings-defective", True)
            file.unlink()
            _, answer = await mary.ask("ReadFile", why=WHY)
            assert "cannot be read" in answer["detail"]
            assert tiger_in(here) == (100, 500)
        written(file, ("minimum = 1_00", "minimum = 9_00"))
        with pytest.raises(WrongInput, match="tiger: minimum: 900 is more than the maximum, 500"):
            async with open_house(sqlite_url, file=file):
                pass

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_tables_come_with_the_file_and_go_with_it(sqlite_url: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    lion = ('id = "lion"', 'name = "Lion"', 'rulebook = "mbs-tiger"', "minimum = 2", "maximum = 9")
    new = "\n".join(("[[tables]]", *lion))

    async def scenario() -> None:
        written(file)
        async with open_house(sqlite_url, file=file) as here, await join(here.address) as ann:
            mary = await manager_of(here)
            usual = file.read_text(encoding="utf-8")
            file.write_text(f"{usual}\n{new}", encoding="utf-8")
            await mary.done("ReadFile", why=WHY)
            await ann.watch("lion")
            await here.until("lion", Phase.BETTING)
            file.write_text(usual, encoding="utf-8")
            await mary.done("ReadFile", why=WHY)
            await here.time.pass_until(lambda: not is_open(here, "lion"))
            told = (await mary.look("settings", "OfficeSettings"))["tables"]
            assert [each["id"] for each in told] == [e.id for e in here.house.config.tables]
            assert await mary.refused("SetTable", table="lion", changes=[OPENED], why=WHY) == (
                409,
                "no-such-table",
            )
        async with open_house(sqlite_url, file=file) as here:
            assert "lion" not in [tile["id"] for tile in await asked(here, "/api/tables")]

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def test_a_manager_makes_a_table_with_a_rulebook_of_his_own(
    sqlite_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "house.toml"
    said = {"name": "Lion", "rulebook": "mine.toml", "minimum": 100, "maximum": 900, "decks": 6}
    lion = [change(key, None, value) for key, value in said.items()]
    wanted = {"table": "lion", "new": True, "why": WHY}

    async def scenario() -> None:
        written(file)
        own_rulebook(tmp_path, "mine")
        async with open_house(sqlite_url, file=file) as here, await join(here.address) as ann:
            mary = await manager_of(here)
            for wrong, words in (
                (lion[1:], "name"),
                ([*lion[:1], *lion[2:]], "rulebook"),
                ([*lion, change("minimum", None, 1000)], "minimum"),
                ([*lion, change("layout", None, "Z")], "layout"),
            ):
                status, answer = await mary.ask("SetTable", **wanted, changes=wrong)
                assert (status, answer["code"]) == (409, "settings-defective")
                assert words in answer["detail"]
            for taken in ("house", "terminal-1", "Lion!"):
                asking = {**wanted, "table": taken, "changes": lion}
                assert (await mary.ask("SetTable", **asking))[0] in (400, 409)
            await mary.done("SetTable", **wanted, changes=lion)
            again = await mary.refused("SetTable", **wanted, changes=lion)
            assert again == (409, "table-open")
            await ann.watch("lion")
            await here.until("lion", Phase.BETTING)
            assert settings_at(here, "lion").rulebook.id == "mine"
            await set_(mary, "lion", change("maximum", 900, 800))
            await mary.refused("ReadFile", why=WHY)
        async with open_house(sqlite_url, file=file) as here:
            await here.time.pass_until(lambda: settings_at(here, "lion").limit.maximum == 800)
            rita = await manager_of(here, "rita")
            told = (await rita.look("settings", "OfficeSettings"))["tables"]
            assert told[-1]["id"] == "lion"
            assert {each["in_file"] for each in told[-1]["settings"]} == {None}

    asyncio.run(scenario())
    assert_books_hold(sqlite_url)


def own_rulebook(place: Path, name: str) -> None:
    """Write a rulebook of one's own."""
    text = Path("src/punto/rules/rulebooks/mbs-tiger@3.toml").read_text(encoding="utf-8")
    file = place / "mine.toml"
    file.write_text(text.replace('"mbs-tiger"', f'"{name}"', 1), encoding="utf-8")


def test_a_rulebook_of_ones_own_is_found_beside_the_file(sqlite_url: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    mine = change("rulebook", "mbs-tiger", "mine.toml")

    async def scenario() -> None:
        written(file)
        async with open_house(sqlite_url, file=file) as here:
            mary = await manager_of(here)
            own_rulebook(tmp_path, "first")
            dora = await Office.of(here, "dora", Role.DEALER)
            refused = await dora.refused("SetTable", table="tiger", changes=[mine], why=WHY)
            assert refused == (403, "not-permitted")
            # Nothing was read for a dealer: a rulebook that was read once stays as it was read.
            own_rulebook(tmp_path, "second")
            await set_(mary, "tiger", mine)
            await here.time.pass_until(lambda: settings_at(here, "tiger").rulebook.id == "second")

    asyncio.run(scenario())
    assert on_record(sqlite_url) == [("tiger", "rulebook", "mbs-tiger", "mine.toml")]
    assert_books_hold(sqlite_url)


def test_the_same_file_under_another_path_changes_nothing(sqlite_url: str, tmp_path: Path) -> None:
    own_rulebook(tmp_path, "mine")
    (tmp_path / "elsewhere").mkdir()
    written(tmp_path / "house.toml", ('"mbs-tiger"', '"mine.toml"'))

    async def scenario() -> None:
        for place in (tmp_path, tmp_path / "elsewhere" / ".."):
            async with open_house(sqlite_url, file=place / "house.toml") as here:
                assert settings_at(here, "tiger").rulebook.id == "mine"
                assert here.house.settings.held("tiger", "rulebook") == "mine.toml"

    asyncio.run(scenario())
    assert on_record(sqlite_url) == []
    assert_books_hold(sqlite_url)


# --- over the owner's socket --------------------------------------------------------------------

BY = ("--who", "mary", "--why", WHY)


def tile_of(house: ServedHouse, table: str) -> LobbyTile:
    tiles = read(house.address, "/api/tables", list[LobbyTile])
    return next(tile for tile in tiles if tile.id == table)


async def until(house: ServedHouse, table: str, holds: Callable[[LobbyTile], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds(tile_of(house, table)):  # noqa: ASYNC110 – the lobby is only asked
            await asyncio.sleep(0.05)


def test_a_running_house_is_set_otherwise_from_the_command_line_and_killed(tmp_path: Path) -> None:
    async def begin(house: ServedHouse) -> None:
        async with await join(house.address) as ann:
            await ann.watch("tiger")
            await ann.betting("tiger")
            done = await told(house, "admin", "set", "tiger", "minimum=200", "driver=dealer", *BY)
            assert [(each["key"], each["after"]) for each in done["changes"]] == [
                ("minimum", 200),
                ("driver", "dealer"),
            ]
            await told(house, "admin", "close", "elements", *BY)
            said = await asyncio.to_thread(run_here, house, "admin", "set", "tiger", "driver=", *BY)
            assert said.out == "tiger: driver dealer → –\n"
            wrong = await complaint(house, "admin", "set", "tiger", "layout=z", *BY)
            assert "layout: 'Z' is not one of the rulebook's" in wrong
            assert "KEY=VALUE" in await complaint(house, "admin", "set", "tiger", "open", *BY)
            assert "neither a number" in await complaint(
                house, "admin", "set", "tiger", "burn=1.5", *BY
            )
            lion = ("name=Lion", "rulebook=mbs-tiger", "minimum=100", "maximum=900")
            missing = await complaint(house, "admin", "new", "lion", *lion[1:], *BY)
            assert "lion: name: this must be said" in missing
            await told(house, "admin", "new", "lion", *lion, *BY)
            assert "already" in await complaint(house, "admin", "new", "lion", *lion, *BY)
            same = ("--request", "once")
            for again in (False, True):
                done = await told(house, "admin", "set", "mbs", "chips=[100, 500]", *BY, *same)
                assert done["again"] is again

    async def go_on(house: ServedHouse) -> None:
        await until(house, "elements", lambda tile: not tile.is_open)
        await until(house, "lion", lambda tile: tile.is_open and tile.minimum == 100)
        async with await join(house.address) as ann:
            await ann.watch("tiger")
            await until(house, "tiger", lambda tile: tile.minimum == 200)
        await told(house, "admin", "open", "elements", *BY)
        await until(house, "elements", lambda tile: tile.is_open)
        assert "as it was" in await complaint(house, "admin", "reread", *BY)
        written(house.config, ("maximum = 1_000_00", "maximum = 7_00"))
        (change_,) = (await told(house, "admin", "reread", *BY))["changes"]
        assert (change_["before"], change_["after"]) == (100_000, 700)

    with ServedHouse(tmp_path, quick_house()) as house:
        asyncio.run(begin(house))
        house.kill()
        house.start()
        asyncio.run(go_on(house))
        house.stop()
        held = asyncio.run(told(house, "admin", "settings"))
        assert (held["tiger"]["minimum"], held["tiger"]["maximum"]) == (200, 700)
        shown = run_here(house, "admin", "settings", "tiger").out
        assert "minimum" in shown
        assert "there is no table" in asyncio.run(complaint(house, "admin", "settings", "bear"))
        assert "the house is closed" in asyncio.run(complaint(house, "admin", "reread", *BY))
    assert_books_hold(f"sqlite:///{tmp_path / 'punto.db'}")
