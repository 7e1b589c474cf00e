/** What may still be bet at a table, of what all have bet together. */

import type { TableInfo } from "../protocol/messages";

export interface Used {
  now: number;
  most: number;
}

export interface Limits {
  /** The least and the most on one wager, over all wagers. */
  minimum: number;
  maximum: number;
  /** How far all stakes on Player and all on Banker lie apart; null where that is free. */
  gap: Used | null;
  /** All that lies on the table; null where there is no end to it. */
  total: Used | null;
}

export function limitsOf(info: TableInfo, onWager: Readonly<Record<string, number>>): Limits {
  const { differential, table_maximum: most, wagers } = info;
  const { player = 0, banker = 0 } = onWager;
  const total = Object.values(onWager).reduce((sum, stake) => sum + stake, 0);
  return {
    minimum: Math.min(...wagers.map(({ minimum }) => minimum)),
    maximum: Math.max(...wagers.map(({ maximum }) => maximum)),
    gap: differential === null ? null : { now: Math.abs(player - banker), most: differential },
    total: most === null ? null : { now: total, most },
  };
}
