/** The wagers of a round by position: what lies there, what is collected, and what is paid. */

import type { PlacedBet } from "../protocol/messages";

export interface Position {
  bettor: string;
  position: number | null;
  bets: readonly PlacedBet[];
  staked: number;
  /** Whether it is known what becomes of the wagers. */
  isSettled: boolean;
  /** Losing stakes, which go to the float. */
  collect: number;
  /** What the float pays on top of the stakes. */
  pay: number;
  net: number;
}

export interface Payout {
  collected: number;
  paid: number;
  /** What the table has won. */
  win: number;
}

/** The wagers by bettor, in the order in which the house lists them. */
export function positionsOf(bets: readonly PlacedBet[]): Position[] {
  const bettors = new Map<string, PlacedBet[]>();
  for (const bet of bets) bettors.set(bet.bettor, [...(bettors.get(bet.bettor) ?? []), bet]);
  return [...bettors.values()].map(positionOf);
}

function positionOf(bets: readonly PlacedBet[]): Position {
  const [first] = bets;
  const collect = sum(bets.map((bet) => Math.max(0, -netOf(bet))));
  const pay = sum(bets.map((bet) => Math.max(0, netOf(bet))));
  return {
    bettor: first?.bettor ?? "",
    position: first?.position ?? null,
    bets,
    staked: sum(bets.map(({ stake }) => stake)),
    isSettled: bets.every(({ returned }) => returned != null),
    collect,
    pay,
    net: pay - collect,
  };
}

/** What a wager won or lost; nothing while that is not known. */
export function netOf({ stake, returned }: PlacedBet): number {
  return returned == null ? 0 : returned - stake;
}

export function payoutOf(positions: readonly Position[]): Payout {
  const collected = sum(positions.map(({ collect }) => collect));
  const paid = sum(positions.map(({ pay }) => pay));
  return { collected, paid, win: collected - paid };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
