"""The page on the protocol says what the messages are; its round was real and its example runs."""

import asyncio
import contextlib
import io
import json
import re
import runpy
from enum import Enum
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from punto.cards import ELEMENTS, FRENCH, Deck
from punto.client import TableView
from punto.coup import Code, Phase
from punto.house.code import Code as HouseCode
from punto.ledger import Code as LedgerCode
from punto.ledger import TicketCode
from punto.people.protection import Code as ProtectionCode
from punto.protocol import ask, console, decode_ask, decode_tell, office, tell, words
from punto.protocol.event import Seen
from punto.protocol.protection import ProtectionAsk
from punto.roads import Colour
from punto.rules import Outcome, Side, Winner
from punto.rules.rulebook import Driver
from punto.server.code import Code as ServerCode
from punto.server.sessions import NoGuest
from punto.table import Found
from punto.table.code import Code as TableCode
from punto.table.due import Due
from punto.table.irregularity import Decision
from punto.table.record import FloatMove
from punto.table.sitting import SittingCode
from tests.server.here import open_house
from tests.server.schema_check import defects
from tests.server.test_rounds import own_net

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
SPOKEN: Final = (
    *(ask.Ask, tell.Tell, Seen, console.ConsoleAsk, console.ConsoleTell),
    *(office.OfficeAsk, office.OfficeTell, ProtectionAsk),
)
KINDS: Final = list(dict.fromkeys(kind for union in SPOKEN for kind in get_args(union)))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_message_is_on_the_page_with_its_fields(kind: Any) -> None:  # noqa: ANN401 – a struct
    fields = ", ".join(f"`{name}`" for name in kind.__struct_fields__) or "–"
    meaning = " ".join(kind.__doc__.split())
    assert f"| `{kind.__name__}` | {fields} | {meaning} |" in PAGE


def test_the_page_names_no_message_that_there_is_not() -> None:
    rows = re.findall(r"^\| `([A-Z]\w+)` \|", PAGE, re.MULTILINE)
    assert sorted(rows) == sorted(kind.__name__ for kind in KINDS)


# --- the words ----------------------------------------------------------------------------------


def rows(heading: str) -> dict[str, list[str]]:
    """Read the tables of a section: what stands first in each row, and the words after it."""
    _, _, section = PAGE.partition(f"\n## {heading}\n")
    table = re.findall(r"^\| (.+?) \| (.+) \|$", section.partition("\n## ")[0], re.MULTILINE)
    return {first: re.findall(r"`([^`]+)`", rest) for first, rest in table}


def values(kind: type[Enum]) -> list[str]:
    return [each.value for each in kind]


@pytest.mark.parametrize(
    ("field", "word"),
    [
        ("`phase`", words.Phase),
        ("`winner`", words.Winner),
        ("`side`", words.Side),
        ("`rule` in a reason", words.Rule),
        ("`outcome` of a bet", words.Outcome),
        ("`decision`", words.Decision),
        ("`found`", words.Found),
        ("`due` at a console", words.Due),
        ("`move` of the float", words.FloatMove),
        ("`driver` of a table", words.Driver),
        ("`family` of a table", words.Family),
        ("`who`", words.Who),
        ("`state` of a ticket", words.TicketState),
        ("`kind` of a setting", words.SettingKind),
        ("`kind` of an alert", words.AlertKind),
    ],
)
def test_the_page_has_exactly_the_words_that_a_field_can_have(field: str, word: object) -> None:
    assert rows("Words")[field] == [*get_args(word)]


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        (words.Phase, Phase),
        (words.Winner, Winner),
        (words.Side, Side),
        (words.Outcome, Outcome),
        (words.Decision, Decision),
        (words.Found, Found),
        (words.Due, Due),
        (words.FloatMove, FloatMove),
        (words.Driver, Driver),
        (words.Colour, Colour),
        (words.NotLetIn, NoGuest),
    ],
)
def test_a_field_can_have_exactly_the_words_of_the_game(word: object, kind: type[Enum]) -> None:
    assert [*get_args(word)] == values(kind)


