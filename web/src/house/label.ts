/** What a rulebook calls its buttons, for those who read its language. */

import type { Language } from "../messages/language.svelte";
import type { TableInfo } from "../protocol/messages";

type Label =
  "undo" | "clear" | "deal" | "rebet" | "rebet-deal" | "new-game" | "roadmap" | "history";

/** The labels of the document where it has any; in other languages our own words stand for them. */
export function labelsOf(
  { tag }: Language,
  { controls }: TableInfo,
): Partial<Record<Label, string>> {
  if (tag !== "en") return {};
  const { rebet, deal } = controls;
  const both = rebet && deal ? { "rebet-deal": `${rebet} & ${deal}` } : {};
  return { ...controls, ...both };
}
