/** What the office works out from the figures of the house: shares, distances, and where to draw them. */

import type { HoldPoint, Takings } from "../protocol/messages";

/** How far 95 % and 99 % of honest days lie from the mean, in standard deviations. */
export const BAND_95 = 1.96;
export const BAND_99 = 2.576;

/** What the house kept of what was staked; null where nothing was. */
export function hold(takings: Takings | HoldPoint): number | null {
  return takings.turnover === 0 ? null : takings.win / takings.turnover;
}

/** What it should keep of these stakes on the average. */
export function theory(takings: Takings | HoldPoint): number | null {
  return takings.turnover === 0 ? null : takings.theory / takings.turnover;
}

/** How many standard deviations the win lies above what it should be. */
export function distance(takings: Takings | HoldPoint): number | null {
  return takings.deviation === 0 ? null : (takings.win - takings.theory) / takings.deviation;
}

export function isFar(takings: Takings): boolean {
  return Math.abs(distance(takings) ?? 0) > BAND_95;
}

/** A plot of the day: paths in a box of its own, and what stands beside its axes. */
export interface Plot {
  line: string;
  inner: string;
  outer: string;
  theory: string;
  /** Where the line ends. */
  end: { x: number; y: number };
  shares: { y: number; share: number }[];
  rounds: { x: number; rounds: number }[];
}

export const PLOT = { width: 922, height: 286, left: 44, right: 104, top: 12, bottom: 30 };

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5];
const MOST_LINES = 7;
const MOST_ROUNDS = 5;

/** Rounds at an even step, none left out: of five rounds each has its place, of 63 every twentieth. */
function roundsTo(last: number): number[] {
  let step = 1;
  // 1, 2, 5, 10, 20, 50 …
  for (let at = 0; last / step > MOST_ROUNDS; at += 1) step *= at % 3 === 1 ? 2.5 : 2;
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, at) => at * step);
}

/** The range of shares that shows the line, and the band where the day is old enough to have one. */
function range(points: readonly HoldPoint[]): { low: number; high: number; step: number } {
  const late = points.slice(Math.floor(points.length / 4));
  const all = late.flatMap((point) => {
    const mean = theory(point) ?? 0;
    const band = (BAND_95 * point.deviation) / point.turnover;
    return [hold(point) ?? 0, mean - band, mean + band];
  });
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const step = STEPS.find((each) => (high - low) / each <= MOST_LINES) ?? 10;
  return { low: Math.floor(low / step) * step, high: Math.ceil(high / step) * step, step };
}

/** Null while there is too little to draw. */
export function plotOf(points: readonly HoldPoint[]): Plot | null {
  const last = points.at(-1);
  if (last === undefined || points.length < 2) return null;
  const { low, high, step } = range(points);
  const width = PLOT.width - PLOT.left - PLOT.right;
  const height = PLOT.height - PLOT.top - PLOT.bottom;
  const x = (rounds: number): number => PLOT.left + (rounds / last.rounds) * width;
  const y = (share: number): number => {
    const inside = Math.min(high, Math.max(low, share));
    return PLOT.top + (height * (high - inside)) / (high - low);
  };
  const path = (of: (point: HoldPoint) => number, among = points): string =>
    among.map((point) => `${x(point.rounds).toFixed(1)} ${y(of(point)).toFixed(1)}`).join("L");
  const band = (far: number): string => {
    const edge = (sign: number) => (point: HoldPoint) =>
      (point.theory + sign * far * point.deviation) / point.turnover;
    return `M${path(edge(1))}L${path(edge(-1), points.toReversed())}Z`;
  };
  const lines = Math.round((high - low) / step);
  return {
    line: `M${path((point) => hold(point) ?? 0)}`,
    inner: band(BAND_95),
    outer: band(BAND_99),
    theory: `M${path((point) => theory(point) ?? 0)}`,
    end: { x: x(last.rounds), y: y(hold(last) ?? 0) },
    shares: Array.from({ length: lines + 1 }, (_, at) => low + at * step).map((share) => ({
      y: y(share),
      share,
    })),
    rounds: roundsTo(last.rounds).map((rounds) => ({ x: x(rounds), rounds })),
  };
}
