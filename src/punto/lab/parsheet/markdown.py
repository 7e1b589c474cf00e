"""A PAR sheet as Markdown: the same text and tables, without the figures."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from punto.lab.document import (
    Block,
    Figure,
    Paragraph,
    Points,
    Section,
    Signatures,
    Table,
    Terms,
)
from punto.lab.parsheet.chapters import document_of
from punto.lab.parsheet.sheet import ParSheet

_SPECIAL: Final = re.compile(r"([\\`*_\[\]|#~])")
_UNFIT_FOR_CODE: Final = frozenset("`<>&")
_ENTITIES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def as_markdown(sheet: ParSheet) -> str:
    """Write the sheet as GitHub's Markdown."""
    document = document_of(sheet)
    pieces = [
        f"# {escaped(document.kind)}: {escaped(document.title)}",
        escaped(document.subtitle),
        _block(document.facts),
        *(piece for section in document.sections for piece in _section(section, level=2)),
    ]
    return "\n\n".join(filter(None, pieces)) + "\n"


def escaped(text: str) -> str:
    """Make plain text show as it is."""
    entities = "".join(_ENTITIES.get(letter, letter) for letter in text)
    return _SPECIAL.sub(r"\\\1", entities)


def _section(section: Section, *, level: int) -> Iterator[str]:
    yield f"{'#' * level} {escaped(section.title)}"
    yield from map(_block, section.blocks)
    for inner in section.sections:
        yield from _section(inner, level=level + 1)


def _block(block: Block) -> str:
    match block:
        case Paragraph(text):
            return escaped(text)
        case Points(texts):
            return "\n".join(f"- {escaped(text)}" for text in texts)
        case Terms():
            return "\n".join(_terms(block))
        case Table():
            return f"**{escaped(block.caption)}**\n\n" + "\n".join(_table(block))
        case Signatures(roles):
            return "\n".join(f"- {escaped(role)}: name, signature, date" for role in roles)
        case Figure():
            return ""
        case _:
            assert_never(block)


def _terms(terms: Terms) -> Iterator[str]:
    for term in terms.terms:
        # Nothing can be escaped within code, so only what needs no escape is set as code.
        is_code = term.is_code and not set(term.text) & _UNFIT_FOR_CODE
        text = f"`{term.text}`" if is_code else escaped(term.text)
        yield f"- **{escaped(term.name)}**: {text}"


def _table(table: Table) -> Iterator[str]:
    yield _cells([column.title for column in table.columns])
    yield (
        "|" + "|".join(" ---: " if column.is_number else " :--- " for column in table.columns) + "|"
    )
    for row in table.rows:
        yield _cells(row.cells)
    if table.total is not None:
        yield _cells([f"**{cell}**" if cell else "" for cell in table.total.cells], is_escaped=True)


def _cells(cells: Sequence[str], *, is_escaped: bool = False) -> str:
    return "| " + " | ".join(cell if is_escaped else escaped(cell) for cell in cells) + " |"
