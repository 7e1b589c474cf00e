import { expect, test } from "vitest";
import type { LabPoint } from "../protocol/messages";
import { CONVERGENCE, convergencePlot } from "./convergence";

function point(rounds: number, edge: number): LabPoint {
  const wagers: Record<string, [number, number]> = { banker: [edge, 1 / Math.sqrt(rounds)] };
  return { rounds, seconds: 0, last: false, wagers };
}

test("a band closes round the exact edge", () => {
  const points = [3, 3.5, 4, 4.5, 5, 5.5, 6].map((power) => point(10 ** power, 0.0146));
  const plot = convergencePlot(points, "banker", 0.0146, 1_000_000);
  expect(plot).not.toBeNull();
  const ys = (path: string): number[] =>
    path
      .replace(/[MZ]/g, "")
      .split("L")
      .map((pair) => Number(pair.split(" ")[1]));
  for (const y of ys(plot?.line ?? "")) expect(y).toBeCloseTo(plot?.exact ?? 0, 0);
  const band = ys(plot?.band ?? "");
  const wide = Math.abs((band[0] ?? 0) - (band.at(-1) ?? 0));
  const narrow = Math.abs((band[6] ?? 0) - (band[7] ?? 0));
  expect(wide).toBeGreaterThan(narrow);
  expect(plot?.rounds.map(({ rounds }) => rounds)).toEqual([1e3, 1e4, 1e5, 1e6]);
  expect(plot?.rounds.at(-1)?.x).toBeCloseTo(CONVERGENCE.width - CONVERGENCE.right);
});

test("nothing is drawn of nothing, of one point, or of another wager", () => {
  expect(convergencePlot([], "banker", 0, 10)).toBeNull();
  expect(convergencePlot([point(1000, 0)], "banker", 0, 10)).toBeNull();
  expect(convergencePlot([point(1000, 0), point(2000, 0)], "tie", 0, 10)).toBeNull();
});
