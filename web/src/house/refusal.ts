/** A refusal in the reader's words, with the figures that it is about. */

import { language, t } from "../messages/language.svelte";
import type { ShownRefusal } from "../model/screen";
import type { TableInfo } from "../protocol/messages";

export function refusalWords(refusal: ShownRefusal, info: TableInfo | null = null): string {
  const { code, wager, clause } = refusal;
  const limits = info?.wagers.find((one) => one.id === wager);
  const key = `refusal.${code}`;
  // Where figures are wanted and nobody knows them, the house's own words are better than a blank.
  const words =
    language.has(key) && (limits !== undefined || !language.wants(key))
      ? t(key, limits && { minimum: limits.minimum, maximum: limits.maximum, step: limits.step })
      : refusal.words || t("refusal.other");
  return clause === null ? words : t("refusal.withClause", { words, clause });
}
