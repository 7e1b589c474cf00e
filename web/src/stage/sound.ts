/** Which sound goes with which step. */

import type { Sound } from "../sound/voice";
import type { Happening } from "./step";

const SOUNDS: Partial<Record<Happening["kind"], Sound>> = {
  "bets-open": "open",
  "bets-closed": "close",
  deal: "card",
  lay: "card",
  turn: "turn",
  correct: "turn",
};

/** Chips ring only for those who have won some: what others win is silent here. */
export function soundOf(what: Happening, won: boolean): Sound | null {
  if (what.kind === "settled") return won ? "win" : null;
  return SOUNDS[what.kind] ?? null;
}
