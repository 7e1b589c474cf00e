"""A simulation as a picture: SVG that stands alone, for any browser or page."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from punto.lab.drawing import box, drawing, group, label, line
from punto.lab.markup import Markup, element, joined, words
from punto.sim import Play, Simulation
from punto.sim.session import At

_STYLE: Final = """
svg { font: 12px system-ui, sans-serif; background: #fff; color: #222 }
text { fill: currentColor } .band { fill: #dfe9e2 } .axis { stroke: #777 } .bar { fill: #1f7a55 }
.lost { fill: #a33 } .far { stroke: #1f7a55; stroke-width: 6 } .value { fill: #555 }
"""

_LEFT: Final = 150
_WIDTH: Final = 320
_ROW: Final = 24
_TOP: Final = 34
_MOST: Final = 5.0
"""Standard errors that a picture shows; what is further off ends at its edge."""

_BARS: Final = 40
_HEIGHT: Final = 220


def plot(found: Simulation | Play, exact: Mapping[str, Fraction]) -> str:
    """Draw wagers beside their exact edges, or where the sessions of a strategy have ended."""
    picture = _wagers(found, exact) if isinstance(found, Simulation) else _sessions(found)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{picture}\n'


def _wagers(found: Simulation, exact: Mapping[str, Fraction]) -> Markup:
    """Draw how far each mean is from its exact value, in standard errors, with the 95 % band."""
    scale = _WIDTH / (2 * _MOST)
    zero, height = _LEFT + _WIDTH / 2, _TOP + _ROW * len(found.wagers)
    far = {
        name: (-tally.ev - float(exact[name])) / tally.stderr if tally.stderr else 0.0
        for name, tally in found.wagers.items()
    }
    rows = (
        _row(name, far[name], -found.wagers[name].ev, zero, scale, _TOP + _ROW * place)
        for place, name in enumerate(far)
    )
    band = box(zero - 1.96 * scale, _TOP, 2 * 1.96 * scale, height - _TOP, class_="band")
    title = f"{found.game.rulebook.title}: {found.rounds:,} rounds, seed {found.seed}"
    said = "; ".join(f"{name} {errors:+.2f}" for name, errors in far.items())
    under = "simulated edge less exact edge, in standard errors; the band holds 95 of 100"
    return _framed(title, said, height, (band, *rows, label(under, 8, height + 20)))


def _row(name: str, far: float, edge: float, zero: float, scale: float, y: float) -> Markup:
    middle, end = y + _ROW / 2, zero + max(-_MOST, min(_MOST, far)) * scale
    return group(
        label(name, 8, middle + 4),
        line(zero, middle, end, middle, class_="far"),
        line(zero, y, zero, y + _ROW, class_="axis"),
        label(f"{edge:.4%}", _LEFT + _WIDTH + 8, middle + 4, class_="value"),
    )


def _sessions(found: Play) -> Markup:
    """Draw how many sessions ended with which net result."""
    nets = found.column(At.NET)
    counts, edges = np.histogram(nets, bins=_BARS)
    width, height = (_LEFT + _WIDTH) / len(counts), _TOP + _HEIGHT
    most = max(1, int(counts.max()))
    bars = [
        box(
            8 + place * width,
            height - _HEIGHT * int(count) / most,
            width - 1,
            _HEIGHT * int(count) / most,
            class_="bar lost" if edges[place + 1] <= 0 else "bar",
        )
        for place, count in enumerate(counts)
    ]
    table = found.table
    title = f"{found.strategy.name} at {table.game.rulebook.title}: {len(nets):,} sessions"
    said = (
        f"net results from {nets.min():,} to {nets.max():,}, {np.median(nets):,.0f} in the middle"
    )
    ends = (
        label(f"{edges[0]:,.0f}", 8, height + 16),
        label(f"{edges[-1]:,.0f}", 8 + _LEFT + _WIDTH, height + 16, text_anchor="end"),
        label(said, 8, height + 34),
    )
    return _framed(title, said, height + 16, (*bars, *ends))


def _framed(title: str, said: str, height: float, shapes: Sequence[Markup]) -> Markup:
    style = element("style", Markup(_STYLE))
    head = words("text", title, x=8, y=20, font_weight="bold")
    whole = drawing(
        name="simulation",
        title=title,
        description=said,
        width=_LEFT + _WIDTH + 90,
        height=int(height) + 30,
        shapes=joined(style, head, *shapes),
    )
    return Markup(whole.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))
