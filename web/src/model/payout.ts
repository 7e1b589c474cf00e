/** The wagers of a round by position: what lies there, what is collected, and what is paid. */

import type { PlacedBet } from "../protocol/messages";

export interface Position {
  /** Tells it from the others: chips at a position have no bettor with a name. */
  key: string;
  bettor: string;
  /** Whether these are chips that the dealer has entered. */
  isCash: boolean;
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
  for (const bet of bets) {
    const key = bet.cash ? `${bet.position ?? ""} chips` : bet.bettor;
    bettors.set(key, [...(bettors.get(key) ?? []), bet]);
  }
  return [...bettors].map(([key, own]) => positionOf(key, own));
}

/** The chips that lie on a wager at a position. */
export function chipsAt(bets: readonly PlacedBet[], position: number, wager: string): number {
  const there = bets.filter((bet) => bet.cash && bet.position === position && bet.wager === wager);
  return sum(there.map(({ stake }) => stake));
}

function positionOf(key: string, bets: readonly PlacedBet[]): Position {
  const [first] = bets;
  const collect = sum(bets.map((bet) => Math.max(0, -netOf(bet))));
  const pay = sum(bets.map((bet) => Math.max(0, netOf(bet))));
  return {
    key,
    bettor: first?.bettor ?? "",
    isCash: first?.cash ?? false,
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
