/** What this device adds to shared shoes: chance of its own, promised before and shown after the closing. */

import { promise } from "virtual:verify";

export interface Contribution {
  shoe: number;
  /** 32 bytes, in hexadecimal. */
  random: string;
  word: string;
  commitment: string;
}

/** The house takes no longer word. */
export const LONGEST_WORD = 40;
export const CONTRIBUTIONS_KEPT = 24;

/** A word as the house takes it: printed, and no longer than it may be. */
export function wordOf(text: string): string {
  const printed = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "").replaceAll(/\p{Zs}/gu, " ");
  return Array.from(printed).slice(0, LONGEST_WORD).join("").trim();
}

export function contributionFor(
  table: string,
  shoe: number,
  chance: Uint8Array,
  word: string,
): Contribution {
  const random = Array.from(chance, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { shoe, random, word, commitment: promise({ table, shoe }, { random, word }) };
}

/** Read what was kept on a device: only what fits is taken. */
export function readContributions(kept: unknown): Contribution[] {
  if (!Array.isArray(kept)) return [];
  return (kept as unknown[]).filter(isContribution).slice(-CONTRIBUTIONS_KEPT);
}

function isContribution(value: unknown): value is Contribution {
  const one = value as Partial<Record<keyof Contribution, unknown>> | null;
  const isHash = (text: unknown): boolean =>
    typeof text === "string" && /^[0-9a-f]{64}$/.test(text);
  return (
    typeof one?.shoe === "number" &&
    isHash(one.random) &&
    isHash(one.commitment) &&
    typeof one.word === "string"
  );
}
