/** The playing positions of a table: who may sit down where. */

import type { Stakes } from "../model/own";
import type { Shown } from "./shown";

export interface Seat {
  position: number;
  state: "free" | "taken" | "yours" | "backed";
  /** Two letters by which whoever sits there is told from the others; null where nobody does. */
  who: string | null;
  /** What lies on each wager there, of all who bet at it. */
  stakes: Stakes;
  /** What the reader's own bets came to, once he has come to it; null elsewhere. */
  net: number | null;
}

const NOTHING: Stakes = {};

/** Nobody needs a seat where there are no positions. */
export function needsSeat(positions: number, { own }: Shown): boolean {
  return positions > 0 && own.seat === null;
}

export function seatsOf(positions: number, { own, table, ownResult }: Shown): Seat[] {
  return Array.from({ length: positions }, (_, i) => {
    const position = i + 1;
    const stakes = table.atPosition[position] ?? NOTHING;
    const seat = { position, who: table.sitters[position] ?? null, stakes, net: null };
    if (position === own.seat) {
      return { ...seat, state: own.standing ? "backed" : "yours", net: ownResult?.net ?? null };
    }
    return { ...seat, state: table.taken.includes(position) ? "taken" : "free" };
  });
}
