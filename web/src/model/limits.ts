/** The limits of a table, said in as few words as they allow. */

import type { WagerInfo } from "../protocol/messages";
import { placeOf } from "./wager";

export interface LimitGroup {
  /** The wagers that have these limits, in the rulebook's order. */
  wagers: readonly WagerInfo[];
  minimum: number;
  maximum: number;
}

/** Whether a wager is on a hand itself. */
function isOnHand({ lines }: WagerInfo): boolean {
  const place = placeOf(lines);
  return place === "player" || place === "banker";
}

/** Wagers with the same limits go together; those of Player and Banker come first. */
export function limitGroups(wagers: readonly WagerInfo[]): LimitGroup[] {
  const groups: { wagers: WagerInfo[]; minimum: number; maximum: number }[] = [];
  const main = wagers.filter(isOnHand);
  const rest = wagers.filter((wager) => !isOnHand(wager));
  for (const wager of [...main, ...rest]) {
    const { minimum, maximum } = wager;
    const same = groups.find((one) => one.minimum === minimum && one.maximum === maximum);
    if (same) same.wagers.push(wager);
    else groups.push({ wagers: [wager], minimum, maximum });
  }
  return groups;
}

/** Whether a group is the two hands and nothing else. */
export function isMain({ wagers }: LimitGroup): boolean {
  return wagers.length === 2 && wagers.every(isOnHand);
}
