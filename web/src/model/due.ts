/** What the one key of a console does next. */

import type { AtConsole } from "./atConsole";
import { dealsHere, type ConsoleState } from "./console";

export type Next =
  /** One press does it. */
  | { kind: "ask"; what: AtConsole; label: NextLabel }
  /** A card is called for and must be read first. */
  | { kind: "scan" }
  /** A new shoe cannot be taken back: the key is held. */
  | { kind: "shoe" }
  /** A result of a round with physical chips is to be entered. */
  | { kind: "record" }
  /** Somebody else must do something first. */
  | { kind: "wait"; why: "connecting" | "closed" | "decision" | "dealer" };

export type NextLabel =
  "take" | "open-bets" | "close-bets" | "draw" | "totals" | "result" | "collect" | "pay";

const ASKS = {
  "open-bets": "OpenBets",
  "close-bets": "CloseBets",
  totals: "AnnounceTotals",
  result: "AnnounceResult",
  collect: "CollectLosing",
  pay: "PayWinning",
} as const;

/** What follows the cards without another one, in its order. */
const AFTER_CARDS = ["totals", "result", "collect", "pay"] as const;

/**
 * All that is left of a round whose hands are complete: announced, collected and paid, by one key of a
 * dealer who has done it all. Where a card may still be called for, what is next.
 */
export function restOf(state: ConsoleState): AtConsole[] {
  const next = nextOf(state);
  if (next.kind !== "ask") return [];
  const due = AFTER_CARDS.findIndex((one) => one === next.label);
  if (due < 0 || state.view?.winner == null) return [next.what];
  return AFTER_CARDS.slice(due).map((one) => ({ type: ASKS[one] }));
}

export function nextOf(state: ConsoleState): Next {
  const { table, view, role } = state;
  if (view === null) return { kind: "wait", why: "connecting" };
  if (!table.isOpen) return { kind: "wait", why: "closed" };
  if (view.due === "decision") return { kind: "wait", why: "decision" };
  if (!dealsHere(state)) {
    if (role !== "dealer") return { kind: "wait", why: "dealer" };
    return { kind: "ask", what: { type: "TakeTable" }, label: "take" };
  }
  switch (view.due) {
    case "shoe":
      return { kind: "shoe" };
    case "record":
      return { kind: "record" };
    case "card":
      if (view.scanned) return { kind: "scan" };
      return { kind: "ask", what: { type: "DrawCard" }, label: "draw" };
    default:
      return { kind: "ask", what: { type: ASKS[view.due] }, label: view.due };
  }
}
