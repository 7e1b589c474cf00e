"""`punto admin`, run as an attendant runs it."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from punto.cli import run
from punto.house import CashOut, ConfirmTicket, PayCredits
from punto.house.chain import CAGE, table_chain
from punto.house.record import decode_cage, decode_table
from punto.ledger import owed_by
from punto.store import Database, Writer, reading, url_of
from punto.store.reading import links
from punto.table import Found
from punto.table.command import ReportIrregularity
from punto.table.event import IrregularityRuled
from tests.store.played_house import KEY, Play

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def ticket(tmp_path: Path) -> str:
    """Keep a house in a data directory; give the number of a ticket of 100,000."""
    (tmp_path / "house.key").write_text(KEY._master.hex())
    house = Play(url_of(tmp_path))
    house.open_accounts()
    house.open_table("tiger", "mbs-tiger")
    house.round("tiger")
    out = house.ask(CashOut("cy"), "cy")
    house.ask(ConfirmTicket(out.link.request or "", printed=True))
    house.writer.close()
    assert out.ticket is not None
    return out.ticket


def answer(capsys: Capture, *arguments: str) -> Any:  # noqa: ANN401 – JSON is what it is
    assert run(["admin", *arguments, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def said(capsys: Capture, *arguments: str) -> str:
    assert run(["admin", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def complaint(capsys: Capture, *arguments: str) -> str:
    """Want status 2, and one line on stderr."""
    assert run(["admin", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def balances(capsys: Capture, data: Path) -> dict[str, int]:
    accounts = answer(capsys, "accounts", "--data", str(data))
    return {each["id"]: each["balance"] for each in accounts}


# --- backups ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("ticket")
def test_a_house_is_backed_up_and_restored(capsys: Capture, tmp_path: Path) -> None:
    file, new = tmp_path / "house.gz", tmp_path / "new"
    kept = answer(capsys, "backup", str(file), "--data", str(tmp_path))
    assert list(kept) == ["file", "house", "at_ms", "entries", "is_signed"]
    assert (kept["file"], kept["house"], kept["is_signed"]) == (str(file), KEY.public, True)
    words = said(capsys, "restore", str(file), "--data", str(new))
    assert f"restored: {kept['entries']} entries of house {KEY.public[:8]}, signed" in words
    assert balances(capsys, new) == balances(capsys, tmp_path)
    assert run(["audit", "verify", "--data", str(new)]) == 0
    capsys.readouterr()
    again = answer(capsys, "backup", str(tmp_path / "again.gz"), "--data", str(new))
    assert (again["entries"], again["house"]) == (kept["entries"], kept["house"])


COMMANDS = (
    ("accounts",),
    ("credit", "ann", "5"),
    ("tickets", "ann"),
    ("meters",),
    ("liability",),
    ("backup", "/nowhere/house.gz"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_house_of_an_older_layout_says_what_to_run(
    capsys: Capture, tmp_path: Path, command: tuple[str, ...]
) -> None:
    packed = Path(__file__).parents[1] / "store" / "books" / "61fd6b3.db.gz"
    (tmp_path / "punto.db").write_bytes(gzip.decompress(packed.read_bytes()))
    (tmp_path / "house.key").write_text(KEY._master.hex())
    words = complaint(capsys, *command, "--data", str(tmp_path))
    assert "is of an older layout: open the house once with punto serve" in words
    Writer(Database(url_of(tmp_path)), KEY).close()  # as `punto serve` does
    assert balances(capsys, tmp_path)["ann"] == 99_960


@pytest.mark.usefixtures("ticket")
def test_a_house_moves_to_postgresql(capsys: Capture, tmp_path: Path, postgres_url: str) -> None:
    file, key = tmp_path / "house.gz", str(tmp_path / "house.key")
    said(capsys, "backup", str(file), "--data", str(tmp_path))
    said(capsys, "restore", str(file), "--database", postgres_url, "--key", key)
    said(capsys, "credit", "ann", "5", "--database", postgres_url, "--key", key)
    there = answer(capsys, "liability", "--database", postgres_url)
    here = answer(capsys, "liability", "--data", str(tmp_path))
    assert there["liability"] == here["liability"] + 5


@pytest.mark.usefixtures("ticket")
def test_a_backup_without_the_key_is_not_signed(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = url_of(tmp_path)
    assert "not signed" in said(capsys, "backup", str(tmp_path / "a.gz"), "--database", url)
    monkeypatch.setenv("PUNTO_KEY", KEY._master.hex())
    assert "not signed" not in said(capsys, "backup", str(tmp_path / "b.gz"), "--database", url)


@pytest.mark.usefixtures("ticket")
def test_what_cannot_be_backed_up_or_restored_is_said_in_one_line(
    capsys: Capture, tmp_path: Path
) -> None:
    data, file = ("--data", str(tmp_path)), str(tmp_path / "house.gz")
    said(capsys, "backup", file, *data)
    assert "is there already" in complaint(capsys, "backup", file, *data)
    assert "is not empty" in complaint(capsys, "restore", file, *data)
    nowhere = str(tmp_path / "nowhere")
    assert "there is no database" in complaint(capsys, "backup", nowhere, "--data", nowhere)
    assert "cannot read" in complaint(capsys, "restore", nowhere, "--data", nowhere)
    assert "line 0" in complaint(capsys, "restore", str(tmp_path / "house.key"), "--data", nowhere)
    other = tmp_path / "other.key"
    other.write_text("00" * 32)
    wrong = ("--data", nowhere, "--key", str(other))
    assert "the key is of another" in complaint(capsys, "restore", file, *wrong)
    other.write_bytes(b"\xff no key")
    assert "holds no key" in complaint(capsys, "restore", file, *wrong)
    assert not Path(nowhere).exists()


# --- the cage -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("ticket")
def test_an_attendant_sells_credits(capsys: Capture, tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    before = balances(capsys, tmp_path)
    assert "ann bought 250" in said(capsys, "credit", "ann", "250", *data)
    done = answer(capsys, "credit", "ann", "10", *data, "--request", "till-7")
    assert done == {"amount": 10, "request": "till-7", "again": False}
    assert answer(capsys, "credit", "ann", "10", *data, "--request", "till-7")["again"]
    after = balances(capsys, tmp_path)
    assert after["ann"] == before["ann"] + 260
    assert after["cage"] == before["cage"] - 260


def test_a_ticket_is_paid_once(capsys: Capture, tmp_path: Path, ticket: str) -> None:
    data = ("--data", str(tmp_path))
    before = answer(capsys, "liability", *data)
    assert "ticket paid: 100000" in said(capsys, "redeem", ticket, *data)
    assert "already redeemed" in complaint(capsys, "redeem", ticket, *data)
    after = answer(capsys, "liability", *data)
    assert (before["tickets"], after["tickets"]) == (100_000, 0)
    assert after["liability"] == before["liability"] - 100_000


@pytest.mark.usefixtures("ticket")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["credit", "nobody", "5"], "refused"),
        (["credit", "ann", "0"], "an amount is 1 to 1000000000000000000 minor units, not '0'"),
        (["credit", "ann", "-5"], "-5"),
        (["credit", "ann", "1000000000000000001"], "an amount is 1 to"),
        (["credit", "ann", "9" * 5000], "an amount is 1 to"),
        (["credit", "ann", "ten"], "not 'ten'"),
        (["credit", "ann", "1_0"], "not '1_0'"),
        (["credit", "ann", "٣"], "an amount is 1 to"),
        (["credit", "ann"], "AMOUNT"),
        (["credit", "ann", "5", "--request", "no space"], "refused"),
        (["credit", "ann", "5", "--key", "nowhere"], "cannot read the key"),
        (["redeem", "1234"], "number malformed"),
        (["redeem", "0" * 28], "number misread"),
        (["redeem", "0" * 26 + "98"], "refused"),
        (["redeem"], "NUMBER"),
        (["tickets", "nobody"], "there is no account"),
        (["meters", "--player", "--table"], "give one of"),
        (["drop-old"], "days"),
        (["drop-old", "--days", "365"], "366 days or more"),
        (["users"], "users"),
    ],
)
def test_wrong_input_is_said_in_one_line(
    capsys: Capture, tmp_path: Path, arguments: list[str], words: str
) -> None:
    before = balances(capsys, tmp_path)
    assert words in complaint(capsys, *arguments, "--data", str(tmp_path))
    assert balances(capsys, tmp_path) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["backup", "new.gz"],
        ["restore", "old.gz"],
        ["tickets", "ann"],
        ["accounts"],
        ["meters"],
        ["liability"],
        ["credit", "ann", "5"],
        ["redeem", "1234"],
        ["drop-old", "--days", "366"],
    ],
)
def test_every_command_wants_one_house(
    capsys: Capture, tmp_path: Path, arguments: list[str]
) -> None:
    both = ("--data", str(tmp_path), "--database", url_of(tmp_path))
    assert "give either --data" in complaint(capsys, *arguments, *both)
    for url in ("mysql://somewhere", "nonsense", "postgresql://127.0.0.1:1/none"):
        complaint(capsys, *arguments, "--database", url)


def test_writing_is_refused_while_the_house_is_open(
    capsys: Capture, tmp_path: Path, ticket: str
) -> None:
    data = ("--data", str(tmp_path))
    writer = Writer(Database(url_of(tmp_path)), KEY)
    for command in (["credit", "ann", "5"], ["redeem", ticket], ["drop-old", "--days", "400"]):
        assert "in use by another punto" in complaint(capsys, *command, *data)
    # Reading is not.
    said(capsys, "accounts", *data)
    said(capsys, "backup", str(tmp_path / "open.gz"), *data)
    writer.close()


@pytest.mark.usefixtures("ticket")
def test_the_key_is_needed_and_none_is_made(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "house.key").unlink()
    for command in (["credit", "ann", "5"], ["redeem", "0" * 28], ["drop-old", "--days", "400"]):
        assert "the key of the house is needed" in complaint(
            capsys, *command, "--data", str(tmp_path)
        )
    assert not (tmp_path / "house.key").exists()
    (tmp_path / "house.key").write_text("11" * 32)
    assert "not the one" in complaint(capsys, "credit", "ann", "5", "--data", str(tmp_path))


def test_a_house_is_not_made_by_the_way(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "house.key").write_text("11" * 32)
    for command in (["credit", "ann", "5"], ["accounts"], ["meters"], ["drop-old", "--days=400"]):
        assert "there is no database" in complaint(capsys, *command, "--data", str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["house.key"]


# --- the books ----------------------------------------------------------------------------------


def test_tickets_are_shown_masked(capsys: Capture, tmp_path: Path, ticket: str) -> None:
    data = ("--data", str(tmp_path))
    [shown] = answer(capsys, "tickets", "cy", *data)
    assert (shown["amount"], shown["state"]) == (100_000, "outstanding")
    assert shown["number"].replace(" ", "") == "•" * 24 + ticket[-4:]
    words = said(capsys, "tickets", "cy", *data)
    assert ticket[-4:] in words
    assert ticket[:8] not in words
    said(capsys, "redeem", ticket, *data)
    assert answer(capsys, "tickets", "cy", *data)[0]["state"] == "redeemed"
    assert answer(capsys, "tickets", "ann", *data) == []


@pytest.mark.usefixtures("ticket")
def test_accounts_and_what_is_owed(capsys: Capture, tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    accounts = answer(capsys, "accounts", *data)
    kinds = {each["id"]: each["kind"] for each in accounts if each["kind"] != "ticket"}
    assert kinds == {
        "ann": "player",
        "bob": "player",
        "cage": "cash",
        "cy": "player",
        "house": "house",
        "house:tiger": "house",
    }
    assert sum(each["balance"] for each in accounts) == 0
    owed = answer(capsys, "liability", *data)
    by_kind = dict.fromkeys(("player", "ticket", "house", "cash"), 0)
    for each in accounts:
        by_kind[each["kind"]] += each["balance"]
        assert each["held"] == 0
    assert owed == {
        "credits": by_kind["player"],
        "tickets": by_kind["ticket"],
        "felt": 0,
        "liability": by_kind["player"] + by_kind["ticket"],
    }
    assert "liability" in said(capsys, "liability", *data)
    assert "ticket:" not in said(capsys, "accounts", *data)


@pytest.mark.usefixtures("ticket")
def test_meters_are_read_by_player_table_and_rulebook(capsys: Capture, tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    read = answer(capsys, "meters", *data)
    [total] = read["meters"]
    # Three bought 100,000 each, one cashed out; 100 and 20 and 100 were staked.
    assert (read["by"], read["unreconciled"], total["name"]) == (None, [], "all")
    assert (total["credits_in"], total["money_out"], total["voids"]) == (300_000, 100_000, 0)
    assert total["coin_in"] == 220
    players = {each["name"]: each for each in answer(capsys, "meters", "--player", *data)["meters"]}
    assert {name: each["coin_in"] for name, each in players.items()} == {
        "ann": 120,
        "bob": 100,
        "cy": 0,
    }
    tables = {each["name"]: each for each in answer(capsys, "meters", "--table", *data)["meters"]}
    assert {name: each["coin_in"] for name, each in tables.items()} == {"": 0, "tiger": 220}
    books = answer(capsys, "meters", "--rulebook", *data)["meters"]
    assert {each["name"]: each["coin_in"] for each in books} == {"": 0, "mbs-tiger@3": 220}
    assert "all meters reconcile" in said(capsys, "meters", *data)


@pytest.mark.parametrize("columns", ["80", "40"])
def test_nothing_of_the_meters_is_cut_in_a_narrow_terminal(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    house = Play(url_of(tmp_path))
    house.open_accounts()
    house.open_table("zero", "zero-commission")
    house.round("zero")
    house.writer.close()
    monkeypatch.setenv("COLUMNS", columns)
    shown = said(capsys, "meters", "--rulebook", "--data", str(tmp_path)).split()
    headings = ["coin", "coin", "credits", "in", "in", "money", "out", "out", "rulebook", "voids"]
    assert sorted(shown[: len(headings)]) == headings
    assert {"zero-commission@2020-04-27", "300000", "220"} <= set(shown)


@pytest.mark.usefixtures("ticket")
def test_meters_that_do_not_reconcile_are_a_failed_check(capsys: Capture, tmp_path: Path) -> None:
    with Database(url_of(tmp_path)).engine.begin() as connection:
        connection.execute(text("UPDATE meters SET staked = staked + 1 WHERE player = 'ann'"))
    assert run(["admin", "meters", "--data", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "these do not reconcile: ann, the house" in out
    assert run(["admin", "meters", "--json", "--data", str(tmp_path)]) == 1
    assert json.loads(capsys.readouterr().out)["unreconciled"] == ["ann", "the house"]


# --- retention ----------------------------------------------------------------------------------


def test_old_entries_are_dropped(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "house.key").write_text(KEY._master.hex())
    data = ("--data", str(tmp_path), "--days", "400")
    # The clock of this house begins in November 2023, which is more than 400 days ago.
    house = Play(url_of(tmp_path))
    house.open_accounts()
    house.writer.close()
    assert answer(capsys, "drop-old", *data) == {"dropped": True, "through": {"cage": 8}}
    assert "nothing older than 400 days" in said(capsys, "drop-old", *data)
    assert answer(capsys, "drop-old", *data) == {"dropped": False, "through": {}}
    assert balances(capsys, tmp_path)["ann"] == 100_000


def test_help_names_what_there_is(capsys: Capture) -> None:
    words = said(capsys)
    for command in ("backup", "restore", "tickets", "accounts", "meters", "liability", "credit"):
        assert command in words


# --- irregularities -----------------------------------------------------------------------------


def reported(found: str, data: Path) -> list[str]:
    return ["report", "tiger", found, "--who", "sam", "--why", "seen", "--data", str(data)]


@pytest.mark.usefixtures("ticket")
def test_a_round_that_went_wrong_is_void_by_its_rulebook(capsys: Capture, tmp_path: Path) -> None:
    before = balances(capsys, tmp_path)
    ruling = answer(capsys, *reported("incorrect-number-of-cards", tmp_path))
    assert (ruling["round"], ruling["decision"], ruling["clause"]) == ("tiger-1", "void", "5.2")
    after = balances(capsys, tmp_path)
    assert sum(after.values()) == 0
    assert after["house:tiger"] == 0, "the only round of the house is undone"
    assert before["house:tiger"] != 0, "it had won or lost something"


@pytest.mark.usefixtures("ticket")
def test_a_report_of_nothing_is_refused_in_one_line(capsys: Capture, tmp_path: Path) -> None:
    assert "cannot be found at a table" in complaint(capsys, *reported("ghosts", tmp_path))
    reported_twice = reported("incorrect-number-of-cards", tmp_path)
    said(capsys, *reported_twice)
    assert "void already" in complaint(capsys, *reported_twice)


# --- deciding -----------------------------------------------------------------------------------

BY = ("--who", "kim", "--why", "seen on camera")


@pytest.mark.usefixtures("ticket")
def test_what_the_rulebook_does_not_cover_is_decided(capsys: Capture, tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    assert answer(capsys, *reported("malfunction", tmp_path))["decision"] == "supervisor"
    said(capsys, "decide", "tiger", "void", *BY, *data)
    assert "nothing waits" in complaint(capsys, "decide", "tiger", "stands", *BY, *data)
    assert "void already" in complaint(capsys, *reported("malfunction", tmp_path))


@pytest.mark.usefixtures("ticket")
def test_a_decision_is_one_line(capsys: Capture, tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    said(capsys, *reported("malfunction", tmp_path))
    assert said(capsys, "decide", "tiger", "stands", *BY, *data) == "tiger-1: the round stands\n"
    said(capsys, *reported("malfunction", tmp_path))
    words = said(capsys, "decide", "tiger", "void", *BY, *data)
    assert words == "tiger-1: void, every stake goes back in full\n"


@pytest.mark.usefixtures("ticket")
def test_cards_that_can_be_put_back_are_reported_so(capsys: Capture, tmp_path: Path) -> None:
    said(capsys, *reported("incorrect-number-of-cards", tmp_path), "--reconstructed", "yes")
    house = Database(url_of(tmp_path))
    with house.reading() as connection:
        [*_, last] = links(connection, table_chain("tiger"))
    ruled = next(
        event
        for event in decode_table(last.body or b"").events
        if isinstance(event, IrregularityRuled)
    )
    assert ruled.reconstructed


# --- the usual place ----------------------------------------------------------------------------


@pytest.fixture
def usual_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the directory in which `punto serve` keeps a house when nothing is said."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "punto"


def test_every_command_finds_the_house_at_its_usual_place(
    capsys: Capture, usual_place: Path, tmp_path: Path
) -> None:
    usual_place.mkdir()
    (usual_place / "house.key").write_text(KEY._master.hex())
    (usual_place / "house.key").chmod(0o600)
    house = Play(url_of(usual_place))
    house.open_accounts()
    house.open_table("tiger", "mbs-tiger")
    house.round("tiger")
    house.writer.close()
    for command in (["accounts"], ["liability"], ["tickets", "ann"], ["credit", "ann", "5"]):
        said(capsys, *command)
    said(capsys, "backup", str(tmp_path / "house.gz"))
    said(capsys, "report", "tiger", "malfunction", *BY)
    said(capsys, "decide", "tiger", "stands", *BY)
    for command in (["replay", "tiger-1"], ["audit", "verify"], ["audit", "checkpoint"]):
        assert run(command) == 0, capsys.readouterr().err


def test_where_no_house_is_none_is_made(capsys: Capture, usual_place: Path) -> None:
    wrong = ("accounts",), ("credit", "ann", "5"), ("decide", "tiger", "void", *BY)
    for command in wrong:
        words = complaint(capsys, *command)
        assert f"there is no database {usual_place}" in words
        assert "--data or --database" in words
    for whole in (["replay", "tiger-1"], ["audit", "verify"], ["serve", "--key", "nowhere"]):
        assert run(whole) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert not usual_place.exists()


# --- debts --------------------------------------------------------------------------------------


def written_off(data: Path, account: str = "ann", why: str = "gone") -> list[str]:
    return ["write-off", account, "--who", "sam", "--why", why, "--data", str(data)]


def owing(data: Path) -> dict[str, int]:
    """Have a house in which a void left somebody in debt; tell who owes what."""
    (data / "house.key").write_text(KEY._master.hex())
    house = Play(url_of(data))
    house.open_accounts()
    house.open_table("tiger", "mbs-tiger")
    while not any(bet.outcome == "win" for bet in house.round("tiger", stake=10_000).bets):
        pass
    for who in ("ann", "bob"):
        house.ask(PayCredits(who, house.writer.house.accounts[who].available), "cage")
    found = Found.INCORRECT_NUMBER_OF_CARDS
    house.deal("tiger", ReportIrregularity(found=found, who="eve", why="seen"))
    ledger = house.writer.house.ledger()
    house.writer.close()
    return {who: owed for who in ("ann", "bob") if (owed := owed_by(ledger, who))}


def test_a_debt_is_shown_and_written_off_on_record(capsys: Capture, tmp_path: Path) -> None:
    debts = owing(tmp_path)
    data = ("--data", str(tmp_path))
    shown = {each["id"]: each["owed"] for each in answer(capsys, "accounts", *data)}
    assert {who: owed for who, owed in shown.items() if owed} == debts
    assert debts
    who, owed = next(iter(debts.items()))
    assert f"{who}: {owed} written off" in said(capsys, *written_off(tmp_path, who))
    assert answer(capsys, "meters", *data)["unreconciled"] == []
    assert run(["audit", "verify", *data]) == 0
    capsys.readouterr()
    with Database(url_of(tmp_path)).reading() as connection:
        *_, last = reading.links(connection, CAGE)
    record = decode_cage(last.body or b"")
    assert (record.staff, record.why) == ("sam", "gone")
    assert "nothing is owed" in complaint(capsys, *written_off(tmp_path, who))


@pytest.mark.usefixtures("ticket")
def test_nothing_is_written_off_without_a_debt_or_a_reason(capsys: Capture, tmp_path: Path) -> None:
    assert "nothing is owed" in complaint(capsys, *written_off(tmp_path))
    assert "nothing is owed" in complaint(capsys, *written_off(tmp_path, "nobody"))
    assert "say who does this, and why" in complaint(capsys, *written_off(tmp_path, why=" "))
    assert "say who does this, and why" in complaint(capsys, *written_off(tmp_path, why="x" * 201))


def test_an_argument_that_is_no_text_is_one_line(capsys: Capture) -> None:
    assert run(["admin", "report", "tiger", "malfunction", "--who", "\udced", "--why", "x"]) == 2
    said = capsys.readouterr().err
    assert "an argument is no text" in said
    assert said.count("\n") == 1
