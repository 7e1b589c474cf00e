/** The drawing of countability: what two bettors win a shoe, by how deep it is cut. */

import type { LabDepth } from "../protocol/messages";
import { scaleOf, type Line } from "./lab";

export const COUNTING = { width: 520, height: 200, left: 58, right: 8, top: 12, bottom: 28 };

export interface Column {
  cut: number;
  middle: number;
  bars: { knows: "perfect" | "counted"; x: number; y: number; width: number; height: number }[];
}

/** Two bars for each cut, or one where there is no count. A count may lose: its bar hangs then. */
export function countingPlot(depths: readonly LabDepth[]) {
  const { width, height, left, right, top, bottom } = COUNTING;
  const values = depths.flatMap(({ perfect, counted }) => [perfect.units, counted?.units ?? 0]);
  const { low, high, step } = scaleOf([0, ...values]);
  const y = (value: number): number =>
    top + ((height - top - bottom) * (high - value)) / (high - low);
  const place = (width - left - right) / depths.length;
  const bar = (knows: "perfect" | "counted", units: number, x: number) => ({
    knows,
    x,
    y: Math.min(y(0), y(units)),
    width: place * 0.28,
    height: Math.abs(y(units) - y(0)),
  });
  const columns: Column[] = depths.map(({ cut, perfect, counted }, at) => ({
    cut,
    middle: left + place * (at + 0.5),
    bars: [
      bar("perfect", perfect.units, left + place * (at + 0.2)),
      ...(counted ? [bar("counted", counted.units, left + place * (at + 0.52))] : []),
    ],
  }));
  const count = Math.round((high - low) / step);
  const lines: Line[] = Array.from({ length: count + 1 }, (_, at) => low + at * step).map(
    (value) => ({ y: y(value), value: Number(value.toPrecision(10)) }),
  );
  return { columns, lines, zero: y(0) };
}
