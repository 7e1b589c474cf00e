/**
 * The fold of a squeezed card. A card lies face down; one edge is lifted and bent over, and the part
 * that is bent shows the face. If the edge has travelled a distance d, the crease is half as far: the
 * back is covered up to the crease, and the face lies mirrored upon it.
 *
 * All numbers are shares of the card's side, so the drawing is the same at every size.
 */

export type Edge = "top" | "right" | "bottom" | "left";

/** Past this the card falls over by itself, as a real one does. */
export const FALLS_OVER = 1.15;

export interface Fold {
  /** How much of the back is hidden, as a CSS clip-path. */
  back: string;
  /** How much of the face is shown. */
  face: string;
  /** Where the face has been moved to. */
  move: string;
  /** Where the crease lies, for its shadow. */
  crease: { x: number; y: number; along: "x" | "y" };
}

const share = (value: number): string => `${(value * 100).toFixed(2)}%`;

export function foldAt(edge: Edge, lift: number): Fold {
  const travelled = Math.max(0, lift);
  const half = share(travelled / 2);
  const rest = share(1 - travelled / 2);
  const away = share(1 - travelled);
  const towards = share(travelled - 1);
  switch (edge) {
    case "bottom":
      return {
        back: `inset(0 0 ${half} 0)`,
        face: `inset(0 0 ${rest} 0)`,
        move: `0, ${away}`,
        crease: { x: 0, y: 1 - travelled / 2, along: "x" },
      };
    case "top":
      return {
        back: `inset(${half} 0 0 0)`,
        face: `inset(${rest} 0 0 0)`,
        move: `0, ${towards}`,
        crease: { x: 0, y: travelled / 2, along: "x" },
      };
    case "right":
      return {
        back: `inset(0 ${half} 0 0)`,
        face: `inset(0 ${rest} 0 0)`,
        move: `${away}, 0`,
        crease: { x: 1 - travelled / 2, y: 0, along: "y" },
      };
    case "left":
      return {
        back: `inset(0 0 0 ${half})`,
        face: `inset(0 0 0 ${rest})`,
        move: `${towards}, 0`,
        crease: { x: travelled / 2, y: 0, along: "y" },
      };
  }
}

/** The edge nearest to where a finger came down, by shares of width and height. */
export function nearestEdge(x: number, y: number): Edge {
  const distances: [Edge, number][] = [
    ["bottom", 1 - y],
    ["left", x],
    ["right", 1 - x],
    ["top", y],
  ];
  return distances.reduce((best, next) => (next[1] < best[1] ? next : best))[0];
}

/** How far a finger has lifted an edge: only movement away from that edge counts. */
export function liftBy(edge: Edge, dx: number, dy: number): number {
  const along: Record<Edge, number> = { bottom: -dy, top: dy, right: -dx, left: dx };
  return Math.max(0, along[edge]);
}

/** An arrow key lifts the edge that it points away from, or lays it down again. */
export function liftByKey(
  key: string,
  edge: Edge,
  lift: number,
): { edge: Edge; lift: number } | null {
  const lifts: Record<string, Edge> = {
    ArrowUp: "bottom",
    ArrowDown: "top",
    ArrowLeft: "right",
    ArrowRight: "left",
  };
  const opposite: Record<Edge, Edge> = {
    bottom: "top",
    top: "bottom",
    left: "right",
    right: "left",
  };
  const wanted = lifts[key];
  if (wanted === undefined) return null;
  const step = 0.08;
  if (lift > 0 && wanted === opposite[edge]) return { edge, lift: Math.max(0, lift - step) };
  if (lift > 0 && wanted !== edge) return { edge, lift };
  return { edge: wanted, lift: lift + step };
}
