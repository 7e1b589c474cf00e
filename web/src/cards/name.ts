/** A card in words, for those who listen. */

import { t } from "../messages/language.svelte";
import type { Key } from "../messages/language.svelte";
import { readCard } from "./card";

export function cardName(text: string | null): string {
  const card = text === null ? null : readCard(text);
  if (card === null) return t("card.down");
  const rank = /[2-9]/.test(card.rank) ? card.rank : t(`rank.${card.rank}` as Key);
  return t("card.name", { rank, suit: t(`suit.${card.suit}`) });
}
