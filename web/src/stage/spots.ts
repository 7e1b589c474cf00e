/** The spots of the layout: what the rulebook says of each wager, and what lies on it now. */

import {
  isBackOnTie,
  placeOf,
  ratesOf,
  stripesOf,
  tintOf,
  type Place,
  type Rates,
  type Tint,
} from "../model/wager";
import type { Bet, TableInfo, WagerInfo } from "../protocol/messages";
import type { Shown } from "./shown";

export interface Limit {
  minimum: number;
  maximum: number;
  step: number;
}

/** What became of a stake; `pays` is null where no odds were paid. */
export type SpotResult = Pick<Bet, "outcome" | "net" | "pays" | "clause">;

export interface Spot {
  id: string;
  /** The rulebook's own name, used where the reader's language has no word. */
  name: string;
  place: Place;
  tint: Tint;
  /** How many stripes it has, if it is about one ending of a hand. */
  stripes: number;
  /** Every rate that the wager can be paid at: ["1:1", "1:2"]. */
  odds: readonly string[];
  /** The usual one of them, and what pays another. */
  rates: Rates;
  /** The house edge as a share; null where it is not known. */
  edge: number | null;
  limit: Limit;
  stake: number;
  /** Of everybody at the table; null where nobody else is. */
  tableTotal: number | null;
  /** Words for the player, if the last attempt here was refused. */
  refusal: string | null;
  result: SpotResult | null;
  /** Whether what it won lies beside it. */
  isPaid?: boolean;
  /** What it pays in this round, whoever has bet on it; null where it does not win. */
  wins?: string | null;
  /** Whether it gives stakes back in this round, whoever has bet on it. */
  pushes?: boolean;
  /** Sent and not yet acknowledged. */
  pending?: boolean;
}

export function spotsOf(
  info: TableInfo,
  shown: Shown,
  refusal: { wager: string; words: string } | null,
): Spot[] {
  const { stakes, ownResult, table } = shown;
  return info.wagers.map((wager) => {
    const bet = ownResult?.bets.find((one) => one.wager === wager.id) ?? null;
    const stake = stakes[wager.id] ?? 0;
    return {
      ...blankSpot(wager),
      stake: bet?.stake ?? stake,
      tableTotal: info.driver === "player" ? null : (table.onWager[wager.id] ?? 0),
      refusal: refusal?.wager === wager.id ? refusal.words : null,
      result: bet,
      isPaid: bet?.outcome === "win" && shown.isPaid,
      wins: table.won[wager.id] ?? null,
      pushes: shown.result?.winner === "tie" && isBackOnTie(wager.lines),
      pending: shown.waitsFor(wager.id) && stake > 0,
    };
  });
}

/** The same spots as before where nothing about them is new: nothing of those is drawn again. */
export function unchanged(before: readonly Spot[], now: readonly Spot[]): Spot[] {
  return now.map((spot, i) => {
    const was = before[i];
    return was !== undefined && JSON.stringify(was) === JSON.stringify(spot) ? was : spot;
  });
}

/** Rates to one share their one: "4·20·100:1". */
export function oddsInShort(odds: readonly string[]): string {
  if (!odds.every((rate) => rate.endsWith(":1"))) return odds.join(" · ");
  return `${odds.map((rate) => rate.slice(0, -2)).join("·")}:1`;
}

/** From the least of them to the most, for the smallest of spots: "4–100:1". */
export function oddsInRange(odds: readonly string[]): string {
  const [first, last] = [odds[0] ?? "", odds[odds.length - 1] ?? ""];
  const isToOne = odds.length > 1 && odds.every((rate) => rate.endsWith(":1"));
  return isToOne ? `${first.slice(0, -2)}–${last}` : oddsInShort(odds);
}

/** A wager with nothing on it. */
export function blankSpot(
  wager: Omit<WagerInfo, "hit">,
): Omit<Spot, "stake" | "tableTotal" | "refusal" | "result"> {
  const { id, name, lines, odds, edge, minimum, maximum, step } = wager;
  return {
    id,
    name,
    place: placeOf(lines),
    tint: tintOf(lines),
    stripes: stripesOf(lines),
    odds,
    rates: ratesOf(lines),
    edge,
    limit: { minimum, maximum, step },
  };
}
