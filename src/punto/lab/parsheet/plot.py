"""The plots of a PAR sheet, as small SVG drawings; colours come from the page's style."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from punto.lab.drawing import box, drawing, group, label, line
from punto.lab.markup import Markup, element, joined
from punto.lab.wording import decimal, percent, shortened, with_percent_sign

# --- the edge of every wager --------------------------------------------------------------------

_BAR_ROW: Final = 26
_BAR_LEFT: Final = 140
_BAR_WIDTH: Final = 190


def edge_bars(edges: Sequence[tuple[str, Fraction]]) -> Markup:
    """Draw one bar for each wager, from zero; a negative edge goes to the left."""
    low = min(Fraction(0), *(edge for _, edge in edges))
    high = max(Fraction(0), *(edge for _, edge in edges))
    scale = _BAR_WIDTH / float(high - low) if high > low else 0.0
    zero = _BAR_LEFT - float(low) * scale
    height = _BAR_ROW * len(edges) + 12
    bars = (
        _edge_bar(name, edge, y=6 + _BAR_ROW * place, zero=zero, scale=scale)
        for place, (name, edge) in enumerate(edges)
    )
    return drawing(
        name="edges",
        title="House edge of every wager",
        description="; ".join(f"{name} {with_percent_sign(edge, 2)}" for name, edge in edges),
        width=400,
        height=height,
        shapes=joined(*bars, line(zero, 4, zero, height - 4, class_="axis")),
    )


def _edge_bar(name: str, edge: Fraction, *, y: float, zero: float, scale: float) -> Markup:
    length = float(edge) * scale
    kind = "bar gain" if edge >= 0 else "bar loss"
    return group(
        label(shortened(name, 19), 0, y + 17, class_="name"),
        box(min(zero, zero + length), y + 4, abs(length), _BAR_ROW - 8, class_=kind),
        label(with_percent_sign(edge, 4), max(zero, zero + length) + 8, y + 17, class_="value"),
    )


# --- totals of both hands -----------------------------------------------------------------------

_CELL: Final = 42
_CELL_LEFT: Final = 46
_CELL_TOP: Final = 44


def heat_map(totals: Sequence[Sequence[int]], sequences: int) -> Markup:
    """Draw how often the hands end on each two totals; ties are framed."""
    most = max(map(max, totals))
    cells = (
        _cell(player, banker, Fraction(count, sequences), weight=count / most)
        for player, row in enumerate(totals)
        for banker, count in enumerate(row)
    )
    return drawing(
        name="totals",
        title="Final totals of Player and Banker, in percent of rounds",
        description="Rows are the total of the Player, columns that of the Banker. A stronger "
        "colour is more frequent. Framed cells are ties; the Player wins below them, the Banker "
        "above.",
        width=_CELL_LEFT + 10 * _CELL + 4,
        height=_CELL_TOP + 10 * _CELL + 4,
        shapes=joined(*_heat_heads(), *cells),
    )


def _heat_heads() -> Iterator[Markup]:
    middle = 5 * _CELL
    yield label("Banker’s total", _CELL_LEFT + middle, 14, class_="name", text_anchor="middle")
    yield label(
        "Player’s total",
        0,
        0,
        class_="name",
        text_anchor="middle",
        transform=f"translate(14 {_CELL_TOP + middle}) rotate(-90)",
    )
    for total in range(10):
        along = (total + 0.5) * _CELL
        yield label(str(total), _CELL_LEFT + along, 36, class_="head", text_anchor="middle")
        yield label(str(total), 34, _CELL_TOP + along + 5, class_="head", text_anchor="middle")


def _cell(player: int, banker: int, share: Fraction, *, weight: float) -> Markup:
    x, y = _CELL_LEFT + banker * _CELL, _CELL_TOP + player * _CELL
    kind = "cell tie" if player == banker else "cell"
    inset = 2.0 if player == banker else 1.0
    side = _CELL - 2 * inset
    return group(
        box(x + inset, y + inset, side, side, class_=kind, fill_opacity=0.04 + 0.56 * weight),
        label(percent(share, 2), x + _CELL / 2, y + _CELL / 2 + 4, text_anchor="middle"),
        class_="share",
    )


# --- effects of removal -------------------------------------------------------------------------

_PANEL_WIDTH: Final = 260
_PANEL_HEIGHT: Final = 156
_PANEL_TOP: Final = 40
_PANEL_BOTTOM: Final = 130
_BAR_REACH: Final = 31
_PANEL_MIDDLE: Final = (_PANEL_TOP + _PANEL_BOTTOM) / 2


def removal_bars(wager_id: str, title: str, effects: Mapping[str, Fraction]) -> Markup:
    """Draw one bar for each rank: up where its removal helps the player, down where it hurts."""
    most = max(map(abs, effects.values()))
    slot = _PANEL_WIDTH / len(effects)
    extremes = {max(effects, key=effects.__getitem__), min(effects, key=effects.__getitem__)}
    bars = (
        _removal_bar(
            rank,
            effect,
            x=place * slot,
            slot=slot,
            reach=_BAR_REACH * float(effect / most) if most else 0.0,
            is_named=rank in extremes and bool(most),
        )
        for place, (rank, effect) in enumerate(effects.items())
    )
    axis = line(0, _PANEL_MIDDLE, _PANEL_WIDTH, _PANEL_MIDDLE, class_="axis")
    none = () if most else (_inside("no effect: all ranks are alike", 130, _PANEL_MIDDLE - 10),)
    return drawing(
        name=f"removal-{wager_id}",
        title=f"Effects of removal on {title}",
        description="Change of the expected result in percentage points, by rank: "
        + "; ".join(f"{rank} {percent(e, 4, signed=True)}" for rank, e in effects.items()),
        width=_PANEL_WIDTH,
        height=_PANEL_HEIGHT,
        shapes=joined(_panel_title(title), *bars, axis, *none),
    )


def _panel_title(title: str) -> Markup:
    return label(shortened(title, 32), 0, 16, class_="panel")


def _removal_bar(
    rank: str, effect: Fraction, *, x: float, slot: float, reach: float, is_named: bool
) -> Markup:
    top = _PANEL_MIDDLE - max(reach, 0)
    middle = x + slot / 2
    kind = "bar gain" if reach >= 0 else "bar loss"
    shapes = [
        box(x + 2.5, top, slot - 5, abs(reach), class_=kind),
        label(rank, middle, _PANEL_HEIGHT - 6, class_="head", text_anchor="middle"),
    ]
    if is_named:
        beside = top - 5 if reach >= 0 else top - reach + 12
        shapes.append(_inside(percent(effect, 4, signed=True), middle, beside))
    return group(*shapes)


def _inside(text: str, x: float, y: float) -> Markup:
    """Write a value near its bar, but not over the edge of the panel."""
    return label(text, min(max(x, 26), _PANEL_WIDTH - 26), y, class_="value", text_anchor="middle")


# --- edge by decks ------------------------------------------------------------------------------


def deck_line(
    wager_id: str,
    title: str,
    edges: Mapping[int, Fraction],
    *,
    allowed: range,
    chosen: int,
) -> Markup:
    """Draw the edge over the number of decks; the rulebook's own range is shaded."""
    points = {decks: _deck_point(decks, edge, edges) for decks, edge in edges.items()}
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points.values())
    return drawing(
        name=f"decks-{wager_id}",
        title=f"House edge of {title} by decks",
        description="; ".join(
            f"{decks} decks {with_percent_sign(edge, 4)}" for decks, edge in edges.items()
        ),
        width=_PANEL_WIDTH,
        height=_PANEL_HEIGHT,
        shapes=joined(
            _panel_title(title),
            _deck_range(allowed),
            element("polyline", points=path, class_="curve"),
            *(_dot(x, y, is_chosen=decks == chosen) for decks, (x, y) in points.items()),
            *_deck_heads(edges, chosen),
            _inside(with_percent_sign(edges[chosen], 4), *_beside(points[chosen])),
        ),
    )


