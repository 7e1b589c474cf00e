"""A PAR sheet as one HTML page that needs nothing else: no script, no font, no address."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final, assert_never

from punto.lab.document import (
    Block,
    Column,
    Document,
    Figure,
    Paragraph,
    Points,
    Row,
    Section,
    Signatures,
    Table,
    Term,
    Terms,
)
from punto.lab.markup import Markup, element, escaped, joined, words
from punto.lab.parsheet.chapters import document_of
from punto.lab.parsheet.sheet import ParSheet

_HEAD: Final = Markup(
    '<meta charset="utf-8">\n'
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    '<meta name="color-scheme" content="light dark">\n'
)


def as_html(sheet: ParSheet) -> str:
    """Write the sheet as a page for the screen and for paper."""
    document = document_of(sheet)
    head = joined(
        _HEAD,
        words("title", f"{document.kind}: {document.title}"),
        element("style", _style(document.running_foot)),
        by="\n",
    )
    body = element("main", _masthead(document), *_sections(document))
    page = element("html", element("head", head), element("body", body), lang="en")
    return f"<!DOCTYPE html>\n{page}\n"


@cache
def _style_sheet() -> str:
    return (files("punto.lab.parsheet") / "sheet.css").read_text(encoding="utf-8")


def _style(running_foot: str) -> Markup:
    """Name the sheet at the foot of every page, with letters that cannot leave the style."""
    safe = "".join(
        letter if letter.isascii() and (letter.isalnum() or letter in "-@., ") else " "
        for letter in running_foot
    )
    foot = f'@page {{ @bottom-left {{ content: "{safe}"; }} }}'
    return Markup(f"\n{_style_sheet()}{foot}\n")


def _masthead(document: Document) -> Markup:
    return element(
        "header",
        words("p", document.kind, class_="kind"),
        words("h1", document.title),
        words("p", document.subtitle, class_="subtitle"),
        _terms(document.facts, class_="facts"),
    )


def _sections(document: Document) -> list[Markup]:
    return [
        _section(section, number=str(number), level=2)
        for number, section in enumerate(document.sections, start=1)
    ]


def _section(section: Section, *, number: str, level: int) -> Markup:
    heading = element(
        f"h{level}", words("span", number, class_="ordinal"), escaped(f" {section.title}")
    )
    inner = (
        _section(part, number=f"{number}.{place}", level=level + 1)
        for place, part in enumerate(section.sections, start=1)
    )
    return element(
        "section", heading, *map(_block, section.blocks), *inner, class_=f"level-{level}"
    )


def _block(block: Block) -> Markup:
    match block:
        case Paragraph(text):
            return words("p", text)
        case Points(texts):
            return element("ul", *(words("li", text) for text in texts))
        case Terms(terms):
            is_code = all(term.is_code for term in terms)
            return _terms(block, class_="record" if is_code else "figures")
        case Table():
            return _table(block)
        case Figure(caption, drawings):
            return _figure(caption, drawings)
        case Signatures(roles):
            return element("div", *map(_signature, roles), class_="signatures")
        case _:
            assert_never(block)


def _terms(terms: Terms, *, class_: str) -> Markup:
    return element("dl", *map(_term, terms.terms), class_=class_)


def _term(term: Term) -> Markup:
    text = words("code", term.text) if term.is_code else escaped(term.text)
    return element("div", words("dt", term.name), element("dd", text))


def _figure(caption: str, drawings: Sequence[Markup]) -> Markup:
    kind = "single" if len(drawings) == 1 else "many"
    return element(
        "figure",
        element("div", *drawings, class_=kind),
        words("figcaption", caption),
    )


def _signature(role: str) -> Markup:
    blanks = (words("span", blank) for blank in ("Name", "Signature", "Date"))
    return element("div", words("strong", role), *blanks)


# --- tables -------------------------------------------------------------------------------------


def _table(table: Table) -> Markup:
    """Write a table that a narrow screen can move sideways."""
    head = element("tr", *map(_head_cell, table.columns))
    parts = [
        words("caption", table.caption),
        element("thead", head),
        element("tbody", *(_row(row, table) for row in table.rows)),
    ]
    if table.total is not None:
        parts.append(element("tfoot", _row(table.total, table)))
    made = element("table", *parts, class_=_shape(table))
    return element("div", made, class_="wide", tabindex=0, role="region", aria_label=table.caption)


def _shape(table: Table) -> str:
    if table.is_dense:
        return "dense"
    return "narrow" if len(table.columns) <= 3 else "plain"


def _head_cell(column: Column) -> Markup:
    return words("th", column.title, scope="col", class_=_kind(column))


def _row(row: Row, table: Table) -> Markup:
    first, *others = zip(row.cells, table.columns, strict=True)
    cells = (words("td", cell, class_=_kind(column)) for cell, column in others)
    name = words("th", first[0], scope="row", class_=_kind(first[1]))
    return element("tr", name, *cells, class_="marked" if row.is_marked else "row")


def _kind(column: Column) -> str:
    return "number" if column.is_number else "text"
