/** A refusal in the reader's words, with the figures that it is about. */

import type { Language } from "../messages/language.svelte";
import { HttpError } from "../protocol/http";
import type { TableInfo } from "../protocol/messages";
import type { Refusal } from "../protocol/socket";

/** Why somebody was not let in: the house's reason, or that it does not answer. */
export function signInWords(language: Language, error: unknown): string {
  if (!(error instanceof HttpError) || error.code === null) return language.t("page.failed");
  const { code, message: words } = error;
  return refusalWords(language, { code, words });
}

export function refusalWords(
  language: Language,
  refusal: Refusal,
  info: TableInfo | null = null,
): string {
  const { t } = language;
  const { code, wager, clause } = refusal;
  const limits = info?.wagers.find((one) => one.id === wager);
  const key = `refusal.${code}`;
  // Where figures are wanted and nobody knows them, the house's own words are better than a blank.
  const words =
    language.has(key) && (limits !== undefined || !language.wants(key))
      ? t(key, limits && { minimum: limits.minimum, maximum: limits.maximum, step: limits.step })
      : refusal.words || t("refusal.other");
  return clause == null ? words : t("refusal.withClause", { words, clause });
}
