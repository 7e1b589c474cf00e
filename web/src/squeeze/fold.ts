/**
 * A card bent over. It lies flat up to a line, goes round a cylinder, and then lies upon itself with
 * its face up. `normal` points from what lies flat to what is lifted; with s the way along it from
 * the line, the card is flat where s < 0, bent until s is half of the cylinder's way round, and lies
 * upside down beyond.
 */

import { inwards, isCorner } from "./anchor";
import { along, dot, HEIGHT, minus, WIDTH, type Point } from "./point";
import { beyond, OUTLINE, type Polygon } from "./polygon";

export interface Fold {
  /** Where it was taken hold of. */
  readonly anchor: Point;
  readonly normal: Point;
  /** Up to where the card lies flat, along the normal. */
  readonly limit: number;
  readonly radius: number;
  /** How far the anchor was pulled. */
  readonly distance: number;
}

const LEAST = 1.5;
const WIDEST = WIDTH * 0.085;
/** A pull by so little is square to the edge; by so much more it may go anywhere. */
const STRAIGHT = WIDTH * 0.06;
const FREE = WIDTH * 0.5;

/** A card comes up straight, and may lean once it is up: a finger trembles at first. */
function straightened(anchor: Point, pull: Point): Point {
  const lean = Math.min(1, Math.max(0, (Math.hypot(pull.x, pull.y) - STRAIGHT) / FREE));
  const share = isCorner(anchor) ? 0.25 + 0.75 * lean : 0.7 * lean;
  const straight = inwards(anchor);
  const aside = { x: -straight.y, y: straight.x };
  const into = dot(pull, straight);
  return along({ x: straight.x * into, y: straight.y * into }, aside, share * dot(pull, aside));
}

/** The fold that brings an anchor under a finger; null while it is not lifted. */
export function foldTo(anchor: Point, finger: Point): Fold | null {
  return foldBy(anchor, straightened(anchor, minus(finger, anchor)));
}

/** The fold that moves an anchor so far. */
export function foldBy(anchor: Point, pull: Point): Fold | null {
  const distance = Math.hypot(pull.x, pull.y);
  if (distance < LEAST) return null;
  const normal = { x: -pull.x / distance, y: -pull.y / distance };
  const middle = { x: WIDTH / 2, y: HEIGHT / 2 };
  // Pulled outwards, an edge has nothing to fold over.
  if (dot(normal, minus(anchor, middle)) < WIDTH * 0.1) return null;
  const radius = Math.min(WIDEST, distance * 0.17);
  const limit = dot(normal, anchor) - (distance + Math.PI * radius) / 2;
  return { anchor, normal, limit, radius, distance };
}

/** What no longer lies flat: so much of the face can be seen, or was. */
export function lifted({ normal, limit }: Fold): Polygon {
  return beyond(OUTLINE, normal, limit);
}

/** Whether a fold lifts all that another has lifted. */
export function contains(fold: Fold, earlier: Fold): boolean {
  const slack = 0.5;
  return lifted(earlier).every((point) => dot(fold.normal, point) >= fold.limit - slack);
}

/** Where the anchor has come to. */
export function tipOf({ anchor, normal, distance }: Fold): Point {
  return along(anchor, normal, -distance);
}
