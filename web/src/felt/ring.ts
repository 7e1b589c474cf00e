/**
 * What is printed on a table lies on rings about a point far beyond its far edge. A place on it is a sector
 * of such a ring. Angles are in degrees from straight down, to the right; lengths are pixels.
 */

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export interface Sector {
  centre: Point;
  inner: number;
  outer: number;
  from: number;
  to: number;
}

const DEGREE = Math.PI / 180;

export function pointAt(centre: Point, radius: number, angle: number): Point {
  const turn = angle * DEGREE;
  return { x: centre.x + radius * Math.sin(turn), y: centre.y + radius * Math.cos(turn) };
}

/** The angle at which a ring is so far to the side of its middle. */
export function angleAt(radius: number, aside: number): number {
  return Math.asin(aside / radius) / DEGREE;
}

export const middleOf = ({ from, to }: Sector): number => (from + to) / 2;

/** How long the sector is along the middle of its ring. */
export function lengthOf({ inner, outer, from, to }: Sector): number {
  return ((inner + outer) / 2) * (to - from) * DEGREE;
}

/** The upright box about a sector. */
export function boundsOf({ centre, inner, outer, from, to }: Sector): Box {
  const steepest = Math.max(Math.abs(from), Math.abs(to));
  const flattest = from < 0 && to > 0 ? 0 : Math.min(Math.abs(from), Math.abs(to));
  const left = pointAt(centre, from < 0 ? outer : inner, from).x;
  const right = pointAt(centre, to > 0 ? outer : inner, to).x;
  const top = pointAt(centre, inner, steepest).y;
  const bottom = pointAt(centre, outer, flattest).y;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The outline of a sector, less half a gap all round, with round corners; seen from an origin. */
export function outlineOf(sector: Sector, gap: number, corner: number, origin: Point): string {
  const { centre, from, to } = sector;
  const inner = sector.inner + gap / 2;
  const outer = sector.outer - gap / 2;
  const about = { x: centre.x - origin.x, y: centre.y - origin.y };
  /** A point of a side: so far along the ring from it, towards the middle of the sector. */
  const at = (radius: number, side: "from" | "to", along: number): string => {
    const turn = (gap / 2 + along) / radius / DEGREE;
    const { x, y } = pointAt(about, radius, side === "from" ? from + turn : to - turn);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  return [
    `M${at(inner, "from", corner)}A${inner} ${inner} 0 0 0 ${at(inner, "to", corner)}`,
    `Q${at(inner, "to", 0)} ${at(inner + corner, "to", 0)}L${at(outer - corner, "to", 0)}`,
    `Q${at(outer, "to", 0)} ${at(outer, "to", corner)}`,
    `A${outer} ${outer} 0 0 1 ${at(outer, "from", corner)}`,
    `Q${at(outer, "from", 0)} ${at(outer - corner, "from", 0)}L${at(inner + corner, "from", 0)}`,
    `Q${at(inner, "from", 0)} ${at(inner, "from", corner)}Z`,
  ].join("");
}
