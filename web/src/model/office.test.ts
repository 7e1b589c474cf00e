import { expect, test } from "vitest";
import type { HoldPoint } from "../protocol/messages";
import { distance, hold, PLOT, plotOf, theory } from "./office";

function point(rounds: number, win: number): HoldPoint {
  return {
    rounds,
    turnover: rounds * 100,
    win,
    theory: rounds * 2,
    deviation: 95 * Math.sqrt(rounds),
  };
}

test("hold, theory and their distance are shares of what was staked", () => {
  const after = point(100, 390);
  expect(hold(after)).toBeCloseTo(0.039);
  expect(theory(after)).toBeCloseTo(0.02);
  expect(distance(after)).toBeCloseTo(0.2);
  const none = { ...after, turnover: 0, deviation: 0 };
  expect([hold(none), theory(none), distance(none)]).toEqual([null, null, null]);
});

test("a day with nothing to draw has no plot", () => {
  expect(plotOf([])).toBeNull();
  expect(plotOf([point(1, 5)])).toBeNull();
});

test("the plot stays in its box, and the band closes in on theory", () => {
  const points = Array.from({ length: 40 }, (_, at) => point(10 * (at + 1), at * 30 - 200));
  const plot = plotOf(points);
  const numbers = [plot?.line, plot?.inner, plot?.outer]
    .join(" ")
    .match(/-?[\d.]+ -?[\d.]+/g)
    ?.map((pair) => pair.split(" ").map(Number));
  for (const [x = -1, y = -1] of numbers ?? []) {
    expect(x).toBeGreaterThanOrEqual(PLOT.left);
    expect(x).toBeLessThanOrEqual(PLOT.width - PLOT.right);
    expect(y).toBeGreaterThanOrEqual(PLOT.top);
    expect(y).toBeLessThanOrEqual(PLOT.height - PLOT.bottom);
  }
  expect(plot?.end.x).toBe(PLOT.width - PLOT.right);
  expect(plot?.rounds.map(({ rounds }) => rounds)).toEqual([0, 100, 200, 300, 400]);
});

test("rounds stand below the plot at an even step, whatever the day has come to", () => {
  const roundsOf = (last: number) =>
    plotOf([point(1, 5), point(last, 90)])?.rounds.map(({ rounds }) => rounds);
  expect(roundsOf(2)).toEqual([0, 1, 2]);
  expect(roundsOf(5)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(roundsOf(7)).toEqual([0, 2, 4, 6]);
  expect(roundsOf(63)).toEqual([0, 20, 40, 60]);
  expect(roundsOf(1200)).toEqual([0, 500, 1000]);
});
