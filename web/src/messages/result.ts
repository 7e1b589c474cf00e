/** How a round ended, in words. */

import type { Winner } from "../protocol/messages";
import type { Say } from "./language.svelte";

export interface Ended {
  /** Null where the round is void. */
  winner: Winner | null;
  /** Null where only the result is known. */
  player: number | null;
  banker: number | null;
}

export function resultWords(t: Say, { winner, player, banker }: Ended): string {
  if (winner === null) return t("result.void");
  if (player === null || banker === null) return t(`result.only.${winner}`);
  return t(`result.${winner}`, { player, banker });
}
