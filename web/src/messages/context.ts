/** The language of the page, handed down from its entry to whatever is drawn in it. */

import { getContext } from "svelte";
import type { Language } from "./language.svelte";

const KEY = Symbol("language");

/** What an entry gives to `mount`, so that all that is mounted there speaks this language. */
export function languageContext(language: Language): Map<symbol, unknown> {
  return new Map([[KEY, language]]);
}

export function useLanguage(): Language {
  return getContext<Language>(KEY);
}
