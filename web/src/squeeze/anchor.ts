/** Where a finger takes hold of a card: always on an edge or at a corner. */

import { HEIGHT, WIDTH, type Point } from "./point";

/** So near to a corner it is the corner that is taken. */
const CORNER = WIDTH * 0.2;

const within = (value: number, most: number): number => Math.max(0, Math.min(most, value));

/** Slide to a corner that is near. */
const cornered = (value: number, most: number): number =>
  value < CORNER ? 0 : value > most - CORNER ? most : value;

/** The edge or corner nearest to where a finger came down. */
export function anchorAt({ x, y }: Point): Point {
  const aside = Math.min(x, WIDTH - x);
  const upright = Math.min(y, HEIGHT - y);
  if (aside < upright) {
    return { x: x < WIDTH / 2 ? 0 : WIDTH, y: cornered(within(y, HEIGHT), HEIGHT) };
  }
  return { x: cornered(within(x, WIDTH), WIDTH), y: y < HEIGHT / 2 ? 0 : HEIGHT };
}

const isEnd = (value: number, most: number): boolean => value === 0 || value === most;

export function isCorner({ x, y }: Point): boolean {
  return isEnd(x, WIDTH) && isEnd(y, HEIGHT);
}

/** The way into the card: square from an edge, along the diagonal from a corner. */
export function inwards(anchor: Point): Point {
  const into = (value: number, most: number): number => (value === 0 ? 1 : value === most ? -1 : 0);
  const x = into(anchor.x, WIDTH);
  const y = into(anchor.y, HEIGHT);
  if (!isCorner(anchor)) return { x, y };
  const long = Math.hypot(WIDTH, HEIGHT);
  return { x: (x * WIDTH) / long, y: (y * HEIGHT) / long };
}
