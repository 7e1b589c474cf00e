/** How far a card is peeled: the folds in it. What was seen stays seen, so none ever gets smaller. */

import { anchorAt, inwards } from "./anchor";
import { contains, foldBy, foldTo, lifted, tipOf, type Fold } from "./fold";
import { apart, HEIGHT, WIDTH, type Point } from "./point";
import { areaOf } from "./polygon";

export type Peeled = readonly Fold[];

/** Past this share the card falls over by itself, as a real one does. */
export const FALLS_OVER = 0.5;

/** The share of the card that no longer lies flat. */
export function shareOf(peeled: Peeled): number {
  const sum = peeled.reduce((area, fold) => area + areaOf(lifted(fold)), 0);
  return sum / (WIDTH * HEIGHT);
}

/** A finger has pulled an anchor; what is seen already stays. */
export function pulled(peeled: Peeled, anchor: Point, finger: Point): Peeled {
  return withFold(peeled, foldTo(anchor, finger));
}

function withFold(peeled: Peeled, fold: Fold | null): Peeled {
  if (fold === null) return peeled;
  const old = peeled.find(({ anchor }) => apart(anchor, fold.anchor) < 1);
  if (old === undefined) return [...peeled, fold];
  if (fold.distance < old.distance || !contains(fold, old)) return peeled;
  return peeled.map((one) => (one === old ? fold : one));
}

const NEAR = WIDTH * 0.3;

/** The fold that began near to an anchor. */
function foldFrom(peeled: Peeled, anchor: Point): Fold | null {
  return peeled.findLast((fold) => apart(anchor, fold.anchor) < NEAR) ?? null;
}

/** The fold that a finger takes up again: by its tip, or near to where it began. */
export function foldAt(peeled: Peeled, place: Point): Fold | null {
  const byTip = peeled.findLast((fold) => apart(place, tipOf(fold)) < NEAR);
  return byTip ?? foldFrom(peeled, anchorAt(place));
}

/** One step further from an anchor, for those who tap or press keys. */
export function stepped(peeled: Peeled, anchor: Point, by: number): Peeled {
  const old = foldFrom(peeled, anchor);
  if (old === null) return withFold(peeled, foldBy(anchor, scaled(inwards(anchor), by)));
  return withFold(peeled, foldBy(old.anchor, scaled(old.normal, -old.distance - by)));
}

const scaled = ({ x, y }: Point, by: number): Point => ({ x: x * by, y: y * by });
