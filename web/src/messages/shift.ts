/** Words on shifts: how a place is called, and by how much a count is off. */

import { TABLE, TILL } from "../model/shift";
import type { Language } from "./language.svelte";

/** The till of somebody is named after them, a table by its id. */
export function placeName(language: Language, place: string): string {
  if (place.startsWith(TILL)) return language.t("shift.till", { person: place.slice(TILL.length) });
  return place.slice(TABLE.length);
}

/** Say by how much a count is off. */
export function missing(language: Language, over: number): string {
  if (over === 0) return language.t("shift.exact");
  const key = over > 0 ? "shift.isOver" : "shift.isShort";
  return language.t(key, { amount: Math.abs(over) });
}
