/** How a round ended, in words. */

import type { Winner } from "../protocol/messages";
import type { Language } from "./language.svelte";

export interface Ended {
  /** Null where the round is void. */
  winner: Winner | null;
  /** Null where only the result is known. */
  player: number | null;
  banker: number | null;
  /** Why the round is void, where something was found. */
  reason?: string | null;
}

type Words = Pick<Language, "named" | "t">;

export function resultWords(words: Words, { winner, player, banker, reason }: Ended): string {
  const { t } = words;
  if (winner === null) return voidWords(words, reason);
  if (player === null || banker === null) return t(`result.only.${winner}`);
  return t(`result.${winner}`, { player, banker });
}

/** A supervisor's word needs no reason here: what was found was said while everybody waited. */
export function voidWords({ named, t }: Words, reason: string | null | undefined): string {
  if (!reason || reason === "supervisor") return t("result.void");
  return t("result.voidFor", { found: named("found", reason, reason) });
}
