/** The drawing of a simulation: the edge so far within its band, on its way to the exact one. */

import type { LabPoint } from "../protocol/messages";
import { scaleOf, type Line } from "./lab";

export const CONVERGENCE = { width: 520, height: 260, left: 58, right: 12, top: 12, bottom: 28 };

/** Standard errors to either side that hold 95 of 100 runs. */
const BAND_95 = 1.96;

export interface Convergence {
  line: string;
  band: string;
  exact: number;
  lines: Line[];
  rounds: { x: number; rounds: number }[];
}

interface At {
  rounds: number;
  edge: number;
  far: number;
}

/** Rounds are drawn by their tenfolds; null while there is too little to draw. */
export function convergencePlot(
  points: readonly LabPoint[],
  wager: string,
  exact: number,
  asked: number,
): Convergence | null {
  const all: At[] = points.flatMap(({ rounds, wagers }) => {
    const found = wagers[wager];
    return found ? [{ rounds, edge: found[0], far: BAND_95 * found[1] }] : [];
  });
  const [first] = all;
  if (first === undefined || all.length < 2) return null;
  const { width, height, left, right, top, bottom } = CONVERGENCE;
  // The first points are far off: what comes after some of them is to be seen.
  const shown = all.slice(Math.min(6, all.length - 1));
  const { low, high, step } = scaleOf([
    exact,
    ...shown.flatMap(({ edge, far }) => [edge - far, edge + far]),
  ]);
  const [begin, end] = [Math.log10(first.rounds), Math.log10(Math.max(asked, first.rounds * 10))];
  const x = (rounds: number): number =>
    left + ((width - left - right) * (Math.log10(rounds) - begin)) / (end - begin);
  const y = (value: number): number => {
    const inside = Math.min(high, Math.max(low, value));
    return top + ((height - top - bottom) * (high - inside)) / (high - low);
  };
  const path = (of: (at: At) => number, among = all): string =>
    among.map((at) => `${x(at.rounds).toFixed(1)} ${y(of(at)).toFixed(1)}`).join("L");
  const above = path(({ edge, far }) => edge + far);
  const below = path(({ edge, far }) => edge - far, all.toReversed());
  const tens = [3, 4, 5, 6, 7, 8, 9].filter((power) => power >= begin && power <= end + 1e-9);
  const count = Math.round((high - low) / step);
  return {
    line: `M${path(({ edge }) => edge)}`,
    band: `M${above}L${below}Z`,
    exact: y(exact),
    lines: Array.from({ length: count + 1 }, (_, at) => low + at * step).map((value) => ({
      y: y(value),
      value: Number(value.toPrecision(10)),
    })),
    rounds: tens.map((power) => ({ x: x(10 ** power), rounds: 10 ** power })),
  };
}
