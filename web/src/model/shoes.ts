/** The shoes of a table: what the house has bound itself to, and what was seen of each. */

import type { Snapshot } from "../protocol/messages";

/** What is known of a shoe that the house has bound itself to. */
export interface ShoeRecord {
  number: number;
  commitment: string | null;
  decks: number | null;
  secret: string | null;
  outside: string;
  /** The cards that were seen to leave it, in order; null while somebody else squeezes one. */
  cards: readonly (string | null)[];
  /** Whether those are all of them, from the first. */
  whole: boolean;
}

export const SHOES_KEPT = 12;

export function shoesOf(snapshot: Snapshot, known: readonly ShoeRecord[]): ShoeRecord[] {
  // After a gap some cards were not seen, so what was seen no longer is the beginning of the shoe.
  let shoes: readonly ShoeRecord[] = known.map((shoe) =>
    shoe.secret === null ? { ...shoe, cards: [], whole: false } : shoe,
  );
  for (const [number, commitment] of Object.entries(snapshot.commitments)) {
    shoes = withShoe(shoes, Number(number), { commitment });
  }
  for (const [number, decks, secret, outside] of snapshot.revealed) {
    shoes = withShoe(shoes, number, { decks, secret, outside });
  }
  return [...shoes];
}

export function withShoe(
  shoes: readonly ShoeRecord[],
  number: number,
  change: Partial<ShoeRecord>,
): ShoeRecord[] {
  const blank: ShoeRecord = {
    number,
    commitment: null,
    decks: null,
    secret: null,
    outside: "",
    cards: [],
    whole: false,
  };
  const found = shoes.find((shoe) => shoe.number === number) ?? blank;
  return [...shoes.filter((shoe) => shoe.number !== number), { ...found, ...change }]
    .sort((a, b) => a.number - b.number)
    .slice(-SHOES_KEPT);
}
