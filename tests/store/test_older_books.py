"""Books that an earlier punto has written: they open, hold, and go on, and no unit is lost.

Each is named for the commit that wrote it. Those of 61fd6b3 were left with a round in play, a
ticket in hand, a debt, a visit at a terminal and a table that waits for a supervisor; the
`dropped` ones have dropped the bodies of a year ago, stakes of the last round among them.
"""

from pathlib import Path
from typing import Final

import pytest
from alembic import command
from sqlalchemy import MetaData, func, select

import punto
from punto.archive.backup import back_up, restore
from punto.coup.command import CloseBetting, PlaceWager
from punto.coup.event import CardDealt
from punto.errors import DatabaseUnusable, Unverified
from punto.house import (
    Act,
    BuyIn,
    CashOut,
    CloseTable,
    ConfirmTicket,
    DealOut,
    DropOld,
    RedeemTicket,
)
from punto.house.chain import ACCOUNTS, CAGE, COMMITS
from punto.house.record import decode_cage, decode_commit, decode_table
from punto.refusal import Refusal
from punto.replay.bundle import bundled, faults
from punto.replay.chronicle import chronicle
from punto.replay.story import story_of
from punto.store import Database, HouseKey, Writer, reading, schema, url_of
from punto.store.database import _alembic, begin_writing
from punto.store.tickets import tickets_of
from punto.table import Found
from punto.table.command import Decide, ReportIrregularity
from tests.store.older_house import KEY, PLACE, OlderHouse, restored, unpacked

IN_PLAY: Final = PLACE / "61fd6b3.punto.gz"
DROPPED: Final = PLACE / "61fd6b3-dropped.punto.gz"

CREDITS: Final = {
    "5821e87": {"ann": 104_990, "bob": 87_600, "cy": 100_000, "house": 290},
    "61fd6b3": {
        "ann": 99_960,
        "bob": 0,
        "cage": -201_900,
        "cy": 100_000,
        "dee": 5_100,
        "eli": 5_000,
        "house": -60,
        "kiosk": 1_000,
        "receivable:bob": -10_000,
    },
    "61fd6b3-dropped": {
        "ann": 99_720,
        "bob": 100_100,
        "cage": -302_600,
        "cy": 100_000,
        "house": 280,
        "kiosk": 900,
    },
}
"""What was in the accounts when the books were closed, as their own commit told it."""

HELD: Final = {
    "5821e87": {},
    "61fd6b3": {"ann": 120, "cy": 300, "eli": 5_000, "kiosk": 200},
    "61fd6b3-dropped": {"cy": 100_000},
}
TABLES: Final = {"5821e87": ("zero", "tiger"), "61fd6b3": ("nc",), "61fd6b3-dropped": ("tiger",)}


def copied(source: str, url: str) -> None:
    """Copy a database of the older layout, row by row, to another kind."""
    target, old = Database(url), MetaData()
    config = _alembic()
    with target.engine.connect() as connection:
        begin_writing(connection)
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.commit()
    with Database(source).engine.connect() as reader, target.engine.begin() as writing:
        old.reflect(reader)
        for table in old.sorted_tables:
            rows = [dict(row) for row in reader.execute(select(table)).mappings()]
            if rows and table.name != "alembic_version":
                writing.execute(table.insert(), rows)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """Give an address at which nothing is laid out."""
    return f"sqlite:///{tmp_path / 'punto.sqlite'}"


@pytest.fixture
def left(database_url: str) -> OlderHouse:
    return restored(database_url, IN_PLAY)


# --- they open, hold and go on ------------------------------------------------------------------


@pytest.mark.parametrize("name", CREDITS)
@pytest.mark.parametrize("key", [KEY, None], ids=["with the key", "without"])
def test_older_books_open_hold_and_go_on(
    database_url: str, name: str, key: HouseKey | None
) -> None:
    house = restored(database_url, PLACE / f"{name}.punto.gz", key)
    assert house.balances(*CREDITS[name]) == CREDITS[name]
    assert {who: house.account(who).held for who in HELD[name]} == HELD[name]
    for table in TABLES[name]:
        house.hand(table)
    house.close()
    again = OlderHouse(database_url)
    for table in TABLES[name]:
        again.hand(table)
    again.close()


