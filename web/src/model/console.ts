/** A table as a console follows it: what everybody sees, and what only staff are told. */

import type {
  ConsoleTell,
  ConsoleView,
  Side,
  StaffRole,
  TableInfo,
  WaitingRound,
} from "../protocol/messages";
import { hearFollowed, unknownFollowed, type Followed } from "./followed";

export interface ConsoleState extends Followed {
  /** Who is signed in; null until the house has said it. */
  name: string | null;
  role: StaffRole | null;
  /** What only staff see; null until it has come. */
  view: ConsoleView | null;
  /** What waits for a supervisor, at whichever table; empty for those who do not decide it. */
  queue: readonly WaitingRound[];
  /** How much of that there is; a locked console knows no more. */
  waits: number;
}

export function unknownConsole(table: string): ConsoleState {
  return { ...unknownFollowed(table), name: null, role: null, view: null, queue: [], waits: 0 };
}

export function hearConsole(before: ConsoleState, message: ConsoleTell): ConsoleState {
  const state = hearFollowed(before, message);
  switch (message.type) {
    case "Greeting": {
      const { name, role } = message;
      return { ...state, name, role };
    }
    case "ConsoleView":
      return message.table === state.table.table ? { ...state, view: message } : state;
    case "Queue":
      return { ...state, queue: message.waiting, waits: message.count };
    default:
      return state;
  }
}

/** Whether whoever is signed in is called where a rulebook does not say what to do. */
export function decides({ role }: ConsoleState): boolean {
  return role === "supervisor" || role === "manager";
}

/** Whether whoever is signed in is the one who deals here. */
export function dealsHere({ name, view }: ConsoleState): boolean {
  return view !== null && name !== null && view.dealer === name;
}

/** The cards of the round in the order in which they left the shoe. */
export function cardsOf({ table }: ConsoleState): { place: number; side: Side; card: string }[] {
  return (["player", "banker"] as const)
    .flatMap((side) =>
      // Whoever deals sees every card.
      table.hands[side].map(({ place, card }) => ({ place, side, card: card ?? "" })),
    )
    .sort((a, b) => a.place - b.place);
}

/** Chips are laid on the felt from the call on, until "No more bets". */
export function mayEnterChips(state: ConsoleState, { positions }: TableInfo): boolean {
  return positions > 0 && dealsHere(state) && state.view?.due === "close-bets";
}

/** Something can be wrong with a round, or with the shoe before any. */
export function mayReport({ table }: ConsoleState): boolean {
  return table.round > 0 || table.shoe !== null;
}

/** A card that no hand calls for can lie there from the first one on, until the result is said. */
export function maySetAside(state: ConsoleState): boolean {
  return dealsHere(state) && state.view?.scanned === true && state.table.phase === "dealing";
}

/** A card that was read can have been misread; one that the house has drawn cannot. */
export function mayCorrect(state: ConsoleState): boolean {
  return dealsHere(state) && state.view?.scanned === true && cardsOf(state).length > 0;
}
