/** The hands of a shoe that fell last: from the bead plate, and from what was seen to end here. */

import type { BeadCell } from "./road";

/** How a hand ended that was followed to its end. */
export interface SeenHand {
  round: number;
  player: number;
  banker: number;
}

/** By their places on the bead plate, from 1. */
export type SeenHands = Readonly<Record<number, SeenHand>>;

export interface LastHand {
  /** Which of its shoe. */
  place: number;
  cell: BeadCell;
  /** Null where nobody was here to see it. */
  seen: SeenHand | null;
}

export const MOST_HANDS = 12;

/** Another shoe, or a mark that was taken back: the places are no longer the same. */
export function withHand(
  hands: SeenHands,
  marks: { before: number; now: number },
  hand: SeenHand | null,
): SeenHands {
  const kept = marks.now < marks.before ? {} : hands;
  if (hand === null || kept[marks.now]?.round === hand.round) return kept;
  return { ...kept, [marks.now]: hand };
}

/** The newest last. */
export function lastHands(bead: readonly BeadCell[], hands: SeenHands): LastHand[] {
  const first = Math.max(0, bead.length - MOST_HANDS);
  return bead.slice(first).map((cell, i) => {
    const place = first + i + 1;
    return { place, cell, seen: hands[place] ?? null };
  });
}
