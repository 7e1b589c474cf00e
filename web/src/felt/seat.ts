/** The playing positions along the near edge of the felt. */

import { angleAt, pointAt, type Point } from "./ring";

export interface Sides {
  left: number;
  right: number;
}

export interface SeatPlace {
  /** Where its middle is. */
  at: Point;
  /** By how much it is turned, so that it stands along the edge. */
  turn: number;
  width: number;
  height: number;
  /** Whether there is room for more than a number over a word. */
  isPlate: boolean;
}

/** As far apart as they are at a table of seven, or closer where there are more. */
const APART = 4.95;
const SPAN = 29.7;
/** How far from the middle the last of them may be. */
const ASIDE = 412;

/** Along the ring of a desk's table. */
export function seatsOnDesk(count: number, centre: Point, radius: number, scale = 1): SeatPlace[] {
  const span = Math.min(SPAN, 2 * angleAt(radius, ASIDE * scale));
  const step = Math.min(APART, span / Math.max(1, count - 1));
  const pitch = (radius * step * Math.PI) / 180;
  return places(count, step, centre, radius, {
    width: Math.min(104 * Math.max(0.85, scale), pitch - 5),
    height: 38,
    isPlate: pitch >= 88,
  });
}

/** In one row over the whole width. */
export function seatsInRow(
  count: number,
  { left, right }: Sides,
  middle: number,
  bend: number,
): SeatPlace[] {
  const pitch = Math.min(104, (right - left) / Math.max(1, count));
  const centre = { x: (left + right) / 2, y: middle - bend };
  const step = (pitch / bend) * (180 / Math.PI);
  return places(count, step, centre, bend, {
    width: pitch - 4,
    height: 44,
    isPlate: pitch >= 92,
  });
}

function places(
  count: number,
  step: number,
  centre: Point,
  radius: number,
  plate: Omit<SeatPlace, "at" | "turn">,
): SeatPlace[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (i - (count - 1) / 2) * step;
    return { ...plate, at: pointAt(centre, radius, angle), turn: -angle };
  });
}
