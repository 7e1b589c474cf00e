"""Charts: bankroll fans, convergence, distributions; what they draw is what was counted."""

import xml.etree.ElementTree as ET
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

import punto
from punto.errors import WrongInput
from punto.lab import Chart, bankroll_fan, convergence_chart, distribution_chart
from punto.lab.chart import Area, Curve
from punto.sim import At, Game, Terms

SVG = "{http://www.w3.org/2000/svg}"
TIGER = Game(punto.rulebook("mbs-tiger"), 8)
FLAT = "flat:wager=player,stake=10"


def drawn(chart: Chart) -> ET.Element:
    return ET.fromstring(chart.svg)  # noqa: S314 – our own


def texts(chart: Chart) -> set[str | None]:
    return {text.text for text in drawn(chart).iter(f"{SVG}text")}


def points(chart: Chart, name: str) -> list[tuple[float, float]]:
    """Find the shape of that name, and give its corners."""
    for shape in drawn(chart).iter():
        if (
            shape.tag in {f"{SVG}polyline", f"{SVG}polygon"}
            and shape.findtext(f"{SVG}title") == name
        ):
            pairs = [pair.split(",") for pair in shape.attrib["points"].split()]
            return [(float(x), float(y)) for x, y in pairs]
    raise AssertionError(name)


def test_a_chart_has_round_numbers_at_its_axes_and_shapes_between_them(tmp_path: Path) -> None:
    chart = Chart(
        title="A & B",
        under="rounds",
        areas=(Area("between", (0, 7), (-1, 0), (1, 13)),),
        curves=(Curve("up", (0, 7), (0, 13)),),
    )
    assert repr(chart) == "<Chart: A & B>"
    assert {"0", "2", "4", "6", "8", "-5", "10", "15", "A & B", "rounds"} <= texts(chart)
    (left, zero), (right, top) = points(chart, "up")
    assert (right - left, zero - top) == pytest.approx((520 * 7 / 8, 280 * 13 / 20), abs=0.11)
    chart.save(tmp_path / "it.svg")
    assert (tmp_path / "it.svg").read_text(encoding="utf-8") == chart._repr_svg_()


def test_a_fan_is_made_of_sessions_and_flat_stakes_are_where_theory_has_them() -> None:
    """Of 1,000 sessions about 50 are below, and above, what theory leaves to 5 %."""
    sessions = 1_000
    fan = bankroll_fan(TIGER, FLAT, Terms(rounds=400, sessions=sessions), seed=1)
    played = punto.simulate("mbs-tiger", rounds=200, seed=1, strategy=FLAT, sessions=sessions)
    nets = np.sort(played.column(At.NET))
    assert fan.nets[fan.rounds.index(200)].tolist() == nets[[49, 249, 499, 749, 949]].tolist()
    assert fan.theory is not None
    exact = punto.odds("mbs-tiger").wagers["player"]
    assert fan.theory.mean == pytest.approx(10 * float(exact.ev))
    assert fan.theory.sd == pytest.approx(10 * exact.sd)
    for share in ((nets < fan.theory.low(200)).mean(), (nets > fan.theory.high(200)).mean()):
        assert abs(share - 0.05) < 4.5 * sqrt(0.05 * 0.95 / sessions)
    assert fan.expected[-1] == pytest.approx(400 * fan.theory.mean)
    assert len(points(fan.chart, "95 % by theory")) == len(fan.rounds) == 20


@pytest.mark.parametrize(
    ("strategy", "bankroll"), [("martingale:stake=10", 300), (FLAT, 50), ("follow:stake=10", None)]
)
def test_where_stakes_change_or_sessions_end_there_is_no_band(
    strategy: str, bankroll: int | None
) -> None:
    terms = Terms(rounds=60, sessions=300, bankroll=bankroll)
    fan = bankroll_fan(TIGER, strategy, terms, seed=2)
    assert fan.theory is None
    assert "theory" not in "".join(curve.name for curve in fan.chart.curves)
    spread = np.ptp(fan.nets[-1]) / sqrt(300)
    assert abs(fan.means[-1] - fan.expected[-1]) < 4.5 * spread


def test_an_edge_converges_within_its_band() -> None:
    chart = convergence_chart(TIGER, "banker", rounds=300_000, seed=3)
    band, (line, found) = chart.areas[0], chart.curves
    exact = float(punto.odds("mbs-tiger").wagers["banker"].house_edge)
    assert [*line.y] == [exact, exact]
    table = punto.simulate("mbs-tiger", rounds=300_000, seed=3).wagers["banker"]
    assert (found.x[-1], found.y[-1]) == (300_000, -table.ev)
    assert band.high[-1] - exact == pytest.approx(1.96 * table.stderr, rel=0.01)
    assert {"1,000", "10,000", "100,000"} <= texts(chart)
    (first, _), *_, (last, _) = points(chart, "simulated edge")
    assert last - first == pytest.approx(520, abs=0.11)
    with pytest.raises(WrongInput, match="mbs-tiger has no wager 'panda'"):
        convergence_chart(TIGER, "panda", rounds=9, seed=3)


def test_net_results_are_spread_as_the_normal_law_of_exact_odds() -> None:
    played = punto.simulate("mbs-tiger", rounds=300, seed=1, strategy=FLAT, sessions=2_000)
    chart = distribution_chart(played)
    (bars,), (law,) = chart.areas, chart.curves
    widths = np.diff(bars.x)[::2]
    assert sum(np.array(bars.high)[::2]) == 2_000
    under = float(np.trapezoid(law.y, law.x))
    assert under == pytest.approx(2_000 * widths[0], rel=0.01)
    doubled = punto.simulate("mbs-tiger", rounds=30, seed=1, strategy="martingale", sessions=20)
    assert distribution_chart(doubled).curves == ()
