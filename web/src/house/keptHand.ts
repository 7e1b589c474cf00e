/** The hand that was seen last at each table, kept across reloads: it stays in view through the next window. */

import type { Ending } from "../stage/timeline";

const PLACE = "punto.hand.";

function storage(): Storage | null {
  // A browser may refuse to keep anything; then the hand lasts as long as the page.
  try {
    return globalThis.sessionStorage;
  } catch {
    return null;
  }
}

/** Only what everybody at the table saw: whoever comes to this device next learns nothing of anybody's money. */
export function keepHand(house: string, table: string, hand: Ending): void {
  const { round, winner, player, banker, cards } = hand;
  try {
    storage()?.setItem(
      PLACE + table,
      JSON.stringify({ house, round, winner, player, banker, cards }),
    );
  } catch {
    // There is no room for it.
  }
}

/** What was kept of a table. Another house may have a table of the same name: `house` tells them apart. */
export function keptHand(house: string, table: string): Ending | null {
  try {
    const kept: unknown = JSON.parse(storage()?.getItem(PLACE + table) ?? "null");
    return isKept(kept) && kept.house === house ? handOf(kept) : null;
  } catch {
    return null;
  }
}

type Kept = Pick<Ending, "round" | "winner" | "player" | "banker" | "cards"> & { house: string };

function handOf({ round, winner, player, banker, cards }: Kept): Ending {
  const ended = { reason: null, clause: null, net: null, bets: [] };
  return { round, winner, player, banker, cards, ...ended };
}

/** It may be of another version of this page. */
function isKept(value: unknown): value is Kept {
  const kept = value as Partial<Record<keyof Kept, unknown>> | null;
  const cards = kept?.cards as Partial<Record<string, unknown>> | undefined;
  const isPoints = (one: unknown): boolean => one === null || typeof one === "number";
  return (
    typeof kept?.round === "number" &&
    (kept.winner === null || ["player", "banker", "tie"].includes(String(kept.winner))) &&
    isPoints(kept.player) &&
    isPoints(kept.banker) &&
    [cards?.["player"], cards?.["banker"]].every((hand) => Array.isArray(hand))
  );
}
