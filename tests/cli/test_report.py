"""`punto admin report` and `decide` on cards that were scanned: when, which, and what cannot be."""

from pathlib import Path

import pytest

from punto.cli import run
from punto.coup.command import (
    AnnounceResult,
    AnnounceTotals,
    CloseBetting,
    CollectLosing,
    DealCard,
    OpenBetting,
    PayWinning,
    PlaceWager,
)
from punto.house import tables
from punto.house.chain import table_chain
from punto.house.record import decode_table
from punto.store import Database, url_of
from punto.store.reading import links
from punto.table.command import OpenShoe
from punto.table.record import RequestRefused
from tests.cli.test_admin import Capture, answer, balances, complaint
from tests.store.played_house import KEY, Play

BANKER_WINS_ON_SIX = ("2s", "4h", "3d", "2c", "Th")
PLAYER_WINS = "9s 4h Td 2c"
BOUGHT = 100_000


def dealt(data: Path, *, paid: bool = False) -> None:
    """Have a house in which five cards lie at Tiger, as they were scanned, or are paid."""
    (data / "house.key").write_text(KEY._master.hex())
    house = Play(url_of(data))
    house.open_accounts()
    house.open_table("tiger", "mbs-tiger")
    house.deal("tiger", OpenShoe(None, "dan"), OpenBetting())
    wagers = PlaceWager("ann", "banker", 200), PlaceWager("ann", "player", 100)
    house.bet("tiger", "ann", *wagers)
    four, third = map(DealCard, BANKER_WINS_ON_SIX[:4]), DealCard(BANKER_WINS_ON_SIX[4])
    house.deal("tiger", CloseBetting(), *four, AnnounceTotals(), third)
    if paid:
        house.deal("tiger", AnnounceResult(), CollectLosing(), PayWinning())
    house.writer.close()


def reported(found: str, data: Path, *options: str) -> list[str]:
    said = ["report", "tiger", found, "--who", "sam", "--why", "seen", "--data", str(data)]
    return [*said, *options]


@pytest.mark.parametrize(
    ("options", "decision", "clause"),
    [
        ((), "void", "5.3"),
        (("--happened", "initial-deal"), "void", "5.3"),
        (("--happened", "third-cards"), "supervisor", None),
    ],
)
def test_cards_drawn_together_are_ruled_on_by_when_it_happened(
    capsys: Capture,
    tmp_path: Path,
    options: tuple[str, ...],
    decision: str,
    clause: str | None,
) -> None:
    dealt(tmp_path)
    ruling = answer(capsys, *reported("order-unknown", tmp_path, *options))
    assert (ruling["decision"], ruling["clause"]) == (decision, clause)
    if decision == "supervisor":
        by = ("--who", "kim", "--why", "seen on camera", "--data", str(tmp_path))
        answer(capsys, "decide", "tiger", "void", *by)
    assert balances(capsys, tmp_path)["ann"] == BOUGHT


def test_a_paid_round_is_settled_again_by_the_cards_as_they_left_the_shoe(
    capsys: Capture, tmp_path: Path
) -> None:
    dealt(tmp_path, paid=True)
    assert balances(capsys, tmp_path)["ann"] == BOUGHT + 100 - 100
    options = ("--reconstructed", "yes", "--cards", PLAYER_WINS)
    ruling = answer(capsys, *reported("incorrect-number-of-cards", tmp_path, *options))
    assert (ruling["decision"], ruling["clause"]) == ("go-on", "5.2")
    assert balances(capsys, tmp_path)["ann"] == BOUGHT - 200 + 100
    assert run(["audit", "verify", "--data", str(tmp_path)]) == 0


def test_a_malfunction_that_reaches_far_back_is_carried_out_to_its_end(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_REACHED_BACK", 2)
    (tmp_path / "house.key").write_text(KEY._master.hex())
    house = Play(url_of(tmp_path))
    house.open_accounts()
    house.open_table("zero", "zero-commission")
    for _ in range(7):
        house.round("zero")
    house.writer.close()
    by = ("--who", "sam", "--why", "the display froze", "--data", str(tmp_path))
    ruling = answer(capsys, "report", "zero", "malfunction", "--round", "1", *by)
    assert (ruling["round"], ruling["decision"]) == ("zero-1", "void")
    left = balances(capsys, tmp_path)
    assert (left["ann"], left["bob"]) == (BOUGHT, BOUGHT)
    assert run(["audit", "verify", "--data", str(tmp_path)]) == 0


def test_what_cannot_be_is_one_line_changes_nothing_and_is_on_record(
    capsys: Capture, tmp_path: Path
) -> None:
    dealt(tmp_path, paid=True)
    before = balances(capsys, tmp_path)
    nine_nines = ("--reconstructed", "yes", "--cards", " ".join(["9s"] * 9))
    by = ("--who", "sam", "--why", "just so", "--data", str(tmp_path))
    for command, words in (
        (reported("incorrect-number-of-cards", tmp_path, *nine_nines), "cannot hold so many 9s"),
        (reported("malfunction", tmp_path, "--round", "7"), "there is no round 7"),
        (["decide", "tiger", "void", *by], "nothing waits for a supervisor"),
    ):
        assert words in complaint(capsys, *command)
    assert balances(capsys, tmp_path) == before
    with Database(url_of(tmp_path)).reading() as connection:
        *_, cards, report, decision = links(connection, table_chain("tiger"))
    bodies = [link.body or b"" for link in (cards, report, decision)]
    events = [event for body in bodies for event in decode_table(body).events]
    refused = [event for event in events if isinstance(event, RequestRefused)]
    assert [(event.who, event.what, event.code) for event in refused] == [
        ("sam", "ReportIrregularity", "too-many-copies"),
        ("sam", "ReportIrregularity", "no-round"),
        ("sam", "Decide", "nothing-to-decide"),
    ]
    assert refused == events, "and nothing else"
    assert run(["audit", "verify", "--data", str(tmp_path)]) == 0
