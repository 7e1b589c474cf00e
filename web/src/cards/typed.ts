/** A card as somebody types it, or a reader does: rank and suit, in small letters or capitals. */

import type { Family } from "../protocol/messages";
import { readCard } from "../model/card";

/** The card in the house's notation; null while the text is none of this family. */
export function typedCard(text: string, family: Family): string | null {
  const found = /^\s*(10|[0-9a-z])([a-z])\s*$/i.exec(text);
  const [, rank = "", suit = ""] = found ?? [];
  const card = (rank === "10" ? "T" : rank.toUpperCase()) + suit.toLowerCase();
  return readCard(card)?.family === family ? card : null;
}

/** Whether a key belongs to the name of a card. */
export function isCardKey(key: string): boolean {
  return /^[0-9a-z]$/i.test(key);
}
