/** A card in words, for those who listen. */

import type { Say } from "./language.svelte";
import { isWord, readCard } from "../model/card";

export function cardName(t: Say, text: string | null): string {
  const card = text === null ? null : readCard(text);
  if (card === null) return t("card.down");
  const rank = isWord(card.rank) ? t(`rank.${card.rank}`) : card.rank;
  return t("card.name", { rank, suit: t(`suit.${card.suit}`) });
}
