/** The buttons beside the chips: which there are, which can be used now, and what each asks for. */

import { sumOf } from "../model/own";
import type { AtTable } from "../protocol/socket";
import type { Shown } from "./shown";

/** What a button asks the house for. */
type Asking = "undo" | "clear" | "double" | "rebet" | "rebet-deal" | "new-game" | "deal";
/** `rest` waits for the player to point at a spot, and asks then. */
export type Action = Asking | "rest";
export type Actions = Partial<Record<Action, boolean>>;

/** What can still be staked: in a game of one's own, what is built is not yet taken. */
export function leftToStake({ purse, built }: Shown, ownGame: boolean): number {
  return ownGame ? purse.available - sumOf(built) : purse.available;
}

/** The actions of a game, and whether each can be used while its bets are open or closed. */
export function actionsOf(shown: Shown, ownGame: boolean, open: boolean): Actions {
  const isBuilt = sumOf(shown.built) > 0;
  const canRepeat = open && !isBuilt && sumOf(shown.own.previous) > 0;
  const both = {
    undo: open && shown.own.canUndo,
    clear: open && isBuilt,
    double: open && isBuilt,
    rest: open && leftToStake(shown, ownGame) > 0,
    rebet: canRepeat,
  };
  if (!ownGame) return both;
  return {
    ...both,
    "new-game": canRepeat && shown.result !== null,
    "rebet-deal": canRepeat,
    deal: open && isBuilt,
  };
}

/** `seed` is the player's own part in a shuffle. */
export function askedBy(action: Asking, seed: string): AtTable {
  const asks: Record<Asking, AtTable> = {
    undo: { type: "Undo" },
    clear: { type: "Clear" },
    double: { type: "Double" },
    rebet: { type: "Rebet" },
    "new-game": { type: "NewGame" },
    "rebet-deal": { type: "RebetAndDeal", seed },
    deal: { type: "Deal", seed },
  };
  return asks[action];
}