@pytest.mark.parametrize("name", CREDITS)
def test_old_chains_stay_as_they_were_and_the_first_commit_names_them(
    database_url: str, tmp_path: Path, name: str
) -> None:
    restore(PLACE / f"{name}.punto.gz", Database(database_url), KEY)
    with Database(database_url).reading() as connection:
        before = {
            chain: [*reading.links(connection, chain)] for chain in reading.chains(connection)
        }
    OlderHouse(database_url).close()
    with Database(database_url).reading() as connection:
        for chain, links in before.items():
            assert [*reading.links(connection, chain, 0, len(links))] == links
        first = reading.link_at(connection, COMMITS, 1)
        brought = reading.link_at(connection, CAGE, 1)
        accounts = reading.accounts(connection)
    assert first
    assert brought
    listed = {chain: position for chain, position, _ in decode_commit(first.body or b"").heads}
    old = {chain: len(links) for chain, links in before.items() if chain != "checkpoints"}
    assert listed == {**old, CAGE: 1}
    assert {each.id: each for each in decode_cage(brought.body or b"").brought} == accounts
    assert {each.sequence for each in accounts.values()} == {0}
    # And a backup of them holds in its turn.
    back_up(Database(database_url), tmp_path / "closed.gz", KEY)
    new = restored(url_of(tmp_path / "new"), tmp_path / "closed.gz")
    assert new.balances(*CREDITS[name]) == CREDITS[name]
    new.close()


# --- what was under way -------------------------------------------------------------------------


def test_a_round_in_play_goes_on_and_is_settled(left: OlderHouse) -> None:
    bettors = ("ann", "cy", "kiosk")
    before = left.balances(*bettors, "house")
    done = left.ask(Act("tiger", (CloseBetting(), DealOut())))
    events = decode_table(done.link.body or b"").events
    cards = " ".join(event.card for event in events if isinstance(event, CardDealt))
    nets = [
        sum(bet.net for bet in punto.settle("mbs-tiger@3", cards, stakes).bets)
        for stakes in ({"player": 100, "tie": 20}, {"banker": 300}, {"banker": 200})
    ]
    wanted = [before[who] + net for who, net in zip(bettors, nets, strict=True)]
    assert [left.account(who).balance for who in bettors] == wanted
    assert left.account("house").balance == before["house"] - sum(nets)
    assert [left.account(who).held for who in bettors] == [0, 0, 0]
    left.close()


def test_a_stake_of_before_can_be_raised_and_the_round_be_void(left: OlderHouse) -> None:
    before = left.balances("ann", "cy", "kiosk", "house")
    left.ask(Act("tiger", (PlaceWager("ann", "player", 40),)), "ann")
    assert left.account("ann").held == 160
    left.writer.close()
    left = OlderHouse(left.url)  # half of the round is in the old chain, half in the new
    left.ask(Act("tiger", (CloseBetting(),)))
    report = ReportIrregularity(found=Found.FOREIGN_CARD, who="eve", why="a joker")
    left.ask(Act("tiger", (report,)))
    assert left.balances("ann", "cy", "kiosk", "house") == before
    assert left.account("ann").held == 0
    left.close()


def test_a_ticket_in_hand_is_still_in_hand(left: OlderHouse) -> None:
    with Database(left.url).reading() as connection:
        [shown] = tickets_of(connection, "eli")
        kiosk = tickets_of(connection, "kiosk")
    assert (shown.state.value, shown.amount) == ("in-hand", 5_000)
    assert [(each.amount, each.state.value) for each in kiosk] == [
        (900, "outstanding"),
        (700, "redeemed"),
    ]
    denied = left.try_(CashOut("eli"), "eli", "another")
    assert isinstance(denied, Refusal)
    assert denied.code == "ticket-in-hand"
    again = left.ask(CashOut("eli"), "eli", "r38")
    assert (again.again, again.ticket) == (True, "2702730206010827250173477075")
    left.ask(ConfirmTicket("eli_r38", printed=True), "eli")
    left.ask(RedeemTicket(again.ticket or "", "cage"))
    assert left.balances("eli", "cage") == {"eli": 0, "cage": -201_900 + 5_000}
    left.close()


