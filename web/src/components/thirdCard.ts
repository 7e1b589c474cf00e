/** Why a third card was drawn, or was not, in words. */

import { t } from "../messages/language.svelte";

export type Side = "player" | "banker";

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

export function thirdCardWords(rule: ThirdCard): string {
  const { side, draws, total, against, natural } = rule;
  if (natural) return t("rule.natural");
  const verb = draws ? "draws" : "stands";
  if (side === "player") return t(`rule.player.${verb}`, { total });
  if (against === null) return t(`rule.banker.${verb}Alone`, { total });
  return t(`rule.banker.${verb}`, { total, against });
}
