/** Why a third card was drawn, or was not, in words. */

import type { ThirdCard } from "../model/thirdCard";
import type { Say } from "./language.svelte";

/** In few words, beside the hand that it is about. */
export function thirdCardBrief(t: Say, { draws, total, natural }: ThirdCard): string {
  if (natural) return t("rule.brief.natural");
  return t(draws ? "rule.brief.draws" : "rule.brief.stands", { total });
}

export function thirdCardWords(t: Say, rule: ThirdCard): string {
  const { side, draws, total, against, natural } = rule;
  if (natural) return t("rule.natural");
  const verb = draws ? "draws" : "stands";
  if (side === "player") return t(`rule.player.${verb}`, { total });
  if (against === null) return t(`rule.banker.${verb}Alone`, { total });
  return t(`rule.banker.${verb}`, { total, against });
}
