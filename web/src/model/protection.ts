/** Limits as somebody fills them in, and as the house has them. */

import type { LimitsInfo } from "../protocol/messages";
import { minorUnits } from "./amount";

export const AMOUNTS = ["stake", "loss_day", "loss_week"] as const;
export const MINUTES = ["minutes_day", "check_minutes"] as const;
export const LIMITS = [...AMOUNTS, ...MINUTES] as const;
export type LimitName = (typeof LIMITS)[number];
export type Filled = Record<LimitName, string>;

const MOST_MINUTES = 1440;
const STEP = 5;

export function isAmount(name: LimitName): boolean {
  return (AMOUNTS as readonly string[]).includes(name);
}

/** What the fields of a form begin with. */
export function filledIn(limits: LimitsInfo, digits: number): Filled {
  const text = (name: LimitName): string => {
    const value = limits[name];
    if (value === null) return "";
    return isAmount(name) ? (value / 10 ** digits).toFixed(digits) : String(value);
  };
  return Object.fromEntries(LIMITS.map((name) => [name, text(name)])) as Filled;
}

/** The limits that were filled in, or the name of the first field that is none. */
export function limitsOf(filled: Filled, digits: number): LimitsInfo | LimitName {
  const limits: Partial<LimitsInfo> = {};
  for (const name of LIMITS) {
    const text = filled[name].trim();
    const value = isAmount(name) ? minorUnits(text, digits) : minutes(text);
    if (text !== "" && value === null) return name;
    limits[name] = text === "" ? null : value;
  }
  return limits as LimitsInfo;
}

function minutes(text: string): number | null {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return value >= STEP && value <= MOST_MINUTES && value % STEP === 0 ? value : null;
}

/** The first moment of a day that was chosen, or of the one after it; null where none was. */
export function dayBegins(day: string, later = 0): number | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined) return null;
  return new Date(Number(year), Number(month) - 1, Number(date) + later).getTime();
}
