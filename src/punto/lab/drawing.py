"""The parts of a drawing: a frame with a title and a description, texts, lines and boxes."""

from punto.lab.markup import Attribute, Markup, element, joined, words


def drawing(
    *, name: str, title: str, description: str, width: int, height: int, shapes: Markup
) -> Markup:
    """Frame shapes so that they scale, and so that a screen reader says what they show."""
    return element(
        "svg",
        words("title", title, id=f"{name}-title"),
        words("desc", description, id=f"{name}-description"),
        shapes,
        viewBox=f"0 0 {width} {height}",
        role="img",
        aria_labelledby=f"{name}-title {name}-description",
    )


def label(text: str, x: float, y: float, **attributes: Attribute) -> Markup:
    """Write words at a place."""
    return words("text", text, x=float(x), y=float(y), **attributes)


def line(x1: float, y1: float, x2: float, y2: float, *, class_: str) -> Markup:
    """Draw a straight line."""
    ends = {"x1": float(x1), "y1": float(y1), "x2": float(x2), "y2": float(y2)}
    return element("line", class_=class_, **ends)


def box(x: float, y: float, width: float, height: float, **attributes: Attribute) -> Markup:
    """Draw a rectangle."""
    sides = {"x": float(x), "y": float(y), "width": float(width), "height": float(height)}
    return element("rect", **sides, **attributes)


def group(*shapes: Markup, **attributes: Attribute) -> Markup:
    """Hold shapes together."""
    return element("g", joined(*shapes), **attributes)