def test_a_debt_is_still_owed_and_collected(left: OlderHouse) -> None:
    left.ask(BuyIn("bob", 4_000), "cage")
    assert left.balances("bob", "receivable:bob") == {"bob": 0, "receivable:bob": -6_000}
    left.ask(BuyIn("bob", 6_500), "cage")
    assert left.balances("bob", "receivable:bob") == {"bob": 500, "receivable:bob": 0}
    left.close()


def test_the_visit_at_a_terminal_goes_on_and_the_next_one_follows(left: OlderHouse) -> None:
    assert left.account("kiosk").visit == 4
    left.ask(BuyIn("kiosk", 50), "cage")
    assert left.account("kiosk").visit == 4, "there is something left of the visit"
    left.ask(Act("tiger", (CloseBetting(), DealOut())))
    out = left.ask(CashOut("kiosk"), "kiosk")
    left.ask(ConfirmTicket(out.link.request or "", printed=True), "kiosk")
    left.ask(BuyIn("kiosk", 70), "cage")
    assert (left.account("kiosk").visit, left.account("kiosk").balance) == (5, 70)
    left.close()


def test_a_table_that_waits_for_a_supervisor_still_waits(left: OlderHouse) -> None:
    closed = left.try_(CloseTable("lion", "end of the day"))
    assert isinstance(closed, Refusal)
    assert closed.code == "supervisor-wanted"
    left.ask(Act("lion", (Decide(void=True, who="kim", why="seen on camera"),)))
    left.ask(CloseTable("lion", "end of the day"))
    left.close()


def test_the_last_round_is_void_although_its_stakes_were_dropped(database_url: str) -> None:
    """The stakes are in what was brought forward, their ends in the journal."""
    house = restored(database_url, DROPPED)
    assert house.account("kiosk").visit == 4
    assert house.account("cy").ticket == "cy_r29"
    report = ReportIrregularity(found=Found.INCORRECT_NUMBER_OF_CARDS, who="eve", why="on camera")
    house.ask(Act("tiger", (report,)))
    # Ann had 100 on Player and 200 on Banker, the terminal 100 on Player.
    assert house.balances("kiosk") == {"kiosk": 1_000}
    house.ask(ConfirmTicket("cy_r29", printed=False), "cy")
    assert (house.account("cy").balance, house.account("cy").held) == (100_000, 0)
    house.close()


def test_what_older_books_brought_forward_cannot_be_changed(tmp_path: Path) -> None:
    url = url_of(tmp_path)
    restore(DROPPED, Database(url), KEY)
    with Database(url).engine.begin() as connection:
        state = connection.execute(select(schema.forward.c.body)).scalar_one()
        changed = state.replace(b'"credits_posted":700', b'"credits_posted":900')
        assert changed != state
        connection.execute(schema.forward.update().values(body=changed))
    with pytest.raises(Unverified, match="retention, entry 1: the state is not the one it binds"):
        Writer(Database(url), KEY)


