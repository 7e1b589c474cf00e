/** What a player has added to the shoe on the table, in a few words. */

import type { TableState } from "./table";

export interface Part {
  key: "part.in" | "part.added" | "part.none";
  /** How many have added to it. */
  count: number;
}

export function partIn(
  { shoe, shoes }: Pick<TableState, "shoe" | "shoes">,
  mine: readonly string[],
): Part {
  const mixed = shoes.find(({ number }) => number === shoe?.number)?.mixed;
  const added = (mixed?.contributions ?? []).filter(({ random }) => random !== "");
  const count = added.length;
  if (added.some(({ commitment }) => mine.includes(commitment))) return { key: "part.in", count };
  return { key: count > 0 ? "part.added" : "part.none", count };
}
