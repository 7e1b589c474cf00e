/** Why a third card was drawn, or was not, in words. */

import type { ThirdCard } from "../model/thirdCard";
import type { Say } from "./language.svelte";

export function thirdCardWords(t: Say, rule: ThirdCard): string {
  const { side, draws, total, against, natural } = rule;
  if (natural) return t("rule.natural");
  const verb = draws ? "draws" : "stands";
  if (side === "player") return t(`rule.player.${verb}`, { total });
  if (against === null) return t(`rule.banker.${verb}Alone`, { total });
  return t(`rule.banker.${verb}`, { total, against });
}
