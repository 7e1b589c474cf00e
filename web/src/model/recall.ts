/** The cards of a round that is over, in the order in which they came. */

import type { PlayedRound, Side } from "../protocol/messages";

export function recallOrder(
  played: Pick<PlayedRound, "player_cards" | "banker_cards">,
): { side: Side; card: string }[] {
  const order: { side: Side; card: string }[] = [];
  const most = Math.max(played.player_cards.length, played.banker_cards.length);
  for (let i = 0; i < most; i += 1) {
    const player = played.player_cards[i];
    const banker = played.banker_cards[i];
    if (player !== undefined) order.push({ side: "player", card: player });
    if (banker !== undefined) order.push({ side: "banker", card: banker });
  }
  return order;
}
