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
  /** What the reader had before and after it; null where that was not told. */
  before: number | null;
  after: number | null;
}

const LETTERS: Record<Winner, Letter> = { player: "P", banker: "B", tie: "T" };

/** Where the cards of a round are checked; a round is named after its table and number. */
export function verifyAddress(
  ways: Ways,
  { round, table }: Pick<PlayedRound, "round" | "table">,
): string {
  return ways.verify(table, Number(round.slice(round.lastIndexOf("-") + 1)));
}

export const ENDINGS = ["player", "banker", "tie", "void"] as const;

/** Which rounds are looked for; empty for all of them. Days are as a date field writes them. */
export interface SoughtRounds {
  table: string;
  ended: (typeof ENDINGS)[number] | "";
  from: string;
  to: string;
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** When a day begins here, or the day after it; null where the text is none. */
function dayAt(text: string, after = 0): number | null {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (year === undefined) return null;
  return new Date(Number(year), Number(month) - 1, Number(day) + after).getTime();
}

/** What the house is asked for. */
export function historyQuery({ table, ended, from, to }: SoughtRounds): URLSearchParams {
  const asked = { table, since_ms: dayAt(from), until_ms: dayAt(to, 1), ended };
  const given = Object.entries(asked).filter(([, value]) => value !== null && value !== "");
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
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
    before: played.before ?? null,
    after: played.after ?? null,
  };
}
