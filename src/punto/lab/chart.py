"""A chart: areas and curves over two axes, as SVG that stands alone and that notebooks show."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from pathlib import Path
from typing import Final

from punto.lab.drawing import drawing, label, line
from punto.lab.markup import Markup, element, joined, words

_STYLE: Final = """
svg { font: 12px system-ui, sans-serif; background: #fff; color: #222 }
text { fill: currentColor } .grid { stroke: #e4e4e4 } .zero { stroke: #999 }
.area { fill: #1f7a55; fill-opacity: .18 } .curve { fill: none; stroke: #1f7a55; stroke-width: 2 }
.theory { fill: none; stroke: #a33; stroke-width: 1.5; stroke-dasharray: 5 4 }
.band { fill: #a33; fill-opacity: .1 }
"""

_LEFT, _TOP, _WIDTH, _HEIGHT = 70, 34, 520, 280
_TICKS: Final = 5

Numbers = Sequence[float]


@dataclass(frozen=True)
class Area:
    """What lies between two curves."""

    name: str
    x: Numbers
    low: Numbers
    high: Numbers
    is_theory: bool = False


@dataclass(frozen=True)
class Curve:
    """Points that are joined."""

    name: str
    x: Numbers
    y: Numbers
    is_theory: bool = False


@dataclass(frozen=True, kw_only=True)
class Chart:
    """What is simulated is green; what theory says is red."""

    title: str
    under: str
    """What the axis from left to right counts."""
    areas: tuple[Area, ...]
    curves: tuple[Curve, ...]
    is_logarithmic: bool = False
    """Whether every tenfold from left to right is as wide."""
    is_share: bool = False
    """Whether the axis upwards is in percent."""

    def __repr__(self) -> str:
        return f"<Chart: {self.title}>"

    def _repr_svg_(self) -> str:
        """Show it in a notebook."""
        return self.svg

    def save(self, file: str | Path) -> None:
        """Write it to a file."""
        Path(file).write_text(self.svg, encoding="utf-8", newline="\n")

    @property
    def svg(self) -> str:
        """The drawing."""
        across, upwards = self._across(), self._upwards()
        shapes = joined(
            element("style", Markup(_STYLE)),
            words("text", self.title, x=8, y=20, font_weight="bold"),
            *self._grid(across, upwards),
            *(_area(area, across.at, upwards.at) for area in self.areas),
            *(_curve(curve, across.at, upwards.at) for curve in self.curves),
            label(self.under, _LEFT + _WIDTH / 2, _TOP + _HEIGHT + 34, text_anchor="middle"),
        )
        whole = drawing(
            name="chart",
            title=self.title,
            description="; ".join(each.name for each in self._shapes),
            width=_LEFT + _WIDTH + 20,
            height=_TOP + _HEIGHT + 46,
            shapes=shapes,
        )
        return whole.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)

    @property
    def _shapes(self) -> "list[Area | Curve]":
        return [*self.areas, *self.curves]

    def _across(self) -> "_Axis":
        values = [x for each in self._shapes for x in each.x]
        if self.is_logarithmic:
            low, high = log10(min(values)), log10(max(values))
            ticks = [10.0**power for power in range(ceil(low), floor(high) + 1)]
            return _Axis(low, high, _LEFT, _WIDTH, ticks, log10)
        return _axis(values, _LEFT, _WIDTH)

    def _upwards(self) -> "_Axis":
        values = [y for curve in self.curves for y in curve.y]
        values += [y for area in self.areas for y in (*area.low, *area.high)]
        return _axis(values, _TOP + _HEIGHT, -_HEIGHT)

    def _grid(self, across: "_Axis", upwards: "_Axis") -> Iterator[Markup]:
        bottom, right = _TOP + _HEIGHT, _LEFT + _WIDTH
        for tick in across.ticks:
            x = across.at(tick)
            yield line(x, _TOP, x, bottom, class_="grid")
            yield label(f"{tick:,.10g}", x, bottom + 16, text_anchor="middle")
        for tick in upwards.ticks:
            y = upwards.at(tick)
            yield line(_LEFT, y, right, y, class_="grid" if tick else "zero")
            text = f"{100 * tick:.6g} %" if self.is_share else f"{tick:,.10g}"
            yield label(text, _LEFT - 6, y + 4, text_anchor="end")


@dataclass(frozen=True)
class _Axis:
    low: float
    high: float
    start: float
    length: float
    ticks: Sequence[float]
    scale: Callable[[float], float] = float

    def at(self, value: float) -> float:
        """Say where a value is."""
        span = self.high - self.low or 1.0
        return self.start + self.length * (self.scale(value) - self.low) / span


def _axis(values: Numbers, start: float, length: float) -> _Axis:
    """Lay an axis out between round numbers, with some of them in between."""
    low, high = min(values), max(values)
    rough = (high - low or 1.0) / _TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(power * each for each in (1, 2, 5, 10) if power * each >= rough * (1 - 1e-9))
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    ticks = [step * number for number in range(first, last + 1)]
    return _Axis(ticks[0], ticks[-1], start, length, ticks)


Place = Callable[[float], float]


def _area(area: Area, across: Place, upwards: Place) -> Markup:
    there = zip(area.x, area.high, strict=True)
    back = zip(reversed(area.x), reversed(area.low), strict=True)
    points = " ".join(f"{across(x):.1f},{upwards(y):.1f}" for x, y in (*there, *back))
    return element(
        "polygon",
        words("title", area.name),
        points=points,
        class_="band" if area.is_theory else "area",
    )


def _curve(curve: Curve, across: Place, upwards: Place) -> Markup:
    points = " ".join(
        f"{across(x):.1f},{upwards(y):.1f}" for x, y in zip(curve.x, curve.y, strict=True)
    )
    kind = "theory" if curve.is_theory else "curve"
    return element("polyline", words("title", curve.name), points=points, class_=kind)
