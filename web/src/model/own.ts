/** What only this player sees: the stake that is built, what became of it, the purse. */

import type { Letter, Tell, YourBalance, YourResult } from "../protocol/messages";

/** What lies on each wager, by its id. */
export type Stakes = Readonly<Record<string, number>>;

export interface OwnState {
  stakes: Stakes;
  previous: Stakes;
  canUndo: boolean;
  /** These stakes can win nothing together, and the clause that refuses them. */
  hopeless: boolean;
  clause: string | null;
  result: YourResult | null;
  strip: readonly Letter[];
  roadmap: readonly Letter[];
  /** The playing position; null without a seat. */
  seat: number | null;
  /** Whether that is another's seat, and this player stands behind it. */
  standing: boolean;
}

export interface Purse {
  available: number;
  held: number;
  net: number;
  lastWin: number;
  /** What a void could not take back. */
  owed: number;
}

export const NOTHING_OWN: OwnState = {
  stakes: {},
  previous: {},
  canUndo: false,
  hopeless: false,
  clause: null,
  result: null,
  strip: [],
  roadmap: [],
  seat: null,
  standing: false,
};

export const EMPTY_PURSE: Purse = { available: 0, held: 0, net: 0, lastWin: 0, owed: 0 };

export function purseOf(message: YourBalance): Purse {
  const { available, held, net, last_win: lastWin, owed } = message;
  return { available, held, net, lastWin, owed };
}

export function sumOf(stakes: Stakes): number {
  return Object.values(stakes).reduce((sum, stake) => sum + stake, 0);
}

const isLetter = (text: string): text is Letter => text === "B" || text === "P" || text === "T";
const letters = (text: string): Letter[] => [...text].filter(isLetter);

/** One private message about a table. */
export function hearOwn(state: OwnState, message: Tell): OwnState {
  switch (message.type) {
    case "YourStakes":
      return {
        ...state,
        stakes: message.stakes,
        previous: message.previous,
        canUndo: message.can_undo,
        hopeless: message.hopeless,
        clause: message.clause ?? null,
      };
    case "YourResult":
      return { ...state, result: message };
    case "YourSeat":
      return { ...state, seat: message.position, standing: message.standing ?? false };
    case "YourStrip":
      return { ...state, strip: letters(message.strip), roadmap: letters(message.roadmap) };
    default:
      return state;
  }
}
