/** Roads as they come over the wire, made ready for drawing. */

import type { Roads } from "../protocol/messages";
import type { Ask, BigCell, Colour, Extras, RoadSet, Winner } from "../roads/road";

/** Marks are letters: b and p for pairs, n for a natural, 2 or 3 for a six on so many cards. */
function extrasOf(marks: string): Extras {
  return {
    bankerPair: marks.includes("b"),
    playerPair: marks.includes("p"),
    natural: marks.includes("n"),
    six: marks.includes("2") ? 2 : marks.includes("3") ? 3 : 0,
  };
}

export function bigOf(big: Roads["big"]): BigCell[] {
  return big.map(([c, r, winner, ties, marks]) => ({
    c,
    r,
    winner: winner as "B" | "P",
    ties,
    ...extrasOf(marks),
  }));
}

export function roadsOf(roads: Roads): RoadSet {
  const derived = (cells: Roads["small"]) =>
    cells.map(([c, r, colour]) => ({ c, r, colour: colour as Colour }));
  return {
    bead: roads.bead.map(([c, r, winner, marks]) => ({
      c,
      r,
      winner: winner as Winner,
      ...extrasOf(marks),
    })),
    leadingTies: roads.leading_ties,
    big: bigOf(roads.big),
    bigEye: derived(roads.big_eye),
    small: derived(roads.small),
    cockroach: derived(roads.cockroach),
    ask: {
      banker: roads.ask_banker as unknown as Ask,
      player: roads.ask_player as unknown as Ask,
    },
  };
}
