"""A PAR sheet as HTML, Markdown and JSON."""

import json
import re
from fractions import Fraction
from html.parser import HTMLParser

import msgspec
import pytest

from punto.lab import ParSheet, as_html, as_json, as_markdown, par_sheet
from punto.rules import Rulebook, find_rulebook

HOSTILE = (
    "</style></title><script>alert(1)</script>\"'><img src=x onerror=alert(2)> | `x` & \\| **b**"
)


class Reader(HTMLParser):
    """Reads a page, and minds that every element is closed where it should be."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


@pytest.fixture(scope="module")
def hostile() -> ParSheet:
    """A rulebook whose every word tries to become markup."""
    rulebook = find_rulebook("zero-commission")
    wagers = tuple(
        msgspec.structs.replace(
            wager,
            name=HOSTILE,
            lines=tuple(
                msgspec.structs.replace(line, name=HOSTILE, clause=HOSTILE) for line in wager.lines
            ),
        )
        for wager in rulebook.wagers
    )
    words: dict[str, str] = dict.fromkeys(
        ("id", "title", "operator", "version", "effective"), HOSTILE
    )
    return par_sheet(msgspec.structs.replace(rulebook, wagers=wagers, **words), 8)


# --- HTML ---------------------------------------------------------------------------------------


def test_a_page_is_well_formed(sheet: ParSheet) -> None:
    page = read(as_html(sheet))
    assert page.tags[:2] == ["html", "head"]
    assert page.tags.count("h1") == 1
    ids = [value for name, value in page.attributes if name == "id"]
    assert len(ids) == len(set(ids))


def test_a_page_loads_nothing(sheet: ParSheet) -> None:
    text = as_html(sheet)
    page = read(text)
    assert not re.search(r"https?:|//[a-z]|src=|href|url\(|@import|javascript:", text)
    assert not {"script", "link", "img", "iframe", "object", "embed", "use", "base"} & {*page.tags}
    assert not [name for name, _ in page.attributes if name.startswith("on") or name == "style"]


def test_hostile_text_stays_text(hostile: ParSheet) -> None:
    page = read(as_html(hostile))
    assert not {"script", "img"} & {*page.tags}
    assert page.tags.count("style") == page.tags.count("h1") == 1
    assert "<script>alert(1)</script>" in page.text
    assert not [name for name, _ in page.attributes if name.startswith("on")]


def test_the_foot_of_the_page_cannot_leave_the_style(hostile: ParSheet) -> None:
    style = as_html(hostile).partition("<style>")[2].partition("</style>")[0]
    foot = style[style.index('content: "PAR sheet') :]
    assert re.fullmatch(r'content: "[-A-Za-z0-9@., ]+"; \} \}\s*', foot)


def test_every_drawing_says_what_it_shows(sheet: ParSheet) -> None:
    text = as_html(sheet)
    drawings = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(drawings) == 2 + 2 * len(sheet.wagers)
    for drawing in drawings:
        named = re.search(r'role="img" aria-labelledby="(\S+) (\S+)"', drawing)
        assert named is not None
        assert f'<title id="{named[1]}">' in drawing
        assert f'<desc id="{named[2]}">' in drawing


def test_every_table_has_heads_and_rows_of_one_length(sheet: ParSheet) -> None:
    for table in re.findall(r"<table.*?</table>", as_html(sheet), re.DOTALL):
        assert "<caption>" in table
        lengths = {len(re.findall(r"<t[hd] ", row)) for row in table.split("<tr")[1:]}
        assert len(lengths) == 1


def test_a_page_has_the_main_figures(tiger: ParSheet) -> None:
    text = read(as_html(tiger)).text
    for figure in (
        "1.458104",
        "269,232,304,455,680",
        "4,998,398,275,503,360",
        "170.5 units in winnings",
        "punto parsheet --countability SHOES",
        "punto parsheet mbs-tiger@3 --decks 8 -o FILE",
        tiger.sign_off.rulebook_sha256,
        tiger.sign_off.code_sha256,
    ):
        assert figure in text


def test_a_shoe_that_is_not_allowed_is_said_so() -> None:
    page = as_html(par_sheet(find_rulebook("zero-commission"), 2))
    assert "2 (allowed: 8 only); outside what the rulebook allows" in page


# --- Markdown -----------------------------------------------------------------------------------


def tables(text: str) -> list[list[str]]:
    blocks = (block.splitlines() for block in text.split("\n\n"))
    return [block for block in blocks if block[0].startswith("|")]


def cells(line: str) -> int:
    return len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) - 1


def check_tables(text: str) -> None:
    assert tables(text)
    for head, rule, *rows in tables(text):
        assert re.fullmatch(r"\|( (:---|---:) \|)+", rule)
        assert rows
        assert {cells(row) for row in rows} == {cells(head)} == {cells(rule)}


def test_markdown_tables_are_well_formed(sheet: ParSheet) -> None:
    check_tables(as_markdown(sheet))


def test_hostile_text_breaks_no_markdown(hostile: ParSheet) -> None:
    text = as_markdown(hostile)
    check_tables(text)
    assert "<script" not in text
    assert "<img" not in text


def test_markdown_has_every_section_of_the_page(tiger: ParSheet) -> None:
    headings = re.findall(r"<h[23]><span.*?</span> (.*?)</h", as_html(tiger))
    assert headings == re.findall(r"^###? (.*)$", as_markdown(tiger), re.MULTILINE)


# --- JSON ---------------------------------------------------------------------------------------


def test_json_comes_back_as_it_went(sheet: ParSheet) -> None:
    record = as_json(sheet)
    assert json.loads(json.dumps(record)) == record


def test_json_is_exact(sheet: ParSheet) -> None:
    record = as_json(sheet)
    assert int(record["sequences"]) == sheet.sequences
    for found in sheet.wagers:
        told = record["wagers"][found.wager.id]
        assert Fraction(told["ev"]) == found.figures.ev
        assert Fraction(told["rtp"]) == found.rtp
        assert sum(Fraction(line["probability"]) for line in told["lines"]) == 1
        effects = {rank.symbol: effect for rank, effect in found.removal.items()}
        assert {k: Fraction(v) for k, v in told["effects_of_removal"].items()} == effects


# --- all of them --------------------------------------------------------------------------------


def again(rulebook: Rulebook) -> ParSheet:
    """Read the same rulebook afresh and work it out once more."""
    return par_sheet(msgspec.convert(msgspec.to_builtins(rulebook), Rulebook), 8)


def test_the_same_input_gives_the_same_bytes(tiger: ParSheet) -> None:
    other = again(tiger.rulebook)
    assert as_html(other) == as_html(tiger)
    assert as_markdown(other) == as_markdown(tiger)
    assert json.dumps(as_json(other)) == json.dumps(as_json(tiger))
