/** The meanings of clauses, and our readings of them, in the reader's language: by the English words of the rulebook. */

import type { Tag } from "./language.svelte";

export type ClauseWords = Readonly<Record<string, string>>;

/** One file a language, for the pages that teach; a rulebook of the house's own keeps its words. */
const LISTS: Record<Exclude<Tag, "en">, () => Promise<{ default: ClauseWords }>> = {
  "zh-Hans": () => import("./zh-Hans/clauses.json"),
  "zh-Hant": () => import("./zh-Hant/clauses.json"),
};

export async function clauseWords(tag: Tag): Promise<ClauseWords> {
  return tag === "en" ? {} : (await LISTS[tag]()).default;
}