def _deck_x(decks: float) -> float:
    return 13 + (decks - 1) * 26


def _deck_point(decks: int, edge: Fraction, edges: Mapping[int, Fraction]) -> tuple[float, float]:
    low, high = min(edges.values()), max(edges.values())
    share = float((edge - low) / (high - low)) if high > low else 0.5
    return _deck_x(decks), _PANEL_BOTTOM - 12 - share * (_PANEL_BOTTOM - _PANEL_TOP - 24)


def _beside(point: tuple[float, float]) -> tuple[float, float]:
    """Find the clearer side of a point: above one that is low, below one that is high."""
    x, y = point
    return x, y - 10 if y > _PANEL_MIDDLE else y + 18


def _deck_range(allowed: range) -> Markup:
    left, right = _deck_x(allowed.start - 0.5), _deck_x(allowed.stop - 0.5)
    return box(
        left, _PANEL_TOP - 8, right - left, _PANEL_BOTTOM - _PANEL_TOP + 16, class_="allowed"
    )


def _dot(x: float, y: float, *, is_chosen: bool) -> Markup:
    kind = "dot chosen" if is_chosen else "dot"
    return element("circle", cx=x, cy=y, r=4.0 if is_chosen else 2.0, class_=kind)


def _deck_heads(edges: Mapping[int, Fraction], chosen: int) -> Iterator[Markup]:
    for decks in edges:
        kind = "head chosen" if decks == chosen else "head"
        yield label(
            decimal(decks, 0), _deck_x(decks), _PANEL_HEIGHT - 4, class_=kind, text_anchor="middle"
        )