# --- after their time ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["61fd6b3", "61fd6b3-dropped"])
def test_older_books_are_dropped_when_their_closing_is_old_enough(
    database_url: str, tmp_path: Path, name: str
) -> None:
    house = restored(database_url, PLACE / f"{name}.punto.gz")
    if name == "61fd6b3":
        house.ask(Act("tiger", (CloseBetting(), DealOut())))
    house.hand("tiger")
    nothing = house.try_(DropOld(366))
    assert isinstance(nothing, Refusal)
    assert nothing.code == "nothing-old"
    house.close()
    later = OlderHouse(database_url, days=367)
    later.hand("tiger")
    before = later.balances("ann", "cy", "kiosk", "house", "cage")
    later.ask(DropOld(366))
    with Database(database_url).reading() as connection:
        bodies = [link.body for link in reading.links(connection, ACCOUNTS)]
    # A ticket is in hand since the old books: what came after it in its chain stays.
    waiting = "eli" if name == "61fd6b3" else "cy"
    held = later.account(waiting).ticket
    assert held
    kept = [body for body in bodies if body is not None]
    assert f'"id":"{held}"'.encode() in kept[0]
    assert len(kept) < len(bodies)
    later.close()
    again = OlderHouse(database_url, days=368)
    assert again.balances(*before) == before
    again.ask(ConfirmTicket(held, printed=False), waiting)
    again.hand("tiger")
    again.close()
    back_up(Database(database_url), tmp_path / "dropped.gz", KEY)
    new = restored(url_of(tmp_path / "new"), tmp_path / "dropped.gz")
    assert new.account(waiting).held == 0
    new.close()


# --- rounds are told ----------------------------------------------------------------------------


def test_rounds_of_older_books_are_told_with_their_money(left: OlderHouse) -> None:
    before = left.balances("ann", "cy", "kiosk")
    left.ask(Act("tiger", (CloseBetting(), DealOut())))
    after = left.balances("ann", "cy", "kiosk")
    left.close()
    with Database(left.url).reading() as connection:
        first, last = (chronicle(connection, name) for name in ("tiger-1", "tiger-3"))
        bundles = [bundled(connection, each, KEY, 0) for each in (first, last)]
    # The first round is all in the old chains; of the last one the stakes are.
    assert (len(first.batches), len(last.batches)) == (3, 3)
    told = story_of(first)
    assert [(each.account, each.before) for each in told.balances] == [
        ("ann", 100_000),
        ("bob", 100_000),
    ]
    for each in told.balances:
        net = sum(bet.net for bet in told.bets if bet.bettor == each.account)
        assert each.after - each.before == net
    assert {each.account: each.before for each in last.balances} == before
    assert {each.account: each.after for each in last.balances} == after
    assert [faults(text, "a bundle")[1] for text in bundles] == [(), ()]


# --- in place -----------------------------------------------------------------------------------


def test_a_database_of_the_older_layout_is_brought_up_to_date_where_it_is(
    database_url: str, tmp_path: Path
) -> None:
    old = unpacked(tmp_path / "old", "61fd6b3")
    copied(old, database_url)
    with pytest.raises(DatabaseUnusable) as refused:
        Database(database_url).require_schema()
    assert "is of an older layout: open the house once with punto serve" in str(refused.value)
    assert "\n" not in str(refused.value)
    house, new = OlderHouse(database_url), restored(url_of(tmp_path / "new"), IN_PLAY)
    Database(database_url).require_schema()
    assert _folded(house.url) == _folded(new.url)
    assert house.balances(*CREDITS["61fd6b3"]) == CREDITS["61fd6b3"]
    house.ask(Act("tiger", (CloseBetting(), DealOut())))
    house.close()
    new.close()


def test_the_file_that_an_earlier_punto_left_is_opened_as_it_is(tmp_path: Path) -> None:
    house = OlderHouse(unpacked(tmp_path, "61fd6b3"))
    assert house.balances(*CREDITS["61fd6b3"]) == CREDITS["61fd6b3"]
    house.ask(Act("tiger", (CloseBetting(), DealOut())))
    house.hand("tiger")
    house.close()


def _folded(url: str) -> list[list[tuple[object, ...]]]:
    with Database(url).reading() as connection:
        tables = (schema.accounts, schema.entries, schema.meters, schema.secrets)
        return [sorted(map(tuple, connection.execute(select(table)))) for table in tables]


def test_books_are_closed_once(database_url: str) -> None:
    restored(database_url, IN_PLAY).close()
    OlderHouse(database_url).close()
    with Database(database_url).reading() as connection:
        table = schema.journal
        asked = select(func.count()).where(table.c.chain == CAGE)
        assert connection.execute(asked).scalar_one() == 1
        assert ACCOUNTS in reading.heads(connection)
