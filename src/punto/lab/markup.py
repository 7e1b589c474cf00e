"""HTML and SVG: words are escaped on the way in, so markup is only what this package writes."""

from html import escape
from typing import NewType

Markup = NewType("Markup", str)

Attribute = str | int | float


def escaped(text: str) -> Markup:
    """Make words safe, as content and as an attribute."""
    return Markup(escape(text, quote=True))


def joined(*pieces: Markup, by: str = "") -> Markup:
    """Put pieces of markup one after another."""
    return Markup(by.join(pieces))


def element(tag: str, /, *children: Markup, **attributes: Attribute) -> Markup:
    """Write an element. `class_` is `class`, `fill_opacity` is `fill-opacity`."""
    said = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
    )
    return Markup(f"<{tag}{said}>{''.join(children)}</{tag}>")


def words(tag: str, text: str, /, **attributes: Attribute) -> Markup:
    """Write an element that holds nothing but words."""
    return element(tag, escaped(text), **attributes)


def _value(value: Attribute) -> str:
    if isinstance(value, str):
        return escaped(value)
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
