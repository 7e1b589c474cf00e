/** Settings of a table as text in a field, and what a manager has changed of them. */

import { minorUnits } from "./amount";
import type { Setting, SettingInfo, TableSettingsInfo } from "../protocol/messages";

export type Value = Setting["after"];
export type Texts = Readonly<Record<string, string>>;

/** In which part of the form a setting stands. Whether a table is open has keys of its own. */
export const GROUPS = {
  limits: ["minimum", "maximum", "seat_maximum", "table_maximum", "differential"],
  seats: ["positions", "layout", "back_betting"],
  play: ["driver", "rulebook", "decks", "burn", "cut", "training", "results_only"],
  clock: [
    "window_ms",
    "last_call_ms",
    "card_ms",
    "result_ms",
    "reveal_ms",
    "squeeze_seconds",
    "free_rounds",
    "plays_on",
  ],
  look: ["name", "chips"],
} as const;

const GROUPED: readonly string[] = Object.values(GROUPS).flat();

export type Group = keyof typeof GROUPS;

export function inGroup(group: Group, key: string): boolean {
  const keys: readonly string[] = GROUPS[group];
  if (key.startsWith("limits.")) return group === "limits";
  // What a later house may set stands last, under its own name.
  return keys.includes(key) || (group === "look" && key !== "open" && !GROUPED.includes(key));
}

/** A table that there is not yet: all that can be set, and nothing of it said. */
export function blankTable(like: TableSettingsInfo, name: string): TableSettingsInfo {
  const settings = like.settings
    .filter(({ key }) => wagerLimit(key) === null)
    .map((setting) => ({ ...setting, value: null, in_file: null }));
  return { id: "", name, is_open: false, is_pending: false, settings };
}

/** The wager and the bound of a limit of its own, as `limits.tie.minimum`; null for all else. */
export function wagerLimit(key: string): { wager: string; bound: "minimum" | "maximum" } | null {
  const found = /^limits\.(.+)\.(minimum|maximum)$/.exec(key);
  if (!found) return null;
  return { wager: found[1] ?? "", bound: found[2] === "minimum" ? "minimum" : "maximum" };
}

function majorUnits(minor: number, digits: number): string {
  const text = (minor / 10 ** digits).toFixed(digits);
  return digits > 0 ? text.replace(/\.0+$/, "") : text;
}

/** A value as it stands in its field. */
export function textOf(setting: SettingInfo, value: Value, digits: number): string {
  const held = value ?? setting.usual;
  if (held === null) return "";
  if (Array.isArray(held)) return held.map((each) => majorUnits(each, digits)).join(", ");
  if (setting.kind === "amount" && typeof held === "number") return majorUnits(held, digits);
  return String(held);
}

/** What a text means; undefined where it means nothing. Nothing said is the usual value. */
function valueOf(setting: SettingInfo, text: string, digits: number): Value | undefined {
  const said = text.trim();
  if (said === "") return null;
  switch (setting.kind) {
    case "switch":
      return said === "true";
    case "number":
      return /^\d{1,9}$/.test(said) ? Number(said) : undefined;
    case "amount":
      return minorUnits(said, digits) ?? undefined;
    case "amounts":
      return amounts(said, digits);
    default:
      return said;
  }
}

function amounts(text: string, digits: number): number[] | undefined {
  const found = text.split(/[,;，、]/).map((each) => minorUnits(each.trim(), digits));
  return found.every((each) => each !== null) ? found : undefined;
}

function isSame(one: Value, other: Value): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What was changed in the fields, or the key of the first that cannot be read. */
export function changesOf(
  settings: readonly SettingInfo[],
  texts: Texts,
  digits: number,
): Setting[] | string {
  const changes: Setting[] = [];
  for (const setting of settings) {
    const text = texts[setting.key];
    if (text === undefined) continue;
    const meant = valueOf(setting, text, digits);
    if (meant === undefined) return setting.key;
    const after = isSame(meant, setting.usual) ? null : meant;
    if (!isSame(after, setting.value))
      changes.push({ key: setting.key, before: setting.value, after });
  }
  return changes;
}
