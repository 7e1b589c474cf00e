import { expect, test } from "vitest";
import type { LabBettor, LabDepth } from "../protocol/messages";
import { COUNTING, countingPlot } from "./counting";

function bettor(units: number): LabBettor {
  return { share: 0.1, edge: 0.02, units, stderr: 0.001 };
}

function depth(cut: number, perfect: number, counted: number | null): LabDepth {
  const other = counted === null ? null : bettor(counted);
  return { cut, rounds: 80, perfect: bettor(perfect), counted: other };
}

test("bars stand on zero, as high as what is won, and hang where a count loses", () => {
  const { columns, zero } = countingPlot([depth(14, 0.4, 0.2), depth(52, 0.1, -0.05)]);
  const [deep, early] = columns;
  const [perfect, counted] = deep?.bars ?? [];
  expect(perfect?.height).toBeCloseTo(2 * (counted?.height ?? 0));
  expect((perfect?.y ?? 0) + (perfect?.height ?? 0)).toBeCloseTo(zero);
  expect(early?.bars[1]?.y).toBeCloseTo(zero);
  expect(early?.bars[1]?.height).toBeGreaterThan(0);
  expect(early?.middle).toBeLessThan(COUNTING.width - COUNTING.right);
});

test("where there is no count there is one bar for each cut", () => {
  const { columns } = countingPlot([depth(14, 0.4, null), depth(26, 0.2, null)]);
  expect(columns.map(({ cut, bars }) => [cut, bars.length])).toEqual([
    [14, 1],
    [26, 1],
  ]);
});
