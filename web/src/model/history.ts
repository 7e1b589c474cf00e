/** Rounds that were played, as the history shows them. */

import type { HistoryRound } from "../components/HistoryTable.svelte";
import type { PlayedRound } from "../protocol/messages";

const LETTERS: Record<string, "P" | "B" | "T"> = { player: "P", banker: "B", tie: "T" };

/** `table` is what the house calls the table. */
export function historyRound(played: PlayedRound, table = played.table): HistoryRound {
  return {
    round: played.round,
    at: played.at_ms,
    table,
    player: { cards: played.player_cards, total: played.player },
    banker: { cards: played.banker_cards, total: played.banker },
    winner: played.winner === null ? null : (LETTERS[played.winner] ?? null),
    bets: played.bets.map(({ wager, stake, net }) => ({ wager, name: wager, stake, net })),
    stake: played.staked,
    returned: played.returned,
    net: played.net,
  };
}
