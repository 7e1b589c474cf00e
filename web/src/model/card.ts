/** A card as the house writes it: rank, then suit, such as As, Td or Lm. */

import type { Family } from "../protocol/messages";

export const FRENCH = ["s", "h", "d", "c"] as const;
export const ELEMENTS = ["m", "w", "a", "f", "e"] as const;
const NUMBERS = ["2", "3", "4", "5", "6", "7", "8", "9"] as const;
const RANKS = ["A", ...NUMBERS, "T"] as const;
const FRENCH_COURT = ["J", "Q", "K"] as const;
const ELEMENTS_COURT = ["S", "L", "F"] as const;

export type FrenchSuit = (typeof FRENCH)[number];
export type ElementSuit = (typeof ELEMENTS)[number];
export type Suit = FrenchSuit | ElementSuit;
export type Court = (typeof FRENCH_COURT)[number] | (typeof ELEMENTS_COURT)[number];
export type Rank = (typeof RANKS)[number] | Court;

export interface Card {
  rank: Rank;
  suit: Suit;
  family: Family;
}

const SUITS: Record<Family, readonly Suit[]> = { french: FRENCH, elements: ELEMENTS };
const COURTS: Record<Family, readonly Court[]> = { french: FRENCH_COURT, elements: ELEMENTS_COURT };

function isOneOf<T extends string>(list: readonly T[], text: string): text is T {
  return list.some((one) => one === text);
}

/** Read a card, or null where the text is none: the table shows a blank rather than dying. */
export function readCard(text: string): Card | null {
  const [rank = "", suit = "", ...more] = text;
  if (more.length > 0) return null;
  for (const family of ["french", "elements"] as const) {
    if (!isOneOf(SUITS[family], suit)) continue;
    if (isOneOf(RANKS, rank) || isOneOf(COURTS[family], rank)) return { rank, suit, family };
  }
  return null;
}

/** Whether a rank is a word, and not a number that every language writes alike. */
export function isWord(rank: Rank): rank is Exclude<Rank, (typeof NUMBERS)[number]> {
  return !isOneOf(NUMBERS, rank);
}

export function isCourt(rank: Rank): rank is Court {
  return isOneOf(FRENCH_COURT, rank) || isOneOf(ELEMENTS_COURT, rank);
}

/** All cards of one deck, in the order of the notation. */
export function deck(family: Family): string[] {
  const ranks = [...RANKS, ...COURTS[family]];
  return SUITS[family].flatMap((suit) => ranks.map((rank) => rank + suit));
}

/** What stands in the corner: a Ten is 10, the rest as written. */
export function indexOf(rank: Rank): string {
  return rank === "T" ? "10" : rank;
}
