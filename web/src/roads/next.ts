/**
 * Where the next mark of a road would lie, for the ghosts that ask keys show. This is drawing, not
 * rules: the colours come from the house, only their places are found here.
 */

import { ROWS } from "../model/road";

export interface Placed {
  c: number;
  r: number;
  value: string;
}

export interface Place {
  c: number;
  r: number;
}

/** How many columns hold marks. */
export function widthOf(cells: readonly { c: number }[]): number {
  return Math.max(0, ...cells.map((cell) => cell.c + 1));
}

/** The bead plate fills column after column. */
export function nextBead(count: number): Place {
  return { c: Math.floor(count / ROWS), r: count % ROWS };
}

/** A run goes down until the edge or another run stops it, then turns right for good. */
export function nextOfRun(cells: readonly Placed[], value: string): Place {
  const last = cells.at(-1);
  if (last === undefined) return { c: 0, r: 0 };
  const start = startOfRun(cells, last);
  const taken = (c: number, r: number): boolean =>
    cells.some((cell) => cell.c === c && cell.r === r);
  if (value === last.value) {
    const turned = last.c > start.c;
    const free = last.r < ROWS - 1 && !taken(last.c, last.r + 1);
    return !turned && free ? { c: last.c, r: last.r + 1 } : { c: last.c + 1, r: last.r };
  }
  let c = start.c + 1;
  while (taken(c, 0)) c += 1;
  return { c, r: 0 };
}

function startOfRun(cells: readonly Placed[], last: Placed): Placed {
  const before = cells.findLastIndex((cell) => cell.value !== last.value);
  return cells[before + 1] ?? last;
}
