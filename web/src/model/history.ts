/** Rounds that were played, as the history shows them. */

import type { Bet, Letter, PlayedRound, Side, Winner } from "../protocol/messages";
import type { Ways } from "./sheet";

export type HistoryBet = Pick<Bet, "wager" | "stake" | "net"> & { name: string };

export interface HistoryRound extends Record<Side, { cards: readonly string[]; total: number }> {
  round: string;
  /** Where its cards are checked. */
  verify: string;
  /** In milliseconds. */
  at: number;
  /** The table where it was played. */
  table: string;
  /** Null where the round is void. */
  winner: Letter | null;
  bets: readonly HistoryBet[];
  stake: number;
  returned: number;
  net: number;
}

const LETTERS: Record<Winner, Letter> = { player: "P", banker: "B", tie: "T" };

/** Where the cards of a round are checked; a round is named after its table and number. */
export function verifyAddress(
  ways: Ways,
  { round, table }: Pick<PlayedRound, "round" | "table">,
): string {
  return ways.verify(table, Number(round.slice(round.lastIndexOf("-") + 1)));
}

/** `table` is what the house calls the table. */
export function historyRound(played: PlayedRound, ways: Ways, table = played.table): HistoryRound {
  return {
    round: played.round,
    verify: verifyAddress(ways, played),
    at: played.at_ms,
    table,
    player: { cards: played.player_cards, total: played.player },
    banker: { cards: played.banker_cards, total: played.banker },
    winner: played.winner && LETTERS[played.winner],
    bets: played.bets.map(({ wager, stake, net }) => ({ wager, name: wager, stake, net })),
    stake: played.staked,
    returned: played.returned,
    net: played.net,
  };
}
