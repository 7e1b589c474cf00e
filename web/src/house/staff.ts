/** Why the house has not let somebody of the staff in, in the reader's words. */

import type { Language } from "../messages/language.svelte";
import { HttpError } from "../protocol/http";

export function staffWords(language: Language, error: unknown): string {
  const { t } = language;
  if (!(error instanceof HttpError)) return t("page.failed");
  if (error.status === 429) return t("staff.tooMany");
  return language.named("refusal", error.code ?? "", error.message || t("page.failed"));
}
