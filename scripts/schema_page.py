"""Makes the page of the protocol's schema: every message and value, field by field."""

from collections.abc import Iterator
from typing import Any

from punto.protocol import schema

Shape = dict[str, Any]


def page() -> str:
    """Write the page, one section for each definition, by name."""
    return "\n".join(_lines(schema()["$defs"])) + "\n"


def _lines(shapes: dict[str, Shape]) -> Iterator[str]:
    # Its 160 names are listed here, and not in the contents of every other page as well.
    yield from ("---", "tocdepth: 1", "---", "", "# The schema", "", _FIRST_WORDS, "")
    yield from (" · ".join(f"[{name}](#{name.lower()})" for name in sorted(shapes)), "")
    for name, shape in sorted(shapes.items()):
        yield from (f"## {name}", "")
        if words := shape.get("description"):
            yield from (" ".join(words.split()).replace("<", "&lt;"), "")
        if "properties" in shape:
            yield from _fields(shape)
        else:
            yield from (_kind(shape), "")


_FIRST_WORDS = (
    "Every message and value of [the protocol](protocol.md), by name. A house gives the same as "
    "JSON Schema at `/api/protocol`; this page is made from it."
)


def _fields(shape: Shape) -> Iterator[str]:
    needed = set(shape.get("required", ()))
    yield from ("| field | kind | |", "|---|---|---|")
    for name, field in shape["properties"].items():
        yield f"| `{name}` | {_kind(field)} | {'needed' if name in needed else ''} |"
    yield ""


def _kind(shape: Shape) -> str:
    if "$ref" in shape:
        name = shape["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in shape:
        return " or ".join(_kind(one) for one in shape["anyOf"])
    if "enum" in shape:
        return ", ".join(f"`{one}`" for one in shape["enum"])
    if "const" in shape:
        return f"`{shape['const']}`"
    return _plain(shape)


def _plain(shape: Shape) -> str:
    kind = str(shape.get("type", "anything"))
    if kind == "array" and isinstance(shape.get("items"), dict):
        return f"list of {_kind(shape['items'])}"
    if kind == "object" and isinstance(shape.get("additionalProperties"), dict):
        return f"object, each value {_kind(shape['additionalProperties'])}"
    return {"null": "none", "integer": "whole number"}.get(kind, kind)
