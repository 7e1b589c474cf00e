/** A revealed shoe in the form that a verifier reads. */

import type { Reveal } from "virtual:verify";
import type { TableInfo } from "../protocol/messages";
import type { TableState } from "./table";

export interface FullReveal extends Reveal {
  commitment: string | null;
  /** The cards that were seen to leave the shoe, from the first. */
  cards: readonly string[];
}

/** The shoes of a table whose secrets are out, newest first. */
export function revealsOf(
  info: TableInfo,
  { committedAs: table, shoes }: Pick<TableState, "committedAs" | "shoes">,
): FullReveal[] {
  return shoes
    .filter((shoe) => shoe.secret !== null && shoe.decks !== null)
    .map((shoe) => ({
      table,
      shoe: shoe.number,
      deck: info.family,
      decks: shoe.decks ?? 0,
      secret: shoe.secret ?? "",
      outside: shoe.outside,
      commitment: shoe.commitment,
      cards: shoe.whole ? shoe.cards.filter((card) => card !== null) : [],
    }))
    .reverse();
}

export function revealText(reveal: FullReveal): string {
  return JSON.stringify(reveal, null, 2);
}

/** Read what somebody has pasted; throws in words where it is no reveal. */
export function readReveal(text: string): FullReveal {
  const given = JSON.parse(text) as Partial<FullReveal> | null;
  const wanted = ["table", "shoe", "deck", "decks", "secret"] as const;
  for (const key of wanted) if (given?.[key] === undefined) throw new Error(key);
  const { commitment = null, cards = [], outside = "" } = given as FullReveal;
  if (!Array.isArray(cards) || cards.some((card) => typeof card !== "string")) {
    throw new Error("cards");
  }
  return { ...(given as FullReveal), commitment, cards, outside };
}
