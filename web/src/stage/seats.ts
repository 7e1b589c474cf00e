/** The playing positions of a table: who may sit down where. */

import type { Shown } from "./shown";

export interface Seat {
  position: number;
  state: "free" | "taken" | "yours" | "backed";
}

/** Nobody needs a seat where there are no positions. */
export function needsSeat(positions: number, { own }: Shown): boolean {
  return positions > 0 && own.seat === null;
}

export function seatsOf(positions: number, { own, table }: Shown): Seat[] {
  return Array.from({ length: positions }, (_, i) => {
    const position = i + 1;
    if (position === own.seat) return { position, state: own.standing ? "backed" : "yours" };
    return { position, state: table.taken.includes(position) ? "taken" : "free" };
  });
}
