/** When a wall goes over to inviting people: nobody plays, and has not for some minutes. */

import type { TableState } from "./table";

/** So long after the last sign of life, in milliseconds. */
export const PATIENCE = 3 * 60_000;

/** How long each thing is shown that a wall invites with. */
export const SCENE = 12_000;

/**
 * Whether what was just heard of a table is a sign of life: somebody has bet, or a person does something
 * there. A table that deals by itself goes on for nobody.
 */
export function isAlive({ bettors, dealer }: TableState): boolean {
  return bettors > 0 || dealer === true;
}

/** Whether the table is idle; one that waits for a decision, or has bets on it, never is. */
export function isIdle(table: TableState, lastLife: number, now: number): boolean {
  const { waiting, bettors, phase } = table;
  const over = phase === "ready" || phase === "settled" || phase === "void";
  if (waiting !== null || (bettors > 0 && !over)) return false;
  return now - lastLife >= PATIENCE;
}
