/** The reason that an event carries, as the hands show it. */

import type { Side, ThirdCard } from "../components/thirdCard";
import type { Reason } from "../protocol/messages";

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