@pytest.mark.parametrize("deck", [FRENCH, ELEMENTS], ids=lambda deck: deck.family)
def test_the_page_has_the_notation_of_every_card(deck: Deck) -> None:
    _, _, row = PAGE.partition(f"\n| `{deck.family}` | ")
    ranks, suits = (re.findall(r"`(.)`", part) for part in row.partition(" |\n")[0].split(" | "))
    assert {f"{rank}{suit}" for rank in ranks for suit in suits} == set(map(str, deck.cards))


CODES: Final = (
    *(ServerCode, HouseCode, ProtectionCode, Code),
    *(TableCode, SittingCode, TicketCode, LedgerCode),
)
"""The lists of all who refuse."""


def test_nobody_refuses_with_a_code_that_is_on_no_list() -> None:
    in_words = re.compile(r"""\bRefusal\(\s*f?["'].*""")
    for path in (ROOT / "src" / "punto").rglob("*.py"):
        assert not in_words.findall(path.read_text(encoding="utf-8")), path


def codes() -> set[str]:
    """Gather every code that can be refused with."""
    return {each.value for codes in CODES for each in codes} - {LedgerCode.OK.value}


def test_the_page_has_every_code_of_a_refusal_and_no_other() -> None:
    shown = [code for first in rows("Refusals") for code in re.findall(r"`([^`]+)`", first)]
    assert len(shown) == len(set(shown))
    assert set(shown) == codes()


# --- the round ----------------------------------------------------------------------------------


def transcript() -> list[tuple[str, str]]:
    (block,) = re.findall(r"^```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return [(line[0], line[2:]) for line in block.splitlines()]


def test_every_line_of_the_round_is_a_message() -> None:
    for arrow, text in transcript():
        name = {"→": "Ask", "←": "Tell"}[arrow]
        assert not defects(json.loads(text), name)
        assert (decode_ask if arrow == "→" else decode_tell)(text)


def test_the_round_adds_up() -> None:
    view = TableView("mbs")
    for arrow, text in transcript():
        message = decode_tell(text) if arrow == "←" else None
        match message:
            case tell.Snapshot():
                view.begin(message)
            case tell.Happened():
                view.follow(message)
            case tell.YourStakes():
                view.own_stakes(message)
            case tell.YourResult():
                view.own_result(message)
            case _:
                pass
    assert view.phase == "settled"
    assert view.net == own_net("mbs-no-commission", view.hands, view.stakes)


# --- the example --------------------------------------------------------------------------------


def test_the_example_plays_a_round(sqlite_url: str) -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    lines = [line for line in example.splitlines() if line]
    assert len(lines) <= 10

    async def scenario() -> str:
        async with open_house(sqlite_url) as here:
            program = example.replace("http://127.0.0.1:8000/", here.address)
            return await asyncio.to_thread(run, program)

    said = asyncio.run(scenario())
    assert re.fullmatch(r"\{'player': \[.*\], 'banker': \[.*\]\} \w+ -?\d+ \d+\n", said)


def run(program: str) -> str:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(program, "docs/protocol.md", "exec"), {"__name__": "example"})  # noqa: S102
    return said.getvalue()


# --- the types of the web client ----------------------------------------------------------------


def test_the_types_of_the_web_client_are_up_to_date() -> None:
    """Whoever formats these files may break their lines elsewhere, but changes nothing."""
    script = runpy.run_path(str(ROOT / "scripts" / "protocol.py"))
    made = {name: unlaid(text) for name, text in script["files"]().items()}
    kept = {
        file.name: unlaid(file.read_text(encoding="utf-8")) for file in script["TARGET"].iterdir()
    }
    assert kept == made


def unlaid(text: str) -> str:
    return re.sub(r"[\s|()]", "", text)
