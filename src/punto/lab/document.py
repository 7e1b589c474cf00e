"""A document: sections of paragraphs, terms, tables and figures. Text here is plain text.

Whoever writes it out escapes it. Markdown leaves the figures out: their numbers are in the tables.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from punto.lab.markup import Markup


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A run of sentences."""

    text: str


@dataclass(frozen=True, slots=True)
class Points:
    """Sentences that stand for themselves."""

    texts: Sequence[str]


@dataclass(frozen=True, slots=True)
class Term:
    """A name and what it stands for; code is set in a typewriter face."""

    name: str
    text: str
    is_code: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """Names with what they stand for."""

    terms: Sequence[Term]


@dataclass(frozen=True, slots=True)
class Column:
    """The head of a column; numbers are set to the right."""

    title: str
    is_number: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """Cells, one for each column. The first names the row."""

    cells: Sequence[str]
    is_marked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows under columns, with a row of totals where they add up."""

    caption: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    total: Row | None = None
    is_dense: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing, or several alike side by side, and what it shows."""

    caption: str
    drawings: Sequence[Markup]
    """One is set large, several small."""


@dataclass(frozen=True, slots=True)
class Signatures:
    """Lines to sign on."""

    roles: Sequence[str]


Block = Paragraph | Points | Terms | Table | Figure | Signatures


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, what stands under it, and the sections within it."""

    title: str
    blocks: Sequence[Block]
    sections: "Sequence[Section]" = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A whole document under its title."""

    kind: str
    title: str
    subtitle: str
    running_foot: str
    facts: Terms
    sections: Sequence[Section]
