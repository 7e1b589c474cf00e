/** Why a third card was drawn, or was not. */

import type { Reason, Side } from "../protocol/messages";

export interface ThirdCard {
  side: Side;
  draws: boolean;
  /** What this hand had on two cards. */
  total: number;
  /** The value of the Player's third card; null where the Player stood, or for the Player himself. */
  against: number | null;
  /** Somebody had eight or nine: nobody draws. */
  natural: boolean;
  clause: string | null;
}

/** The reason that an event carries, as a hand shows it. */
export function thirdCardOf(side: Side, reason: Reason): ThirdCard {
  return {
    side,
    draws: reason.draws,
    total: reason[side],
    against: side === "banker" ? (reason.third ?? null) : null,
    natural: reason.rule === "natural",
    clause: reason.clause ?? null,
  };
}
