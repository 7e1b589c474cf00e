/** Convex pieces of a card. */

import { dot, HEIGHT, WIDTH, type Point } from "./point";

export type Polygon = readonly Point[];

/** The whole card. */
export const OUTLINE: Polygon = [
  { x: 0, y: 0 },
  { x: WIDTH, y: 0 },
  { x: WIDTH, y: HEIGHT },
  { x: 0, y: HEIGHT },
];

/** What of a piece lies beyond a line: where the way along `normal` is longer than `from`. */
export function beyond(piece: Polygon, normal: Point, from: number): Polygon {
  return piece.flatMap((here, i): Point[] => {
    const next = piece[(i + 1) % piece.length] ?? here;
    const [a, b] = [dot(normal, here) - from, dot(normal, next) - from];
    const kept = a >= 0 ? [here] : [];
    if (a * b >= 0) return kept;
    const share = a / (a - b);
    const crossing = {
      x: here.x + (next.x - here.x) * share,
      y: here.y + (next.y - here.y) * share,
    };
    return [...kept, crossing];
  });
}

/** What lies on this side of the line. */
export function before(piece: Polygon, normal: Point, until: number): Polygon {
  return beyond(piece, { x: -normal.x, y: -normal.y }, -until);
}

export function areaOf(piece: Polygon): number {
  const twice = piece.reduce((sum, here, i) => {
    const next = piece[(i + 1) % piece.length] ?? here;
    return sum + here.x * next.y - next.x * here.y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** As the `points` of a drawing. */
export const pointsOf = (piece: Polygon): string =>
  piece.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
