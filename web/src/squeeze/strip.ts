/** A fold as it is drawn: flat strips, each of them moved and pressed together along the normal. */

import type { Fold } from "./fold";
import { WIDTH, type Point } from "./point";
import { before, beyond, OUTLINE, pointsOf, type Polygon } from "./polygon";

export interface Strip {
  readonly surface: "back" | "face";
  /** Which part of the card it is, in the coordinates of its own drawing. */
  readonly points: string;
  /** Where that part goes, as the six numbers of an SVG matrix. */
  readonly matrix: string;
  /** How much light it is without, from 0 to 1. */
  readonly shade: number;
}

type Matrix = readonly [number, number, number, number, number, number];

/** Of each quarter of the way round. */
const PIECES = 4;

/**
 * The map that takes the ways along a normal from `s` to `from + stretch · (s − start)`, and leaves
 * what is square to it where it is. With a stretch of −1 it is a reflection.
 */
export function stretchedAlong(
  { x, y }: Point,
  { start, from, stretch }: { start: number; from: number; stretch: number },
): Matrix {
  const k = stretch - 1;
  const offset = from - stretch * start;
  return [1 + k * x * x, k * x * y, k * x * y, 1 + k * y * y, offset * x, offset * y];
}

/** The face is printed on the other side: seen through the card, left is right. */
function throughCard([a, b, c, d, e, f]: Matrix): Matrix {
  return [-a, -b, c, d, a * WIDTH + e, b * WIDTH + f];
}

const mirrored = (piece: Polygon): Polygon => piece.map(({ x, y }) => ({ x: WIDTH - x, y }));

interface Span {
  surface: Strip["surface"];
  /** From where to where on the card, along the normal from the line. */
  start: number;
  end: number;
  /** Where that lies when it is bent. */
  from: number;
  to: number;
  shade: number;
}

/** The part of a card that is bent and turned over, from below to above. */
export function stripsOf(fold: Fold): Strip[] {
  return [...bent(fold), over(fold)].flatMap((span) => drawn(fold, span));
}

function bent({ radius }: Fold): Span[] {
  const angle = (i: number): number => (Math.PI / 2) * (i / PIECES);
  return Array.from({ length: 2 * PIECES }, (_, i) => {
    const isBack = i < PIECES;
    const rise = (isBack ? i + 0.5 : 2 * PIECES - i - 0.5) / PIECES;
    return {
      surface: isBack ? "back" : "face",
      start: radius * angle(i),
      end: radius * angle(i + 1),
      from: radius * Math.sin(angle(i)),
      to: radius * Math.sin(angle(i + 1)),
      shade: (isBack ? 0.5 : 0.42) * rise ** 1.4,
    };
  });
}

/** What lies upon the card, its face up. */
function over({ radius }: Fold): Span {
  const start = Math.PI * radius;
  const far = 4 * WIDTH;
  return { surface: "face", start, end: start + far, from: 0, to: -far, shade: 0 };
}

function drawn({ normal, limit }: Fold, span: Span): Strip[] {
  const { surface, start, end, from, to, shade } = span;
  // Neighbours overlap by a hair, or the cloth would shine through between them.
  const hair = 0.3;
  const rest = beyond(OUTLINE, normal, limit + start - hair);
  const piece = before(rest, normal, limit + end + hair);
  if (piece.length < 3) return [];
  const stretch = (to - from) / (end - start);
  const placed = stretchedAlong(normal, { start: limit + start, from: limit + from, stretch });
  const isFace = surface === "face";
  const matrix = isFace ? throughCard(placed) : placed;
  return [
    {
      surface,
      points: pointsOf(isFace ? mirrored(piece) : piece),
      matrix: `matrix(${matrix.map((number) => number.toFixed(5)).join(" ")})`,
      shade,
    },
  ];
}

/** Where the part that lies upon the card lies: what its shadow has the shape of. */
export function overlay({ normal, limit, radius }: Fold): Polygon {
  const start = limit + Math.PI * radius;
  const [a, b, c, d, e, f] = stretchedAlong(normal, { start, from: limit, stretch: -1 });
  return beyond(OUTLINE, normal, start).map(({ x, y }) => ({
    x: a * x + c * y + e,
    y: b * x + d * y + f,
  }));
}

/** What still lies flat of a card with several folds. */
export function flatPart(folds: readonly Fold[]): Polygon {
  return folds.reduce<Polygon>((left, { normal, limit }) => before(left, normal, limit), OUTLINE);
}
