/** Points and directions on a card, which is a hundred wide and a hundred and forty high. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const WIDTH = 100;
export const HEIGHT = 140;

export const dot = (a: Point, b: Point): number => a.x * b.x + a.y * b.y;
export const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
export const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** The point that lies so far from another, in a direction of length one. */
export const along = (from: Point, direction: Point, by: number): Point => ({
  x: from.x + direction.x * by,
  y: from.y + direction.y * by,
});

/** A point turned about the origin, clockwise as the screen has it. */
export function turnedBy({ x, y }: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}
