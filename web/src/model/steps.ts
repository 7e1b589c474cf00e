/** The steps of a round at a table that a person deals: what is done, what is due, what comes. */

import type { Due } from "../protocol/messages";
import { cardsOf, type ConsoleState } from "./console";

export interface Step {
  name: "open" | "close" | "deal" | "totals" | "player" | "banker" | "result" | "collect" | "pay";
  is: "done" | "due" | "to-come";
  /** The third card, where one has been dealt. */
  card: string | null;
}

type Name = Step["name"];

const DUE: Partial<Record<Due, Name>> = {
  "open-bets": "open",
  "close-bets": "close",
  totals: "totals",
  result: "result",
  collect: "collect",
  pay: "pay",
};

/** How many are shown at once. */
export const STEPS_SHOWN = 5;

export function stepsOf(state: ConsoleState): Step[] {
  const now = dueStep(state);
  if (now === null) return [];
  const third = { player: thirdOf(state, "player"), banker: thirdOf(state, "banker") };
  const names: Name[] = ["open", "close", "deal", "totals"];
  if (third.player !== null || now === "player") names.push("player");
  if (third.banker !== null || now === "banker") names.push("banker");
  names.push("result", "collect", "pay");
  const at = names.indexOf(now);
  return names.map((name, i) => ({
    name,
    is: i < at ? "done" : i === at ? "due" : "to-come",
    card: name === "player" || name === "banker" ? third[name] : null,
  }));
}

/** As many of them as there is room for, with the one that is due among them. */
export function stepsShown(steps: readonly Step[]): readonly Step[] {
  const at = steps.findIndex(({ is }) => is === "due");
  const from = Math.max(0, Math.min(at - 2, steps.length - STEPS_SHOWN));
  return steps.slice(from, from + STEPS_SHOWN);
}

function dueStep(state: ConsoleState): Name | null {
  const due = state.view?.due;
  if (due === undefined) return null;
  if (due !== "card") return DUE[due] ?? null;
  return cardsOf(state).length < 4 ? "deal" : (state.view?.next_side ?? null);
}

function thirdOf({ table }: ConsoleState, side: "player" | "banker"): string | null {
  return table.hands[side][2]?.card ?? null;
}
