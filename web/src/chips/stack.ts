/**
 * A stack of chips as it is seen from a chair: circles become flat ellipses, and every chip but the top
 * one shows little more than its edge. A chip is 100 wide; the stack stands on y = 0 and grows upwards, so
 * that a chip that is added changes nothing below it.
 */

import type { ChipLook } from "./chip";

/** How flat a circle looks. */
export const TILT = 0.66;
export const THICKNESS = 9.5;
const RADIUS = 50;
const DEPTH = RADIUS * TILT;
/** No hand stacks quite straight; it is the same each time, so that nothing trembles. */
const WOBBLE = [0, 1.3, -0.9, 0.7, -1.2, 0.4, -0.5, 1] as const;

export interface Seat {
  /** The middle of the upper face. */
  x: number;
  y: number;
  /** By how much the chip is turned, in degrees: inserts never stand in line. */
  turn: number;
}

export function seatOf(index: number): Seat {
  const shift = WOBBLE[(index * 3) % WOBBLE.length] ?? 0;
  return { x: RADIUS + shift, y: -DEPTH - THICKNESS * (index + 1), turn: (index * 23) % 360 };
}

/** Room for a number of chips and the shadow at their foot. */
export function boxOf(chips: number): string {
  const height = 2 * DEPTH + THICKNESS * Math.max(1, chips);
  return `-4 ${-height - 3} 110 ${height + 9}`;
}

/** The lower half of a chip's rim, from the first to the last degree, a thickness high. */
function band({ x, y }: Seat, from: number, to: number): string {
  const at = (degree: number, below: number): string => {
    const angle = (degree * Math.PI) / 180;
    const place = [x + RADIUS * Math.cos(angle), y + DEPTH * Math.sin(angle) + below];
    return place.map((value) => value.toFixed(2)).join(" ");
  };
  const arc = (sweep: 0 | 1): string => `A${RADIUS} ${DEPTH} 0 0 ${sweep} `;
  const upper = `M${at(from, 0)}${arc(1)}${at(to, 0)}`;
  return `${upper}L${at(to, THICKNESS)}${arc(0)}${at(from, THICKNESS)}Z`;
}

/** The edge that can be seen, the side in the shade, and the line on which the next chip lies. */
export const edgeOf = (seat: Seat): string => band(seat, 0, 180);
export const shadeOf = (seat: Seat): string => band(seat, 0, 53) + band(seat, 127, 180);
export function footOf({ x, y }: Seat): string {
  const foot = y + THICKNESS;
  return `M${x - RADIUS} ${foot}A${RADIUS} ${DEPTH} 0 0 0 ${x + RADIUS} ${foot}`;
}

const middlesOf = ({ count }: ChipLook): number[] =>
  Array.from({ length: count }, (_, i) => (i * 360) / count + 90);

/** The inserts that show on the edge. */
export function insertsOf(seat: Seat, look: ChipLook): string {
  return middlesOf(look)
    .map((middle) => (middle + seat.turn) % 360)
    .map(
      (middle) => [Math.max(1, middle - look.width), Math.min(179, middle + look.width)] as const,
    )
    .filter(([from, to]) => from < to)
    .map(([from, to]) => band(seat, from, to))
    .join("");
}

/** The inserts of the upper face, as a whole circle about its middle. */
export function wedgesOf(seat: Seat, look: ChipLook): string {
  const outer = RADIUS - 0.5;
  const inner = 36.5;
  const at = (radius: number, degree: number): string => {
    const angle = (degree * Math.PI) / 180;
    return [radius * Math.cos(angle), radius * Math.sin(angle)].map((v) => v.toFixed(2)).join(" ");
  };
  const wedge = (middle: number): string => {
    const [from, to] = [middle - look.width, middle + look.width];
    const far = `M${at(outer, from)}A${outer} ${outer} 0 0 1 ${at(outer, to)}`;
    return `${far}L${at(inner, to)}A${inner} ${inner} 0 0 0 ${at(inner, from)}Z`;
  };
  return middlesOf(look)
    .map((middle) => wedge(middle + seat.turn))
    .join("");
}
